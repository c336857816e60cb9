"""The types in a core form as far as they are known without those of lists that are filled."""

from __future__ import annotations

import contextlib
import re
import warnings
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from typing import Any

import gast
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaWarning

from srcdiff.analyse.aliasing.lists_of_arrays import method_called
from srcdiff.analyse.types.declarations import refresh_declarations
from srcdiff.analyse.types.inference import Callee, ResultOf
from srcdiff.analyse.types.own_inference.expression_types import Untyped
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.own_inference.statement_types import STEPS, Walk
from srcdiff.analyse.types.types import Type, dtype_name, is_array, types
from srcdiff.core import Core
from srcdiff.core.operations import MODULES, is_store, store_target
from srcdiff.errors import SrcdiffError
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    call,
    callee_of,
    dotted,
    is_empty_list,
    locate,
    map_blocks,
    targets,
    walk_statements,
    with_body,
)

VERSION = re.compile(f"({SEPARATOR}[0-9]+)+$")  # at the end of the name of a variable
UNKNOWN = "list·unknown"  # a function of which nothing is known
LISTED = "runtime.listed"
MADE = ("runtime.collect", LISTED)
ROWS = f"{SEPARATOR}rows"


def filled_with_arrays(
    core: Core, given: tuple[Type, ...], result_of: ResultOf, known: Container[str] = ()
) -> str:
    """Return a list that is filled, one by one, with what is known to be an array, or "".

    Of an array that is filled so, the list of its rows (normalise/containers/comprehensions.py).
    Not one of the lists that are `known`, neither by its name nor by that of its variable.

    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(x, n):
    ...     a = runtime.listed(n)
    ...     b = runtime.listed(n)
    ...     for k in range(n):
    ...         a[k] = x[k]
    ...         y = x * a[k]
    ...         z = x * k
    ...         b[k] = z
    ...     return b
    ... ''')
    >>> core = Core(tree, {}, {}, Origin("f", "", 1, 0, []), tree)
    >>> filled_with_arrays(core, (types.float64[:], types.int64), lambda called, given: types.none)
    'b'
    """
    made = [s for s in walk_statements(core.tree.body) if is_made(s)]
    words = {t: "" if callee_of(s.value) == LISTED else ROWS for s in made for t in targets(s)}
    words |= {variable(title): word for title, word in words.items()}
    names = known_kinds(core, given, result_of) if words else {}
    for statement in walk_statements(core.tree.body):
        title, value = filled(statement)
        if is_array(names.get(dotted(value), types.none)):
            for form in (title, variable(title)):
                if form in words and form + words[form] not in known:
                    return form + words[form]
    return ""


def variable(title: str) -> str:
    """Return the variable that a name is a version of."""
    return VERSION.sub("", title)


def element_of_empty(core: Core, given: tuple[Type, ...], result_of: ResultOf) -> tuple[str, str]:
    """Return a list that is bound to nothing but `[]`, and an element of it, as text; or "", "".

    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(x, n):
    ...     a = []
    ...     for k in range(n):
    ...         y = x * k
    ...         a.append(y)
    ...     return a
    ... ''')
    >>> core = Core(tree, {}, {}, Origin("f", "", 1, 0, []), tree)
    >>> kinds = types.float64[:, :], types.int64
    >>> element_of_empty(core, kinds, lambda called, given: types.none)
    ('a', 'np.empty((0, 0, ))')
    """
    lists = empty_lists_in(core.tree)
    names = known_kinds(core, given, result_of) if lists else {}
    for statement in walk_statements(core.tree.body):
        owner, method = method_called(statement)
        title = variable(owner)
        if title in lists and method == "append":
            text = element_text(names.get(dotted(statement.value.args[0]), types.none))
            if text:
                return title, text
    return "", ""


def empty_lists_in(tree: gast.FunctionDef) -> set[str]:
    """Return the variables that are bound to lists without elements."""
    return {
        variable(title)
        for s in walk_statements(tree.body)
        if is_empty_list(getattr(s, "value", None))
        for title in targets(s)
    }


