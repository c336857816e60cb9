"""Write `try` as branches: a `raise` in it goes to the handler that takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.exceptions.caught import group_of
from srcdiff.normalise.exceptions.handlers import class_of, groups_of
from srcdiff.normalise.exceptions.try_exits import Points, chosen, is_direct, leave
from srcdiff.syntax import (
    ENDS,
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    clone,
    constant,
    ends_with,
    exits_from,
    locate,
    map_blocks,
    name,
    reads,
    walk_statements,
    with_blocks,
    with_body,
)


@needs(gast.Try)
def lower_try(tree: gast.FunctionDef, constants: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function without `try`; what may be raised in one is raised by `raise`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(lower_try(function('''
    ... def f(x, y):
    ...     try:
    ...         if y == 0:
    ...             raise ZeroDivisionError
    ...         z = x / y
    ...     except ArithmeticError:
    ...         z = 1.0
    ...     finally:
    ...         count(z)
    ...     return z
    ... '''), {})))
    def f(x, y):
        if y == 0:
            z = 1.0
        else:
            z = x / y
        count(z)
        return z
    >>> print(unparse(lower_try(function('''
    ... def f(x):
    ...     try:
    ...         for e in x:
    ...             if e < 0.0:
    ...                 raise ValueError
    ...         z = 1.0
    ...     except ValueError:
    ...         z = 0.0
    ...     return z
    ... '''), {})))
    def f(x):
        try·raised = 0
        for e in x:
            if e < 0.0:
                try·raised = 1
                break
        if try·raised == 0:
            z = 1.0
        if try·raised == 1:
            z = 0.0
        return z
    """
    if not any(isinstance(node, gast.Try) for node in walk_statements(tree.body)):
        return tree
    walk = Attempts(Naming(tree), constants)
    return with_body(tree, walk.block(tree.body))


class Attempts:
    """The walk of `attempts`, innermost first."""

    def __init__(self, naming: Naming, constants: Mapping[str, Any]) -> None:
        self.naming = naming
        self.constants = constants

    def block(self, block: Block) -> Block:
        """Rewrite the statements of a block."""
        new: Block = []
        for statement in block:
            inner = [self.block(part) for part in blocks(statement)]
            if isinstance(statement, gast.Try):
                new += self.attempt(with_blocks(statement, inner))
            else:
                new.append(with_blocks(statement, inner) if inner else statement)
        return new

    def attempt(self, statement: gast.Try) -> Block:
        """Return what stands for a `try` in whose parts there is no other."""
        groups = groups_of(statement, self.constants)
        body = [clone(part) for part in statement.body]  # no statement twice
        found = [s for s in walk_statements(body) if isinstance(s, gast.Raise)]
        places = {
            id(s): place
            for s in found
            if groups and (place := group_of(self.kind(s), groups)) is not None
        }
        handlers = tuple(
            self.handled(handler, [s for s in found if places.get(id(s)) == k])
            for k, handler in enumerate(statement.handlers)
        )
        points = Points(places, handlers, "")
        whole = [*body, *statement.orelse]
        if not places:
            new = whole
        elif is_direct(body, points):
            new = leave(whole, points, in_loop=False)
        else:
            points = Points(places, handlers, self.naming.part("try", "raised"))
            new = [assign(points.flag, constant(0), statement)]
            new += leave(whole, points, in_loop=False)
            new += chosen(points, ends_with(whole, ENDS), statement)
        return self.lastly(new, statement.finalbody)

    def kind(self, statement: gast.Raise) -> type:
        """Return the class of what is raised.

        Raises UnsupportedSyntax where that is not known.
        """
        kind = class_of(statement.exc, self.constants) if statement.exc is not None else None
        if kind is None:
            raise UnsupportedSyntax(
                "which exception this raises is not known", statement, "name its class here"
            )
        return kind

    def handled(self, handler: gast.ExceptHandler, raised: list[gast.Raise]) -> Block:
        """Return the statements of a handler, which may raise again what was raised."""
        kept = handler.name.id if isinstance(handler.name, gast.AST) else handler.name

        def change(block: Block) -> Block:
            return [self.again(s, kept, raised) for s in block]

        body = map_blocks(handler.body, change)
        if kept in reads(body):
            raise UnsupportedSyntax(
                f"the exception `{kept}` is used as a value",
                handler,
                "use only the fact that it was raised",
            )
        return body

    def again(self, statement: Statement, kept: str, raised: list[gast.Raise]) -> Statement:
        """Return a statement of a handler, or what it raises again."""
        if not isinstance(statement, gast.Raise):
            return statement
        same = isinstance(statement.exc, gast.Name) and statement.exc.id == kept
        if statement.exc is not None and not same:
            return locate(gast.Raise(statement.exc, None), statement)
        if not raised:
            return gast.Pass()  # never reached
        # what a function raised is only known to be of a class
        is_known = isinstance(raised[0].exc, gast.Call) or not self.kind(raised[0]).__subclasses__()
        if len(raised) > 1 or not is_known:
            raise UnsupportedSyntax(
                "which exception this raises again is not known",
                statement,
                "raise one of a class that is named here",
            )
        return clone(raised[0])

    def lastly(self, block: Block, last: Block) -> Block:
        """Return a block with the statements of `finally` on each way out of it."""
        if not last:
            return block
        for statement in exits_from(last):
            raise UnsupportedSyntax(
                "`finally` is left before its end", statement, "move this behind the `try`"
            )
        return [*self.before_exits(block, last), *map(clone, last)]

    def before_exits(self, block: Block, last: Block) -> Block:
        """Return a block with some statements before each way out of it."""
        left = {id(statement) for statement in exits_from(block)}

        def change(part: Block) -> Block:
            new: Block = []
            for statement in part:
                if id(statement) in left and getattr(statement, "value", None) is not None:
                    value = self.kept(statement.value, new, statement)
                    statement = locate(gast.Return(value), statement)
                    new += map(clone, last)
                elif id(statement) in left or isinstance(statement, gast.Raise):
                    new += map(clone, last)
                new.append(statement)
            return new

        return map_blocks(block, change)

    def kept(self, value: Expression, out: Block, place: Statement) -> Expression:
        """Return what keeps the value of an expression; what binds it is added to `out`.

        Literals stay: `...` in the place of what is None has no value that a variable can have.
        """
        if isinstance(value, gast.Constant):
            return value
        parts = value.elts if isinstance(value, gast.Tuple) else []
        if parts and not any(isinstance(part, gast.Starred) for part in parts):
            return gast.Tuple([self.kept(part, out, place) for part in parts], gast.Load())
        title = self.naming.part("return", "kept")
        out.append(assign(title, value, place))
        return name(title)
