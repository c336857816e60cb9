"""Find a function's source text and parse it."""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import CodeType, FunctionType, MappingProxyType
from typing import Any

import gast
from numba.core.dispatcher import Dispatcher

from srcdiff.core.memo import made_once
from srcdiff.errors import NoSource, located
from srcdiff.front.callables import is_derivative, own_signature, unwrapped
from srcdiff.front.matches import without_matches
from srcdiff.front.not_functions import no_function
from srcdiff.front.private_names import with_private_names
from srcdiff.front.source_text import definition, origin_of
from srcdiff.front.staleness import is_current
from srcdiff.syntax import is_none
from srcdiff.syntax.origin import Origin


@dataclass(frozen=True)
class Fields:
    """The fields of a record, or of an array of records with `ndim` dimensions.

    `nested` are those that are arrays. A record that `is_shared` is a part of an array.
    """

    names: tuple[str, ...]
    ndim: int
    nested: frozenset[str] = frozenset()
    is_shared: bool = False


Where = tuple[str, int, str]  # of a function: its file, its line and its name
Trees = Mapping[Where, gast.FunctionDef]
INSTEAD: ContextVar[Trees] = ContextVar("INSTEAD", default=MappingProxyType({}))
# what was read of functions, by their code, which is kept so that its id stays its own
PARSED: dict[tuple[int, str], tuple[CodeType, gast.FunctionDef, Origin]] = {}


@dataclass(frozen=True)
class Source:
    """A function as its author wrote it.

    `tree` is its definition, `namespace` what its free names stand for (closure,
    globals, builtins), `origin` where the text is; `written` is the definition in that
    text, if `tree` is not. `records` has the names that stand for records in the tree, the
    fields of which are parameters (normalise/records/records.py).
    """

    function: FunctionType | None
    tree: gast.FunctionDef
    namespace: Mapping[str, Any]
    origin: Origin
    written: gast.FunctionDef | None = None
    records: Mapping[str, Fields] = field(default_factory=dict)


class Made:
    """A function that is made from the text of another: one inside it, or a special case."""

    def __init__(self, source: Source, signature: inspect.Signature) -> None:
        self.source = source
        self.__name__ = self.__qualname__ = str(source.tree.name)
        self.__module__ = str(source.namespace.get("__name__", __name__))
        self.__signature__ = signature

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the function."""
        bound = self.__signature__.bind(*args, **kwargs)
        bound.apply_defaults()
        tree = copy.copy(self.source.tree)
        tree.args = gast.arguments(
            [gast.Name(n, gast.Param(), None, None) for n in self.__signature__.parameters],
            *([], None, [], [], None, []),
        )
        space = dict(self.source.namespace)
        if tree.name in space:  # it calls the function that it was made from
            tree.name = f"{tree.name}_made"
        module = ast.fix_missing_locations(gast.gast_to_ast(gast.Module([tree], [])))
        exec(compile(module, self.source.origin.file, "exec"), space)
        return space[tree.name](*bound.arguments.values())


def plain_function(function: Any) -> Any:
    """Return the Python function of a plain or an `@njit` function.

    Raises NoSource for what has no Python source at all, such as a builtin.
    """
    found = unwrapped(function)
    if isinstance(found, Made):
        return found
    if not isinstance(found, FunctionType):
        raise no_function(function)
    is_compiled = isinstance(function, Dispatcher) and not is_derivative(function)
    return compiled_calls(function, found) if is_compiled else found


def compiled_calls(dispatcher: Dispatcher, plain: FunctionType) -> Any:
    """Return a function with what compiled code calls, where that is not what Python calls."""
    from srcdiff.normalise.functions.overloaded import with_overloads

    def make() -> Any:
        return with_overloads(source_of_code(plain), dispatcher) or plain

    return made_once(("compiled", id(dispatcher)), dispatcher, make)


def source_of(function: Any) -> Source:
    """Return the parsed source of a plain or an `@njit` function.

    Raises NoSource where the text cannot be found or read.
    """
    plain = plain_function(function)
    return plain.source if isinstance(plain, Made) else source_of_code(plain)


def source_of_code(plain: FunctionType) -> Source:
    """Return the parsed source of a Python function."""
    tree, origin = parsed(plain)
    return Source(plain, INSTEAD.get().get(origin.where, tree), namespace(plain), origin)


@contextmanager
def instead_of(trees: Trees) -> Iterator[None]:
    """Have functions read as if their text was another one, by where they stand."""
    token = INSTEAD.set(trees)
    try:
        yield
    finally:
        INSTEAD.reset(token)


def tree_at(where: Where) -> gast.FunctionDef | None:
    """Return the definition of a function that was read, by where it stands."""
    return next((tree for _, tree, origin in PARSED.values() if origin.where == where), None)


def parsed(function: FunctionType) -> tuple[gast.FunctionDef, Origin]:
    """Return the definition of a function, and where it stands.

    It is read once: later the text in the file may be another one.
    """
    code = function.__code__
    key = (id(code), function.__qualname__)
    if key not in PARSED:
        origin = origin_of(function)
        with located(origin):
            tree = definition("\n".join(origin.lines), code, origin.first_line)
            tree = with_private_names(tree, function)
        if not is_current(tree, function):
            raise NoSource(
                f"the text of `{function.__qualname__}` has changed since it was defined",
                advice="run or import it again",
            )
        PARSED[key] = (code, without_matches(tree), origin)
    _, tree, origin = PARSED[key]
    return tree, origin


def namespace(function: FunctionType) -> dict[str, Any]:
    """Return what the free names of a function stand for now."""
    found: dict[str, Any] = dict(vars(builtins))
    found.update(function.__globals__)
    for free, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[free] = cell.cell_contents
        except ValueError:  # the name is not bound yet, so nothing can be said of it
            found.pop(free, None)
    return found


def signature(function: Any) -> inspect.Signature:
    """Return the signature of a function, all of whose arguments may be passed by position.

    >>> str(signature(lambda x, /, y, *, z=2.0: x)), str(signature(lambda x, *others: x))
    ('(x, y, z=2.0)', '(x, *others)')
    """
    found = list(own_signature(function).parameters.values())
    starred = next((k for k, p in enumerate(found) if p.kind is p.VAR_POSITIONAL), len(found))
    own = [p.replace(kind=p.POSITIONAL_OR_KEYWORD) for p in found[:starred]]
    return inspect.Signature([*own, *found[starred:]])


def returns_value(function: Any, seen: tuple[Any, ...] = ()) -> bool:
    """Return True if a function returns something, to judge by its text.

    What it returns of a function that returns nothing is nothing.
    """
    source = source_of(function)
    pending = list(source.tree.body)
    while pending:
        node = pending.pop()
        value = node.value if isinstance(node, gast.Return) else None
        if value is not None and not is_none(value):
            called = value.func if isinstance(value, gast.Call) else None
            found = source.namespace.get(called.id) if isinstance(called, gast.Name) else None
            if not returns_nothing(unwrapped(found), seen):
                return True
        if not isinstance(node, (gast.FunctionDef, gast.ClassDef, gast.expr)):
            pending += gast.iter_child_nodes(node)
    return False


def returns_nothing(plain: Any, seen: tuple[Any, ...]) -> bool:
    """Return True if a value is a function that returns nothing, to judge by its text."""
    if not isinstance(plain, FunctionType) or plain in seen:
        return False
    try:
        return not returns_value(plain, (*seen, plain))
    except NoSource:
        return False
