"""Refuse what could be silently wrong: effects and types that the analyses do not follow."""

from __future__ import annotations

import gast
import numpy as np

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.lists_of_arrays import changed_list
from srcdiff.analyse.aliasing.statement_effects import NOISY, Roots
from srcdiff.analyse.checks.sharing import MayShare, check_shared
from srcdiff.analyse.checks.written_defaults import written_default
from srcdiff.analyse.flow.written import binding, quoted
from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.core import Core
from srcdiff.core.operations import (
    Operation,
    call_of,
    draws,
    is_method,
    is_store,
    operation,
    store_target,
)
from srcdiff.core.primitives import functions_with
from srcdiff.errors import UnsupportedSyntax, UnsupportedType
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import (
    Expression,
    Statement,
    all_parameters,
    base,
    dotted,
    parameters,
    targets,
    walk_statements,
)

CHANGING = functions_with(writes=True)
CHANGING_METHODS = {
    "byteswap",
    "fill",
    "itemset",
    "partition",
    "put",
    "resize",
    "setfield",
    "setflags",
    "sort",
}
PLAIN = (
    numba_types.Integer,
    numba_types.Boolean,
    numba_types.NoneType,
    numba_types.UnicodeType,
)


CONTAINERS = (numba_types.ListType, numba_types.DictType, numba_types.List)
OBJECT = numba_types.ClassInstanceType


def check_callees(core: Core) -> None:
    """Refuse calls of variables, which may stand for several functions.

    Raises UnsupportedSyntax.
    """
    bound = {
        *parameters(core.tree),
        *(t for s in walk_statements(core.tree.body) for t in targets(s)),
    }
    for statement in walk_statements(core.tree.body):
        call = call_of(statement)
        if call is not None and isinstance(call.func, gast.Name) and call.func.id in bound:
            raise UnsupportedSyntax(
                f"`{base(call.func.id)}` stands for different functions",
                binding(core, call.func.id, statement),
                "call each of them in an `if`",
            )


def check_effects(
    core: Core, types: Types, memory: Effects, may_share: MayShare = lambda call, positions: False
) -> None:
    """Refuse statements that change something which the analyses do not see.

    `may_share` tells of calls whether arguments that are written to may share memory.
    Raises UnsupportedSyntax for functions of NumPy that write to their arguments, and
    UnsupportedType for methods of objects that change.
    """
    held = held_elsewhere(core, types, memory)
    for statement in walk_statements(core.tree.body):
        if changed_list(statement, memory.lists.__contains__):
            continue
        check_written(core, types, statement)
        stored = {dotted(store_target(statement).value)} if is_store(statement) else set()
        if (stored | memory.writes[statement]) & held:
            raise UnsupportedType(
                "an array that a list or an object has is written to, which is not differentiated "
                "yet",
                statement,
                "pass the array as an argument of its own",
            )
        found = operation(call_of(statement))
        if found is not None and found.name in core.functions:
            check_shared(core, statement, memory, may_share)
            check_ruled(core, statement.value, memory.writes[statement])
        elif found is not None:
            check_call(core, types, statement, found)


def check_call(core: Core, types: Types, statement: Statement, found: Operation) -> None:
    """Refuse a call of a function that is not the user's for what it changes."""
    call = statement.value
    if is_method(found) and may_change(found.operands[0], types) and not draws(found.name):
        kind = text(types[dotted(found.operands[0])])
        raise UnsupportedType(
            f"{quoted(core, call)} calls a method of {kind}, which is not differentiated yet",
            call,
            "use arrays, or pass the numbers as arguments",
        )
    if is_method(found) and call.func.attr == "view" and len(found.operands) > 1:
        raise UnsupportedSyntax(
            f"{quoted(core, call)} reads numbers as those of another type, which is not "
            "differentiated",
            call,
            "use `.astype`, or functions such as np.frexp and np.real",
        )
    if writes(found) or writes_result(call, found):
        raise UnsupportedSyntax(
            f"{quoted(core, call)} writes to an array, which is not differentiated yet",
            call,
            "write the loop over the elements",
        )
    if isinstance(statement, gast.Expr) and found.function not in NOISY:
        raise UnsupportedSyntax(
            f"{quoted(core, call)} is called for its effect, which is not differentiated yet",
            call,
            f"leave it out, or call it outside `{core.tree.name}`",
        )


def held_elsewhere(core: Core, types: Types, memory: Effects) -> set[str]:
    """Return the names of arrays that are parts of lists or of objects, which nothing follows."""
    found: set[str] = set()
    for statement in walk_statements(core.tree.body):
        value = statement.value if isinstance(statement, gast.Assign) else None
        owner = value.value if isinstance(value, (gast.Subscript, gast.Attribute)) else None
        if owner is None or dotted(owner) in memory.lists:
            continue
        if isinstance(types[dotted(owner)], (*CONTAINERS, OBJECT)):
            found.update(target for target in targets(statement) if types.is_array(target))
    return found


def check_written(core: Core, types: Types, statement: Statement) -> None:
    """Refuse to write to lists for which no arrays stand: nothing follows what they hold.

    Raises UnsupportedType.
    """
    kind = types[dotted(store_target(statement).value)] if is_store(statement) else None
    if not isinstance(kind, CONTAINERS):
        return
    raise UnsupportedType(
        f"{quoted(core, store_target(statement).value)}, {text(kind)}, is written to, which is not "
        "differentiated yet",
        statement,
        "use an array",
    )


def may_change(owner: Expression, types: Types) -> bool:
    """Return True if methods may change an object, or nothing is known of it."""
    is_dtype = isinstance(owner, gast.Attribute) and owner.attr == "dtype"
    return not is_dtype and changes(types[dotted(owner)])


def changes(kind: Type) -> bool:
    """Return True if methods may change an object of a type."""
    immutable = (*PLAIN, numba_types.Number, numba_types.BaseTuple)
    return not is_array(kind) and not isinstance(kind, immutable)


def writes(found: Operation) -> bool:
    """Return True if an operation writes to an array that it is given."""
    if is_method(found):
        return found.name.split(".")[-1] in CHANGING_METHODS
    return found.function in CHANGING


def writes_result(call: gast.Call, found: Operation) -> bool:
    """Return True if a call passes an array that its result is written to."""
    if any(word.arg == "out" for word in call.keywords):
        return True
    if isinstance(found.function, np.ufunc):
        return len(call.args) > found.function.nin
    return found.function is np.dot and len(call.args) > 2


def check_ruled(core: Core, call: gast.Call, written: Roots) -> None:
    """Refuse a call of a function with a rule that writes to its arguments."""
    if written and rule_of_user(core.functions[dotted(call.func)]) is not None:
        raise UnsupportedSyntax(
            f"{quoted(core, call.func)} has a rule, and writes to its arguments: a rule tells "
            "of results only",
            call,
            "return a new array, or leave out the rule",
        )


def check_stores(core: Core) -> None:
    """Refuse writes to elements of global arrays, and of what is no named array.

    Raises UnsupportedSyntax.
    """
    for statement in filter(is_store, walk_statements(core.tree.body)):
        array = store_target(statement).value
        if dotted(array) in core.constants:
            words = {part.id for part in all_parameters(core.written)}
            if core.origin.text(array) in words:
                raise written_default(core.origin.text(array), statement)
            raise UnsupportedSyntax(
                f"{quoted(core, array)} is a global array, and compiled code cannot write to it",
                statement,
                "pass it as an argument",
            )
        if not isinstance(array, gast.Name):
            raise UnsupportedSyntax(
                "only elements of named arrays can be assigned to",
                statement,
                "give the array a name first",
            )
