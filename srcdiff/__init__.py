"""Gradients of the numeric Python you already have, as Python you can read."""

from srcdiff.api import adjoint, grad, jvp, value_and_grad, vjp
from srcdiff.errors import (
    AliasedArguments,
    InternalError,
    NoDerivative,
    NoSource,
    SrcdiffError,
    UnsupportedSyntax,
    UnsupportedType,
    WrongCall,
    WrongShape,
)
from srcdiff.rules.registry import derivative

__all__ = [
    "AliasedArguments",
    "InternalError",
    "NoDerivative",
    "NoSource",
    "SrcdiffError",
    "UnsupportedSyntax",
    "UnsupportedType",
    "WrongCall",
    "WrongShape",
    "adjoint",
    "derivative",
    "grad",
    "jvp",
    "value_and_grad",
    "vjp",
]
