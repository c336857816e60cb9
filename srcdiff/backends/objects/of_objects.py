"""Derivatives of functions whose arguments are dictionaries, objects and lists of them.

For each layout of the arguments there is a derivative of a function of their leaves, which takes
numbers and arrays (srcdiff/structures). Gradients are put together again in the form of the
arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from srcdiff.analyse.checks.written_defaults import is_kept
from srcdiff.backends.objects.answers import answer, asked_of_leaves, in_pairs, others_of
from srcdiff.backends.objects.apart import check_apart
from srcdiff.backends.objects.arguments import Arguments, taken_apart
from srcdiff.backends.objects.kept import check_changes, defaults_among, kept_titles
from srcdiff.backends.objects.kinds import is_of_objects
from srcdiff.backends.objects.leaves import is_float, zero_of
from srcdiff.backends.objects.paths import numbers_of
from srcdiff.backends.objects.quick import (
    Direction,
    Quick,
    Special,
    as_leaves,
    cotangent,
    with_tangent,
)
from srcdiff.backends.run_time_errors import add_place
from srcdiff.errors import SrcdiffError, UnsupportedType, WrongCall
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.options import Asked, listed
from srcdiff.front.parse import Made, source_of
from srcdiff.front.recursion_limit import deep
from srcdiff.output.what_is_read import WhatIsRead
from srcdiff.program.other_refusals import REFUSALS, with_others
from srcdiff.program.requests import ONLY_FIRST
from srcdiff.structures.labels import relabelled
from srcdiff.structures.layouts import (
    FixedLayout,
    functions_of,
    has_links,
    is_fixed,
    is_object,
    paths,
)
from srcdiff.structures.rebuilt import of_form, of_shape
from srcdiff.structures.root import Flat, flat
from srcdiff.structures.shapes import LEAF, NodeShape, Shape
from srcdiff.structures.takers import Taker, builder, tangent_taker

Make = Callable[[Any, Asked], Any]
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
        if self.asked.kind == "jvp":
            return with_tangent(special, given)
        found = special.run(*given)
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
            try:
                self.written(values, others)
            except REFUSALS as error:
                raise self.with_others(error, values) from None
        if self.latest is None:
            raise WrongCall("no source has been written yet", advice="pass arguments")
        text: str = self.latest.derivative.source()
        return text

    def report(self, values: tuple[Any, ...], others: tuple[Any, ...] = ()) -> Any:
        """Return how loops run and what is saved, and why, for some arguments."""
        try:
            special, given = self.written(values, others)
            return relabelled(special.derivative.report(*given), special.flat.labels)
        except REFUSALS as error:
            raise self.with_others(error, values) from None

    def written(
        self, values: tuple[Any, ...], others: tuple[Any, ...]
    ) -> tuple[Special, list[Any]]:
        """Have the derivative for some arguments written; return it, and what it is called with."""
        arguments = taken_apart(self.parameters, values)
        special = self.special(arguments)
        given = self.given(special, arguments, others)
        special.derivative.source(*given)
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
                found = self.made(arguments, floats, kept)
                check_changes(self.function, found.flat, arguments, kept)
            self.known[key] = found
        self.latest = found
        return found

    def made(
        self,
        arguments: Arguments,
        floats: tuple[bool, ...],
        kept: tuple[bool, ...],
        takes_all: bool = False,
    ) -> Special:
        """Return a new derivative for arguments of one layout."""
        layouts = arguments.layouts
        function = flat(self.function, dict(zip(self.parameters, layouts, strict=True)), takes_all)
        others = self.checked_others(function)
        self.check_no_outputs()
        titles = [
            title
            for parameter, layout in zip(self.parameters, layouts, strict=True)
            for title in paths(layout, parameter)
        ]
        chosen = tuple(numbers_of(path, titles, floats) for path in self.asked.wrt)
        wanted = {number for numbers in chosen for number in numbers}
        own = list(own_signature(function.function).parameters)
        inner = [
            (title, source)
            for title, source in zip(own, function.sources, strict=True)
            if isinstance(source, int) and source in wanted
        ]
        if not inner and self.asked.kind != "primal" and not takes_all:
            # of which the derivative is zero
            return self.made(arguments, floats, kept, takes_all=True)
        if not inner and self.asked.kind != "primal":
            raise WrongCall(
                f"`{unwrapped(self.function).__name__}` does not read what is differentiated",
                advice=f"name what it reads by `wrt`: {listed(titles[:12])}",
            )
        wrt = tuple(title for title, _ in inner)
        asked = asked_of_leaves(self.asked, others, wrt)
        asked = replace(asked, kept=kept_titles(function, arguments, kept))
        function = in_pairs(function) if asked.has_aux else function
        derivative = self.make(function.function, asked)
        derivative.derivative.is_inner = True
        numbers = tuple(number for _, number in inner)
        return Special(derivative, function, chosen, numbers, others)

    def checked_others(self, function: Flat) -> Shape:
        """Return what stands beside the number that is differentiated, LEAF without `has_aux`.

        Raises UnsupportedType, at the function, for a gradient of what is no number: a dictionary,
        an object, a tuple.
        """
        shape, others = function.result.value, others_of(function)
        if self.asked.has_aux:
            if others is not None:
                return others
            raise self.refusal(
                "does not return a number and something else, as with `has_aux`",
                "return `value, others`, with a tuple for several others",
            )
        if self.asked.kind in ("grad", "value_and_grad") and isinstance(shape, NodeShape):
            raise self.refusal(
                f"returns a {shape.cls.__name__}, and a gradient is of one number",
                "return the number, or use `vjp`" + (f"; {ONLY_FIRST}" if others else ""),
            )
        return LEAF

    def check_no_outputs(self) -> None:
        """Refuse outputs: what has become of them is not among the leaves of the result.

        Raises UnsupportedType, at the function.
        """
        if self.asked.outputs:
            raise self.refusal(
                "uses dictionaries, objects or lists of them, and so cannot have `outputs`",
                f"return {listed([*self.asked.outputs])} as part of the result",
            )

    def refusal(self, reason: str, advice: str) -> UnsupportedType:
        """Return an error that says what is wrong with the function, at its first line."""
        source = source_of(self.function)
        error = UnsupportedType(f"`{source.tree.name}` {reason}", source.tree, advice)
        error.origin = source.origin
        return error

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
