"""What type checkers know of derivatives."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from srcdiff.report import Report

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class Derivative(Protocol[P, R_co]):
    """What `grad`, `value_and_grad`, `vjp`, `jvp` and `adjoint` return.

    It takes the arguments `P` and returns `R_co`: `grad` of a function with the parameters `P` is a
    `Derivative[P, Any]`, as gradients have the types of arguments, and `value_and_grad` a
    `Derivative[P, tuple[R, Any]]`. Products and adjoints take more arguments than the function:
    they are `Derivative[..., Any]`.

    With the target "cpu" it is a dispatcher of Numba as well, with all that these have.
    """

    __name__: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Return the derivative at some arguments.

        Raises what srcdiff/api.py says, and whatever the function itself raises.
        """
        ...

    @property
    def primal(self) -> Callable[P, Any]:
        """The function itself: compiled, or as it is with the target "python"."""
        ...

    def source(self, *arguments: Any) -> str:
        """Return the generated source for these arguments; without any, the latest.

        Raises WrongCall if there are no arguments and the derivative was not used yet.
        """
        ...

    def save(self, path: str | os.PathLike[str], *arguments: Any) -> None:
        """Write the generated source to a file that needs no srcdiff to run.

        Raises WrongCall if there are no arguments and the derivative was not used yet.
        """
        ...

    def report(self, *arguments: Any) -> Report:
        """Return how loops run and what is saved, and why, for these arguments.

        Print it to read it. Raises WrongCall for arguments that do not fit.
        """
        ...
