"""Build, read and rewrite syntax trees.

Trees are gast trees: the same node classes on every Python version. Everything here is
a pure function of its arguments; nodes are never changed once they are part of a tree.
"""

from __future__ import annotations

import copy
import keyword
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import gast

# gast has no type hints: these names say what is meant, and mypy takes them as they are
Statement: TypeAlias = Any
Expression: TypeAlias = Any
Block: TypeAlias = list[Statement]

SEPARATOR = "·"  # between the parts of names that only the core form has: x·2, x·exp
ADJOINT = "d_·"  # before the name of a variable: the name of its adjoint
TANGENT = "t_·"  # before the name of a variable: the name of its tangent
# after the name of a value: the array it is saved in (`x·saved` is the call of a function
# `saved`), and before the names of arrays that grow, which hold several values
TAPE = "·saved·00"
GROWING = "while·saved"


def name(identifier: str) -> Expression:
    """Return the expression that reads `identifier`."""
    return gast.Name(identifier, gast.Load(), None, None)


def constant(value: object) -> Expression:
    """Return the expression of a literal."""
    return gast.Constant(value, None)


def expression(text: str) -> Expression:
    """Parse an expression.

    >>> unparse(expression("a + 2.0*b"))
    'a + 2.0 * b'
    """
    return gast.parse(text, mode="eval").body


def statements(text: str) -> Block:
    """Parse a sequence of statements."""
    return list(gast.parse(text).body)


def function(text: str) -> gast.FunctionDef:
    """Parse a single function definition."""
    (tree,) = statements(text)
    assert isinstance(tree, gast.FunctionDef)
    return tree


def unparse(tree: gast.AST) -> str:
    """Return the source of a tree, for messages and doctests."""
    return str(gast.unparse(tree))


def at(place: gast.AST, tree: Any) -> Any:
    """Give `tree` and all nodes in it the place of another node in the user's file."""
    for node in gast.walk(tree):
        gast.copy_location(node, place)
    return tree


def assign(target: str | Expression, value: Expression, place: gast.AST | None = None) -> Statement:
    """Return the statement `target = value`, at the place of a node."""
    if isinstance(target, str):
        target = gast.Name(target, gast.Store(), None, None)
    statement = gast.Assign([target], value, None)
    return locate(statement, place)


def augmented(
    target: str | Expression,
    operator: gast.AST,
    value: Expression,
    place: gast.AST | None = None,
) -> Statement:
    """Return the statement `target += value`, for any operator."""
    if isinstance(target, str):
        target = gast.Name(target, gast.Store(), None, None)
    return locate(gast.AugAssign(target, operator, value), place)


def locate(tree: Any, place: gast.AST | None) -> Any:
    """Give a new node, and the parts of it that have none yet, the place of another."""
    if place is not None:
        for node in gast.walk(tree):
            if not hasattr(node, "lineno"):
                gast.copy_location(node, place)
    return tree


def binary(left: Expression, operator: gast.AST, right: Expression) -> Expression:
    """Return `left operator right`."""
    return gast.BinOp(left, operator, right)


def negative(value: Expression) -> Expression:
    """Return `-value`."""
    return gast.UnaryOp(gast.USub(), value)


def call(callee: str, *arguments: Expression) -> Expression:
    """Return `callee(arguments)`; the name of the callee may have dots.

    >>> unparse(call("np.zeros_like", name("x")))
    'np.zeros_like(x)'
    """
    return gast.Call(path(callee), list(arguments), [])


def path(text: str) -> Expression:
    """Return the expression of a name with dots."""
    first, *rest = text.split(".")
    tree = name(first)
    for attribute in rest:
        tree = gast.Attribute(tree, attribute, gast.Load())
    return tree


def subscript(array: str, index: Expression, store: bool = False) -> Expression:
    """Return `array[index]`."""
    return gast.Subscript(name(array), index, gast.Store() if store else gast.Load())


def tuple_of(parts: Iterable[Expression], store: bool = False) -> Expression:
    """Return the tuple of the parts."""
    return gast.Tuple(list(parts), gast.Store() if store else gast.Load())


def dotted(tree: gast.AST) -> str:
    """Return the text of a name with dots, or "" for another expression.

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

    >>> owner(expression("x.T[0]")), owner(expression("f(x)"))
    ('x', 'value')
    """
    while isinstance(tree, (gast.Attribute, gast.Subscript)):
        tree = tree.value
    return str(tree.id) if isinstance(tree, gast.Name) else "value"


def is_number(tree: gast.AST) -> bool:
    """Tell whether the expression is a number as it stands, with a sign or without."""
    if isinstance(tree, gast.UnaryOp) and isinstance(tree.op, (gast.USub, gast.UAdd)):
        tree = tree.operand
    return (
        isinstance(tree, gast.Constant)
        and isinstance(tree.value, (int, float, complex))
        and not isinstance(tree.value, bool)
    )


