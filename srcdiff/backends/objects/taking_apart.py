"""What derivatives that are compiled, and those that are not, do with objects."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from inspect import Parameter
from typing import TYPE_CHECKING, Any, TypeVar

from srcdiff.backends.inspectable import Inspectable
from srcdiff.backends.objects.kinds import has_parts, is_of_objects
from srcdiff.backends.objects.paths import is_path
from srcdiff.errors import REFUSALS, SrcdiffError
from srcdiff.front.callables import own_signature
from srcdiff.front.door import DOOR
from srcdiff.front.options import PRODUCTS, Asked

if TYPE_CHECKING:
    from srcdiff.backends.objects.of_objects import OfObjects
    from srcdiff.report import Report

Told = TypeVar("Told")


class TakesApart(Inspectable):
    """Has functions of objects differentiated as functions of their leaves."""

    @property
    def maker(self) -> Callable[[Any, Asked], Any]:
        """Return what makes the derivative of a function of leaves."""
        raise TypeError(f"{type(self).__name__} has no `maker`")

    @functools.cached_property
    def objects(self) -> OfObjects:
        """Return what takes objects apart, which needs all of srcdiff/structures."""
        from srcdiff.backends.objects.of_objects import OfObjects

        derivative = self.derivative
        return OfObjects(derivative.function, derivative.asked, self.maker, derivative.is_read)

    def as_passed(self, values: tuple[Any, ...], left_out: Collection[int]) -> tuple[Any, ...]:
        """Return arguments with the default values of those that are left out.

        Stand-ins have None for default values that compiled code cannot take.
        """
        if not left_out:
            return values
        defaults = [p.default for p in own_signature(self.derivative.function).parameters.values()]
        return tuple(
            defaults[k] if k in left_out and defaults[k] is not Parameter.empty else value
            for k, value in enumerate(values)
        )

    def needs_parts(self, values: tuple[Any, ...]) -> bool:
        """Return True if some arguments have to be taken apart."""
        return any(map(is_path, self.derivative.asked.wrt)) or any(map(has_parts, values))

    def source(self, *arguments: Any) -> str:
        """Return the generated source for these arguments; without any, the latest.

        Raises WrongCall if there are no arguments and the derivative was not used yet.
        """
        with DOOR:
            if not arguments:
                of_objects = self.derivative.latest is None and "objects" in vars(self)
                return self.objects.source() if of_objects else super().source()
            of_leaves = super().source  # `objects` is made where arguments are taken apart, only
            return self.told(arguments, of_leaves, lambda *given: self.objects.source(*given))

    def report(self, *arguments: Any) -> Report:
        """Return how loops run and what is saved, and why, for these arguments.

        The result is a Report (srcdiff/report.py); print it to read it.
        """
        of_leaves = super().report
        with DOOR:
            found: Report = self.told(
                arguments, of_leaves, lambda *given: self.objects.report(*given)
            )
        return found

    def told(
        self,
        arguments: tuple[Any, ...],
        of_leaves: Callable[..., Told],
        of_objects: Callable[[tuple[Any, ...], tuple[Any, ...]], Told],
    ) -> Told:
        """Return what is told of the derivative for some arguments, taken apart if need be."""
        values = self.own_values(arguments)
        others = arguments[len(arguments) - self.following(arguments) :]
        if values is None and others:  # cotangents and tangents may be missing
            values, others = self.derivative.bound(arguments, {}), ()
        if values is not None and self.needs_parts(values):
            return of_objects(values, others)
        try:
            return of_leaves(*arguments)
        except REFUSALS as error:
            self.check_refused(error, values or ())
            return of_objects(values or (), others)

    def own_values(self, arguments: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Return the function's own among some arguments, with defaults; None if they do not fit.

        Cotangents and tangents, which decide nothing, are left out.
        """
        own = arguments[: len(arguments) - self.following(arguments)]
        return self.derivative.bound(own, {}) if self.derivative.asked.kind != "adjoint" else own

    def following(self, arguments: tuple[Any, ...]) -> int:
        """Return how many of some arguments are cotangents and tangents, the last ones."""
        if self.derivative.asked.kind not in PRODUCTS:
            return 0
        return min(len(self.derivative.cotangents), len(arguments))

    def with_objects(self, values: tuple[Any, ...]) -> Any:
        """Call the derivative of the function of leaves."""
        count = len(self.derivative.parameters)
        return self.objects(values[:count], values[count:])

    def check_refused(self, error: SrcdiffError, values: tuple[Any, ...]) -> None:
        """Raise the error for a function that was refused, unless it uses objects inside.

        The error is that of the taking apart if it has objects that cannot be taken apart.
        """
        from srcdiff.program.other_refusals import with_others  # reads what is refused again

        if self.derivative.asked.kind == "adjoint":
            raise error
        count = len(self.derivative.parameters)
        self.derivative.check_differentiated(values)
        found = self.objects.or_refusal(values[:count], error)
        if found is None:
            return
        if found is not error:
            raise self.objects.with_others(found, values[:count]) from None

        def attempt() -> None:
            try:
                self.derivative.attempt(values)
            except REFUSALS as other:
                if not is_of_objects(other):
                    raise
                self.objects.attempt(values[:count])

        raise with_others(found, self.derivative.function, attempt) from None
