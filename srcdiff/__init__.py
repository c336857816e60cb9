"""Gradients of the numeric Python you already have, as Python you can read."""

__version__ = "0.1.0"  # read by pyproject.toml; it comes first, as other modules import it

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
from srcdiff.first.constants import stop_gradient
from srcdiff.front.insertion import insert_grad_of
from srcdiff.protocol import Derivative
from srcdiff.rules.registered import derivative
from srcdiff.structures.vectors import ravel

__all__ = [
    "AliasedArguments",
    "Derivative",
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
    "ravel",
    "stop_gradient",
    "value_and_grad",
    "vjp",
]
