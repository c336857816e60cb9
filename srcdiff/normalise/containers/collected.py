"""Give arrays of values that were computed one by one the type of these values."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import replace

import gast
from numba.core.registry import cpu_target

from srcdiff.analyse.types.types import Type, Types, dtype_name, typeof
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.untyped import list_of_arrays
from srcdiff.core import Core
from srcdiff.core.operations import call_of, is_shape, is_store, store_target
from srcdiff.errors import SrcdiffError, UnsupportedType
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    callee_of,
    constant,
    dotted,
    each_block,
    each_statement,
    key,
    locate,
    number,
    path,
    targets,
    unversioned,
    walk_statements,
)

PLACEHOLDERS = {  # what makes an array what each of them stands for
    "runtime.collect": "",
    "runtime.listed": "list",
    "runtime.nested": "runtime.in_lists",
}
TRIALS = 3
TypesOf = Callable[[Core], Types]


def collected(core: Core, types_of: TypesOf) -> tuple[Core, Types]:
    """Return a core form without placeholders, and its types.

    The values are taken to be of double precision first; then their types are known.
    Raises UnsupportedType where values of several kinds are kept in one array.
    """
    found = placeholders(core.tree)
    kinds: dict[str, Type] = dict.fromkeys(found, numba_types.float64)
    failure: SrcdiffError | None = None
    for _ in range(TRIALS):
        trial = replace(core, tree=with_dtypes(core.tree, kinds))
        try:
            types = types_of(trial)
        except UnsupportedType as error:
            failure, is_second = failure or error, failure is not None
            if is_second or not found:
                break  # and raise it with what it comes from
            check_alone(trial, found, types_of)
            kinds = dict.fromkeys(found, numba_types.int64)  # perhaps they are subscripts
            continue
        stored = {name: stored_type(core.tree, name, types) or kinds[name] for name in found}
        if stored == kinds:
            return trial, types
        kinds = stored
    raise failure or UnsupportedType(
        "a list of values of several kinds is not supported",
        next(iter(found.values())),
        "make all values floating-point numbers: float(i)",
    )


def check_alone(core: Core, lists: Container[str], types_of: TypesOf) -> None:
    """Raise the error for a list that holds arrays, where a function that gets it fails before.

    Raises UnsupportedType.
    """

    def change(statement: Statement) -> Block:
        made = call_of(statement)
        if made is None or dotted(made.func) not in core.functions:
            return [statement]
        if not any(dotted(argument) in lists for argument in made.args):
            return [statement]
        return [assign(target, constant(0.0), statement) for target in targets(statement)]

    tree = each_statement(core.tree, change)
    if key(tree) == key(core.tree):
        return
    try:
        types_of(replace(core, tree=tree))
    except UnsupportedType as error:
        if list_of_arrays(error):
            raise


def of_doubles(core: Core) -> Core:
    """Return a core form without placeholders, as if all values were of double precision."""
    kinds = dict.fromkeys(placeholders(core.tree), numba_types.float64)
    return replace(core, tree=with_dtypes(core.tree, kinds))


def placeholders(tree: gast.FunctionDef) -> dict[str, Statement]:
    """Return the statements that make arrays and lists of an unknown type, by their names."""
    return {
        targets(statement)[0]: statement
        for statement in walk_statements(tree.body)
        if isinstance(statement, gast.Assign) and callee_of(statement.value) in PLACEHOLDERS
    }


def first_elements(tree: gast.FunctionDef) -> dict[str, Expression | None]:
    """Return what all elements are at first, if there is that, of arrays of an unknown type.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(n):\\n x = runtime.listed(n, 0)\\n y = runtime.collect(n)")
    >>> {title: first and unparse(first) for title, first in first_elements(tree).items()}
    {'x': '0', 'y': None}
    """
    made = {title: statement.value.args for title, statement in placeholders(tree).items()}
    return {title: values[1] if len(values) > 1 else None for title, values in made.items()}


def stored_type(tree: gast.FunctionDef, array: str, types: Types) -> Type | None:
    """Return the one type that fits all values which are stored in an array."""
    kinds = [value_type(fill, types) for fill in placeholders(tree)[array].value.args[1:]]
    is_list = PLACEHOLDERS[dotted(placeholders(tree)[array].value.func)]
    parts = parts_of(tree, array) if is_list else {array}
    for statement in filter(is_store, walk_statements(tree.body)):
        if dotted(store_target(statement).value) in parts:
            kinds.append(value_type(statement.value, types))
    kinds += [value_type(value, types) for value in appended_to(tree, array)]
    return cpu_target.typing_context.unify_types(*kinds) if kinds else None


def appended_to(tree: gast.FunctionDef, array: str) -> list[Expression]:
    """Return the values by which a list gets longer."""
    found = [
        s.value for s in walk_statements(tree.body) if lengthened_list(s) == unversioned(array)
    ]
    return [value.args[1] for value in found]


def lengthened_list(statement: Statement) -> str:
    """Return the list that a statement makes longer, "" for other statements."""
    value: Expression = getattr(statement, "value", None)
    if callee_of(value) != "runtime.lengthened":
        return ""
    return unversioned(dotted(value.args[0]))


def parts_of(tree: gast.FunctionDef, array: str) -> set[str]:
    """Return the names of a list in whose parts values are stored, and of these parts."""
    found = {array}
    for statement in walk_statements(tree.body):
        value = statement.value if isinstance(statement, gast.Assign) else None
        if not isinstance(value, gast.Subscript) or isinstance(value.slice, gast.Slice):
            continue
        if dotted(value.value) in found:
            found.update(targets(statement))
    return found


def value_type(value: Expression, types: Types) -> Type:
    """Return the type of a value."""
    known = number(value)
    if known is not None:
        return numba_types.unliteral(typeof(known))
    if is_shape(value):
        return numba_types.intp
    if isinstance(value, gast.Constant):
        return numba_types.unliteral(typeof(value.value))
    return types[dotted(value)]


FILLED: Mapping[float | None, str] = {0: "np.zeros", 1: "np.ones"}


def not_negative(size: Expression) -> Expression:
    """Return the number of elements of a list that is repeated as often as a number says.

    A shape comes from a comprehension, whose number of items is never negative.
    """
    if isinstance(size, gast.Tuple):
        return size if len(size.elts) > 1 else size.elts[0]
    known = number(size)
    return size if is_shape(size) or (known or -1) >= 0 else call("max", size, constant(0))


def with_dtypes(tree: gast.FunctionDef, kinds: Mapping[str, Type]) -> gast.FunctionDef:
    """Return the function with arrays of the given types instead of placeholders.

    Lists are made of arrays, which normalise/containers/lists_to_arrays.py takes as they are.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(n):
    ...     x = runtime.listed(n, 0)
    ...     y = runtime.collect(n)
    ...     z = runtime.collect(n)
    ... ''')
    >>> kinds = {**dict.fromkeys("xy", numba_types.float64), "z": numba_types.boolean}
    >>> print(unparse(with_dtypes(tree, kinds)))
    def f(n):
        x = list(np.zeros(max(n, 0)))
        y = np.empty(n)
        z = np.empty(n, np.bool_)
    """
    found = set(placeholders(tree).values())
    elements = {unversioned(title): kind for title, kind in kinds.items()}

    def change(block: Block) -> Block:
        return [
            typed(s) if s in found else longer(s) if lengthened_list(s) in elements else s
            for s in block
        ]

    def longer(statement: gast.Assign) -> Statement:
        grown, value = statement.value.args
        kind = path(f"np.{dtype_name(elements[lengthened_list(statement)])}")
        value = call("runtime.lengthened", grown, gast.Call(kind, [value], []))
        return locate(gast.Assign(statement.targets, value, None), statement)

    def typed(statement: gast.Assign) -> Statement:
        (target,) = targets(statement)
        kind = kinds[target]
        size, *fill = statement.value.args
        dtype = [] if kind == numba_types.float64 else [path(f"np.{dtype_name(kind)}")]
        if not fill:
            made = call("np.empty", size, *dtype)
        elif number(fill[0]) in FILLED:
            made = call(FILLED[number(fill[0])], not_negative(size), *dtype)
        else:
            made = call("np.full", not_negative(size), fill[0], *(dtype or [path("np.float64")]))
        wrapper = PLACEHOLDERS[dotted(statement.value.func)]
        if wrapper:
            made = call(wrapper, made)
        return assign(target, made, statement)

    return each_block(tree, change) if found else tree