def number(tree: gast.AST) -> float | int | None:
    """Return the value of a real literal, or None for any other expression."""
    if not is_number(tree):
        return None
    if isinstance(tree, gast.UnaryOp):
        value = number(tree.operand)
        if value is None:
            return None
        return -value if isinstance(tree.op, gast.USub) else value
    return None if isinstance(tree.value, complex) else tree.value


def same(first: gast.AST, second: gast.AST) -> bool:
    """Tell whether two trees have the same text."""
    return key(first) == key(second)


def key(tree: gast.AST) -> Hashable:
    """Return a value that is the same for equal trees, wherever they stand.

    Literals are told apart by their text: 0.0 is not -0.0, and 1 is not 1.0 or True.
    """
    if isinstance(tree, gast.Name):
        return str(tree.id)
    parts: list[Hashable] = [type(tree).__name__]
    for _, value in fields(tree):
        if isinstance(value, gast.AST):
            parts.append(key(value))
        elif isinstance(value, list):
            parts.append(tuple(key(v) if isinstance(v, gast.AST) else v for v in value))
        else:
            parts.append(repr(value))
    return tuple(parts)


def fields(tree: gast.AST) -> Iterator[tuple[str, Any]]:
    """Return the fields of a node that are set."""
    for field in tree._fields:
        if hasattr(tree, field):
            yield field, getattr(tree, field)


def children(tree: gast.AST) -> list[gast.AST]:
    """Return the nodes directly below a node."""
    found: list[gast.AST] = []
    own = tree.__dict__
    for field in tree._fields:
        value = own.get(field)
        if isinstance(value, gast.AST):
            found.append(value)
        elif isinstance(value, list):
            found += [item for item in value if isinstance(item, gast.AST)]
    return found


def rebuild(tree: Any, change: Callable[[gast.AST], gast.AST]) -> Any:
    """Return a copy of a node with `change` applied to each node directly below it."""
    kind: Any = type(tree)
    new = kind.__new__(kind)
    own = new.__dict__
    own.update(tree.__dict__)
    for field in tree._fields:
        value = own.get(field)
        if isinstance(value, gast.AST):
            own[field] = change(value)
        elif isinstance(value, list):
            own[field] = [change(item) if isinstance(item, gast.AST) else item for item in value]
    return new


def substitute(tree: Any, values: Mapping[str, Expression]) -> Any:
    """Return the tree with names replaced by expressions, where they are read.

    >>> unparse(substitute(expression("g * y + f(y)"), {"y": expression("a + b")}))
    'g * (a + b) + f(a + b)'
    """

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Name):
            found = values.get(node.id) if isinstance(node.ctx, gast.Load) else None
            return node if found is None else locate(clone(found), node)
        return rebuild(node, change) if node._fields else node

    return change(tree)


def clone(tree: Any) -> Any:
    """Return a copy of a tree that shares no node with it."""
    return rebuild(tree, clone) if tree._fields else tree


def rename(tree: Any, names: Mapping[str, str]) -> Any:
    """Return the tree with names replaced, wherever they are read or written."""

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Name) and node.id in names:
            new = gast.Name(names[node.id], node.ctx, None, None)
            return gast.copy_location(new, node)
        return rebuild(node, change) if node._fields else node

    return change(tree)


def reads(tree: gast.AST | Iterable[gast.AST]) -> set[str]:
    """Return the names that are read anywhere in a tree or in several.

    >>> sorted(reads(statements("a[i] = b + f(c)")))
    ['a', 'b', 'c', 'f', 'i']
    """
    found: set[str] = set()
    pending = [tree] if isinstance(tree, gast.AST) else list(tree)
    while pending:
        node = pending.pop()
        if isinstance(node, gast.Name):
            if isinstance(node.ctx, gast.Load):
                found.add(node.id)
        else:
            if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
                found.add(node.target.id)
            pending.extend(children(node))
    return found


def writes(tree: gast.AST | Iterable[gast.AST]) -> set[str]:
    """Return the names that are bound anywhere in a tree or in several.

    Stores into elements of an array bind nothing.

    >>> sorted(writes(statements("for i in r:\\n  a[i] = 1\\n  b, c = 2, 3")))
    ['b', 'c', 'i']
    """
    found: set[str] = set()
    pending = [tree] if isinstance(tree, gast.AST) else list(tree)
    while pending:
        node = pending.pop()
        if isinstance(node, gast.Name):
            if isinstance(node.ctx, (gast.Store, gast.Del)):
                found.add(node.id)
        else:
            pending.extend(children(node))
    return found


def blocks(statement: Statement) -> list[Block]:
    """Return the blocks of statements inside a compound statement."""
    if isinstance(statement, gast.If):
        return [statement.body, statement.orelse]
    if isinstance(statement, (gast.For, gast.While)):
        return [statement.body, statement.orelse] if statement.orelse else [statement.body]
    return []


def with_blocks(statement: Any, new: list[Block]) -> Any:
    """Return a compound statement with other blocks, in the order of `blocks`."""
    result = copy.copy(statement)
    result.body = new[0]
    if len(new) > 1:
        result.orelse = new[1]
    return result


