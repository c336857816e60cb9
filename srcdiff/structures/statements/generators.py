"""Generator functions: the block of a loop over one stands where it yields."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax, located
from srcdiff.front.callables import unwrapped
from srcdiff.front.parse import Source, source_of
from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.structures.calls.in_place import Copied, copy_at, enter
from srcdiff.structures.calls.inner_calls import bound_inside
from srcdiff.structures.state.slots import YIELDS, yields
from srcdiff.structures.state.values import Closure, Known, Method, Value
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    call,
    clone,
    constant,
    dotted,
    locate,
    map_blocks,
    name,
    walk,
    walk_statements,
    with_changed,
)

GOING_OVER = {
    *("sum", "max", "min", "list", "tuple", "sorted", "any", "all", "enumerate", "zip", "len"),
    *("float", "int", "abs", "range"),
}


def generator_of(frame: Any, tree: Expression) -> Source | None:
    """Return the generator function that an expression calls, None for anything else."""
    if not isinstance(tree, gast.Call) or any(isinstance(a, gast.Starred) for a in tree.args):
        return None
    value, _ = frame.trial(lambda: frame.value(tree.func))
    while isinstance(value, Method):
        value = value.function
    if isinstance(value, Closure) and isinstance(value.tree, gast.FunctionDef):
        inside = Source(None, value.tree, frame.namespace, frame.source.origin)
        return inside if yields(value.tree) else None
    plain = unwrapped(value.value) if isinstance(value, Known) else None
    if not frame.is_of_user(plain):
        return None
    source = source_of(plain)
    return source if yields(source.tree) else None


def loop_over(frame: Any, statement: gast.For, source: Source) -> None:
    """Take a loop over a generator apart: its block is run in the place of each `yield`.

    Raises UnsupportedSyntax where what is yielded is used otherwise.
    """
    made: gast.Call = statement.iter
    value = frame.value(made.func)
    given, words = frame.arguments(made)
    while isinstance(value, Method):
        given, words = [*value.given, *given], {**dict(value.words), **words}
        value = value.function
    if any(running == id(source.tree) for running, _ in frame.in_place):
        raise UnsupportedSyntax(
            f"`{source.tree.name}`, a generator, calls itself", statement, "use a list"
        )
    if isinstance(value, Closure):
        values = bound_inside(frame, value.tree, given, words, made)
    else:
        values = frame.bound_arguments(value.value, given, words, made)
    copied = copy_at(frame, source, made)
    body = frame.program.rewritten.get(id(statement))
    if body is None:
        flag = frame.temporary_name("left", statement)
        body = frame.program.rewritten[id(statement)] = with_block(copied, statement, flag)
    frame.in_place.append((id(source.tree), None))
    frame.touched = True
    try:
        with located(frame.source.origin):
            enter(frame, copied, {copied.titles.get(k, k): v for k, v in values.items()}, made)
            frame.take(body)
    finally:
        frame.in_place.pop()
    for title in copied.titles.values():
        frame.state.names.pop(title, None)


def with_block(copied: Copied, statement: gast.For, flag: str) -> Block:
    """Return the statements of a generator, with the block of a loop where it yields.

    `flag` is a name for whether `break` has left the loop.

    Raises UnsupportedSyntax where what is yielded is used in another way.
    """
    body = copied.tree.body
    if isinstance(body[-1], gast.Return):
        body = body[:-1]
    ends = [s for s in walk_statements(body) if isinstance(s, gast.Return)]
    block = list(statement.body)
    is_left = has_exit(block, gast.Break)
    if has_exit(block, (gast.Continue, gast.Break)):
        block = [once(with_flag(block, flag), statement)]
    if is_left:
        block = [*block, leave(flag, statement)]

    def change(old: Block) -> Block:
        new = [n for s in old for n in yielded(s, statement, block)]
        return [n for s in new for n in ([s, leave(flag, s)] if goes_on(s, flag, block) else [s])]

    made: Block = change(map_blocks(body, change)) if body else []
    left = [n for s in own_statements(made, block) for n in walk(s) if isinstance(n, YIELDS)]
    tried = is_left and any(isinstance(s, gast.Try) for s in own_compounds(made, block))
    if left or ends or tried:
        raise UnsupportedSyntax(
            "what this generator yields is used in another way than by a loop"
            if not tried
            else "a loop over a generator with `try` is left by `break`",
            statement,
            "collect the values in a list",
        )
    if is_left:
        made = [locate(assign(flag, constant(False)), statement), once(made, statement)]
        test = gast.UnaryOp(gast.Not(), name(flag))
        last = [locate(gast.If(test, statement.orelse, []), statement)]
        return [*made, *(last if statement.orelse else [])]
    return [*made, *statement.orelse]


def once(block: Block, place: Statement) -> Statement:
    """Return a loop that runs a block once, which `break` and `continue` leave."""
    target = gast.Name(f"once{SEPARATOR}yielded", gast.Store(), None, None)
    return locate(gast.For(target, call("range", constant(1)), block, [], None), place)


def leave(flag: str, place: Statement) -> Statement:
    """Return the statement that leaves a loop of the generator if the block was left."""
    return locate(gast.If(name(flag), [gast.Break()], []), place)


def with_flag(block: Block, flag: str) -> Block:
    """Return a block of a loop in which `break` sets a flag.

    >>> from srcdiff.syntax import statements, unparse
    >>> for s in with_flag(statements("if x: break\\nfor k in y: break"), "left"): print(unparse(s))
    if x:
        left = True
        break
    for k in y:
        break
    """
    new: Block = []
    for statement in block:
        if isinstance(statement, gast.Break):
            new.append(locate(assign(flag, constant(True)), statement))
        if isinstance(statement, (gast.For, gast.While)):
            orelse = with_flag(statement.orelse, flag)
            inner = [statement.body, orelse] if orelse else [statement.body]
            new.append(with_changed(statement, inner))
        elif blocks(statement):
            new.append(
                with_changed(statement, [with_flag(part, flag) for part in blocks(statement)])
            )
        else:
            new.append(statement)
    return new


def goes_on(statement: Statement, flag: str, block: Block) -> bool:
    """Return True for a loop of a generator that goes on although its block was left."""
    if not isinstance(statement, (gast.For, gast.While)) or any(s is statement for s in block):
        return False
    return any(isinstance(n, gast.Name) and n.id == flag for n in walk(statement))


def own_compounds(block: Block, other: Block) -> Block:
    """Return the statements with blocks in a block that are none of those of another."""
    known = {id(s) for s in walk_statements(other)}
    return [s for s in walk_statements(block) if id(s) not in known and list(blocks(s))]


def yielded(statement: Statement, loop: gast.For, block: Block) -> Block:
    """Return what stands in the place of a statement of a generator."""
    value = statement.value if isinstance(statement, gast.Expr) else None
    if isinstance(value, gast.Yield):
        item = value.value if value.value is not None else constant(None)
        return [locate(assign(clone(loop.target), item, statement), statement), *block]
    if isinstance(value, gast.YieldFrom):
        inner = gast.For(clone(loop.target), value.value, block, [], None)
        return [locate(gast.copy_location(inner, statement), statement)]
    return [statement]


def own_statements(block: Block, other: Block) -> Block:
    """Return the statements in a block that are none of those of another."""
    known = {id(s) for s in walk_statements(other)}
    return [s for s in walk_statements(block) if id(s) not in known and not list(blocks(s))]


def is_apart(statement: gast.AST, tree: gast.Call) -> bool:
    """Return True if a statement changes nothing while it goes over what a generator yields.

    >>> from srcdiff.syntax import statements
    >>> texts = "s = sum(g(x))\\ns = [h.step(v) for v in g(x)]\\nfor v in list(g(x)): s.a = v"
    >>> made = statements(texts)
    >>> [is_apart(s, next(n for n in walk(s) if getattr(getattr(n, "func", 0), "id", "") == "g"))
    ...  for s in made]
    [True, False, False]
    """
    before = set(map(id, walk(tree)))  # what it is called with
    for node in walk(statement):
        if isinstance(node, gast.Call) and id(node) not in before:
            called = dotted(node.func)
            if called not in GOING_OVER and called.partition(".")[0] not in ("np", "math"):
                return False
        is_part = isinstance(node, (gast.Attribute, gast.Subscript))
        if is_part and isinstance(node.ctx, (gast.Store, gast.Del)) and has_block(statement):
            return False
    return True


def has_block(statement: gast.AST) -> bool:
    """Return True if a statement has others in it."""
    return bool(getattr(statement, "body", ()))


def as_list(frame: Any, tree: gast.Call) -> Value:
    """Return a list of what a generator yields, which is made before it is used.

    Raises UnsupportedSyntax where it may see what is done in between.
    """
    if not is_apart(frame.running, tree):
        raise UnsupportedSyntax(
            "a generator runs while other statements change what it may read",
            tree,
            "use it in a loop of its own, or make a list: `list(...)`",
        )
    found = frame.program.rewritten.get(id(tree))
    if found is None:
        title = f"yielded{SEPARATOR}{frame.program.count()}"
        item = f"item{SEPARATOR}{title}"
        target = gast.Name(item, gast.Store(), None, None)
        add = gast.Expr(call(f"{title}.append", name(item)))
        loop = gast.For(target, tree, [add], [], None)
        empty = assign(title, gast.List([], gast.Load()), tree)
        found = title, [locate(s, tree) for s in (empty, loop)]
        frame.program.rewritten[id(tree)] = found
    title, statements = found
    frame.local |= {title, f"item{SEPARATOR}{title}"}
    frame.slots |= {title}
    for statement in statements:
        frame.statement(statement)
    value: Value = frame.value(locate(name(title), tree))
    return value
