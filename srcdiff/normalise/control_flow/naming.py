"""New names for what a pass has to hold: parts of the user's variables, counters."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

import gast

from srcdiff.core.operations import ATTRIBUTES
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    all_names,
    clone,
    dotted,
    fresh,
    locate,
    members,
    name,
)

COUNTERS = "ijklmn"
WORDS = {
    gast.Add: "sum",
    gast.Sub: "difference",
    gast.Mult: "product",
    gast.Div: "quotient",
    gast.FloorDiv: "quotient",
    gast.Mod: "remainder",
    gast.Pow: "power",
    gast.MatMult: "product",
    gast.USub: "negative",
    gast.Compare: "condition",
    gast.BoolOp: "condition",
    gast.IfExp: "choice",
    gast.Tuple: "parts",
    gast.List: "parts",
}


class Naming:
    """Gives names that nothing in a function has: the same ones in each run."""

    def __init__(self, tree: gast.AST) -> None:
        self.tree = tree
        self.counts: Counter[str] = Counter()  # how many of a name there are

    @cached_property
    def taken(self) -> set[str]:
        """Return the names that are taken; most passes ask for no new one."""
        return all_names(self.tree)

    def part(self, base: str, word: str) -> str:
        """Return a new name for a part of the variable `base`.

        >>> from srcdiff.syntax import expression
        >>> naming = Naming(expression("x + x·items"))
        >>> naming.part("x", "items"), naming.part("x", "items"), naming.part("y", "items")
        ('x·items·2', 'x·items·3', 'y·items')
        """
        wanted = f"{base.split('.')[0]}{SEPARATOR}{word}"
        while True:
            self.counts[wanted] += 1
            count = self.counts[wanted]
            chosen = wanted if count == 1 else f"{wanted}{SEPARATOR}{count}"
            if chosen not in self.taken:
                self.taken.add(chosen)
                return chosen

    def whole(self, wanted: str) -> str:
        """Return a new name for a function.

        >>> Naming(gast.Module([], [])).whole("g")
        'g'
        """
        chosen = fresh(wanted, self.taken)
        self.taken.add(chosen)
        return chosen

    def counter(self, depth: int) -> str:
        """Return a name for the counter of a loop inside `depth` others: i, j, k.

        Loops beside each other may share it.

        >>> naming = Naming(gast.Module([], []))
        >>> naming.counter(0), naming.counter(7)
        ('for·i', 'for·j·1')
        >>> from srcdiff.syntax import function
        >>> naming = Naming(function("def f(for·i): pass"))  # each depth has one of its own
        >>> naming.counter(0), naming.counter(1)
        ('for·j', 'for·k')
        """
        free = (word for word in counters() if word not in self.taken)
        return next(itertools.islice(free, depth, None))


def counters() -> Iterator[str]:
    """Yield names for counters, those that a person would take first."""
    for turn in itertools.count():
        number = f"{SEPARATOR}{turn}" if turn else ""
        yield from (f"for{SEPARATOR}{word}{number}" for word in COUNTERS)


def twice(tree: Expression, naming: Naming) -> tuple[Expression, Expression]:
    """Return an expression that is evaluated, and one that has its value afterwards."""
    if isinstance(tree, (gast.Name, gast.Constant)):
        return tree, clone(tree)
    callee = dotted(getattr(tree, "func", None) or getattr(tree, "value", tree))
    kept = naming.part(callee.split(".")[-1] or "if", "value")
    target = gast.Name(kept, gast.Store(), None, None)
    return locate(gast.NamedExpr(target, tree), tree), locate(name(kept), tree)


def describe(tree: Expression, base: str) -> tuple[str, str]:
    """Return to which variable a part of an expression belongs, and a word for it.

    >>> from srcdiff.syntax import expression
    >>> describe(expression("math.exp(y)"), "z"), describe(expression("x[i, 0]"), "z")
    (('z', 'exp'), ('x', 'i_0'))
    >>> describe(expression("x[0]"), "z")  # a number alone would tell versions of x apart
    ('x', '_0')
    >>> describe(expression("x[1.0, 0]"), "z")
    ('x', 'at')
    """
    if isinstance(tree, gast.Call):
        callee = dotted(tree.func) or getattr(tree.func, "attr", "value")
        return base, callee.split(".")[-1]
    if isinstance(tree, gast.Subscript):
        index = members(tree.slice)
        words = [str(getattr(part, "id", getattr(part, "value", None))) for part in index]
        known = all(isinstance(part, (gast.Name, gast.Constant)) for part in index)
        array = dotted(tree.value)
        word = "_".join(words) if known and array else "at"
        word = "at" if "." in word else word  # a float, which is refused when types are known
        return array or base, f"_{word}" if word.isdigit() else word
    if isinstance(tree, gast.Attribute) and tree.attr in ATTRIBUTES:
        return base, tree.attr.lower()
    return base, WORDS.get(type(getattr(tree, "op", tree)), "value")
