"""Where programs come from: the tests, the documentation, the examples, public packages."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

from ..installed import installed

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "supported-python.md"
LONGEST = 120  # lines of a program
HELPERS = 8  # functions of one module that a program takes along
ROWS = ("Statements", "Expressions", "Functions", "Arrays")


@dataclass(frozen=True)
class Program:
    """The text of some functions, what else they read, and arguments of one of them."""

    name: str
    text: str
    entry: str
    arguments: tuple[Any, ...]
    wrt: tuple[int, ...]
    space: dict[str, Any] = field(repr=False, default_factory=dict)


def sources(corpus: str | None = None) -> list[Program]:
    """Return all programs that can be mutated, those of a corpus among them, in a fixed order."""
    found = [*of_programs(), *of_rows(), *of_golden(), *of_examples()]
    if corpus:
        found += of_corpus(Path(corpus))
    return [program for program in found if is_usable(program)]


def is_usable(program: Program) -> bool:
    """Return True if a program is short, has its function, and something to differentiate."""
    functions = [node for node in ast.parse(program.text).body if isinstance(node, ast.FunctionDef)]
    named = any(function.name == program.entry for function in functions)
    return named and program.text.count("\n") <= LONGEST and bool(program.wrt)


def of_programs() -> Iterator[Program]:
    """Return the programs of tests/programs."""
    for file in sorted((TESTS / "programs" / "corpus").glob("[a-z]*.py")):
        module = importlib.import_module(f"tests.programs.corpus.{file.stem}")
        arguments = tuple(module.inputs())
        text = ast.unparse(without(ast.parse(file.read_text()), ("inputs",)))
        yield Program(file.stem, text, "f", arguments, floating(arguments))


def without(tree: ast.Module, names: tuple[str, ...]) -> ast.Module:
    """Return the functions and constants of a module that programs need."""
    asked = ("KIND", "REFUSED", "WRT", "OUTPUTS")
    kept = []
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name in names:
            continue
        if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") in asked:
            continue
        if isinstance(statement, ast.Expr):
            continue
        kept.append(statement)
    return ast.Module(kept, [])


def of_rows() -> Iterator[Program]:
    """Return the examples of docs/supported-python.md."""
    page = PAGE.read_text(encoding="utf-8")
    surroundings = re.search(
        r"## The functions in the examples.*?```python\n(.*?)```", page, re.DOTALL
    )
    assert surroundings is not None
    v, w = np.array([0.5, 1.5, -0.25, 2.0]), np.array([0.4, 0.8, 1.2, 0.6])
    m = 0.1 * np.arange(16.0).reshape(4, 4) ** 1.5 + 2.0 * np.eye(4)
    arguments = (0.7, 1.3, v, w, m, 3, True)
    for title in ROWS:
        section = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
        for line in section.splitlines():
            if not line.startswith("| ") or line.startswith(("| what", "| ---")):
                continue
            cell = re.split(r"(?<!\\)\|", line)[2].replace("\\|", "|")
            body = ["z = x * y", *re.findall(r"`([^`]*)`", cell), "return z"]
            lines = textwrap.indent("\n".join(body), "    ")
            text = f"{surroundings.group(1)}\n\ndef example(x, y, v, w, m, n, flag):\n{lines}\n"
            name = " ".join(["row", *body[1:-1]])
            yield Program(name, needed(text, "example"), "example", arguments, (0, 1, 2, 3, 4))


def needed(text: str, entry: str) -> str:
    """Return the text of a module without definitions that the entry does not reach."""
    tree = ast.parse(text)
    reached, pending = set(), [entry]
    owners = {name: s for s in tree.body for name in defined(s)}
    while pending:
        name = pending.pop()
        if name in owners and name not in reached:
            reached.add(name)
            pending += [n.id for n in ast.walk(owners[name]) if isinstance(n, ast.Name)]
    kept = [s for s in tree.body if not defined(s) or reached & set(defined(s))]
    for node in kept:
        if isinstance(node, ast.FunctionDef):  # the plain function is run thousands of times
            own = [d for d in node.decorator_list if "jit" not in ast.unparse(d)]
            node.decorator_list = own
    return ast.unparse(ast.Module(kept, []))


def defined(statement: ast.stmt) -> list[str]:
    """Return the names that a definition or an assignment binds, none for imports."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        return [n.id for n in ast.walk(statement) if is_store(n)]
    return []


