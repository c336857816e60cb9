"""Make a failing program small: delta debugging on statements, then on expressions."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator

Holds = Callable[[str], bool]
Edit = Callable[[ast.Module], None]  # changes a tree
BLOCKS = ("body", "orelse", "finalbody")
ATOMS = ("1.0", "2", "0", "x")
LETTERS = "abcdeghuvwz"


def reduced(text: str, holds: Holds, seconds: float = 60.0) -> str:
    """Return a smaller program of which something still holds.

    >>> print(reduced("a = 1\\nb = 2\\nc = a + 3", lambda text: "c = " in text))
    c = 2
    """
    end = time.monotonic() + seconds
    best = ast.unparse(ast.parse(text))
    before = ""
    while best != before and time.monotonic() < end:
        before = best
        for edits in (fewer_statements, unwrapped, fewer_arguments, simpler, shorter):
            best = improved(best, edits, holds, end)
    return best


def improved(
    text: str, edits: Callable[[ast.Module], Iterator[Edit]], holds: Holds, end: float
) -> str:
    """Return a program after all edits of one sort that can be made, going on where one was."""
    at = 0
    while time.monotonic() < end:
        found = list(edits(ast.parse(text)))
        if at >= len(found):
            break
        candidate = changed(text, found[at])
        if candidate and size(candidate) < size(text) and holds(candidate):
            text = candidate
        else:
            at += 1
    return text


def changed(text: str, edit: Edit) -> str:
    """Return a program after an edit, "" if that is none."""
    tree = ast.parse(text)
    try:
        edit(tree)
        found = ast.unparse(ast.fix_missing_locations(tree))
        ast.parse(found)
    except (
        *(AttributeError, ValueError, TypeError, SyntaxError),
        *(IndexError, KeyError, AssertionError),
    ):
        return ""
    return found


def size(text: str) -> tuple[int, int]:
    """Return what is to become less: nodes first, then characters."""
    return sum(1 for _ in ast.walk(ast.parse(text))), len(text)


def blocks(tree: ast.AST) -> list[list[ast.stmt]]:
    """Return all lists of statements of a program, outer ones first."""
    found = []
    for node in ast.walk(tree):
        for field in BLOCKS:
            value = getattr(node, field, None)
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                found.append(value)
    return found


def fewer_statements(tree: ast.Module) -> Iterator[Edit]:
    """Return edits that leave out neighbouring statements, large pieces first."""
    lengths = [len(block) for block in blocks(tree)]
    widths = sorted({max(1, most // 2**k) for most in lengths for k in range(8)}, reverse=True)
    for width in widths:
        for number, length in enumerate(lengths):
            # later ones first: what they read is still bound then
            for begin in range(length - width, -1, -width):
                yield lambda tree, n=number, b=begin, w=width: cut(tree, n, b, w)  # type: ignore[misc]


def cut(tree: ast.Module, number: int, begin: int, width: int) -> None:
    """Leave out some statements of a block."""
    block = blocks(tree)[number]
    del block[begin : begin + width]
    if not block:
        block.append(ast.Pass())


def unwrapped(tree: ast.Module) -> Iterator[Edit]:
    """Return edits that replace a loop, branch or `try` by what is in it."""
    for number, block in enumerate(blocks(tree)):
        for at, statement in enumerate(block):
            for way in range(len(contents(statement))):
                yield lambda tree, n=number, a=at, w=way: unwrap(tree, n, a, w)  # type: ignore[misc]


def unwrap(tree: ast.Module, number: int, at: int, way: int) -> None:
    """Replace a compound statement by one of its contents."""
    block = blocks(tree)[number]
    block[at : at + 1] = contents(block[at])[way]


def contents(statement: ast.stmt) -> list[list[ast.stmt]]:
    """Return what may stand for a compound statement."""
    if isinstance(statement, (ast.If, ast.While)):
        return [part for part in (statement.body, statement.orelse) if part]
    if isinstance(statement, ast.For):
        first = ast.Assign([statement.target], ast.Constant(0))
        return [[first, *statement.body], statement.body]
    if isinstance(statement, ast.Try):
        handlers = [s for handler in statement.handlers for s in handler.body]
        return [part for part in (statement.body, handlers, statement.finalbody) if part]
    return []


def simpler(tree: ast.Module) -> Iterator[Edit]:
    """Return edits that replace an expression by a part of it, or by a number."""
    for number, (node, _, _) in enumerate(expressions(tree)):
        for part in range(len(operands(node)) + len(ATOMS)):
            yield lambda tree, n=number, p=part: simplify(tree, n, p)  # type: ignore[misc]


def simplify(tree: ast.Module, number: int, part: int) -> None:
    """Replace one expression."""
    node, parent, (field, at) = list(expressions(tree))[number]
    parts = operands(node)
    atoms = [ast.parse(atom, mode="eval").body for atom in ATOMS]
    new = [*parts, *atoms][part]
    if at is None:
        setattr(parent, field, new)
    else:
        getattr(parent, field)[at] = new


def operands(node: ast.expr) -> list[ast.expr]:
    """Return the expressions directly inside another."""
    return [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]


def expressions(tree: ast.AST) -> Iterator[tuple[ast.expr, ast.AST, tuple[str, int | None]]]:
    """Return the expressions that are read, each with its parent and where it is there."""
    for parent in ast.walk(tree):
        if isinstance(parent, ast.Assign) and ast.unparse(parent.targets[0]) == "WRT":
            continue  # a tuple of names
        for field, value in ast.iter_fields(parent):
            if isinstance(value, list):
                for at, child in enumerate(value):
                    if is_read(child):
                        yield child, parent, (field, at)
            elif is_read(value):
                yield value, parent, (field, None)


def is_read(node: object) -> bool:
    """Return True for expressions that another may replace."""
    return isinstance(node, ast.expr) and not isinstance(
        getattr(node, "ctx", None), (ast.Store, ast.Del)
    )


def fewer_arguments(tree: ast.Module) -> Iterator[Edit]:
    """Return edits that leave out an argument of `f`, or a name of WRT."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "f":
            for at in range(len(statement.args.args)):
                yield lambda tree, a=at: drop_argument(tree, a)  # type: ignore[misc]
    last = tree.body[-1]
    if isinstance(last, ast.Assign) and isinstance(last.value, ast.Tuple):
        for at in range(len(last.value.elts) if len(last.value.elts) > 1 else 0):
            yield lambda tree, a=at: drop_name(tree, a)  # type: ignore[misc]


