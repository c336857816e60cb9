"""Gradients of the numeric Python you already have, as Python you can read."""

from srcdiff.api import adjoint, grad, jvp, value_and_grad, vjp
from srcdiff.check import check_grads
from srcdiff.errors import (
    AliasedArguments,
    InternalError,
    NoDerivative,
    NoSource,
    SrcdiffError,
    UnsupportedSyntax,
    UnsupportedType,
    WrongCall,
    WrongGradient,
    WrongShape,
)
from srcdiff.insertion import insert_grad_of
from srcdiff.rules.registry import derivative
from srcdiff.runtime import stop_gradient

__all__ = [
    "AliasedArguments",
    "InternalError",
    "NoDerivative",
    "NoSource",
    "SrcdiffError",
    "UnsupportedSyntax",
    "UnsupportedType",
    "WrongCall",
    "WrongGradient",
    "WrongShape",
    "adjoint",
    "check_grads",
    "derivative",
    "grad",
    "insert_grad_of",
    "jvp",
    "stop_gradient",
    "value_and_grad",
    "vjp",
]
