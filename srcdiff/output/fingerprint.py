"""A text that changes whenever the derivative of a function could change.

It covers the function's source, all functions that it calls, the values of the globals
and closure variables that they read, the types, what is asked for, and the versions of
srcdiff, Numba and Python.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import hashlib
import os
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import gast
import numba
import numpy as np

from srcdiff import __version__
from srcdiff.errors import SrcdiffError
from srcdiff.front.callables import is_derivative, unwrapped
from srcdiff.front.parse import Made, source_of
from srcdiff.front.source_text import lines_of
from srcdiff.normalise.functions.overloaded import overloads
from srcdiff.rules.registered import rules_of_users, texts_of
from srcdiff.syntax import names_in as names_in_tree
from srcdiff.syntax import unparse, walk


@functools.cache
def versions() -> str:
    """Return the versions of everything that takes part in writing a derivative."""
    stamps = sorted(stamps_in(os.path.dirname(os.path.dirname(__file__))))
    return repr((__version__, stamps, numba.__version__, sys.version_info[:3]))


def stamps_in(folder: str) -> Iterator[tuple[str, int, int]]:
    """Yield names, sizes and times of the modules in a folder, and in those below it.

    Each process asks for those of srcdiff, so no `Path` is made of each of them.

    >>> sorted(name for name, _, _ in stamps_in(os.path.dirname(__file__)))[:2]
    ['__init__.py', 'emit.py']
    """
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from stamps_in(entry.path) if entry.name != "__pycache__" else ()
            elif entry.name.endswith(".py"):
                found = entry.stat()
                yield entry.name, found.st_size, found.st_mtime_ns


def fingerprint(function: Any, *facts: object) -> str:
    """Return a text of 16 characters that stands for a function and some facts.

    >>> def f(x): return x
    >>> fingerprint(f, "a") == fingerprint(f, "a"), fingerprint(f, "a") == fingerprint(f, "b")
    (True, False)
    """
    digest = hashlib.sha256(versions().encode())
    for text in (*described(function), *replacements(), *map(repr, facts)):
        digest.update(text.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def described(first: Any) -> Iterator[str]:
    """Return texts that describe a value, and whatever it depends on."""
    seen: dict[int, Any] = {}  # they are kept, so that no new value gets the id of another
    pending = [first]
    while pending:
        value = pending.pop()
        if id(value) in seen:
            yield "again"
            continue
        if isinstance(value, CONTAINERS):
            seen[id(value)] = value
        if isinstance(value, ModuleType):
            yield value.__name__  # it may warn of whatever else it is asked for
            continue
        if is_derivative(value):
            yield repr(value.srcdiff_request)
            value = value.srcdiff_function
        plain = unwrapped(value)
        if isinstance(plain, Made):
            seen[id(plain)] = plain
            yield unparse(plain.source.tree)
            for name, part in surroundings_of_made(plain):
                yield name
                pending.append(part)
        elif isinstance(plain, FunctionType):
            seen |= {id(value): value, id(plain): plain}
            yield source(plain)
            yield from compiled(plain.__code__)
            yield repr((plain.__defaults__, plain.__kwdefaults__))
            yield repr(getattr(value, "nopython_signatures", None))  # which convert
            pending += rules_for(value, plain)
            pending += [getattr(t, "_overload_func", t) for t in overloads(plain)]
            for name, part in surroundings(plain):
                yield name
                pending.append(part)
        elif isinstance(value, (tuple, list)):
            yield f"{len(value)} parts"
            pending += value
        elif isinstance(value, dict):
            yield f"{len(value)} pairs"
            pending += [part for pair in value.items() for part in pair]
        elif isinstance(value, (set, frozenset)):
            yield f"{len(value)} members"
            pending += sorted(value, key=repr)
        else:
            yield text_of(value)


def text_of(value: Any) -> str:
    """Return a text that stands for a value that has no parts."""
    if isinstance(value, np.ndarray):
        content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"{value.dtype}{value.shape}{content}"
    if isinstance(value, (bool, int, float, complex, str, np.generic, type(None))):
        return f"{type(value).__name__}:{value!r}"
    return f"{type(value).__module__}.{type(value).__qualname__}:{name_of(value)}"


def rules_for(*functions: Any) -> Iterator[Any]:
    """Return the rules that were registered for a function of the user."""
    for function in functions:
        yield from texts_of(function)


def replacements() -> Iterator[str]:
    """Return texts of all rules that users have registered for functions of libraries.

    Which of them a function needs its names do not tell: `x.max()` is `np.max(x)`.
    """
    for primal, rule in rules_of_users():
        module = getattr(primal, "__module__", None) or "numpy"  # a ufunc of NumPy has none
        if module.split(".")[0].lstrip("_") in LIBRARIES:
            yield name_of(primal)
            yield from described(rule)


def name_of(value: Any) -> str:
    """Return the name of a class, module or builtin function, with that of its module."""
    names = [attribute(value, key) for key in ("__module__", "__qualname__", "__name__")]
    return f"{names[0]}.{names[1] or names[2]}"


def attribute(value: Any, key: str) -> str:
    """Return the text that is an attribute of a value, "" where there is none.

    An object may have anything for it, or raise what it likes.
    """
    try:
        found = getattr(value, key, "")
    except Exception:
        return ""
    return found if isinstance(found, str) else ""


def source(function: FunctionType) -> str:
    """Return the text of a function, as far as there is one."""
    try:
        lines, first = lines_of(function)
    except (OSError, IndentationError, SyntaxError):
        return ""
    return f"{os.path.basename(function.__code__.co_filename)}:{first}\n" + "".join(lines)


def compiled(code: CodeType) -> Iterator[str]:
    """Return texts that stand for compiled code.

    The text in the file may be another one since a function was defined.
    """
    yield repr((code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_flags))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from compiled(constant)
        else:
            ordered = isinstance(constant, frozenset)
            yield repr(sorted(constant, key=repr) if ordered else constant)


def surroundings(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Return the globals and closure variables that a function may read, by name."""
    code = function.__code__
    names, depth = sorted(names_in(code)), attributes_read(code)
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
            yield from attributes(cell.cell_contents, names, depth)
        except ValueError:  # not bound yet
            yield name, None
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            yield name, value
            yield from attributes(value, names, depth)
    for name, value in imports(function):
        yield name, value
        yield from attributes(value, names, depth)


