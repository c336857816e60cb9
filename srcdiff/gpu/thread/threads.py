"""The place of a thread becomes an argument: a kernel is a function of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import gast

from srcdiff.gpu.thread.intrinsics import PLACES, Place
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_names,
    all_parameters,
    dotted,
    fresh,
    mapped,
    members,
    name,
    of_members,
    rename,
    times_bound,
    whole_target,
    with_body,
)

PlaceOf = Callable[[Expression], "tuple[Place, ...] | None"]


@dataclass(frozen=True)
class Bound:
    """Names that stand for the place of the thread: what they are bound to, and its parts."""

    names: tuple[str, ...]
    value: Expression
    places: tuple[Place, ...]


@dataclass(frozen=True)
class PerThread:
    """A function of one thread: the last parameters are the names in `bound`."""

    tree: gast.FunctionDef
    bound: tuple[Bound, ...]

    @property
    def places(self) -> dict[str, Place]:
        """Return what each parameter that is bound tells of the thread."""
        return {
            n: place
            for bound in self.bound
            for n, place in zip(bound.names, bound.places, strict=True)
        }


def threads(tree: gast.FunctionDef, module: str) -> PerThread:
    """Return a kernel as a function with parameters for what `cuda` tells of the thread.

    `module` is the name that `cuda` has in the kernel. A variable that only stands for the
    place becomes the parameter itself.

    >>> from srcdiff.syntax import function, unparse
    >>> found = threads(function('''
    ... def double(x, y):
    ...     i = cuda.grid(1)
    ...     if cuda.threadIdx.x > 0:
    ...         y[i] = 2.0 * x[i]
    ... '''), "cuda")
    >>> print(unparse(found.tree))
    def double(x, y, i, thread_x):
        if thread_x > 0:
            y[i] = 2.0 * x[i]
    >>> [(bound.names, unparse(bound.value)) for bound in found.bound]
    [(('i',), 'cuda.grid(1)'), (('thread_x',), 'cuda.threadIdx.x')]
    """

    def place_of(tree: Expression) -> tuple[Place, ...] | None:
        return places_in(tree, module)

    found: list[Bound] = []
    body = without_names(tree, place_of, found)
    taken = all_names(tree)
    body = [with_parameters(statement, place_of, found, taken) for statement in body]
    new = [n for bound in found for n in bound.names]
    own = [*tree.args.args, *(gast.Name(n, gast.Param(), None, None) for n in new)]
    arguments = gast.arguments(
        own,
        tree.args.posonlyargs,
        tree.args.vararg,
        tree.args.kwonlyargs,
        tree.args.kw_defaults,
        tree.args.kwarg,
        tree.args.defaults,
    )
    result = with_body(tree, body)
    result.args = arguments
    return PerThread(result, tuple(found))


def places_in(tree: Expression, module: str) -> tuple[Place, ...] | None:
    """Return what an expression tells of the thread: one part, or several for `grid(2)`."""
    text = dotted(tree.func if isinstance(tree, gast.Call) else tree)
    if not text.startswith(f"{module}."):
        return None
    word = text.removeprefix(f"{module}.")
    if not isinstance(tree, gast.Call):
        return PLACES.get(word)
    if len(tree.args) != 1 or not isinstance(tree.args[0], gast.Constant):
        return None
    return PLACES.get(f"{word}({tree.args[0].value})")


def without_names(tree: gast.FunctionDef, place_of: PlaceOf, found: list[Bound]) -> Block:
    """Return the body without variables that only stand for the place; they enter `found`.

    Of variables that stand for the same, the first takes the place of the others.
    """
    taken = times_bound(tree)
    taken.update(node.id for node in all_parameters(tree))
    left: Block = []
    again: dict[str, str] = {}
    for statement in tree.body:
        bound = bound_names(statement)
        places = place_of(statement.value) if bound else None
        once = all(taken[n] == 1 for n in bound)
        known = [other for other in found if other.places == places]
        if places is None or len(places) != len(bound) or not once:
            left.append(statement)
        elif known:
            again.update(zip(bound, known[0].names, strict=True))
        else:
            found.append(Bound(bound, statement.value, places))
    return [rename(statement, again) for statement in left] if again else left


def bound_names(statement: Statement) -> tuple[str, ...]:
    """Return the names that an assignment binds, if it binds nothing else."""
    if whole_target(statement):
        return (whole_target(statement),)
    if not isinstance(statement, gast.Assign) or len(statement.targets) != 1:
        return ()
    parts = members(statement.targets[0])
    return tuple(p.id for p in parts) if all(isinstance(p, gast.Name) for p in parts) else ()


def with_parameters(
    statement: Statement, place_of: PlaceOf, found: list[Bound], taken: set[str]
) -> Statement:
    """Return a statement with parameters for the places in it; they enter `found`."""

    def change(node: gast.AST) -> gast.AST:
        places = place_of(node) if isinstance(node, (gast.Call, gast.Attribute)) else None
        if places is None:
            return mapped(node, change)
        known = [bound for bound in found if bound.places == places]
        if not known:
            names = [fresh(place.word, taken) for place in places]
            taken.update(names)
            found.append(Bound(tuple(names), node, places))
            known = found[-1:]
        parts = [name(n) for n in known[0].names]
        new = of_members(parts)
        return gast.copy_location(new, node)

    return change(statement)
