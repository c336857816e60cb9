"""`with` of objects of one's own: what they do when it is entered and left, around its block."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.syntax import Block, Statement, assign, call, constant, locate, name, walk


def with_object(frame: Any, statement: gast.With) -> bool:
    """Take a `with` of an object apart; return False for anything else.

    What its block raises leaves the function, so that nothing sees what `__exit__` does then.
    """
    first, *others = statement.items
    if not frame.may_have(first.context_expr, "__enter__"):
        return False
    frame.enter_context(statement)
    last = statement.body[-1]
    if isinstance(last, gast.Return) and last.value is not None:
        result = frame.temporary_name("result", statement)
        for one in frame.again("kept", statement, lambda: returned_behind(statement, result)):
            if not frame.state.is_dead:
                frame.statement(one)
        return True
    inner = statement.body
    if others:
        rest = frame.again("rest", statement, lambda: gast.With(others, statement.body, None))
        inner = [locate(rest, statement)]
    check_left_at_end(inner, statement)
    title = frame.temporary_name("context", statement)
    for one in frame.again("within", statement, lambda: around(statement, first, inner, title)):
        if not frame.state.is_dead:
            frame.statement(one)
    if not frame.state.is_dead:
        leave(frame, statement, title)
    return True


def returned_behind(statement: gast.With, title: str) -> Block:
    """Return a `with` whose result is computed in it, and returned behind it."""
    *before, last = statement.body
    kept = assign(title, last.value, last)
    inside = gast.copy_location(gast.With(statement.items, [*before, kept], None), statement)
    return [inside, locate(gast.Return(name(title)), last)]


def check_left_at_end(block: Block, place: Statement) -> None:
    """Refuse a block that is left before its end: `__exit__` would have to run there."""
    returns = any(isinstance(node, gast.Return) for part in block for node in walk(part))
    if returns or has_exit(block, (gast.Break, gast.Continue)):
        raise UnsupportedSyntax(
            "the block of a `with` of an object is left before its end",
            place,
            "bind the result inside, and return it behind the `with`",
        )


def around(statement: gast.With, first: Any, inner: Block, title: str) -> Block:
    """Return what enters the object, and the block."""
    entered = call(f"{title}.__enter__")
    target = first.optional_vars
    new: Block = [assign(title, first.context_expr, statement)]
    if target is None:
        new.append(locate(gast.Expr(entered), statement))
    else:
        new.append(locate(gast.Assign([target], entered, None), statement))
    return [*new, *inner]


def leave(frame: Any, statement: gast.With, title: str) -> None:
    """Call the method `__exit__` of an object.

    Raises UnsupportedSyntax for one that may hide what the block raises.
    """
    nothing = [constant(None)] * 3
    made = frame.again("exit", statement, lambda: call(f"{title}.__exit__", *nothing))
    if frame.truth(frame.value(locate(made, statement))) is not False:
        raise UnsupportedSyntax(
            "the `__exit__` of this object may hide what is raised",
            statement,
            "let it return nothing",
        )