def walk_statements(block: Block) -> Iterator[Statement]:
    """Return all statements of a block and of the blocks inside, outer ones first."""
    for statement in block:
        yield statement
        for inner in blocks(statement):
            yield from walk_statements(inner)


def map_blocks(block: Block, change: Callable[[Block], Block]) -> Block:
    """Apply a change of blocks to the innermost blocks first, then outwards."""
    new: Block = []
    for statement in block:
        inner = blocks(statement)
        if inner:
            statement = with_blocks(statement, [map_blocks(part, change) for part in inner])
        new.append(statement)
    return change(new)


def with_body(tree: Any, body: Block) -> Any:
    """Return a function, or a loop, with another body."""
    result = copy.copy(tree)
    result.body = body or [gast.Pass()]
    return result


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

    >>> targets(statements("a, b = f(x)")[0]), targets(statements("a[i] = x")[0])
    (('a', 'b'), ())
    """
    if isinstance(statement, gast.Assign):
        sides = [t.elts if isinstance(t, gast.Tuple) else [t] for t in statement.targets]
        return tuple(part.id for parts in sides for part in parts if isinstance(part, gast.Name))
    if isinstance(statement, gast.AugAssign) and isinstance(statement.target, gast.Name):
        return (statement.target.id,)
    return ()


def base(identifier: str) -> str:
    """Return what the user calls the variable that a core-form name belongs to.

    >>> base("x·2"), base("x"), base("d_·x·exp")
    ('x', 'x', 'x')
    """
    return primal(identifier).split(SEPARATOR)[0]


def primal(identifier: str) -> str:
    """Return the name of what an adjoint or a tangent belongs to; any other as it is.

    >>> primal("d_·x·2"), primal("t_·x·2"), primal("x·2")
    ('x·2', 'x·2', 'x·2')
    """
    return identifier.removeprefix(ADJOINT).removeprefix(TANGENT)


def tangent(identifier: str) -> str:
    """Return the name of the tangent of a variable, which no user's name can be.

    >>> tangent("x")
    't_·x'
    """
    return TANGENT + identifier


def adjoint(identifier: str) -> str:
    """Return the name of the adjoint of a variable, which no user's name can be.

    >>> adjoint("x")
    'd_·x'
    """
    return ADJOINT + identifier


def is_adjoint(identifier: str) -> bool:
    """Tell whether a name was made by `adjoint`, or by `tangent`."""
    return identifier.startswith((ADJOINT, TANGENT))


def is_tape(identifier: str) -> bool:
    """Tell whether a name is of an array of saved values: memory that nothing else uses.

    >>> [is_tape(n) for n in ("x·saved·00", "while·saved·int64·1", "saved", "saved·2")]
    [True, True, False, False]
    """
    return identifier.endswith(TAPE) or identifier.startswith(GROWING)


def is_part(identifier: str) -> bool:
    """Tell whether a name is of a part of an expression, not of a variable of the user.

    >>> [is_part(n) for n in ("x", "x·2", "x·exp", "x·exp·2", "d_·x")]
    [False, False, True, True, False]
    """
    parts = primal(identifier).split(SEPARATOR)
    return any(not part.isdigit() for part in parts[1:])


def readable(identifier: str) -> str:
    """Return what a core-form name is called in the final source, if nothing else is.

    Names that begin with a keyword are of nobody's variable.

    >>> [readable(n) for n in ("x·2", "x·exp·2", "d_·x·exp", "t_·x", "if·condition·2", "x·_0·2")]
    ['x', 'x_exp', 'd_x_exp', 't_x', 'condition', 'x_0']
    """
    prefix = "d_" if identifier.startswith(ADJOINT) else ""
    prefix = "t_" if identifier.startswith(TANGENT) else prefix
    first, *rest = primal(identifier).split(SEPARATOR)
    words = [] if keyword.iskeyword(first) else [first]
    words += [part.strip("_") for part in rest if not part.isdigit()]
    return prefix + "_".join(words)


def comment(text: str, place: gast.AST | None = None) -> Statement:
    """Return a statement that does nothing and is printed as a comment."""
    return locate(gast.Expr(constant("# " + text)), place)


def is_comment(statement: Statement) -> bool:
    """Tell whether a statement was made by `comment`."""
    return (
        isinstance(statement, gast.Expr)
        and isinstance(statement.value, gast.Constant)
        and isinstance(statement.value.value, str)
        and statement.value.value.startswith("# ")
    )


def fresh(wanted: str, taken: Iterable[str]) -> str:
    """Return the name, or the name with the lowest number, that is not taken.

    >>> fresh("x", {"x", "x_2"})
    'x_3'
    """
    taken = taken if isinstance(taken, (set, frozenset, dict)) else set(taken)
    if wanted not in taken:
        return wanted
    count = 2
    while f"{wanted}_{count}" in taken:
        count += 1
    return f"{wanted}_{count}"