def is_store(node: ast.AST) -> bool:
    """Return True if a node is a name that is bound."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def of_golden() -> Iterator[Program]:
    """Return the programs of tests/golden."""
    from tests.golden.programs import PROGRAMS

    for name, (derivative, given) in PROGRAMS.items():
        function = plain(derivative.primal)
        count = len(inspect.signature(function).parameters)
        yield of_function(f"golden {name}", function, given[:count])


def of_examples() -> Iterator[Program]:
    """Return the functions of the examples that are differentiated, on small inputs."""
    text = ast.parse((TESTS.parent / "examples" / "autoencoder.py").read_text())
    u = np.linspace(-0.4, 0.5, 6).reshape(2, 3)
    network = (u, u[:, 0].copy(), 0.5 - u.T, u[0].copy(), 0.3 + u * u, 0.003, 0.1, 0.5)
    yield of_file("autoencoder", text, "loss", network)
    text = ast.parse((TESTS.parent / "examples" / "predator_prey.py").read_text())
    theta = np.array([0.3, -0.2, 0.1, -0.5, 0.2, -0.4])
    counts = np.array([1.2, 1.5, 1.1]), np.array([0.8, 0.9, 1.3])
    yield of_file("predator and prey", text, "misfit", (theta, *counts, 2))


def of_file(name: str, tree: ast.Module, entry: str, arguments: tuple[Any, ...]) -> Program:
    """Return a program of the functions of a file, without its decorators and other imports."""
    imports = [ast.parse("import math").body[0], ast.parse("import numpy as np").body[0]]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        function.decorator_list = []
    text = needed(ast.unparse(ast.Module([*imports, *functions], [])), entry)
    return Program(name, text, entry, arguments, floating(arguments))


def of_corpus(file: Path) -> Iterator[Program]:
    """Return the functions that a file names, as far as their packages are installed."""
    for entry in installed(file):
        try:
            function = plain(entry.function)
            assert isinstance(function, FunctionType) and not function.__closure__
            program = of_function(entry.name, function, tuple(entry.given.values()))
        except (AssertionError, OSError, TypeError, SyntaxError):
            continue
        names = list(entry.given)
        wrt = tuple(k for k in program.wrt if names[k] in entry.wrt)
        yield Program(**{**vars(program), "wrt": wrt})


def of_function(name: str, function: FunctionType, arguments: tuple[Any, ...]) -> Program:
    """Return a program of a function and of those of its own module that it reaches."""
    space = plain_space(function.__globals__)
    texts, pending = {}, [function.__name__]
    while pending and len(texts) < HELPERS:
        called = pending.pop(0)
        reached = function if called == function.__name__ else space.get(called)
        if called in texts or not isinstance(reached, FunctionType) or reached.__closure__:
            continue
        if reached.__module__ != function.__module__ or reached.__name__ != called:
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(reached))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        tree.decorator_list = []
        texts[called] = ast.unparse(tree)
        pending += sorted({n.id for n in ast.walk(tree) if isinstance(n, ast.Name)})
    text = "\n\n".join(reversed(texts.values()))
    return Program(name, text, function.__name__, arguments, floating(arguments), space)


def plain(function: Any) -> Any:
    """Return the plain function of what is compiled, with plain functions in its namespace."""
    function = getattr(function, "py_func", function)
    if not isinstance(function, FunctionType):
        return function
    space = plain_space(function.__globals__)
    twin = FunctionType(
        function.__code__, space, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__kwdefaults__ = copy.copy(function.__kwdefaults__)
    twin.__module__ = function.__module__
    return twin


SPACES: dict[int, dict[str, Any]] = {}


def plain_space(space: dict[str, Any]) -> dict[str, Any]:
    """Return a namespace with the plain functions in place of the compiled ones."""
    if id(space) in SPACES:
        return SPACES[id(space)]
    twin = SPACES[id(space)] = {}
    SPACES[id(twin)] = twin
    for name, value in space.items():
        twin[name] = plain(value) if isinstance(value, Dispatcher) else value
    return twin


def floating(arguments: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the positions of the arguments that can be differentiated."""
    return tuple(k for k, value in enumerate(arguments) if is_floating(value))


def is_floating(value: Any) -> bool:
    """Return True if a value is a number or an array with a derivative, or a tuple of such."""
    if isinstance(value, tuple):
        return bool(value) and all(map(is_floating, value))
    if isinstance(value, (float, complex, np.inexact)):
        return True
    return isinstance(value, np.ndarray) and value.dtype.kind in "fc" and value.dtype.names is None
