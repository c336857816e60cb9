"""Make a failing program small while the verdict stays what it is."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator

from .site import blocks, inner, is_inner

SECONDS = 120.0

Holds = Callable[[str], bool]


def reduced(text: str, entry: str, holds: Holds, seconds: float = SECONDS) -> str:
    """Return a shorter text of which the property holds.

    Statements are left out, blocks put in the place of what surrounds them, expressions replaced
    by parts of them, until nothing can be done any more or the time is over.
    """
    end = time.monotonic() + seconds
    best, progress = ast.unparse(ast.parse(text)), True
    while progress:
        progress = False
        for candidates in (shorter, flatter, simpler):
            number = 0
            while time.monotonic() < end:
                tree = nth(best, entry, candidates, number)
                if tree is None:
                    break
                if len(tree) < len(best) and holds(tree):
                    best, progress = tree, True
                else:
                    number += 1
    return best


def nth(
    text: str, entry: str, candidates: Callable[[ast.Module, str], Iterator[None]], number: int
) -> str | None:
    """Return the text after one of the edits, or None if there are no more."""
    tree = ast.parse(text)
    for k, _ in enumerate(candidates(tree, entry)):
        if k == number:
            return ast.unparse(ast.fix_missing_locations(tree))
    return None


def shorter(tree: ast.Module, entry: str) -> Iterator[None]:
    """Leave out runs of statements, long ones first, and whole helpers."""
    for node in list(tree.body):
        if getattr(node, "name", "") != entry:
            index = tree.body.index(node)
            del tree.body[index]
            yield
            tree.body.insert(index, node)
    for block in all_blocks(tree):
        whole = list(block)
        for length in sorted({len(whole), len(whole) // 2, 2, 1} - {0}, reverse=True):
            for first in range(len(whole) - length, -1, -1):
                block[:] = whole[:first] + whole[first + length :] or [ast.Pass()]
                yield
                block[:] = whole


def all_blocks(tree: ast.Module) -> list[list[ast.stmt]]:
    """Return the blocks of all functions."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [block for function in functions for block in blocks(function)]


def flatter(tree: ast.Module, entry: str) -> Iterator[None]:
    """Put the statements of a block in the place of the statement that they stand in."""
    del entry
    for block in all_blocks(tree):
        whole = list(block)
        for k, statement in enumerate(whole):
            for inside in inner(statement):
                block[k : k + 1] = inside
                yield
                block[:] = whole
            if getattr(statement, "orelse", None):
                kept, statement.orelse = statement.orelse, []
                yield
                statement.orelse = kept


def simpler(tree: ast.Module, entry: str) -> Iterator[None]:
    """Replace expressions by their parts or by one."""
    del entry
    for parent in [node for node in ast.walk(tree) if not isinstance(node, ast.arguments)]:
        for name, value in list(ast.iter_fields(parent)):
            if name in ("func", "targets", "target", "slice"):
                continue
            if isinstance(value, ast.expr):
                for new in parts(value):
                    setattr(parent, name, new)
                    yield
                setattr(parent, name, value)
            elif isinstance(value, list) and not any(map(is_inner, value)):
                yield from simpler_items(parent, value)


def simpler_items(parent: ast.AST, items: list[ast.AST]) -> Iterator[None]:
    """Replace the expressions of a list, or leave one out."""
    whole = list(items)
    for k, item in enumerate(whole):
        if not isinstance(item, ast.expr):
            continue
        for new in parts(item):
            items[k] = new
            yield
            items[:] = whole
        if isinstance(parent, (ast.Tuple, ast.List, ast.BoolOp)) and len(whole) > 1:
            del items[k]
            yield
            items[:] = whole


def parts(node: ast.expr) -> Iterator[ast.expr]:
    """Return simpler expressions for one that is read."""
    if isinstance(getattr(node, "ctx", None), ast.Store) or isinstance(node, ast.Name):
        return
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr) and part is not getattr(node, "func", None):
            yield part
    if isinstance(node, ast.Constant):
        if isinstance(node.value, float) and len(repr(node.value)) > 3:
            yield ast.Constant(0.5)
        return
    yield ast.Constant(1.0)
