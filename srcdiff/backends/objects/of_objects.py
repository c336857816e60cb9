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
from srcdiff.backends.objects.apart import check_apart
from srcdiff.backends.objects.kept import check_changes, defaults_among
from srcdiff.backends.objects.kinds import is_of_objects
from srcdiff.backends.objects.leaves import (
    is_float,
    leaf_count,
    source_value,
    tangent_leaves,
    zero_of,
)
from srcdiff.backends.objects.paths import is_inside, spelled, split_path
from srcdiff.backends.objects.quick import Quick, Special, as_leaves
from srcdiff.errors import SrcdiffError, UnsupportedType, WrongCall
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.options import Asked, listed
from srcdiff.front.parse import Made, source_of
from srcdiff.front.recursion_limit import deep
from srcdiff.structures.layouts import (
    FixedLayout,
    Layout,
    NodeLayout,
    has_links,
    is_fixed,
    is_object,
    layout_of,
    leaves,
    parts_of,
    paths,
)
from srcdiff.structures.rebuilt import flattened, of_form, of_shape
from srcdiff.structures.root import Flat, flat
from srcdiff.structures.shapes import NodeShape
from srcdiff.structures.takers import Taker, builder

Make = Callable[[Any, Asked], Any]
PRODUCTS = ("vjp", "jvp")
MOST_QUICK = 8  # layouts of arguments that are met again and again


