"""Give every part of a tuple a name of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    callee_of,
    constant,
    dotted,
    element,
    locate,
    name,
    number,
    reads,
    rebuild,
    targets,
    tuple_of,
    unpack,
    unpacks,
    with_blocks,
    with_body,
)

CountOf = Callable[[str], int]


@dataclass(frozen=True)
class Counts:
    """Of how many parts a name stands for, 0 for what is no tuple, and the ranks of arrays.

    Names that are `absent` stand for tuples without parts.
    """

    count_of: CountOf
    ndim: Callable[[str], int]
    absent: frozenset[str] = frozenset()

    def __call__(self, title: str) -> int:
        """Return the number of parts of what a name stands for."""
        return self.count_of(title)


def part(whole: str, position: int) -> str:
    """Return the name of a part of a tuple, which no part of an expression has."""
    return f"{whole}{SEPARATOR}{position}_"


def tuples(
    tree: gast.FunctionDef,
    count_of: CountOf,
    ndim: Callable[[str], int],
    absent: frozenset[str] = frozenset(),
) -> gast.FunctionDef:
    """Return the function with names for the parts of tuples instead of the tuples.

    `count_of` tells of how many parts a name stands for, 0 for what is no tuple; `ndim` gives the
    rank of an array. Names that are `absent` stand for tuples without parts.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(tuples(function('''
    ... def f(x, y):
    ...     t = (x, y)
    ...     u = g(x)
    ...     s = x.shape[:0:-1]
    ...     z = t[1] + u[0] + s[0]
    ...     return t
    ... '''), lambda name: 2 if name in "stu" else 0, lambda name: 3)))
    def f(x, y):
        t·0_ = x
        t·1_ = y
        u·0_, u·1_ = g(x)
        s·0_ = x.shape[2]
        s·1_ = x.shape[1]
        z = t·1_ + u·0_ + s·0_
        return (t·0_, t·1_)
    """
    return with_body(tree, tuple_block(tree.body, Counts(count_of, ndim, absent)))


def tuple_block(block: Block, count_of: Counts) -> Block:
    """Return a block without names of tuples."""
    new: Block = []
    for statement in block:
        if blocks(statement):
            parts = [tuple_block(inner, count_of) for inner in blocks(statement)]
            compound = with_blocks(statement, parts)
            for field in ("test", "iter"):
                if hasattr(statement, field):
                    setattr(compound, field, indexed(getattr(statement, field), count_of))
            new.append(compound)
        elif targets(statement) and count_of.absent.issuperset(targets(statement)):
            continue
        elif any(count_of(target) for target in targets(statement)):
            new += split(statement, count_of)
        else:
            new += apart(indexed(statement, count_of))
    return new


def apart(statement: Statement) -> Block:
    """Return the assignments of the parts of a tuple that is written out, one after the other.

    Arrays among them get the names that they have elsewhere only in plain assignments. Where names
    change places, all are bound at once.

    >>> from srcdiff.syntax import statements, unparse
    >>> for text in ("a, b = (c, d)", "a, b = (b, a)", "a, b = t"):
    ...     print(*map(unparse, apart(statements(text)[0])), sep="; ")
    a = c; b = d
    a, b = (b, a)
    a, b = t
    """
    if not unpacks(statement) or not isinstance(statement.value, gast.Tuple):
        return [statement]
    bound = targets(statement)
    if len(bound) != len(statement.value.elts) or reads(statement.value) & set(bound):
        return [statement]
    pairs = zip(bound, statement.value.elts, strict=True)
    return [assign(target, value, statement) for target, value in pairs]


def split(statement: gast.Assign, count_of: Counts) -> Block:
    """Return the assignments of the parts of a tuple."""
    bound = targets(statement)
    is_call = isinstance(statement.value, gast.Call) and not is_zip(statement.value)
    if len(bound) > 1 and not is_call:
        pairs = list(zip(bound, items(statement.value, len(bound), count_of), strict=True))
        names = [n for t, _ in pairs for n in spread(t, count_of)]
        values = [v for t, source in pairs for v in elements(source, count_of(t), count_of)]
        if not isinstance(statement.value, gast.Call):
            return tuple_block([unpack(names, tuple_of(values), statement)], count_of)
        return tuple_block(one_by_one(names, values, statement), count_of)
    if is_call:
        value = indexed(statement.value, count_of)
        return [unpack([n for t in bound for n in spread(t, count_of)], value, statement)]
    (whole,) = bound
    values = elements(statement.value, count_of(whole), count_of)
    new: Block = []
    for position, item in enumerate(values):
        new += tuple_block([assign(part(whole, position), item, statement)], count_of)
    return new


def one_by_one(names: list[str], values: list[Expression], statement: Statement) -> Block:
    """Return the assignment of several values at once, and those of what has no name."""
    pairs = list(zip(names, values, strict=True))
    named = [(n, v) for n, v in pairs if isinstance(v, gast.Name)]
    rest = [assign(n, v, statement) for n, v in pairs if not isinstance(v, gast.Name)]
    if not named:
        return rest
    together = [n for n, _ in named], tuple_of([v for _, v in named])
    return [unpack(*together, statement), *rest]


def elements(value: Expression, count: int, count_of: Counts) -> list[Expression]:
    """Return the parts of a value that is a tuple of `count` parts, or the value if it is none."""
    if isinstance(value, gast.Subscript) and not isinstance(value.slice, gast.Slice):
        value = indexed(value, count_of)  # a tuple in another one
    return items(value, count, count_of) if count else [indexed(value, count_of)]


def items(value: Expression, count: int, count_of: Counts) -> list[Expression]:
    """Return the parts of an expression that stands for a tuple of `count` parts.

    Raises UnsupportedSyntax for other expressions than tuples, and sums and slices of them.
    """
    if count == 0:
        return []
    match value:
        case gast.Tuple(elts=parts) | gast.List(elts=parts):
            return [indexed(part, count_of) for part in parts]
        case gast.Name(id=title) if count_of(title):
            return [name(n) for n in spread(title, count_of)]
        case gast.Attribute(attr="shape"):
            return [element(value, place) for place in range(count)]
        case gast.BinOp(op=gast.Add(), left=left, right=right):
            sides = [length(side, count_of) for side in (left, right)]
            for place in (0, 1):
                if sides[place] is None:
                    sides[place] = count - (sides[1 - place] or 0)
            both = zip((left, right), sides, strict=True)
            return [item for side, size in both for item in items(side, size or 0, count_of)]
        case gast.Call() if is_zip(value) and length(value, count_of) == count:
            return zipped(value, count, count_of)
        case gast.Subscript(value=of, slice=gast.Slice(lower=lower, upper=upper, step=step)):
            whole = length(of, count_of)
            limits = [lower, upper, step]
            known = [number(limit) for limit in limits if limit is not None]
            if whole and all(isinstance(limit, int) for limit in known):
                ends = [None if limit is None else int(number(limit) or 0) for limit in limits]
                return items(of, whole, count_of)[slice(*ends)]
    raise UnsupportedSyntax(
        "this use of a tuple is not supported yet", value, "give the parts names of their own"
    )


def is_zip(value: Expression) -> bool:
    """Return True for `zip` of what may be tuples."""
    return callee_of(value) == "zip" and not value.keywords


def zipped(value: gast.Call, count: int, count_of: Counts) -> list[Expression]:
    """Return the `count` tuples that `zip` of tuples gives.

    >>> from srcdiff.syntax import expression, unparse
    >>> counts = Counts(lambda name: 2, lambda name: 0)
    >>> print(*map(unparse, zipped(expression("zip(t, u)"), 2, counts)))
    (t·0_, u·0_) (t·1_, u·1_)
    """
    columns = [items(a, length(a, count_of) or 0, count_of)[:count] for a in value.args]
    return [locate(tuple_of(list(row)), value) for row in zip(*columns, strict=True)]


def length(value: Expression, count_of: Counts) -> int | None:
    """Return the number of parts of a tuple, None where its text does not tell."""
    if isinstance(value, (gast.Tuple, gast.List)):
        return len(value.elts)
    if dotted(value) in count_of.absent:
        return 0
    if isinstance(value, gast.Attribute) and value.attr == "shape":
        return count_of.ndim(dotted(value.value))
    if is_zip(value):
        known = [length(argument, count_of) for argument in value.args]
        return min((n for n in known if n is not None), default=None) if all(known) else None
    return count_of(dotted(value)) or None


def spread(whole: str, count_of: Counts) -> list[str]:
    """Return the names of the parts of a tuple, or the name of what is none."""
    count = count_of(whole)
    return [part(whole, position) for position in range(count)] if count else [whole]


def indexed(tree: gast.AST, count_of: Counts) -> gast.AST:
    """Return a tree that reads parts of tuples by name."""
    if isinstance(tree, gast.Subscript) and count_of(dotted(tree.value)):
        count = count_of(dotted(tree.value))
        position = number(tree.slice)
        if not isinstance(position, int) or not -count <= position < count:
            raise UnsupportedSyntax(
                "a tuple can only have a constant subscript",
                tree,
                "use an array where the subscript varies",
            )
        return name(part(dotted(tree.value), position % count))
    if isinstance(tree, gast.Name) and tree.id in count_of.absent:
        return locate(tuple_of([]), tree)
    if callee_of(tree) == "len" and tree.args:
        count = count_of(dotted(tree.args[0]))
        if count:
            return constant(count)
    if isinstance(tree, gast.Name) and isinstance(tree.ctx, gast.Load) and count_of(tree.id):
        parts = [indexed(name(n), count_of) for n in spread(tree.id, count_of)]
        return locate(tuple_of(parts), tree)
    new = rebuild(tree, lambda inner: indexed(inner, count_of))
    if isinstance(new, gast.Compare):  # of tuples in others only the names are there by now
        return rebuild(new, lambda inner: indexed(inner, count_of))
    inside = isinstance(new, gast.Subscript) and isinstance(tree.value, gast.Subscript)
    if inside and count_of(dotted(new.value)):
        return indexed(new, count_of)  # t[1][0]
    index = new.slice if isinstance(new, gast.Subscript) else None
    if isinstance(index, gast.Tuple) and len(index.elts) == 1:
        (new.slice,) = index.elts  # x[(i,)] is x[i]
    return new
