"""Write a generated module that needs no srcdiff: what it imports of it is written out."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from typing import Any

from srcdiff import runtime
from srcdiff.core.fixed_points import grown
from srcdiff.first.scipy_cells import MODULE, External, titles
from srcdiff.runtime.external import EXTERNAL

CTYPES = {"d": "c_double", "l": "c_long"}


def independent(text: str) -> str:
    """Return a generated module with the functions of the runtime that it calls written out."""
    if "from srcdiff import runtime" not in text:
        return text
    needed = with_callees(set(re.findall(r"\bruntime\.(\w+)", text)))
    parts = [written_out(word) for word in runtime.__all__ if word in needed]
    text = text.replace("\nfrom srcdiff import runtime\n", "").replace("runtime.", "")
    head, rest = text.split("\n\n\n", 1)
    return "\n\n\n".join([with_imports(head, parts), *parts, rest])


def with_imports(head: str, parts: list[str]) -> str:
    """Return the imports of a module, with those that more definitions in it need."""
    standard = [f"import {name}" for name in ("ctypes", "math") if uses(parts, f"{name}.")]
    lines = [line for line in standard if line not in head]
    if lines:
        head = "\n".join(lines) + ("\n" if "import math" in head else "\n\n") + head
    if "import numpy as np" not in head and uses(parts, "np."):
        head = head.replace("from numba", "import numpy as np\nfrom numba", 1)
    if uses(parts, "@vectorize"):
        head = head.replace("from numba import njit", "from numba import njit, vectorize")
    if uses(parts, "get_cython_function_address"):
        head += "\nfrom numba.extending import get_cython_function_address"
    return head


def uses(parts: list[str], text: str) -> bool:
    """Return True if some definitions have a text."""
    return any(text in part for part in parts)


def with_callees(words: set[str]) -> set[str]:
    """Return some functions of the runtime with those that they call."""
    known = set(runtime.__all__)
    return grown(
        words, lambda found: {n for w in found for n in called(getattr(runtime, w))} & known
    )


def called(function: Any) -> tuple[str, ...]:
    """Return the names that a function of the runtime uses."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return () if code is None or function in EXTERNAL else tuple(code.co_names)


def of_scipy(word: str, found: External) -> str:
    """Return the definition of a function that compiled code calls in SciPy."""
    importlib.import_module(MODULE)
    title = titles()[found.name, found.wanted]
    kinds = ", ".join(f"ctypes.{CTYPES[letter]}" for letter in ("d", *found.kinds))
    names = ", ".join("abcd"[: len(found.kinds)])
    lines = [
        f"scipy_{word} = ctypes.CFUNCTYPE({kinds})(",
        f'    get_cython_function_address("{MODULE}", "{title}")',
        ")",
        "",
        "",
        "@vectorize",
        f"def {word}({names}):",
        f'    """Return scipy.special.{found.name}."""',
        f"    return scipy_{word}({names})",
    ]
    return "\n".join(lines)


def written_out(word: str) -> str:
    """Return the definition of something in the runtime, as part of another module."""
    found = getattr(runtime, word)
    if isinstance(found, type):
        return f'class {word}(ValueError):\n    """{inspect.getdoc(found)}"""'
    if found in EXTERNAL:
        return of_scipy(word, EXTERNAL[found])
    tree = ast.parse(inspect.getsource(inspect.unwrap(found)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    by_element = found in runtime.ELEMENTWISE
    definition.decorator_list = [ast.Name("vectorize" if by_element else "njit", ast.Load())]
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    docstring = (ast.get_docstring(definition) or "").split("\n")[0]
    definition.body[0] = ast.Expr(ast.Constant(docstring))
    return ast.unparse(definition)
