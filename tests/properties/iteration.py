"""Random loops over what is not a range: elements, rows, pairs, subscripts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .arrays import ArrayExpressions
from .scope import Array, Scope


@dataclass(frozen=True)
class Head:
    """The head of a loop without `for`, what it binds, whether it runs, and what it reads."""

    text: str
    bind: Callable[[Scope], None]
    names: frozenset[str]
    runs: bool


def choose(expressions: ArrayExpressions, scope: Scope, free: Callable[[], str]) -> Head | None:
    """Return the head of a loop, with names that `free` gives; None if none fits here."""
    rng = expressions.rng
    kinds: list[Callable[[ArrayExpressions, Scope, Callable[[], str]], Head | None]]
    kinds = [elements, elements, rows, counted, pairs, subscripts, written]
    return rng.choice(kinds)(expressions, scope, free)


def vector(expressions: ArrayExpressions, scope: Scope) -> tuple[str, int]:
    """Return something with numbers in it, and how many."""
    rng = expressions.rng
    names = scope.vectors()
    if not names:
        return "", 0
    name = rng.choice(names)
    size = scope.arrays[name].shape[0]
    if rng.random() < 0.1:
        return expressions.array(scope, (size,), 1), size
    pattern = rng.choice(["{}", "{}", "reversed({})", "{}[::-1]", "{}[1:]"])
    return pattern.format(name), size - (pattern == "{}[1:]")


def elements(expressions: ArrayExpressions, scope: Scope, free: Callable[[], str]) -> Head | None:
    """for v in x"""
    text, size = vector(expressions, scope)
    name = free()
    return Head(f"{name} in {text}", floats(name), frozenset({name}), size > 0) if text else None


def floats(*names: str) -> Callable[[Scope], None]:
    """Return what enters floats into a scope."""

    def bind(scope: Scope) -> None:
        for name in names:
            scope.add_float(name)
            scope.unsure -= {name}

    return bind


def rows(expressions: ArrayExpressions, scope: Scope, free: Callable[[], str]) -> Head | None:
    """for row in A"""
    names = scope.matrices()
    if not names or "row" in scope.held:
        return None
    name = expressions.rng.choice(names)
    array = scope.arrays[name]
    turned = expressions.rng.random() < 0.3
    shape = array.shape[::-1] if turned else array.shape
    if "row" in scope.arrays and scope.arrays["row"].shape != shape[1:]:
        return None

    def bind(scope: Scope) -> None:
        scope.add_array("row", Array(shape[1:], None, array.writable, False))

    text = f"row in {name}{'.T' if turned else ''}"
    return Head(text, bind, frozenset({"row"}), shape[0] > 0)


def counted(expressions: ArrayExpressions, scope: Scope, free: Callable[[], str]) -> Head | None:
    """for i, v in enumerate(x)"""
    text, size = vector(expressions, scope)
    name = free()
    if not text or "i" in scope.held:
        return None

    def bind(scope: Scope) -> None:
        floats(name)(scope)
        scope.add_int("i", (0, max(size - 1, 0)))

    return Head(f"i, {name} in enumerate({text})", bind, frozenset({"i", name}), size > 0)


def pairs(expressions: ArrayExpressions, scope: Scope, free: Callable[[], str]) -> Head | None:
    """for a, b in zip(x, y)"""
    first, second = vector(expressions, scope), vector(expressions, scope)
    names = free(), free()
    if not first[0] or names[0] == names[1]:
        return None
    runs = min(first[1], second[1]) > 0
    text = f"{names[0]}, {names[1]} in zip({first[0]}, {second[0]})"
    return Head(text, floats(*names), frozenset(names), runs)


def subscripts(expressions: ArrayExpressions, scope: Scope, free: Callable[[], str]) -> Head | None:
    """for i, j in np.ndindex(n, m)"""
    length, columns = expressions.features.sizes
    if {"i", "j"} & scope.held:
        return None

    def bind(scope: Scope) -> None:
        scope.add_int("i", (0, max(length - 1, 0)))
        scope.add_int("j", (0, columns - 1))

    texts = expressions.size(scope, length), expressions.size(scope, columns)
    names = [n for n in scope.matrices() if scope.arrays[n].shape == (length, columns)]
    inner = ", ".join(texts)
    if names and expressions.rng.random() < 0.4:
        inner = f"{names[0]}.shape"
    return Head(f"i, j in np.ndindex({inner})", bind, frozenset({"i", "j"}), length > 0)


def written(expressions: ArrayExpressions, scope: Scope, free: Callable[[], str]) -> Head | None:
    """for w in (0.5, 1.5)"""
    name = free()
    first, second = expressions.leaf(scope), expressions.number()
    return Head(f"{name} in ({first}, {second})", floats(name), frozenset({name}), True)
