"""Find out which functions may raise, and make functions that return what they raise."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.memo import made_once
from srcdiff.front.parse import Made, Source, plain_function, signature, source_of
from srcdiff.normalise.control_flow.hazards import FUNCTIONS, hazards
from srcdiff.normalise.functions.lookup import value_at
from srcdiff.normalise.functions.returns import falls_off
from srcdiff.normalise.functions.specialise import is_opaque
from srcdiff.normalise.functions.standard_names import is_user_function, standard_name
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    constant,
    dotted,
    kept,
    locate,
    map_blocks,
    name,
    tuple_of,
    walk,
    walk_statements,
)

Groups = tuple[tuple[type, ...], ...]  # the classes that each of some handlers takes
CAUGHT = "_caught"  # after the name of a function that returns what it raises
NOTHING = Ellipsis  # in a result: a part that has no value


def group_of(error: type, groups: Groups) -> int | None:
    """Return the place of the first handler that takes an exception, or None.

    >>> group_of(ZeroDivisionError, ((KeyError,), (ValueError, ArithmeticError)))
    1
    """
    return next((k for k, group in enumerate(groups) if issubclass(error, group)), None)


def may_raise(function: Any) -> bool:
    """Return True if a function of the user may raise an exception, to judge by its text.

    >>> def half(x): return 0.5 * x
    >>> def inverse(x): return 1.0 / x
    >>> def both(x): return half(x) + inverse(x)
    >>> may_raise(half), may_raise(inverse), may_raise(both)
    (False, True, True)
    """
    pending, seen = [function], set()
    while pending:
        one = pending.pop()
        if is_opaque(one) or id(one) in seen:
            continue
        seen.add(id(one))
        source = source_of(one)
        is_raising, called = kept("_raises", source.tree, own_raises)
        if is_raising:
            return True
        for title in called:
            value, known = called_by(title, source.namespace)
            if is_user_function(value):
                pending.append(value)
            # what is not known may be a function of the user that is passed as an argument
            elif known in FUNCTIONS or (value is None and "." not in title):
                return True
    return False


def own_raises(tree: gast.AST) -> tuple[bool, frozenset[str]]:
    """Return True if a function itself may raise, and what it calls.

    >>> from srcdiff.syntax import function
    >>> own_raises(function("def f(x): return g(x) / x"))
    (True, frozenset({'g'}))
    """
    nodes = walk(tree)
    called = frozenset(dotted(node.func) for node in nodes if isinstance(node, gast.Call))
    return any(map(raises, nodes)), called


def raises(node: gast.AST) -> bool:
    """Return True if a node of a function may raise, the nodes below it and calls left out."""
    if isinstance(node, (gast.Raise, gast.Assert)):
        return True
    if isinstance(node, gast.AugAssign):
        return bool(hazards(gast.BinOp(node.target, node.op, node.value)))
    return not isinstance(node, gast.Call) and bool(hazards(node))


def called_by(title: str, namespace: Mapping[str, Any]) -> tuple[Any, str]:
    """Return what a name stands for, and what the rules call it."""
    value = value_at(title, namespace)
    return value, standard_name(value, title.split(".")[-1])


def caught(function: Any, groups: Groups) -> Made:
    """Return the function that tells which of some handlers takes what it raised.

    It returns 0 and the result, or the number of the handler, counted from 1.
    """
    plain = plain_function(function)
    return made_once(
        ("caught", id(plain), groups),
        plain,
        lambda: made(source_of(plain), groups, signature(plain)),
    )


def made(source: Source, groups: Groups, shape: inspect.Signature) -> Made:
    """Return what `caught` returns, from the text of a function."""
    namespace = dict(source.namespace)
    handlers = []
    count = parts_of_result(source)
    for place, group in enumerate(groups, start=1):
        names = [f"caught{SEPARATOR}{place}{SEPARATOR}{k}" for k in range(len(group))]
        namespace.update(zip(names, group, strict=True))
        answer = gast.Return(result(constant(place), [constant(NOTHING)] * count))
        handlers.append(gast.ExceptHandler(tuple_of(map(name, names)), None, [answer]))
    own = source.tree.args
    body = map_blocks(source.tree.body, lambda block: [with_code(s, count) for s in block])
    if falls_off(body):
        body = [*body, gast.Return(result(constant(0), [constant(None)] * count))]
    whole = locate(gast.Try(body, handlers, [], []), source.tree)
    tree = gast.FunctionDef(f"{source.tree.name}{CAUGHT}", own, [whole], [], None, None, [])
    gast.copy_location(tree, source.tree)
    written = source.written or source.tree
    return Made(Source(None, tree, namespace, source.origin, written), shape)


def parts_of_result(source: Source) -> int:
    """Return how many values a function returns, to judge by its text."""
    found = [s.value for s in walk_statements(source.tree.body) if isinstance(s, gast.Return)]
    counts = {
        len(value.elts) if isinstance(value, gast.Tuple) else 1
        for value in found
        if value is not None
    }
    return counts.pop() if len(counts) == 1 else min(len(counts), 1)


def with_code(statement: Any, count: int) -> Any:
    """Return a statement that returns 0, too, if it returns something."""
    if not isinstance(statement, gast.Return):
        return statement
    value = constant(None) if statement.value is None else statement.value
    values = value.elts if isinstance(value, gast.Tuple) and count != 1 else [value]
    return locate(gast.Return(result(constant(0), values if count else [])), statement)


def result(code: Expression, values: list[Expression]) -> Expression:
    """Return the result of a function that tells what it raised."""
    return tuple_of([code, *values]) if values else code