def element_text(kind: Type) -> str:
    """Return the text of a number, or of an array without elements, of a type; "" for others.

    >>> [element_text(kind) for kind in (types.float64, types.complex64[::1], types.none)]
    ['0.0', 'np.empty((0, ), np.complex64)', '']
    >>> element_text(types.float64[:, :])  # perhaps of a view
    'np.empty((0, 0, ))[::1, ::1, ]'
    """
    if is_array(kind):
        if not isinstance(kind.dtype, (types.Number, types.Boolean)):
            return ""  # an array of what is another list's
        dtype = "" if kind.dtype == types.float64 else f", np.{dtype_name(kind.dtype)}"
        view = f"[{'::1, ' * kind.ndim}]" if kind.layout == "A" else ""
        return f"np.empty(({'0, ' * kind.ndim}){dtype}){view}"
    if not isinstance(types.unliteral(kind), (types.Number, types.Boolean)):
        return ""
    known = {types.float64: "0.0", types.int64: "0"}
    return known.get(types.unliteral(kind), f"np.{dtype_name(types.unliteral(kind))}(0)")


def is_made(statement: Statement) -> bool:
    """Return True for a statement that makes a list for values that follow."""
    return isinstance(statement, gast.Assign) and callee_of(statement.value) in MADE


def filled(statement: Statement) -> tuple[str, Expression]:
    """Return the list that a statement puts a value in, and the value; or "" and None."""
    if is_store(statement):
        return dotted(store_target(statement).value), statement.value
    made: Expression = getattr(statement, "value", None)
    if callee_of(made) == "runtime.lengthened":
        return dotted(made.args[0]), made.args[1]
    return "", None


def known_kinds(
    core: Core, given: tuple[Type, ...], result_of: ResultOf, unknown_list: str = ""
) -> Mapping[str, Type]:
    """Return the types of the names that do not rest on lists which are filled one by one.

    Of a parameter that is an `unknown_list` the type is found as well.
    """

    def change(block: Block) -> Block:
        return [unknown(s) if is_made(s) else s for s in block]

    def unknown(statement: Statement) -> Statement:
        return locate(gast.Assign(statement.targets, call(UNKNOWN), None), statement)

    def untyped(given: tuple[Type, ...]) -> Type:
        raise Untyped

    core = replace(core, tree=with_body(core.tree, map_blocks(core.tree.body, change)))
    callees = {n: Callee(n, value, result_of).result for n, value in core.functions.items()}
    kinds = tuple(map(types.unliteral, given))
    with global_compiler_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        refresh_declarations()
        surroundings = {**MODULES, **core.constants}
        try:
            walk = _AsFarAsKnown(core.tree, kinds, {**callees, UNKNOWN: untyped}, surroundings)
        except Undecided:  # Numba decides which branch runs
            return {}
        if unknown_list:
            walk.forget(unknown_list)
        with walk.until_known():
            walk.settle()
        return walk.of_all


class _AsFarAsKnown(Walk):
    """The way through a function that leaves out whatever has no type."""

    @contextlib.contextmanager
    def until_known(self, *bound: str) -> Iterator[None]:
        """Leave what cannot be typed; what it binds has the type that it has elsewhere."""
        try:
            yield
        except (Untyped, Undecided, SrcdiffError):
            self.missed = True
            self.go_back({name: self.of_all.get(name) for name in bound})

    def block(self, block: Block) -> None:
        """Find the types in a block."""
        for statement in block:
            with self.until_known(*targets(statement)):
                self.put_in(statement)
                STEPS.get(type(statement), Walk.nothing)(self, statement)

    def put_in(self, statement: Statement) -> None:
        """Find the type of a list by the arrays that are stored in it, or appended to it."""
        owner, method = method_called(statement)
        if method == "append":
            self.hold(owner, self.type_of(statement.value.args[0]))
        elif isinstance(statement, gast.Assign) and is_store(statement):
            target, kind = store_target(statement), types.unliteral(self.type_of(statement.value))
            self.hold(dotted(target.value), kind)
            places = target.slice.elts if isinstance(target.slice, gast.Tuple) else [target.slice]
            if isinstance(kind, types.Number) and self.is_unknown(dotted(target.value)):
                self.enter(dotted(target.value), types.Array(kind, len(places), "C"))

    def forget(self, parameter: str) -> None:
        """Take the type of a parameter for unknown."""
        del self.names[parameter], self.of_all[parameter]
        self.bindings[parameter] = []

    def hold(self, title: str, kind: Type) -> None:
        """Enter the type of a list that holds arrays, if it has none yet."""
        if self.is_unknown(title) and is_array(kind):
            self.enter(title, types.List(kind))

    def is_unknown(self, title: str) -> bool:
        """Return True if a name that is bound here has no type yet."""
        return title in self.bindings and title not in self.names

    def is_known_first(self, loop: Any) -> bool:
        """Return False: what loops find out when they begin does not matter."""
        return False
