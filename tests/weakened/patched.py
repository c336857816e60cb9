"""Put a weaker function in the place of the right one, in this process."""

from __future__ import annotations

import ast
import functools
import importlib
from types import CodeType, FunctionType
from typing import Any

from .edits import edits
from .sample import Weakening, functions


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
