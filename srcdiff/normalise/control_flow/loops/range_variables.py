"""Write variables that are ranges as three numbers: where they start, where they stop, the step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    bottom_up,
    call,
    callee_of,
    choices,
    clone,
    constant,
    dotted,
    each_statement,
    has_star,
    is_range,
    is_read,
    locate,
    name,
    walk,
)

WORDS = ("start", "stop", "step")
READERS = {"len", "enumerate", "reversed", "zip", "sum", "list", "min", "max", "sorted", "np.array"}


@needs("range")
def range_variables(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without variables that are ranges, also such as depend on conditions.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(range_variables(function('''
    ... def f(x, up):
    ...     r = range(1, 3) if up else range(len(x))
    ...     s = x[r[0]] * r.step
    ...     for i in r:
    ...         s += x[i]
    ...     return s
    ... '''))))
    def f(x, up):
        if up:
            r·start = 1
            r·stop = 3
            r·step = 1
        else:
            r·start = 0
            r·stop = len(x)
            r·step = 1
        s = x[np.arange(r·start, r·stop, r·step)[0]] * r·step
        for i in range(r·start, r·stop, r·step):
            s += x[i]
        return s
    """
    naming = Naming(tree)
    tree = each_statement(tree, lambda s: named_choice(s, naming))
    titles = ranges(tree)
    if not titles:
        return tree
    names = {title: [naming.part(title, word) for word in WORDS] for title in sorted(titles)}

    def change(statement: Statement) -> Block:
        title = dotted(statement.targets[0]) if is_binding(statement) else ""
        if title in names:
            return bound(statement, title, statement.value)
        return [statement]

    def bound(statement: Statement, title: str, value: Expression) -> Block:
        if isinstance(value, gast.IfExp):
            ways = bound(statement, title, value.body), bound(statement, title, value.orelse)
            return [locate(gast.If(value.test, *ways), statement)]
        new = [*map(clone, limits(value, names))]
        held = [naming.part(title, word) for word in WORDS] if reads_itself(value, title) else []
        before = [assign(n, v, statement) for n, v in zip(held, new, strict=False)]
        given = list(map(name, held)) or new
        return [
            *before,
            *(assign(n, v, statement) for n, v in zip(names[title], given, strict=True)),
        ]

    return written(each_statement(tree, change), names)


def reads_itself(value: Expression, title: str) -> bool:
    """Return True if a range is made of the variable that it is bound to."""
    return any(dotted(node) == title for node in walk(value))


def named_choice(statement: Statement, naming: Naming) -> Block:
    """Return a loop over one of several ranges as one over a variable."""
    if not isinstance(statement, gast.For) or not isinstance(statement.iter, gast.IfExp):
        return [statement]
    if not all(is_made(value) for value in choices(statement.iter)):
        return [statement]
    title = naming.part("for", "range")
    loop = gast.For(
        statement.target, name(title), statement.body, statement.orelse, statement.type_comment
    )
    return [assign(title, statement.iter, statement), gast.copy_location(loop, statement)]


def ranges(tree: gast.FunctionDef) -> set[str]:
    """Return the variables that are ranges wherever they are bound, and only read as such."""
    nodes = list(walk(tree))
    bindings = [n for n in nodes if is_binding(n)]
    known = {dotted(n.targets[0]) for n in bindings if any(map(is_made, choices(n.value)))}
    if not known:
        return known
    targets = {id(n.targets[0]) for n in bindings}
    uses = {id(part) for part in used_as_ranges(nodes)}
    while True:
        values = {
            t: [v for n in bindings if dotted(n.targets[0]) == t for v in choices(n.value)]
            for t in known
        }
        copied = {id(v) for vs in values.values() for v in vs}
        wrong = {
            t for t, vs in values.items() if not all(is_made(v) or dotted(v) in known for v in vs)
        }
        for node in nodes:
            title = node.id if isinstance(node, gast.Name) else ""
            if title in known and id(node) not in targets | uses | copied:
                wrong.add(title)
        if not wrong:
            return known
        known -= wrong


def used_as_ranges(nodes: list[Any]) -> Iterator[Expression]:
    """Yield the expressions that may be ranges where they stand."""
    for node in nodes:
        match node:
            case gast.For(iter=part) | gast.comprehension(iter=part):
                yield part
            case gast.Subscript(value=part, slice=index, ctx=gast.Load()):
                if not isinstance(index, (gast.Slice, gast.Tuple)):
                    yield part
            case gast.Attribute(value=part, attr=attribute) if attribute in WORDS:
                yield part
            case gast.Compare(ops=[gast.In() | gast.NotIn()], comparators=[part]):
                yield part
            case gast.Call(args=args) if callee_of(node) in READERS and not has_star(args):
                yield from args


def is_made(value: Expression) -> bool:
    """Return True if an expression makes a range, or goes through one backwards."""
    if callee_of(value) == "reversed" and len(value.args) == 1:
        return is_range(value.args[0])
    return is_range(value) and not has_star(value.args) and 1 <= len(value.args) <= 3


def limits(value: Expression, names: dict[str, list[str]]) -> list[Expression]:
    """Return where a range starts, where it stops, and its step."""
    if dotted(value) in names:
        return list(map(name, names[dotted(value)]))
    if callee_of(value) == "reversed":
        start, stop, step = limits(value.args[0], names)
        count = call("len", call("range", start, stop, step))
        last = binary(count, gast.Sub(), constant(1))
        first = binary(start, gast.Add(), binary(last, gast.Mult(), step))
        return [first, binary(start, gast.Sub(), step), gast.UnaryOp(gast.USub(), step)]
    if len(value.args) == 1:
        return [constant(0), value.args[0], constant(1)]
    return [*value.args, constant(1)][:3]


def written(tree: gast.FunctionDef, names: dict[str, list[str]]) -> gast.FunctionDef:
    """Return the function with ranges, and arrays of their numbers, for the variables."""

    def numbers(title: str, function: str) -> Expression:
        return call(function, *map(name, names[title]))

    def change(node: gast.AST) -> gast.AST:
        match node:
            case gast.Attribute(value=gast.Call() as made, attr=attribute) if title_of(made):
                return locate(name(names[title_of(made)][WORDS.index(attribute)]), node)
            case gast.Subscript(value=gast.Call() as made) if title_of(made):
                whole = numbers(title_of(made), "np.arange")
                return locate(gast.Subscript(whole, node.slice, node.ctx), node)
            case gast.Compare(left=left, ops=[op], comparators=[gast.Call() as made]):
                if title_of(made):
                    same = gast.Compare(numbers(title_of(made), "np.arange"), [gast.Eq()], [left])
                    found: Expression = call("np.any", same)
                    is_in = isinstance(op, gast.In)
                    return locate(found if is_in else gast.UnaryOp(gast.Not(), found), node)
            case gast.Name(id=title) if title in names and is_read(node):
                return locate(numbers(title, "range"), node)
        return node

    def title_of(made: gast.Call) -> str:
        """Return the variable that a call stands for, "" for any other call."""
        if callee_of(made) != "range" or len(made.args) != 3:
            return ""
        return next((t for t, own in names.items() if own == list(map(dotted, made.args))), "")

    return bottom_up(tree, change)


def is_binding(node: gast.AST) -> bool:
    """Return True if a statement gives one name a value."""
    is_single = isinstance(node, gast.Assign) and len(node.targets) == 1
    return is_single and isinstance(node.targets[0], gast.Name)
