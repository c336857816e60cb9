"""The text of a generated module: its imports, its constants, its functions."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from srcdiff.core.fixed_points import grown
from srcdiff.front.options import Options
from srcdiff.output.emit import source
from srcdiff.output.wrap import wrap
from srcdiff.program.program import Program
from srcdiff.syntax import reads

LONG_MODULE = 1500  # lines of its functions
LONG_FUNCTION = 40


def text_of(program: Program, title: str, options: Options) -> str:
    """Return the text of a module: imports, constants, functions."""
    needed = reached(title, {own: reads(tree.body) for own, tree in program.trees.items()})
    trees = {own: tree for own, tree in program.trees.items() if own in needed}
    used = {name for tree in trees.values() for name in reads(tree.body)}
    texts = {own: source(tree).rstrip() for own, tree in trees.items()}
    called = texts.keys() - near_recursion(program) - {title}
    forced = called - left_to_llvm(texts)
    functions = [
        wrap(decorator(own == title, own in forced, options)) + text for own, text in texts.items()
    ]
    known = [(w, v) for w, v in program.units.constants.items() if w in used]
    classes = [imported(w, v) for w, v in known if is_exception(v)]
    constants = [wrap(defined(w, v)) for w, v in known if not is_exception(v)]
    for module in ("math", "np", "collections"):
        if any(f"{module}." in line for line in constants):
            used.add(module)
    head = "\n".join(imports(used))
    if classes:
        head += "\n\n" + "\n".join(sorted(classes))
    if constants:
        head += "\n\n" + "\n".join(constants)
    return "\n\n\n".join([head, *functions]) + "\n"


def reached(title: str, calls: Mapping[str, set[str]]) -> set[str]:
    """Return a function and those that it calls, also through others.

    >>> sorted(reached("f", {"f": {"g", "x"}, "g": {"h"}, "h": {"g"}, "left": {"f"}}))
    ['f', 'g', 'h']
    """
    return grown({title}, lambda found: set().union(*(calls[n] for n in found)) & calls.keys())


def near_recursion(program: Program) -> set[str]:
    """Return the functions that call themselves, or call such functions, also through others.

    What Numba compiles for a function with `forceinline` gets this option, too, and its name
    tells so. A function with two sets of types that call each other, one of them compiled with
    and one without the option, would call a name that there is not.
    """
    trees = program.trees.items()
    return grown(
        program.recursive, lambda found: {own for own, tree in trees if reads(tree.body) & found}
    )


def left_to_llvm(texts: Mapping[str, str]) -> set[str]:
    """Return the functions of a long module that LLVM may leave apart: those that are long.

    Functions of which all is put into what calls them run up to 1.4 times as fast; where there is
    much of it, 1.1 times, and LLVM takes twice as long.
    """
    lines = {own: text.count("\n") + 1 for own, text in texts.items()}
    if sum(lines.values()) <= LONG_MODULE:
        return set()
    return {own for own, count in lines.items() if count > LONG_FUNCTION}


def defined(word: str, value: Any) -> str:
    """Return the statement that binds a name to a constant, or to a class of named tuples.

    A class that cannot be imported is made anew.
    """
    if not isinstance(value, type):
        return f"{word} = {literal(value)}"
    title, module = value.__name__, value.__module__
    if module != "__main__" and getattr(sys.modules.get(module), title, None) is value:
        return f"from {module} import {title}"
    fields = ", ".join(map(repr, getattr(value, "_fields", ())))
    return f'{word} = collections.namedtuple("{title}", [{fields}])'


def imports(used: set[str]) -> list[str]:
    """Return the import statements that a module needs."""
    lines = [
        f"import {module}"
        for module in ("cmath", "collections", "math", "operator")
        if module in used
    ]
    lines += [""] if lines else []
    if "np" in used:
        lines.append("import numpy as np")
    lines.append("from numba import njit")
    if "runtime" in used:
        lines += ["", "from srcdiff import runtime"]
    return lines


def is_exception(value: Any) -> bool:
    """Return True if a value is the class of an exception."""
    return isinstance(value, type) and issubclass(value, BaseException)


def imported(word: str, value: type) -> str:
    """Return the import of an exception of the user.

    >>> imported("LinAlgError", np.linalg.LinAlgError)
    'from numpy.linalg import LinAlgError'
    """
    other = "" if word == value.__name__ else f" as {word}"
    return f"from {value.__module__} import {value.__name__}{other}"


def decorator(is_main: bool, is_forced: bool, options: Options) -> str:
    """Return the decorator of a generated function."""
    words = ['error_model="numpy"']
    if options.parallel:
        words.append("parallel=True")
    if options.boundscheck:
        words.append("boundscheck=True")
    if options.fastmath:
        words.append(f"fastmath={fastmath(options.fastmath)}")
    if is_main and options.cache:
        words.append("cache=True")
    if is_forced:
        words.append("forceinline=True")
    return f"@njit({', '.join(words)})\n"


def fastmath(value: Any) -> str:
    """Return the text of the option fastmath."""
    return repr(value) if isinstance(value, bool) else "{" + ", ".join(map(repr, value)) + "}"


LONGEST_ARRAY = 100  # elements: a longer constant is written as bytes


def literal(value: Any) -> str:
    """Return a constant as source text.

    >>> literal((1.5, float("-inf"))), literal(np.zeros((0, 3))), literal(np.float32(0.5))
    ('(1.5, -math.inf)', 'np.zeros((0, 3))', 'np.float32(0.5)')
    """
    if isinstance(value, np.dtype):
        return dtype_literal(value)
    if isinstance(value, (np.ndarray, list)):
        return array_literal(np.asarray(value))
    if isinstance(value, tuple):
        parts = ", ".join(map(literal, value))
        return f"({parts},)" if len(value) == 1 else f"({parts})"
    if isinstance(value, np.generic):
        return f"np.{value.dtype}({literal(value.item())})"
    if isinstance(value, float) and not math.isfinite(value):
        return "math.nan" if math.isnan(value) else f"{'-' * (value < 0)}math.inf"
    if isinstance(value, complex):
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    return repr(value)


def dtype_literal(value: np.dtype[Any]) -> str:
    """Return the type of records as source text.

    >>> dtype_literal(np.dtype([("x", "f8", (3,))]))
    'np.dtype({"names": ["x"], "formats": [("<f8", (3,))], "offsets": [0], "itemsize": 24})'
    """
    formats = []
    for kind, *_ in (value.fields or {}).values():
        text = f'"{kind.base.str}"'
        formats.append(f"({text}, {kind.shape})" if kind.shape else text)
    names = ", ".join(f'"{title}"' for title in value.names or ())
    offsets = [entry[1] for entry in (value.fields or {}).values()]
    parts = [f'"names": [{names}]', f'"formats": [{", ".join(formats)}]', f'"offsets": {offsets}']
    return f'np.dtype({{{", ".join(parts)}, "itemsize": {value.itemsize}}})'


def array_literal(value: np.ndarray[Any, Any]) -> str:
    """Return an array as source text."""
    kind = "" if value.dtype == np.float64 else f", dtype=np.{value.dtype}"
    if value.size == 0:
        return f"np.zeros({value.shape}{kind})"
    if value.size > LONGEST_ARRAY:
        raw = np.ascontiguousarray(value).tobytes().hex()
        flat = f'np.frombuffer(bytes.fromhex("{raw}"), dtype=np.{value.dtype})'
        return f"{flat}.reshape({value.shape})"
    return f"np.array({list_literal(value.tolist())}{kind})"


def list_literal(value: Any) -> str:
    """Return the nested lists of an array as source text."""
    if isinstance(value, list):
        return f"[{', '.join(map(list_literal, value))}]"
    return literal(value)