class OfObjects:
    """Calls derivatives with the leaves of their arguments, and puts gradients together."""

    def __init__(self, function: Any, asked: Asked, make: Make) -> None:
        self.function = function
        self.asked = asked
        self.make = make
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
        for quick in self.quick if not others else ():
            leaves_now = quick.take(values)
            if leaves_now is not None and quick.special.flat.is_current():
                return quick.call(leaves_now)
        layouts = tuple(layout_of(value) for value in values)
        special = self.special(layouts, values)
        if special.flat.changes:
            check_apart(self.parameters, values, special.flat)
        own = [leaf for v, lay in zip(values, layouts, strict=True) for leaf in leaves(v, lay)]
        given = [source_value(source, own) for source in special.flat.sources]
        self.add_quick(special, layouts, values, own)
        if self.asked.kind == "grad":
            return self.gradients(special, layouts, values, own, special.derivative(*given))
        if self.asked.kind == "value_and_grad":
            value, found = special.derivative(*given)
            return value, self.gradients(special, layouts, values, own, found)
        if self.asked.kind == "vjp":
            cotangents = flattened(others[0], special.flat.result.value) if others else []
            last = (cotangents[0] if len(cotangents) == 1 else tuple(cotangents),)
            found = special.derivative(*given, *(last if others else ()))
            return self.gradients(special, layouts, values, own, found)
        if self.asked.kind == "jvp":
            return self.tangent(special, layouts, values, others, given)
        found = special.derivative(*given)
        return of_shape(special.flat.result.value, as_leaves(special, found))

    def add_quick(
        self,
        special: Special,
        layouts: tuple[Layout, ...],
        values: tuple[Any, ...],
        own: list[Any],
    ) -> None:
        """Have further calls with arguments of these layouts take less time."""
        if self.asked.kind not in ("grad", "value_and_grad") or special.flat.changes:
            return
        if self.has_kept or any(map(has_links, layouts)):
            return
        take = Taker(layouts, own).function()
        if take is None or len(self.quick) > MOST_QUICK:
            return
        wanted = {n for numbers in special.chosen for n in numbers}
        missing = [n for n in wanted if n not in special.inner]
        places = {n: k for k, n in enumerate([*special.inner, *missing])}
        builds = []
        for path, numbers in zip(self.asked.wrt, special.chosen, strict=True):
            layout, _, first = self.named(path, layouts, values)
            builds.append(builder(layout, first, {n: places[n] for n in numbers}))
        with_value = self.asked.kind == "value_and_grad"
        quick = Quick(take, special, tuple(missing), tuple(builds), self.asked.single, with_value)
        self.quick.insert(0, quick)

    def has_objects(self, values: tuple[Any, ...]) -> bool:
        """Return True if a function uses objects inside, whatever its arguments are.

        Raises UnsupportedSyntax if it cannot be taken apart.
        """
        if isinstance(unwrapped(self.function), Made):
            return False
        layouts = tuple(layout_of(value) for value in values)
        if any(
            isinstance(layout, FixedLayout) and not is_fixed(layout.value) for layout in layouts
        ):
            return False
        with deep():
            return not self.special(layouts, values).flat.is_plain

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

    def source(self, values: tuple[Any, ...] | None = None) -> str:
        """Return the generated source for some arguments; without any, the latest.

        Raises WrongCall if there are no arguments and the derivative was not used yet.
        """
        if values is not None:
            self.written(values)
        if self.latest is None:
            raise WrongCall("no source has been written yet", advice="pass arguments")
        text: str = self.latest.derivative.source()
        return text

    def report(self, values: tuple[Any, ...]) -> Any:
        """Return how loops run and what is saved, and why, for some arguments."""
        special, given = self.written(values)
        return special.derivative.report(*given)

    def written(self, values: tuple[Any, ...]) -> tuple[Special, list[Any]]:
        """Have the derivative for some arguments written; return it, and what it is called with."""
        layouts = tuple(layout_of(value) for value in values)
        special = self.special(layouts, values)
        own = [leaf for v, lay in zip(values, layouts, strict=True) for leaf in leaves(v, lay)]
        given = [source_value(source, own) for source in special.flat.sources]
        special.derivative.source(*given)
        return special, given

    # --- specialisations ---
    def special(self, layouts: tuple[Layout, ...], values: tuple[Any, ...]) -> Special:
        """Return the derivative for arguments of one layout."""
        own = [leaf for v, lay in zip(values, layouts, strict=True) for leaf in leaves(v, lay)]
        floats = tuple(map(is_float, own))
        key = (layouts, floats, defaults_among(self.function, values))
        found = self.known.get(key)
        if found is None or not found.flat.is_current():
            with deep():
                found = self.made(layouts, floats)
                given = [source_value(source, own) for source in found.flat.sources]
                check_changes(self.function, found.flat, layouts, values, given, self.asked)
            self.known[key] = found
        self.latest = found
        return found

    def made(
        self, layouts: tuple[Layout, ...], floats: tuple[bool, ...], takes_all: bool = False
    ) -> Special:
        """Return a new derivative for arguments of one layout."""
        function = flat(self.function, dict(zip(self.parameters, layouts, strict=True)), takes_all)
        self.check_scalar(function)
        self.check_no_outputs()
        titles = [
            title
            for parameter, layout in zip(self.parameters, layouts, strict=True)
            for title in paths(layout, parameter)
        ]
        chosen = tuple(self.numbers(path, titles, floats) for path in self.asked.wrt)
        wanted = {number for numbers in chosen for number in numbers}
        own = list(own_signature(function.function).parameters)
        inner = [
            (title, source)
            for title, source in zip(own, function.sources, strict=True)
            if isinstance(source, int) and source in wanted
        ]
        asked = replace(
            self.asked,
            wrt=tuple(title for title, _ in inner),
            single=False,
            outputs=(),
        )
        if not inner and self.asked.kind != "primal" and not takes_all:
            return self.made(layouts, floats, takes_all=True)  # of which the derivative is zero
        if not inner and self.asked.kind != "primal":
            raise WrongCall(
                f"`{unwrapped(self.function).__name__}` does not read what is differentiated",
                advice=f"name what it reads by `wrt`: {listed(titles[:12])}",
            )
        derivative = self.make(function.function, asked)
        return Special(derivative, function, chosen, tuple(number for _, number in inner))

    def check_scalar(self, function: Flat) -> None:
        """Refuse the gradient of what is no number: a dictionary, an object, a tuple.

        Raises UnsupportedType, at the function.
        """
        shape = function.result.value
        if self.asked.kind not in ("grad", "value_and_grad") or not isinstance(shape, NodeShape):
            return
        raise self.refusal(
            f"returns a {shape.cls.__name__}, and a gradient is of one number",
            "return the number, or use `vjp`",
        )

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

    def numbers(self, path: str, titles: list[str], floats: tuple[bool, ...]) -> tuple[int, ...]:
        """Return the numbers of the floating-point leaves of an argument, or a part of it.

        Raises WrongCall for a part that there is not, or that is not floating-point.
        """
        plain = spelled(path)
        inside = [k for k, t in enumerate(titles) if is_inside(spelled(t), plain)]
        found = tuple(k for k in inside if floats[k])
        if not found:
            reason = "has no floating-point numbers" if inside else "is no part of the arguments"
            raise WrongCall(f"`{path}` {reason}", advice=f"there are {listed(titles[:12])}")
        return found

    # --- results ---
    def gradients(
        self,
        special: Special,
        layouts: tuple[Layout, ...],
        values: tuple[Any, ...],
        own: list[Any],
        found: Any,
    ) -> Any:
        """Return the gradients of the leaves in the form of what they are parts of."""
        by_number = dict(zip(special.inner, found, strict=True))
        results = []
        for path, numbers in zip(self.asked.wrt, special.chosen, strict=True):
            parts = {n: by_number[n] if n in by_number else zero_of(own[n]) for n in numbers}
            layout, value, first = self.named(path, layouts, values)
            results.append(of_form(layout, value, parts, first))
        return results[0] if self.asked.single else tuple(results)

    def named(
        self, path: str, layouts: tuple[Layout, ...], values: tuple[Any, ...]
    ) -> tuple[Layout, Any, int]:
        """Return layout and value of an argument, or a part, and the number of its first leaf."""
        root, steps = split_path(path)
        place = self.parameters.index(root)
        count = sum(leaf_count(layout) for layout in layouts[:place])
        layout, value = layouts[place], values[place]
        for key in steps:
            assert isinstance(layout, NodeLayout)
            own = parts_of(value) or {}
            chosen = next(k for k in layout.keys if k == key and type(k) is type(key))
            before = layout.keys.index(chosen)
            count += sum(leaf_count(part) for part in layout.parts[:before])
            layout, value = layout.parts[before], own[chosen]
        return layout, value, count

    def tangent(
        self,
        special: Special,
        layouts: tuple[Layout, ...],
        values: tuple[Any, ...],
        others: tuple[Any, ...],
        given: list[Any],
    ) -> Any:
        """Return the value and the tangent of the result."""
        directions: dict[int, Any] = {}
        for path, numbers, direction in zip(self.asked.wrt, special.chosen, others, strict=True):
            layout, value, first = self.named(path, layouts, values)
            tangents = dict(enumerate(tangent_leaves(layout, direction), first))
            directions |= {n: tangents[n] for n in numbers}
        last = [directions[number] for number in special.inner]
        value, found = special.derivative(*given, *last)
        shape = special.flat.result.value
        return (
            of_shape(shape, as_leaves(special, value)),
            of_shape(shape, as_leaves(special, found), is_tangent=True),
        )
