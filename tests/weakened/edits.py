"""What can be weakened in a function: each edit of a condition, one at a time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

Undo = Callable[[], None]
Edit = tuple[ast.AST, str, str, Callable[[], Undo]]  # where, old text, new text, how
COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SETS = (ast.BitOr, ast.BitAnd, ast.Sub)
ADDING = ("add", "append", "update", "setdefault", "discard", "extend", "pop")
UNEVALUATED = ("annotation", "returns", "decorator_list")  # where nothing runs
OTHER_WORD = {"all": "any", "any": "all", "min": "max", "max": "min"}


def edits(function: ast.AST) -> Iterator[Edit]:
    """Return the edits of a function, in the order of the text."""
    for node in evaluated(function):
        for name, value in ast.iter_fields(node):
            if name in UNEVALUATED:
                continue
            if isinstance(value, ast.expr):
                yield from of_expression(node, name, value)
            elif isinstance(value, list):
                for k, item in enumerate(value):
                    if isinstance(item, ast.expr):
                        yield from of_expression(value, k, item)
                    elif isinstance(item, ast.stmt):
                        yield from of_statement(value, k, item)
        yield from of_node(node)


def evaluated(function: ast.AST) -> Iterator[ast.AST]:
    """Return the nodes of a function without those of annotations and decorators."""
    left = [function]
    for node in left:  # the list grows
        yield node
        for name, value in ast.iter_fields(node):
            if name not in UNEVALUATED:
                parts = value if isinstance(value, list) else [value]
                left += [part for part in parts if isinstance(part, ast.AST)]


def of_expression(owner: ast.AST | list, place: str | int, value: ast.expr) -> Iterator[Edit]:
    """Return the edits that put a part of an expression in its place."""
    parts: list[ast.expr] = []
    if isinstance(value, ast.BoolOp):
        for k in range(len(value.values)):
            left = value.values[:k] + value.values[k + 1 :]
            parts.append(left[0] if len(left) == 1 else ast.BoolOp(value.op, left))
    elif isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
        parts.append(value.operand)
    elif isinstance(value, ast.IfExp):
        parts += [value.body, value.orelse]
    elif isinstance(value, ast.BinOp) and isinstance(value.op, SETS):
        parts.append(value.left)
        if isinstance(value.op, ast.BitOr):
            parts.append(value.right)
    for part in parts:
        yield value, ast.unparse(value), ast.unparse(part), lambda p=part: put(owner, place, p)


def of_statement(block: list, place: int, statement: ast.stmt) -> Iterator[Edit]:
    """Return the edits that leave out a guard, or what is added to a set or a list."""
    old = ast.unparse(statement)
    if isinstance(statement, ast.If) and not statement.orelse and is_guard(statement.body):
        yield statement, old, "pass", lambda: put(block, place, ast.Pass())
    if old in ("return True", "return False"):
        new = ast.Return(ast.Constant(old == "return False"))
        yield statement, old, ast.unparse(new), lambda: put(block, place, new)
    if is_adding(statement):
        yield statement, old, "pass", lambda: put(block, place, ast.Pass())


def is_guard(body: list[ast.stmt]) -> bool:
    """Return True if a branch leaves the block."""
    return isinstance(body[-1], (ast.Return, ast.Continue, ast.Raise, ast.Break))


def is_adding(statement: ast.stmt) -> bool:
    """Return True if a statement adds to a collection, or enters something in it."""
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.Add))
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Subscript)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    return call.func.attr in ADDING


def of_node(node: ast.AST) -> Iterator[Edit]:
    """Return the edits of comparisons, of words, and of filters of comprehensions."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
        new = COMPARED[type(node.ops[0])]()
        text = ast.unparse(ast.Compare(node.left, [new], node.comparators))
        yield node, ast.unparse(node), text, lambda: put(node.ops, 0, new)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in OTHER_WORD
    ):
        word = ast.Name(OTHER_WORD[node.func.id], ast.Load())
        text = ast.unparse(ast.Call(word, node.args, node.keywords))
        yield node, ast.unparse(node), text, lambda: put(node, "func", word)
    if isinstance(node, (ast.SetComp, ast.ListComp, ast.GeneratorExp, ast.DictComp)):
        for part in node.generators:
            for k, test in enumerate(part.ifs):
                true = ast.Constant(True)
                old, new_text = f"if {ast.unparse(test)}", "if True"
                yield test, old, new_text, lambda p=part, k=k, t=true: put(p.ifs, k, t)


def put(owner: ast.AST | list, place: str | int, new: ast.AST) -> Undo:
    """Put a node in a place; return what puts the old one back."""
    if isinstance(owner, list):
        assert isinstance(place, int)
        old_item, owner[place] = owner[place], new
        return lambda: owner.__setitem__(place, old_item)
    assert isinstance(place, str)
    old = getattr(owner, place)
    setattr(owner, place, new)
    return lambda: setattr(owner, place, old)
