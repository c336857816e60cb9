"""Read syntax trees: names, numbers, what is read and what is bound."""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, TypeAlias, TypeVar

import gast

from srcdiff.syntax.build import Expression, Statement, constant
from srcdiff.syntax.nodes import children, walk

Names: TypeAlias = tuple[frozenset[str], frozenset[str]]
NONE: frozenset[str] = frozenset()
NOTHING: Names = (NONE, NONE)

KEEPING = (gast.expr, gast.stmt)

Found = TypeVar("Found")


def unparse(tree: gast.AST) -> str:
    """Return the source of a tree, for messages and doctests."""
    return str(gast.unparse(tree))


def dotted(tree: gast.AST) -> str:
    """Return the text of a name with dots, or "" for another expression.

    >>> from srcdiff.syntax import expression
    >>> dotted(expression("np.linalg.norm")), dotted(expression("f(x).y"))
    ('np.linalg.norm', '')
    """
    if isinstance(tree, gast.Name):
        return str(tree.id)
    if isinstance(tree, gast.Attribute):
        base = dotted(tree.value)
        return f"{base}.{tree.attr}" if base else ""
    return ""


def owner(tree: gast.AST) -> str:
    """Return the variable that an expression is a part of, to name parts of it; or "value".

    >>> from srcdiff.syntax import expression
    >>> owner(expression("x.T[0]")), owner(expression("f(x)"))
    ('x', 'value')
    """
    return root(tree) or "value"


def root(tree: gast.AST) -> str:
    """Return the variable that an expression is a part of, or "".

    >>> from srcdiff.syntax import expression
    >>> root(expression("x.T[0]")), root(expression("f(x)"))
    ('x', '')
    """
    while isinstance(tree, (gast.Attribute, gast.Subscript)):
        tree = tree.value
    return str(tree.id) if isinstance(tree, gast.Name) else ""


def same(first: gast.AST, second: gast.AST) -> bool:
    """Return True if two trees have the same text."""
    return key(first) == key(second)


def key(tree: gast.AST) -> Hashable:
    """Return a value that is the same for equal trees, wherever they stand.

    Literals are told apart by their text: 0.0 is not -0.0, and 1 is not 1.0 or True.
    """
    return kept("_key", tree, key_of)


def key_of(tree: gast.AST) -> Hashable:
    """Return the key of a tree, from those of its parts."""
    kind = type(tree)
    if kind is gast.Name:
        return str(tree.id)
    own = tree.__dict__
    parts: list[Hashable] = [kind.__name__]
    for field in tree._fields:
        value = own.get(field)
        if isinstance(value, gast.AST):
            parts.append(key(value) if value._fields else type(value).__name__)
        elif isinstance(value, list):
            parts.append(tuple(key(v) if isinstance(v, gast.AST) else v for v in value))
        else:
            parts.append(None if value is None else repr(value))
    return tuple(parts)


def members(tree: gast.AST) -> list[Any]:
    """Return the parts of a tuple, or any other expression as the only part."""
    return list(tree.elts) if isinstance(tree, gast.Tuple) else [tree]


def fields(tree: gast.AST) -> Iterator[tuple[str, Any]]:
    """Return the fields of a node that are set."""
    for field in tree._fields:
        if hasattr(tree, field):
            yield field, getattr(tree, field)


def reads(tree: gast.AST | Iterable[gast.AST]) -> set[str]:
    """Return the names that are read anywhere in a tree or in several.

    >>> from srcdiff.syntax import statements
    >>> sorted(reads(statements("a[i] = b + f(c)")))
    ['a', 'b', 'c', 'f', 'i']
    """
    if isinstance(tree, gast.AST):
        return set(names_in(tree)[0])
    return set().union(*[names_in(part)[0] for part in tree])


def writes(tree: gast.AST | Iterable[gast.AST]) -> set[str]:
    """Return the names that are bound anywhere in a tree or in several.

    Stores into elements of an array bind nothing.

    >>> from srcdiff.syntax import statements
    >>> sorted(writes(statements("for i in r:\\n  a[i] = 1\\n  b, c = 2, 3")))
    ['b', 'c', 'i']
    """
    if isinstance(tree, gast.AST):
        return set(names_in(tree)[1])
    return set().union(*[names_in(part)[1] for part in tree])


def all_names(tree: gast.AST) -> set[str]:
    """Return all names in a tree: what it reads, binds and declares as parameters."""
    return {node.id for node in walk(tree) if isinstance(node, gast.Name)}


