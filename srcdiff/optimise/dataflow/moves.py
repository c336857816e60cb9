"""What has to hold for an expression to stand in another place of the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import gast

from srcdiff.core.operations import is_shape
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    callee_of,
    children,
    clone,
    dotted,
    is_adjoint,
    is_number,
    is_tape,
    mapped,
    names_in,
    reads,
    targets,
    walk,
    writes,
)

SIMPLE = (  # what a subscript may consist of to be repeated
    gast.Name,
    gast.Constant,
    gast.BinOp,
    gast.UnaryOp,
    gast.Tuple,
    gast.operator,
    gast.unaryop,
    gast.expr_context,
)
IsKnown = Callable[[str], bool]


@dataclass(frozen=True)
class Known:
    """What is known of names: of parts, arrays, integers, and of functions without effects."""

    is_part: IsKnown
    is_array: IsKnown
    is_integer: IsKnown
    is_pure: IsKnown


def is_index(part: str, value: Expression, known: Known) -> bool:
    """Return True if an expression is simple arithmetic of integers."""
    if not known.is_integer(part) or not isinstance(value, gast.BinOp):
        return False
    return is_small(value.left) and is_small(value.right)


def is_movable(value: Expression, known: Known) -> bool:
    """Return True if an expression has no effects."""
    for node in walk(value):
        if isinstance(node, gast.Call) and not known.is_pure(callee(node)):
            return False
    return not isinstance(value, gast.Tuple)


def is_only(part: str, rest: Block) -> bool:
    """Return True if the next statement only reads a part, to bind a name or to add to one."""
    return any(
        isinstance(statement, (gast.Assign, gast.AugAssign))
        and len(targets(statement)) == 1
        and dotted(statement.value) == part
        for statement in rest
    )


def callee(node: gast.Call) -> str:
    """Return the name of a called function."""
    return dotted(node.func)


def is_light(value: Expression) -> bool:
    """Return True if an expression reads better repeated than under a name of its own."""
    if isinstance(value, gast.Subscript):
        return is_element(value)
    if isinstance(value, gast.Compare):
        operands = (value.left, *value.comparators)
        return all(is_small(part) or is_element(part) for part in operands)
    if isinstance(value, gast.UnaryOp):
        return is_small(value.operand)
    return is_small(value)


def is_remade(part: str, value: Expression, known: Known) -> bool:
    """Return True if each evaluation of an expression makes an array of its own.

    What is written to one of them would not be in the others.
    """
    if not known.is_array(part) or isinstance(value, gast.Name):
        return False
    return not isinstance(value, gast.Subscript) or any(map(known.is_array, reads(value.slice)))


def is_element(value: Expression) -> bool:
    """Return True if an expression is an element that is easily read; saved values are not."""
    if not isinstance(value, gast.Subscript) or is_tape(dotted(value.value)):
        return False
    return all(isinstance(node, SIMPLE) for node in walk(value.slice))


def is_small(value: Expression) -> bool:
    """Return True if an expression is a name, a number, or an element."""
    return isinstance(value, gast.Name) or is_number(value)


def all_reads(tree: gast.AST) -> list[str]:
    """Return the names that are read in a tree, as often as they are read."""
    found = []
    for node in walk(tree):
        if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Load):
            found.append(node.id)
        elif isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name):
            found.append(node.target.id)
    return found


def occurrences(statement: Statement) -> list[str]:
    """Return the names that a statement reads itself, not in its blocks."""
    if not blocks(statement):
        return all_reads(statement)
    return all_reads(statement.iter if isinstance(statement, gast.For) else statement.test)


def is_read_inside(name: str, statement: Statement) -> bool:
    """Return True if the blocks of a compound statement read a name."""
    if isinstance(statement, gast.While) and name in names_in(statement.test)[0]:
        return True  # the condition is evaluated again and again
    return any(name in names_in(s)[0] for part in blocks(statement) for s in part)


def blocks_of(statement: Statement) -> Block:
    """Return all statements directly in the blocks of a compound statement."""
    new = [s for part in blocks(statement) for s in part]
    if isinstance(statement, gast.For):
        new.append(gast.Assign([statement.target], gast.Constant(0, None), None))
    return new


def writes_of(statement: Statement) -> list[str]:
    """Return the names that a statement binds itself."""
    if isinstance(statement, gast.For):
        return sorted(writes(statement.target))
    if isinstance(statement, gast.AugAssign) and isinstance(statement.target, gast.Name):
        return [statement.target.id, statement.target.id]  # bound before, and bound again
    return list(targets(statement))


def loaded(value: Expression, is_array: IsKnown) -> set[str]:
    """Return the arrays whose elements an expression may read, by itself or in a call.

    What has a subscript is one, whether or not its type is known, and a list whose length at its
    place is asked for.
    """
    if callee_of(value) == "runtime.length":
        return set(names_in(value.args[0])[0])
    if is_shape(value):
        return set()
    if isinstance(value, gast.Name):
        return {value.id} if is_array(value.id) else set()
    own = isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name)
    found = {n for part in children(value) for n in loaded(part, is_array)}
    return {value.value.id, *found} if own else found


def spoils(statement: Statement, arrays: set[str], known: Known) -> bool:
    """Return True if a statement may change elements of one of the arrays.

    The adjoints of arrays are other memory than the arrays of the primal, but two
    arrays of the same kind may share memory. A call may be a barrier, where other threads write;
    no other thread writes to a tape, and who is given adjoints only has no name of it.
    """
    if not arrays:
        return False
    store = statement.targets[0] if isinstance(statement, gast.Assign) else None
    if isinstance(statement, gast.AugAssign):
        store = statement.target
    written = ""
    if isinstance(store, gast.Subscript) and isinstance(store.value, gast.Name):
        written = store.value.id
    elif isinstance(store, gast.Name) and isinstance(statement, gast.AugAssign):
        written = store.id if known.is_array(store.id) else ""
    if written:
        if any(is_adjoint(a) == is_adjoint(written) and not is_tape(written) for a in arrays):
            return True
        if written in arrays:
            return True
    calls = [node for node in walk(statement) if isinstance(node, gast.Call)]
    impure = [node for node in calls if not known.is_pure(callee(node))]
    if not all(map(is_tape, arrays)):
        return bool(impure)
    given = [part for node in impure for part in (*node.args, *node.keywords)]
    methods = [node.func.value for node in impure if isinstance(node.func, gast.Attribute)]
    names = {name for part in (*given, *methods) for name in names_in(part)[0]}
    return not all(is_adjoint(name) or name == "cuda" for name in names)  # `cuda.syncthreads()`


def fill(tree: Statement, part: str, value: Expression, copied: bool = True) -> Statement:
    """Return a statement with a name replaced by the expression it stands for.

    It is copied unless it stands nowhere else.
    """
    if part not in names_in(tree)[0]:
        return tree
    if isinstance(tree, gast.Name):
        return clone(value) if copied else value
    return mapped(tree, lambda inner: fill(inner, part, value, copied))