def drop_argument(tree: ast.Module, at: int) -> None:
    """Leave out one argument of `f`, its value, and its name in WRT."""
    functions = {s.name: s for s in tree.body if isinstance(s, ast.FunctionDef)}
    gone = functions["f"].args.args.pop(at).arg
    given = functions["arguments"].body[-1]
    assert isinstance(given, ast.Return) and isinstance(given.value, ast.Tuple)
    del given.value.elts[at]
    last = tree.body[-1]
    assert isinstance(last, ast.Assign) and isinstance(last.value, ast.Tuple)
    last.value.elts = [e for e in last.value.elts if ast.unparse(e) != repr(gone)]


def drop_name(tree: ast.Module, at: int) -> None:
    """Leave out a name of WRT."""
    last = tree.body[-1]
    assert isinstance(last, ast.Assign) and isinstance(last.value, ast.Tuple)
    del last.value.elts[at]


def shorter(tree: ast.Module) -> Iterator[Edit]:
    """Return edits that give a name one letter, or a float one digit."""
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    names += [node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)]
    free = [letter for letter in LETTERS if letter not in names]
    for name in sorted(stored(tree)):
        if free and len(name) > 1 and name != "WRT":
            yield lambda tree, o=name: rename(tree, o, free[0])  # type: ignore[misc]
    for number, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield lambda tree, n=number: rounded(tree, n)  # type: ignore[misc]


def stored(tree: ast.Module) -> set[str]:
    """Return the names that a program binds."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def rename(tree: ast.Module, old: str, new: str) -> None:
    """Give a name another."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = new
        if isinstance(node, ast.arg) and node.arg == old:
            node.arg = new


def rounded(tree: ast.Module, number: int) -> None:
    """Round a float."""
    node = list(ast.walk(tree))[number]
    assert isinstance(node, ast.Constant) and isinstance(node.value, float)
    node.value = round(node.value, 1)
