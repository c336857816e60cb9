"""Which names an expression reads, and what holds where it does."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.syntax import Expression, Statement, callee_of, children, dotted, number, writes

Held = tuple[Expression, ...]  # what holds where an expression is evaluated


INSIDE = gast.Constant(True, None)  # that is a condition inside a comprehension


COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)


def parts_of(targets: list[Expression]) -> list[Expression]:
    """Return the targets of an assignment in the order in which they are bound."""
    lists = (gast.Tuple, gast.List)
    found = [parts_of(part.elts) if isinstance(part, lists) else [part] for part in targets]
    return [part for own in found for part in own]


def uses(tree: gast.AST, held: Held) -> Iterator[tuple[str, Held]]:
    """Yield the names that an expression, or a statement without blocks, reads.

    With each of them comes what holds where it is read.
    """
    match tree:
        case gast.Name(id=title, ctx=gast.Load() | gast.Del()):
            yield title, held
        case gast.BoolOp(op=op, values=values):
            for value in values:
                yield from uses(value, held)
                is_and = isinstance(op, gast.And)
                held = (*held, value if is_and else gast.UnaryOp(gast.Not(), value))
        case gast.IfExp(test=test, body=body, orelse=orelse):
            yield from uses(test, held)
            yield from uses(body, (*held, test))
            yield from uses(orelse, (*held, gast.UnaryOp(gast.Not(), test)))
        case gast.ListComp() | gast.SetComp() | gast.DictComp() | gast.GeneratorExp():
            yield from in_comprehension(tree, held)
        case gast.Lambda() | gast.FunctionDef():  # the body is evaluated in calls
            for part in (*tree.args.defaults, *tree.args.kw_defaults):
                yield from uses(part, held) if part is not None else ()
        case _:
            if isinstance(tree, gast.AugAssign) and isinstance(tree.target, gast.Name):
                yield tree.target.id, held
            for part in children(tree):
                yield from uses(part, held)


def in_comprehension(tree: Expression, held: Held) -> Iterator[tuple[str, Held]]:
    """Yield the names that a comprehension reads, but for its own variables.

    All but the first iterable is only evaluated if there is an item.
    """
    first, *others = tree.generators
    yield from uses(first.iter, held)
    is_plain = dotted(first.iter) or dotted(getattr(first.iter, "func", first)) == "range"
    if is_plain and not others and not first.ifs:
        size = gast.Call(gast.Name("len", gast.Load(), None, None), [first.iter], [])
        inner: Held = (*held, gast.Compare(size, [gast.Gt()], [gast.Constant(0, None)]))
    else:
        inner = (*held, INSIDE)
    own = {name for part in tree.generators for name in writes(part.target)}
    for part in children(tree):
        for name, there in uses(part, inner):
            if name not in own:
                yield name, there


def first_of(tree: Expression) -> Expression | None:
    """Return the first number of a range that begins with a literal."""
    if callee_of(tree) != "range":
        return None
    if len(tree.args) == 1:
        return gast.Constant(0, None)
    return tree.args[0] if number(tree.args[0]) is not None else None


def literal_value(statement: Statement) -> Expression | None:
    """Return the literal, or the tuple, that a statement binds its one name to."""
    if not isinstance(statement, gast.Assign) or len(statement.targets) > 1:
        return None
    plain = isinstance(statement.targets[0], gast.Name)
    value = statement.value
    is_literal = isinstance(value, (gast.Constant, gast.Tuple)) or number_of(value) is not None
    is_limit = dotted(value) in ("np.inf", "math.inf")
    return value if plain and (is_literal or is_limit) else None


def number_of(tree: Expression) -> float | None:
    """Return the value of a number that is written out, also with a sign."""
    signed = isinstance(tree, (gast.Constant, gast.UnaryOp))
    return number(tree) if signed else None
