"""Derivatives of functions whose arguments are dictionaries, objects and lists of them.

For each layout of the arguments there is a derivative of a function of their leaves, which takes
numbers and arrays (srcdiff/structures). Gradients are put together again in the form of the
arguments.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from srcdiff.analyse.checks.written_defaults import is_kept
from srcdiff.backends.objects.answers import answer
from srcdiff.backends.objects.apart import check_apart
from srcdiff.backends.objects.arguments import Arguments, taken_apart
from srcdiff.backends.objects.kept import check_changes, defaults_among
from srcdiff.backends.objects.kinds import is_of_objects
from srcdiff.backends.objects.leaves import is_float, zero_of
from srcdiff.backends.objects.quick import (
    Direction,
    Quick,
    Special,
    as_leaves,
    cotangent,
    with_tangent,
)
from srcdiff.backends.objects.specialised import Make, specialised
from srcdiff.backends.run_time_errors import add_place
from srcdiff.errors import REFUSALS, SrcdiffError, WrongCall
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.options import Asked
from srcdiff.front.parse import Made
from srcdiff.front.recursion_limit import deep
from srcdiff.output.what_is_read import WhatIsRead
from srcdiff.program.other_refusals import with_others
from srcdiff.structures.labels import relabelled
from srcdiff.structures.layouts import (
    FixedLayout,
    functions_of,
    has_links,
    is_fixed,
    is_object,
)
from srcdiff.structures.rebuilt import of_form, of_shape
from srcdiff.structures.takers import Taker, builder, tangent_taker

MOST_QUICK = 8  # layouts of arguments that are met again and again


class OfObjects:
    """Calls derivatives with the leaves of their arguments, and puts gradients together."""

    def __init__(
        self, function: Any, asked: Asked, make: Make, is_read: WhatIsRead | None = None
    ) -> None:
        self.function = function
        self.asked = asked
        self.is_inner = False
        self.make = make
        self.is_read = WhatIsRead(function) if is_read is None else is_read
        self.parameters = tuple(own_signature(unwrapped(function)).parameters)
        self.known: dict[Any, Special] = {}
        self.latest: Special | None = None
        defaults = own_signature(unwrapped(function)).parameters.values()
        self.has_kept = any(is_kept(p.default) or is_object(p.default) for p in defaults)
        self.quick: list[Quick] = []  # for layouts that were met, the latest first

    def __call__(self, values: tuple[Any, ...], others: tuple[Any, ...] = ()) -> Any:
        """Return the derivative; `values` are the function's arguments, `others` what follows.

        Raises what the function raises, UnsupportedSyntax for what cannot be taken apart, and
        WrongCall where nothing that is differentiated is floating-point.
        """
        if self.asked.kind == "adjoint":
            raise WrongCall(
                f"an adjoint takes numbers and arrays, and `{unwrapped(self.function).__name__}` "
                "takes objects",
                advice="use `vjp`",
            )
        try:
            for quick in self.quick:
                leaves_now = quick.take(values)
                if leaves_now is not None and quick.special.flat.is_current():
                    return quick.call(leaves_now, others)
            return self.called(values, others)
        except REFUSALS as error:
            raise self.with_others(error, values) from None
        except Exception as error:
            if isinstance(error, SrcdiffError) and self.latest is not None:
                error.reason = relabelled(error.reason, self.latest.flat.labels)
            add_place(error, self, values)
            raise

    def called(self, values: tuple[Any, ...], others: tuple[Any, ...]) -> Any:
        """Return the derivative for arguments of a layout that may be new."""
        arguments = taken_apart(self.parameters, values)
        special = self.special(arguments)
        if special.flat.changes:
            check_apart(self.parameters, values, special.flat)
        given = self.given(special, arguments, others)
        self.add_quick(special, arguments)
        found = special.run(*given)
        if self.asked.kind == "jvp":
            return with_tangent(special, found)
        if self.asked.kind == "primal":
            return of_shape(special.flat.result.value, as_leaves(special, found))
        return answer(
            self.asked,
            special.others,
            found,
            lambda gradients: self.gradients(special, arguments, gradients),
        )

    def given(self, special: Special, arguments: Arguments, others: tuple[Any, ...]) -> list[Any]:
        """Return what the derivative of leaves is called with; `others` follow the arguments."""
        given = arguments.given(special.flat)
        if self.asked.kind == "vjp":
            return [*given, *cotangent(special, others)]
        if self.asked.kind != "jvp" or len(others) != len(self.asked.wrt):
            return given
        tangents: dict[int, Any] = {}
        for direction, value in zip(self.directions(special, arguments), others, strict=True):
            tangents |= direction.tangents(value)
        return [*given, *(tangents[n] for n in special.inner)]

    def add_quick(self, special: Special, arguments: Arguments) -> None:
        """Have further calls with arguments of these layouts take less time."""
        if self.asked.kind == "primal" or special.flat.changes:
            return
        if self.has_kept or any(map(has_links, arguments.layouts)):
            return
        take = Taker(arguments.layouts, arguments.leaves).function()
        if take is None or len(self.quick) > MOST_QUICK:
            return
        wanted = {n for numbers in special.chosen for n in numbers}
        missing = [n for n in wanted if n not in special.inner]
        places = {n: k for k, n in enumerate([*special.inner, *missing])}
        directions = self.directions(special, arguments)
        builds = tuple(
            builder(d.layout, d.first, {n: places[n] for n in d.numbers}) for d in directions
        )
        own = (replace(d, take=tangent_taker(d.layout)) for d in directions)
        count = len(self.parameters)
        self.quick.insert(
            0, Quick(take, count, special, tuple(missing), builds, self.asked, tuple(own))
        )

    def directions(self, special: Special, arguments: Arguments) -> list[Direction]:
        """Return what takes tangents apart, for each argument, or part of one, that was named."""
        found = []
        for path, numbers in zip(self.asked.wrt, special.chosen, strict=True):
            layout, _, first = arguments.part(path)
            found.append(Direction(layout, first, numbers))
        return found

    def has_objects(self, values: tuple[Any, ...]) -> bool:
        """Return True if a function uses objects inside, whatever its arguments are.

        Raises UnsupportedSyntax if it cannot be taken apart.
        """
        if isinstance(unwrapped(self.function), Made):
            return False
        arguments = taken_apart(self.parameters, values)
        fixed = [layout.value for layout in arguments.layouts if isinstance(layout, FixedLayout)]
        if not all(map(is_fixed, fixed)):
            return False
        with deep():
            return not self.special(arguments).flat.is_plain

    def or_refusal(self, values: tuple[Any, ...], error: SrcdiffError) -> SrcdiffError | None:
        """Return the error for a function that was refused, None if it can be taken apart.

        That is the error that there was, unless the function has objects of its own in it.
        """
        try:
            kept = error.reason.startswith("the default value of")
            return error if kept or not self.has_objects(values) else None
        except SrcdiffError as found:
            return found if found.origin is not None and is_of_objects(error) else error
        except Exception:  # of what is only tried
            return error

    def with_others(self, error: SrcdiffError, values: tuple[Any, ...]) -> SrcdiffError:
        """Return a refusal with the others, for some arguments, that do not depend on it."""
        if self.latest is not None:
            error.reason = relabelled(error.reason, self.latest.flat.labels)
        return with_others(error, self.function, lambda: self.attempt(values))

    def attempt(self, values: tuple[Any, ...]) -> None:
        """Write the derivative for some arguments, and forget it: raises what is refused."""
        fresh = OfObjects(self.function, self.asked, self.make)
        arguments = taken_apart(self.parameters, values)
        try:
            special = fresh.special(arguments)
        except WrongCall:  # as it need not depend any more on what is differentiated
            fresh.asked = Asked("primal", (), (), True, self.asked.options)
            special = fresh.special(arguments)
        special.derivative.derivative.attempt(tuple(arguments.given(special.flat)))

    def source(self, values: tuple[Any, ...] | None = None, others: tuple[Any, ...] = ()) -> str:
        """Return the generated source for some arguments; without any, the latest.

        `others` are cotangents or tangents, which follow the arguments.

        Raises WrongCall if there are no arguments and the derivative was not used yet.
        """
        if values is not None:
            self.written(values, others)
        if self.latest is None:
            raise WrongCall("no source has been written yet", advice="pass arguments")
        text: str = self.latest.derivative.source()
        return text

    def report(self, values: tuple[Any, ...], others: tuple[Any, ...] = ()) -> Any:
        """Return how loops run and what is saved, and why, for some arguments."""
        special, given = self.written(values, others)
        return relabelled(special.derivative.report(*given), special.flat.labels)

    def written(
        self, values: tuple[Any, ...], others: tuple[Any, ...]
    ) -> tuple[Special, list[Any]]:
        """Have the derivative for some arguments written; return it, and what it is called with."""
        try:
            arguments = taken_apart(self.parameters, values)
            special = self.special(arguments)
            given = self.given(special, arguments, others)
            special.derivative.source(*given)
        except REFUSALS as error:
            raise self.with_others(error, values) from None
        return special, given

    # --- specialisations ---
    def special(self, arguments: Arguments) -> Special:
        """Return the derivative for arguments of one layout."""
        floats = tuple(map(is_float, arguments.leaves))
        kept = defaults_among(self.function, arguments.values) if self.has_kept else ()
        key = (arguments.layouts, floats, kept)
        found = self.known.get(key)
        if found is None or not found.flat.is_current():
            self.is_read.note()
            self.is_read.hold(v for layout in arguments.layouts for v in functions_of(layout))
            with deep():
                found = specialised(self.function, self.asked, self.make, arguments, floats, kept)
                check_changes(self.function, found.flat, arguments, kept)
            self.known[key] = found
        self.latest = found
        return found

    # --- results ---
    def gradients(self, special: Special, arguments: Arguments, found: Any) -> Any:
        """Return the gradients of the leaves in the form of what they are parts of."""
        by_number = dict(zip(special.inner, found, strict=True))
        results = []
        for path, numbers in zip(self.asked.wrt, special.chosen, strict=True):
            parts = {
                n: by_number[n] if n in by_number else zero_of(arguments.leaves[n]) for n in numbers
            }
            layout, value, first = arguments.part(path)
            results.append(of_form(layout, value, parts, first))
        return results[0] if self.asked.single else tuple(results)
