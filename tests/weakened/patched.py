"""Put a weaker function in the place of the right one, in this process."""

from __future__ import annotations

import ast
import functools
import importlib
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


def mark(chosen: list[Weakening], reached: set[int]) -> None:
    """Let the statements of edits enter the positions of their edits in a set when they run."""
    files = {edit.file: ast.parse(edit.file.read_text(encoding="utf-8")) for edit in chosen}
    own = {file: dict(functions(tree)) for file, tree in files.items()}
    nodes = {
        (edit.file, edit.function): list(edits(own[edit.file][edit.function])) for edit in chosen
    }
    for position, edit in enumerate(chosen):
        node = nodes[edit.file, edit.function][edit.number][0]
        block, place = block_of(own[edit.file][edit.function], node)
        block.insert(place, ast.parse(f"{MARK}({position})").body[0])
    codes = {
        file: compile(ast.fix_missing_locations(tree), str(file), "exec")
        for file, tree in files.items()
    }
    for edit in chosen:
        module = importlib.import_module(edit.module)
        setattr(module, MARK, reached.add)
        target = found(module, edit.function)
        target.__code__ = inner(codes[edit.file], edit.function.split("."))


def block_of(function: ast.FunctionDef, node: ast.AST) -> tuple[list[ast.stmt], int]:
    """Return the block with the innermost statement that a node is in, and its position."""
    best = (function.body, 0)
    for owner in ast.walk(function):
        for value in vars(owner).values():
            if not isinstance(value, list):
                continue
            for k, statement in enumerate(value):
                if isinstance(statement, ast.stmt) and any(n is node for n in ast.walk(statement)):
                    best = (value, k)  # inner ones come later
    return best


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
