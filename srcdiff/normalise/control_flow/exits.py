"""Replace `break`, `continue` and the `else` of loops by conditions."""

from __future__ import annotations

import copy
from itertools import count

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    blocks,
    call,
    constant,
    ends_with,
    locate,
    name,
    number,
    range_parts,
    with_blocks,
    with_body,
    writes,
)


def exits(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with loops that are left only by their own condition.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(exits(function('''
    ... def f(x):
    ...     while x > 1.0:
    ...         if g(x):
    ...             continue
    ...         x = x / 2.0
    ... '''))))
    def f(x):
        while x > 1.0:
            if g(x):
                pass
            else:
                x = x / 2.0
    >>> print(unparse(exits(function('''
    ... def f(x):
    ...     for i in range(3, 9):
    ...         x = x / 2.0
    ...         if g(x):
    ...             break
    ...         x = x - 1.0
    ...     else:
    ...         x = 0.0
    ... '''))))
    def f(x):
        while·running·1 = True
        i·next = 3
        while while·running·1 and i·next < 9:
            i = i·next
            i·next = i·next + 1
            x = x / 2.0
            if g(x):
                while·running·1 = False
            else:
                x = x - 1.0
        if while·running·1:
            x = 0.0
    """
    loops = [0]
    return with_body(tree, exit_block(tree.body, loops))


def exit_block(block: Block, loops: list[int]) -> Block:
    """Rewrite the loops of a block; `loops` numbers the flags."""
    new: Block = []
    for statement in block:
        if isinstance(statement, (gast.For, gast.While)):
            new += exit_loop(statement, loops)
        elif blocks(statement):
            parts = [exit_block(part, loops) for part in blocks(statement)]
            new.append(with_blocks(statement, parts))
        else:
            new.append(statement)
    return new


def exit_loop(loop: Statement, loops: list[int]) -> Block:
    """Rewrite one loop, and the loops inside it."""
    broken = has_exit(loop.body, gast.Break)
    plain = copy.copy(loop)
    plain.orelse = []
    flag = ""
    if broken:
        loops[0] += 1
        flag = f"while·running·{loops[0]}"
    body = exit_block(loop.body, loops)
    body = jump(body, flag)
    otherwise = exit_block(loop.orelse, loops)
    if not broken:
        return [with_body(plain, body), *otherwise]
    begin = [assign(flag, constant(True), loop)]
    if isinstance(loop, gast.While):
        both = gast.BoolOp(gast.And(), [name(flag), loop.test])
        always = isinstance(loop.test, gast.Constant) and loop.test.value
        new = locate(gast.While(name(flag) if always else both, body, []), loop)
        begin.append(new)
    else:
        begin += counted(loop, body, flag)
    if otherwise:
        begin.append(locate(gast.If(name(flag), otherwise, []), loop))
    return begin


def counted(loop: gast.For, body: Block, flag: str) -> Block:
    """Write `for i in range(...)` as a `while` loop that a flag can end.

    The counter runs ahead of the variable, so that the body may assign to the variable, as a loop
    inside with the same variable does.
    """
    start, stop, step = range_parts(loop.iter)
    variable = loop.target.id
    while f"{variable}·next" in writes(body):
        variable = f"{variable}·outer"
    following = f"{variable}·next"
    new: Block = [assign(following, start, loop)]
    known = number(step)
    if known is None or not is_kept(stop, loop):
        last = f"{variable}·stop"
        new.append(assign(last, stop, loop))
        stop = name(last)
    if not is_kept(step, loop):
        width = f"{variable}·step"
        new.append(assign(width, step, loop))
        step = name(width)
    if known is None:
        # the sign of the step decides the direction, so the trips are counted
        trips = f"{variable}·trips"
        new.append(assign(trips, call("len", call("range", start, stop, step)), loop))
        test: Expression = gast.Compare(name(trips), [gast.Gt()], [constant(0)])
        fewer = binary(name(trips), gast.Sub(), constant(1))
        advance = [assign(trips, fewer, loop)]
    else:
        order = gast.Lt() if known > 0 else gast.Gt()
        test = gast.Compare(name(following), [order], [stop])
        advance = []
    ahead = binary(name(following), gast.Add(), step)
    advance = [
        assign(loop.target.id, name(following), loop),
        assign(following, ahead, loop),
        *advance,
    ]
    both = gast.BoolOp(gast.And(), [name(flag), test])
    return [*new, locate(gast.While(both, [*advance, *body], []), loop)]


def is_kept(part: Expression, loop: gast.For) -> bool:
    """Return True if a part of a range is a number, or a name that the loop does not bind."""
    if isinstance(part, gast.Name):
        return part.id not in writes([loop])
    return number(part) is not None


def has_exit(block: Block, kind: type | tuple[type, ...]) -> bool:
    """Return True if a block leaves its own loop by a statement of the given kinds."""
    for statement in block:
        if isinstance(statement, kind):
            return True
        if isinstance(statement, (gast.For, gast.While)):
            if has_exit(statement.orelse, kind):
                return True
        elif any(has_exit(part, kind) for part in blocks(statement)):
            return True
    return False


def jump(block: Block, flag: str, marks: tuple[str, ...] = ()) -> Block:
    """Replace `break` and `continue` in the body of a loop whose inner loops are done.

    `marks` are flags that a jump clears, for what follows further out.
    """
    new: Block = []
    for position, statement in enumerate(block):
        rest = block[position + 1 :]
        clear = [assign(mark, constant(False), statement) for mark in marks]
        if isinstance(statement, gast.Continue):
            return [*new, *clear] or [locate(gast.Pass(), statement)]
        if isinstance(statement, gast.Break):
            return [*new, assign(flag, constant(False), statement), *clear]
        leaves = isinstance(statement, gast.If) and any(
            has_exit([statement], kind) for kind in (gast.Break, gast.Continue)
        )
        if not leaves:
            new.append(statement)
        elif any(stops(part) for part in blocks(statement)):
            # whatever follows belongs to the way through the `if` that does not leave
            parts = [part if stops(part) else part + rest for part in blocks(statement)]
            return [*new, with_blocks(statement, [jump(part, flag, marks) for part in parts])]
        else:
            onward = flag_for(statement, marks)
            parts = [jump(part, flag, (*marks, onward)) for part in blocks(statement)]
            guard = gast.If(name(onward), jump(rest, flag, marks) or [gast.Pass()], [])
            new.append(assign(onward, constant(True), statement))
            return [*new, with_blocks(statement, parts), locate(guard, statement)]
    return new


def flag_for(statement: Statement, marks: tuple[str, ...]) -> str:
    """Return a name for the flag behind a statement, which no loop inside has for its own."""
    taken = {*marks, *writes([statement])}
    return next(flag for n in count(1) if (flag := f"if·onward·{n}") not in taken)


def stops(block: Block) -> bool:
    """Return True if every path through a block ends in `break`, `continue` or `raise`."""
    return ends_with(block, (gast.Break, gast.Continue, gast.Raise))
