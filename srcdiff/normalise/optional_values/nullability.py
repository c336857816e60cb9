"""Which variables may be None, and what a test tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import gast

from srcdiff.analyse.types.types import Type, types
from srcdiff.core.fixed_points import grown, settled
from srcdiff.normalise.optional_values.may_return_none import (
    absent_parts,
    optional_parts,
    returns_none,
    returns_tuples,
    text_of,
)
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    constant,
    dotted,
    is_none,
    name,
    parameters,
    targets,
    walk_statements,
    whole_target,
    writes,
)

UNKNOWN, NONE, VALUE = "unknown", "none", "value"
TYPED = "typed"  # it is taken for a value where it is used, and types decide where that is asked
NUMBERS = {"abs", "bool", "enumerate", "float", "int", "len", "max", "min", "range", "zip"}


def learnt(test: Expression, truth: bool) -> dict[str, str]:
    """Return what is known of variables where a test is true, or where it is not.

    >>> from srcdiff.syntax import expression
    >>> learnt(expression("a is not None and not b is None"), True)
    {'a': 'value', 'b': 'value'}
    >>> learnt(expression("a is None or x > 0"), False)
    {'a': 'value'}
    """
    match test:
        case gast.UnaryOp(op=gast.Not(), operand=inner):
            return learnt(inner, not truth)
        case gast.BoolOp(op=op, values=parts) if isinstance(op, gast.And) is truth:
            return {n: k for part in parts for n, k in learnt(part, truth).items()}
        case gast.Name(id=title) if truth:
            return {title: VALUE}
        case gast.Compare(left=gast.Name(id=title), ops=[op], comparators=[other]) if is_none(
            other
        ):
            if isinstance(op, (gast.Is, gast.Eq)):
                return {title: NONE if truth else VALUE}
            if isinstance(op, (gast.IsNot, gast.NotEq)):
                return {title: VALUE if truth else NONE}
    return {}


def is_absent(kind: Type) -> bool:
    """Return True if an argument of a type is None, given or left out."""
    return isinstance(kind, types.NoneType) or (
        isinstance(kind, types.Omitted) and kind.value is None
    )


def candidates(
    tree: gast.FunctionDef, none: set[str], known: Mapping[str, Any]
) -> tuple[set[str], set[str]]:
    """Return the variables that are None at some places, and those that always are."""
    values: dict[str, list[Expression]] = {p: [constant(None)] for p in none}
    for statement in walk_statements(tree.body):
        single = isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Name)
        for variable in writes([statement]) if single else ():
            values.setdefault(variable, []).append(statement.value)
        if not single:
            flagged, absent = unpacked_parts(statement, known), unpacked_absent(statement, known)
            for k, variable in enumerate(bound_here(statement)):
                own = values.setdefault(variable, [])
                own += [constant(None)] if k in flagged | absent else []
                own += [statement] if k not in absent else []
    for parameter in parameters(tree):
        if parameter in values and parameter not in none:
            values[parameter].append(name(parameter))
    found = grown(
        set[str](),
        lambda f: {v for v in values if any(may_be_none(part, f, known) for part in values[v])},
    )
    always = grown(set[str](), lambda always: {v for v in found if are_none(values[v], always)})
    return found - always, always


def are_none(values: list[Expression], always: set[str]) -> bool:
    """Return True if all of some values are None, or variables that always are."""
    return all(is_none(part) or getattr(part, "id", "") in always for part in values)


def unpacked_parts(statement: Statement, known: Mapping[str, Any]) -> frozenset[int]:
    """Return which of the names that a statement unpacks a result into may be None."""
    called = unpacked_result(statement, known)
    return frozenset() if called is None else optional_parts(called)


def unpacked_absent(statement: Statement, known: Mapping[str, Any]) -> frozenset[int]:
    """Return which of the names that a statement unpacks a result into are None."""
    called = unpacked_result(statement, known)
    return frozenset() if called is None else absent_parts(called)


def unpacked_result(statement: Statement, known: Mapping[str, Any]) -> Any:
    """Return the function whose result a statement unpacks into names, or None."""
    value: Expression = statement.value if isinstance(statement, gast.Assign) else None
    if callee_of(value) not in known:
        return None
    target = statement.targets[0]
    names = target.elts if isinstance(target, gast.Tuple) else []
    if not names or not all(isinstance(part, gast.Name) for part in names):
        return None
    return known[dotted(value.func)] if len({part.id for part in names}) == len(names) else None


def is_harmless(function: Any) -> bool:
    """Return True if a function of the user certainly changes no arrays: it writes to no element.

    >>> def root(x):
    ...     return None if x < 0.0 else math.sqrt(x)
    >>> def clear(v):
    ...     v[0] = 0.0
    >>> is_harmless(root), is_harmless(clear)
    (True, False)
    """
    tree = text_of(function)
    if tree is None:
        return False
    own = {*parameters(tree), *writes(tree.body)}
    made = [s for s in walk_statements(tree.body) if isinstance(s, gast.Assign)]
    numbers = {whole_target(s) for s in made if is_computed(s)}
    numbers -= {n for s in made if not is_computed(s) for n in targets(s)} | loop_targets(tree)
    numbers -= set(parameters(tree))
    for node in (node for statement in tree.body for node in gast.walk(statement)):
        if isinstance(node, gast.Subscript) and not isinstance(node.ctx, gast.Load):
            return False
        if isinstance(node, gast.AugAssign) and dotted(node.target) not in numbers:
            return False
        if isinstance(node, gast.Call):
            called = dotted(node.func)
            if called not in {*NUMBERS, tree.name} and not called.startswith("math."):
                return False
            if called.partition(".")[0] in own:
                return False
    return True


def is_computed(statement: Statement) -> bool:
    """Return True if a statement binds a number or a new array: no other name of an old one."""
    return isinstance(getattr(statement, "value", None), (gast.Constant, gast.BinOp))


def loop_targets(tree: gast.FunctionDef) -> set[str]:
    """Return the variables of the loops of a function."""
    loops = [s for s in walk_statements(tree.body) if isinstance(s, gast.For)]
    return {n for loop in loops for n in writes(loop.target)}


def asks_for_none(function: Any, place: int) -> bool:
    """Return True if a function of the user asks whether one of its arguments is None.

    >>> def scaled(x, factor):
    ...     return x if factor is None else x * factor
    >>> [asks_for_none(scaled, place) for place in range(3)]
    [False, True, False]
    """
    tree = text_of(function)
    if tree is None:
        return False
    own = parameters(tree)
    if place >= len(own):
        return False
    pairs = [
        (node.left, node.comparators[0])
        for statement in tree.body
        for node in gast.walk(statement)
        if isinstance(node, gast.Compare) and len(node.ops) == 1
    ]
    compared = {dotted(left) for left, right in pairs if is_none(right)}
    return own[place] in compared | asked(tree)


def full_tuples(tree: gast.FunctionDef, known: Mapping[str, Any]) -> set[str]:
    """Return the variables that are tuples with parts, or None.

    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x): a = None; a = (x, x); b = x; b = None")
    >>> full_tuples(tree, {})
    {'a'}
    """
    values: dict[str, list[Expression]] = {p: [tree] for p in parameters(tree)}
    for statement in walk_statements(tree.body):
        single = isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Name)
        for variable in bound_here(statement):
            values.setdefault(variable, []).append(statement.value if single else statement)
    return settled(
        set(values),
        lambda found: {v for v in found if all(is_full(part, found, known) for part in values[v])},
    )


def asked(tree: gast.FunctionDef) -> set[str]:
    """Return the variables that a function asks whether they are true.

    >>> from srcdiff.syntax import function
    >>> sorted(asked(function("def f(a, b, c): return c if a and not b else a")))
    ['a', 'b']
    """
    found: set[str] = set()
    for node in (node for statement in tree.body for node in gast.walk(statement)):
        tests = [node.test] if isinstance(node, (gast.If, gast.While, gast.IfExp)) else []
        tests += node.values if isinstance(node, gast.BoolOp) else []
        tests += [node.operand] if isinstance(node, gast.UnaryOp) else []
        found |= {test.id for test in tests if isinstance(test, gast.Name)}
    return found


def is_full(tree: Expression, found: set[str], known: Mapping[str, Any]) -> bool:
    """Return True if an expression is None, or a tuple with parts, as the variables `found` are."""
    if isinstance(tree, gast.Call):
        return returns_tuples(known.get(dotted(tree.func)))
    if isinstance(tree, gast.IfExp):
        return all(is_full(part, found, known) for part in (tree.body, tree.orelse))
    if isinstance(tree, gast.BoolOp):
        return all(is_full(part, found, known) for part in tree.values)
    if isinstance(tree, gast.Name):
        return tree.id in found
    return is_none(tree) or (isinstance(tree, gast.Tuple) and bool(tree.elts))


def bound_here(statement: Statement) -> Iterable[str]:
    """Return the names that a statement binds itself, those in its blocks left out."""
    if isinstance(statement, gast.For):
        return writes(statement.target)
    return targets(statement)


def may_be_none(tree: Expression, found: set[str], known: Mapping[str, Any]) -> bool:
    """Return True if an expression may have the value None."""
    if isinstance(tree, gast.IfExp):
        return any(may_be_none(part, found, known) for part in (tree.body, tree.orelse))
    if isinstance(tree, gast.BoolOp):
        parts = tree.values[-1:] if isinstance(tree.op, gast.Or) else tree.values
        return any(may_be_none(part, found, known) for part in parts)
    if callee_of(tree) in known:
        return returns_none(known[dotted(tree.func)])
    return is_none(tree) or (isinstance(tree, gast.Name) and tree.id in found)
