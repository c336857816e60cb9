"""Generator functions: the block of a loop over one stands where it yields."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax, located
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.parse import source_of
from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.structures.calls.in_place import Copied, copy_at, enter
from srcdiff.structures.state.slots import YIELDS, yields
from srcdiff.structures.state.values import Known, Method, Value
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
)

GOING_OVER = {
    *("sum", "max", "min", "list", "tuple", "sorted", "any", "all", "enumerate", "zip", "len"),
    *("float", "int", "abs", "range"),
}


def generator_of(frame: Any, tree: Expression) -> Any:
    """Return the generator function that an expression calls, None for anything else."""
    if not isinstance(tree, gast.Call) or any(isinstance(a, gast.Starred) for a in tree.args):
        return None
    value, _ = frame.trial(lambda: frame.value(tree.func))
    while isinstance(value, Method):
        value = value.function
    plain = unwrapped(value.value) if isinstance(value, Known) else None
    if not frame.is_of_user(plain):
        return None
    return plain if yields(source_of(plain).tree) else None


def loop_over(frame: Any, statement: gast.For, function: Any) -> None:
    """Take a loop over a generator apart: its block is run in the place of each `yield`.

    Raises UnsupportedSyntax where it is left early, or where what is yielded is used otherwise.
    """
    if statement.orelse or has_exit(statement.body, gast.Break):
        raise UnsupportedSyntax(
            "a loop over a generator is left by `break`, or has an `else`",
            statement,
            "make a list of what is yielded",
        )
    made: gast.Call = statement.iter
    value = frame.value(made.func)
    given, words = frame.arguments(made)
    while isinstance(value, Method):
        given, words = [*value.given, *given], {**dict(value.words), **words}
        value = value.function
    source = source_of(function)
    if id(source.tree) in frame.in_place:
        raise UnsupportedSyntax(
            f"`{source.tree.name}`, a generator, calls itself", statement, "use a list"
        )
    own_signature(function)
    values: dict[str, Value] = frame.bound_arguments(function, given, words, made)
    copied = copy_at(frame, source, made)
    body = frame.program.rewritten.get(id(statement))
    if body is None:
        body = frame.program.rewritten[id(statement)] = with_block(copied, statement)
    frame.in_place.append(id(source.tree))
    frame.touched = True
    try:
        with located(frame.source.origin):
            enter(frame, copied, {copied.titles.get(k, k): v for k, v in values.items()}, made)
            frame.take(body)
    finally:
        frame.in_place.pop()
    for title in copied.titles.values():
        frame.state.names.pop(title, None)


def with_block(copied: Copied, statement: gast.For) -> Block:
    """Return the statements of a generator, with the block of a loop where it yields."""
    body = copied.tree.body
    if isinstance(body[-1], gast.Return):
        body = body[:-1]
    ends = [s for s in walk_statements(body) if isinstance(s, gast.Return)]
    block = list(statement.body)
    if has_exit(block, gast.Continue):
        once = gast.Name(f"once{SEPARATOR}yielded", gast.Store(), None, None)
        block = [locate(gast.For(once, call("range", constant(1)), block, [], None), statement)]

    def change(old: Block) -> Block:
        return [new for s in old for new in yielded(s, statement, block)]

    made: Block = change(map_blocks(body, change)) if body else []
    left = [n for s in own_statements(made, block) for n in walk(s) if isinstance(n, YIELDS)]
    if left or ends:
        raise UnsupportedSyntax(
            "what this generator yields is used in another way than by a loop",
            statement,
            "collect the values in a list",
        )
    return made


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