def names_in(tree: gast.AST) -> Names:
    """Return the names that are read in a tree, and those that are bound there."""
    kind = type(tree)
    if kind is gast.Name:
        own = frozenset((tree.id,))
        return (own, NONE) if type(tree.ctx) is gast.Load else stored_in(tree, own)
    if kind is gast.Constant:
        return NOTHING
    known = tree.__dict__.get("_names")
    if known is not None and known[0]() is tree:  # as in `kept`, which this mostly is
        found: Names = known[1]
        return found
    return kept("_names", tree, names_in_parts)


def stored_in(tree: gast.Name, own: frozenset[str]) -> Names:
    """Return the names that are read in a name that is not only read, and those bound there."""
    return (NONE, own) if isinstance(tree.ctx, (gast.Store, gast.Del)) else NOTHING


def names_in_parts(tree: gast.AST) -> Names:
    """Return the names that are read in the parts of a tree, and those that are bound there."""
    read, bound = [], []
    for part in children(tree):
        own = names_in(part)
        if own[0]:
            read.append(own[0])
        if own[1]:
            bound.append(own[1])
    if type(tree) is gast.AugAssign and type(tree.target) is gast.Name:
        read.append(frozenset((tree.target.id,)))
    return together(read), together(bound)


def together(sets: list[frozenset[str]]) -> frozenset[str]:
    """Return the union of some sets."""
    if len(sets) > 1:
        return sets[0].union(*sets[1:])
    return sets[0] if sets else NONE


def kept(what: str, tree: gast.AST, find: Callable[[gast.AST], Found]) -> Found:
    """Return what is found in a tree; expressions and statements keep it.

    What a copy took from its original does not count, as it may get other parts.
    """
    own = tree.__dict__
    known = own.get(what)
    if known is None or known[0]() is not tree:
        if not isinstance(tree, KEEPING):
            return find(tree)
        known = own[what] = (weakref.ref(tree), find(tree))
    found: Found = known[1]
    return found


def parameters(tree: gast.FunctionDef) -> tuple[str, ...]:
    """Return the names of the positional parameters."""
    return tuple(argument.id for argument in tree.args.args)


def all_parameters(tree: gast.FunctionDef) -> list[Expression]:
    """Return the parameters of a function of the user, of all kinds, as they can be passed."""
    own = tree.args
    starred = [part for part in (own.vararg,) if part is not None]
    return [*own.posonlyargs, *own.args, *starred, *own.kwonlyargs]


def targets(statement: Statement) -> tuple[str, ...]:
    """Return the names that an assignment binds, in their order.

    >>> from srcdiff.syntax import statements
    >>> targets(statements("a, b = f(x)")[0]), targets(statements("a[i] = x")[0])
    (('a', 'b'), ())
    """
    kind = type(statement)
    if kind is gast.Assign:
        if len(statement.targets) == 1:
            target = statement.targets[0]
            if type(target) is gast.Name:
                return (target.id,)
            if type(target) is not gast.Tuple:
                return ()
        sides = [members(t) for t in statement.targets]
        return tuple(part.id for parts in sides for part in parts if isinstance(part, gast.Name))
    if kind is gast.AugAssign and type(statement.target) is gast.Name:
        return (statement.target.id,)
    return ()


def whole_target(statement: Statement) -> str:
    """Return the name that an assignment gives its whole value to, or "".

    >>> from srcdiff.syntax import statements
    >>> [whole_target(s) for s in statements("a = f(x)\\n(a,) = f(x)\\na, b = f(x)\\na[i] = x")]
    ['a', '', '', '']
    """
    plain = isinstance(statement, gast.Assign) and len(statement.targets) == 1
    target = statement.targets[0] if plain else None
    return target.id if isinstance(target, gast.Name) else ""


def times_bound(tree: gast.AST) -> Counter[str]:
    """Return how often each name is bound.

    >>> from srcdiff.syntax import function
    >>> sorted(times_bound(function("def f(x):\\n    y = x\\n    y += 1")).items())
    [('x', 1), ('y', 2)]
    """
    names = (node for node in walk(tree) if isinstance(node, gast.Name))
    return Counter(node.id for node in names if not isinstance(node.ctx, gast.Load))


def choices(value: Expression) -> list[Expression]:
    """Return the values that a conditional expression may have.

    >>> from srcdiff.syntax import expression
    >>> [unparse(value) for value in choices(expression("a if c else b if d else e"))]
    ['a', 'b', 'e']
    """
    if isinstance(value, gast.IfExp):
        return [*choices(value.body), *choices(value.orelse)]
    return [value]


def range_parts(iteration: Expression) -> tuple[Expression, Expression, Expression]:
    """Return start, stop and step of a call of `range`."""
    parts = list(iteration.args)
    if len(parts) == 1:
        return constant(0), parts[0], constant(1)
    return parts[0], parts[1], parts[2] if len(parts) == 3 else constant(1)