def surroundings_of_made(made: Made) -> Iterator[tuple[str, Any]]:
    """Return the global values that a function without code may read, and what it reads of them."""
    tree, namespace = made.source.tree, made.source.namespace
    read = [node.attr for node in walk(tree) if isinstance(node, gast.Attribute)]
    for title in sorted(names_in_tree(tree)[0] & namespace.keys()):
        yield title, namespace[title]
        yield from attributes(namespace[title], sorted(set(read)), len(read))


def imports(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Return what a function imports when it runs, by name."""
    if dis.opmap["IMPORT_NAME"] not in function.__code__.co_code[::2]:
        return
    with contextlib.suppress(SrcdiffError):
        from srcdiff.normalise.functions.imports import imported

        found = source_of(function)
        yield from imported(found.tree, found.namespace).items()


def attributes(first: Any, names: list[str], depth: int) -> Iterator[tuple[str, Any]]:
    """Return what may be read of a module, a class or an object of the user, by names.

    They may have each other as attributes, and objects may make new ones for ever: as many are
    read after each other as the code can. Where there are too many of them to describe, no two
    descriptions are equal, so that nothing that was stored is taken for this.
    """
    seen: dict[int, Any] = {}  # they are kept, so that no new one gets the id of another
    level = [first]
    for _ in range(depth):
        found = []
        for value in level:
            if id(value) in seen or not has_attributes(value):
                continue
            seen[id(value)] = value
            for name in names:
                with contextlib.suppress(Exception):  # of what the user computes there
                    part = getattr(value, name)
                    yield name, part
                    found.append(part)
            if len(seen) > MOST_OBJECTS:
                yield "too many", os.urandom(16).hex()
                return
        level = found


def has_attributes(value: Any) -> bool:
    """Return True if a value may have attributes that the user can set."""
    if isinstance(value, ModuleType):
        return value.__name__.split(".")[0] not in LIBRARIES
    owner = value if isinstance(value, type) else type(value)
    own = str(owner.__module__).split(".")[0] not in LIBRARIES | {"srcdiff"}
    simple = type(value) is not type and owner.__module__ == "types"  # a SimpleNamespace
    return (own and not isinstance(value, FunctionType)) or simple


CONTAINERS = (tuple, list, dict, set, frozenset)
MOST_OBJECTS = 2000  # of the user, whose attributes are read
READS = {"LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "IMPORT_FROM"}
LIBRARIES = {"numpy", "math", "cmath", "numba", "scipy", "builtins", "operator"}


def attributes_read(code: CodeType) -> int:
    """Return how often compiled code reads an attribute, inner functions included.

    >>> attributes_read((lambda x: x.a.b + x.c).__code__)
    3
    """
    own = sum(step.opname in READS for step in dis.get_instructions(code))
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return own + sum(map(attributes_read, inner))


def names_in(code: CodeType) -> set[str]:
    """Return the names of globals and attributes in compiled code, inner functions included."""
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= names_in(constant)
    return found
