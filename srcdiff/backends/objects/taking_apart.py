"""What derivatives that are compiled, and those that are not, do with objects."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from srcdiff.backends.generated import Derivative
from srcdiff.backends.objects.of_objects import OfObjects
from srcdiff.errors import NoDerivative, SrcdiffError, UnsupportedSyntax, UnsupportedType
from srcdiff.front.options import Asked

REFUSED = (UnsupportedSyntax, UnsupportedType, NoDerivative)


class TakesApart:
    """Has functions of objects differentiated as functions of their leaves."""

    derivative: Derivative

    @property
    def maker(self) -> Callable[[Any, Asked], Any]:
        """Return what makes the derivative of a function of leaves."""
        raise TypeError(f"{type(self).__name__} has no `maker`")

    @functools.cached_property
    def objects(self) -> OfObjects:
        """Return what takes objects apart."""
        return OfObjects(self.derivative.function, self.derivative.asked, self.maker)

    def with_objects(self, values: tuple[Any, ...]) -> Any:
        """Call the derivative of the function of leaves."""
        count = len(self.derivative.parameters)
        return self.objects(values[:count], values[count:])

    def check_refused(self, error: SrcdiffError, values: tuple[Any, ...]) -> None:
        """Raise the error for a function that was refused, unless it uses objects inside.

        The error is that of the taking apart if it has objects that cannot be taken apart.
        """
        if self.derivative.asked.kind == "adjoint":
            raise error
        count = len(self.derivative.parameters)
        found = self.objects.or_refusal(values[:count], error)
        if found is not None:
            raise found.with_traceback(None) from None
