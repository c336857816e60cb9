"""Put a weaker function in the place of the right one, in this process."""

from __future__ import annotations

import ast
import functools
import importlib
from collections import Counter
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from .edits import edits
from .sample import Weakening, functions

MARK = "_reached_"


def weaken(edit: Weakening) -> None:
    """Give a function the code of its weaker form; who has imported it gets that, too."""
    tree = ast.parse(edit.file.read_text(encoding="utf-8"))
    function = dict(functions(tree))[edit.function]
    _, old, new, change = list(edits(function))[edit.number]
    assert (old, new) == (edit.old, edit.new)
    change()
    module = importlib.import_module(edit.module)
    code = compile(ast.fix_missing_locations(tree), str(edit.file), "exec")
    target = found(module, edit.function)
    target.__code__ = inner(code, edit.function.split("."))


def mark(name: str, reached: set[str]) -> None:
    """Let all functions of a module enter the names of their statements in a set as they run."""
    module = importlib.import_module(name)
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    for path, function in functions(tree):
        for block, statement, key in named_statements(f"{name}.{path}", function):
            place = next(k for k, other in enumerate(block) if other is statement)
            block.insert(place, ast.parse(f"{MARK}({key!r})").body[0])
    code = compile(ast.fix_missing_locations(tree), str(module.__file__), "exec")
    setattr(module, MARK, reached.add)
    for path, _ in functions(tree):
        found(module, path).__code__ = inner(code, path.split("."))


def statement_of(edit: Weakening) -> str:
    """Return the name of the innermost statement that an edit is in."""
    tree = ast.parse(edit.file.read_text(encoding="utf-8"))
    function = dict(functions(tree))[edit.function]
    node = list(edits(function))[edit.number][0]
    name = f"{edit.module}.{edit.function}"
    best = name
    for _, statement, key in named_statements(name, function):
        if any(inside is node for inside in ast.walk(statement)):
            best = key  # inner ones come later
    return best


def named_statements(
    name: str, function: ast.FunctionDef
) -> list[tuple[list[ast.stmt], ast.stmt, str]]:
    """Return the statements of a function with their blocks and names, outer ones first."""
    seen: Counter[str] = Counter()
    result = []
    for owner in ast.walk(function):
        for block in vars(owner).values():
            if not isinstance(block, list):
                continue
            for statement in block:
                if not isinstance(statement, ast.stmt) or is_docstring(statement):
                    continue
                text = ast.unparse(statement).partition("\n")[0]
                note = f" ({seen[text] + 1})" if seen[text] else ""
                seen[text] += 1
                result.append((block, statement, f"{name}: {text}{note}"))
    return result


def is_docstring(statement: ast.stmt) -> bool:
    """Return True for a statement that is a constant."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def found(owner: Any, path: str) -> FunctionType:
    """Return the function of a module by its name, without what decorates it."""
    *classes, name = path.split(".")
    for part in classes:
        owner = getattr(owner, part)
    value = vars(owner)[name]
    if isinstance(value, property):
        value = value.fget
    elif isinstance(value, functools.cached_property):
        value = value.func
    elif isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    while hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    assert isinstance(value, FunctionType), f"{path} is no function"
    return value


def inner(code: CodeType, path: list[str]) -> CodeType:
    """Return the code of a function from that of its module."""
    for name in path:
        (code,) = [
            part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name
        ]
    return code
