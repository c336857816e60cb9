"""Whether what a derivative raises is what the program raises."""

from __future__ import annotations

import ast
import linecache
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from srcdiff.errors import SrcdiffError

ROUNDED = (ZeroDivisionError, OverflowError)  # what NumPy has inf and nan for
SHAPES = re.compile(r"has not \d+ elements")  # what derivatives check


def is_alike(error: Exception, raised: Exception) -> bool:
    """Return True if a derivative's exception is that of the program."""
    if isinstance(error, SrcdiffError):
        return False
    if isinstance(error, TypeError) and str(error).endswith(" is None"):  # NumPy has others for it
        return isinstance(raised, (TypeError, ValueError, AttributeError))
    alike = isinstance(error, type(raised)) or isinstance(raised, type(error))
    return alike or (isinstance(raised, ValueError) and is_of_shapes(error))


def is_of_same_line(error: Exception, raised: Exception) -> bool:
    """Return True if a derivative asks for a variable that the program lacks where it raises.

    Of two exceptions of one statement Python raises that of the operand on the left, a derivative
    the one of the variable.
    """
    names = re.findall("'(.*?)'", str(error)) if isinstance(error, UnboundLocalError) else []
    return any(
        name in frame.f_code.co_varnames
        and name not in frame.f_locals
        and re.search(rf"\b{name}\b", linecache.getline(frame.f_code.co_filename, line))
        for frame, line in traceback.walk_tb(raised.__traceback__)
        for name in names
    )


def is_rounded(raised: Exception) -> bool:
    """Return True if a program's exception is one that NumPy has inf and nan for."""
    return isinstance(raised, ROUNDED) and not str(raised).startswith("integer")


def is_of_shapes(error: Exception) -> bool:
    """Return True if a derivative's own check of shapes failed, where NumPy raises ValueError."""
    return isinstance(error, AssertionError) and bool(SHAPES.search(str(error)))


def is_of_backward_pass(raised: Exception, text: str, file: str) -> bool:
    """Return True if a block of `insert_grad_of` raised an exception, which ran with zeros."""
    frames = traceback.extract_tb(raised.__traceback__)
    lines = {frame.lineno for frame in frames if frame.filename == file}
    blocks = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.With)
        and any("insert_grad_of" in ast.unparse(item.context_expr) for item in node.items)
    ]
    return any(block.lineno < line <= (block.end_lineno or 0) for block in blocks for line in lines)


def changes_adjoints(text: str) -> bool:
    """Return True if code of the backward pass gives an adjoint another value.

    >>> changes_adjoints("with insert_grad_of(z) as d_z: d_z = 2.0 * d_z")
    True
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.With):
            names = {n.id for item in node.items for n in ast.walk(item) if is_bound(n)}
            inside = {n.id for part in node.body for n in ast.walk(part) if is_bound(n)}
            if names & inside:
                return True
    return False


def is_taken(function: Callable[..., Any], given: Sequence[Any], error: Exception) -> bool:
    """Return True if a function raises such an exception inside, and goes on.

    What NumPy's functions raise no handler of a derivative takes.
    """
    seen: list[bool] = []

    def trace(frame: FrameType, event: str, found: Any) -> Any:
        if event == "exception":
            seen.append(found[0] is type(error) and str(found[1]) == str(error))
        return trace if frame.f_code.co_filename == function.__code__.co_filename else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*given)
    except Exception as other:
        return any(seen) and not is_alike(error, other)
    finally:
        sys.settrace(before)
    return any(seen)


def is_own_check(error: Exception) -> bool:
    """Return True if an assertion of the user in code of the backward pass fails."""
    frames = traceback.extract_tb(error.__traceback__)
    return isinstance(error, AssertionError) and "insert_grad_of" in frames[-1].name


def is_bound(node: ast.AST) -> bool:
    """Return True if a node is a name that is bound."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
