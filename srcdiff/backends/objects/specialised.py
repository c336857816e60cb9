"""The derivative of a function for arguments of one layout, as that of a function of leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from srcdiff.backends.objects.answers import asked_of_leaves, in_pairs, others_of
from srcdiff.backends.objects.arguments import Arguments
from srcdiff.backends.objects.kept import kept_titles
from srcdiff.backends.objects.paths import numbers_of
from srcdiff.backends.objects.quick import Special
from srcdiff.errors import UnsupportedType, WrongCall
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.options import Asked, listed
from srcdiff.front.parse import source_of
from srcdiff.program.requests import ONLY_FIRST
from srcdiff.structures.layouts import paths
from srcdiff.structures.root import Flat, flat
from srcdiff.structures.shapes import LEAF, NodeShape, Shape

Make = Callable[[Any, Asked], Any]


def specialised(
    function: Any,
    asked: Asked,
    make: Make,
    arguments: Arguments,
    floats: tuple[bool, ...],
    kept: tuple[bool, ...],
    takes_all: bool = False,
) -> Special:
    """Return a new derivative of a function for arguments of one layout.

    `floats` tells which leaves are floating-point, `kept` which arguments are default values. With
    `takes_all` the function of leaves has parameters for leaves that it does not read, too. Raises
    WrongCall if the function reads nothing that is differentiated, and UnsupportedType for a
    result, or outputs, that no derivative has.
    """
    parameters, layouts = arguments.parameters, arguments.layouts
    of_leaves = flat(function, dict(zip(parameters, layouts, strict=True)), takes_all)
    others = checked_others(function, asked, of_leaves)
    check_no_outputs(function, asked)
    titles = [
        title
        for parameter, layout in zip(parameters, layouts, strict=True)
        for title in paths(layout, parameter)
    ]
    chosen = tuple(numbers_of(path, titles, floats) for path in asked.wrt)
    wanted = {number for numbers in chosen for number in numbers}
    own = list(own_signature(of_leaves.function).parameters)
    inner = [
        (title, source)
        for title, source in zip(own, of_leaves.sources, strict=True)
        if isinstance(source, int) and source in wanted
    ]
    if not inner and asked.kind != "primal":
        if not takes_all:  # the derivative with respect to those that are not read is zero
            return specialised(function, asked, make, arguments, floats, kept, takes_all=True)
        raise WrongCall(
            f"`{unwrapped(function).__name__}` does not read what is differentiated",
            advice=f"name what it reads by `wrt`: {listed(titles[:12])}",
        )
    wrt = tuple(title for title, _ in inner)
    inside = asked_of_leaves(asked, others, wrt)
    inside = replace(inside, kept=kept_titles(of_leaves, arguments, kept))
    of_leaves = in_pairs(of_leaves) if inside.has_aux else of_leaves
    derivative = make(of_leaves.function, inside)
    derivative.derivative.is_inner = True
    return Special(derivative, of_leaves, chosen, tuple(number for _, number in inner), others)


def checked_others(function: Any, asked: Asked, of_leaves: Flat) -> Shape:
    """Return what stands beside the number that is differentiated, LEAF without `has_aux`.

    Raises UnsupportedType, at the function, for a gradient of what is no number: a dictionary,
    an object, a tuple.
    """
    shape, others = of_leaves.result.value, others_of(of_leaves)
    if asked.has_aux:
        if others is not None:
            return others
        raise refusal(
            function,
            "does not return a number and something else, as with `has_aux`",
            "return `value, others`, with a tuple for several others",
        )
    if asked.kind in ("grad", "value_and_grad") and isinstance(shape, NodeShape):
        raise refusal(
            function,
            f"returns a {shape.cls.__name__}, and a gradient is of one number",
            "return the number, or use `vjp`" + (f"; {ONLY_FIRST}" if others else ""),
        )
    return LEAF


def check_no_outputs(function: Any, asked: Asked) -> None:
    """Refuse outputs: what has become of them is not among the leaves of the result.

    Raises UnsupportedType, at the function.
    """
    if asked.outputs:
        raise refusal(
            function,
            "uses dictionaries, objects or lists of them, and so cannot have `outputs`",
            f"return {listed([*asked.outputs])} as part of the result",
        )


def refusal(function: Any, reason: str, advice: str) -> UnsupportedType:
    """Return an error that says what is wrong with a function, at its first line."""
    source = source_of(function)
    error = UnsupportedType(f"`{source.tree.name}` {reason}", source.tree, advice)
    error.origin = source.origin
    return error
