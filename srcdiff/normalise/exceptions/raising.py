"""Say what operations and functions in a `try` raise, as `raise` statements of their own."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.parse import source_of
from srcdiff.normalise.control_flow.evaluation_order import conflict, order_matters
from srcdiff.normalise.control_flow.hazards import (
    Hazard,
    fixed_parameters,
    hazards,
    of_place,
    operands,
    test_of,
)
from srcdiff.normalise.control_flow.hoist import Hoister
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.exceptions.caught import Groups, caught, group_of, may_raise, parts_of_result
from srcdiff.normalise.exceptions.handlers import groups_of
from srcdiff.normalise.functions.specialise import entered
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    callee_of,
    clone,
    constant,
    dotted,
    has_operator,
    joined_by,
    locate,
    name,
    of_members,
    tuple_of,
    walk_statements,
    with_blocks,
    with_body,
)

MOST = 40  # tests in one function


@needs(gast.Try)
def raising(
    tree: gast.FunctionDef, functions: Mapping[str, Any], constants: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those it calls, with all exceptions that a `try` takes raised.

    Functions return what they raise.

    >>> from srcdiff.syntax import function, unparse
    >>> def half(x):
    ...     if x < 0.0:
    ...         raise ValueError("negative")
    ...     return 0.5 * x
    >>> tree, functions = raising(function('''
    ... def f(x, y):
    ...     try:
    ...         z = half(x) / y
    ...     except Exception:
    ...         z = 0.0
    ...     return z
    ... '''), {"half": half}, {})
    >>> print(unparse(tree))
    def f(x, y):
        try:
            z·raised, z·half = half_caught(x)
            if z·raised == 1:
                raise Exception
            if runtime.scalar(y) == 0:
                raise ZeroDivisionError('division by zero')
            z = z·half / y
        except Exception:
            z = 0.0
        return z
    >>> list(functions)
    ['half', 'half_caught']
    """
    if not any(isinstance(node, gast.Try) for node in walk_statements(tree.body)):
        return tree, dict(functions)
    known = dict(functions)
    walk = Raising(Naming(tree), known, constants, fixed_parameters(tree))
    return with_body(tree, walk.block(tree.body)), known


def alternatives(test: Expression) -> list[Expression]:
    """Return the parts of an `or`, or the test itself."""
    both = has_operator(test, gast.Or)
    return list(test.values) if both else [test]


def too_many(tree: gast.AST) -> UnsupportedSyntax:
    """Return the error for a `try` whose derivative would be mostly tests."""
    return UnsupportedSyntax(
        f"more than {MOST} operations around this may raise an exception that a `try` takes",
        tree,
        "leave in the `try` only what is meant to raise",
    )


def is_arithmetic(tree: gast.AST) -> bool:
    """Return True for an operator, or a power."""
    is_power = callee_of(tree) == "pow"
    return is_power or isinstance(tree, (gast.BinOp, gast.AugAssign))


def as_scalar(tree: Expression) -> Expression:
    """Return a variable as a number; 1.0 stands for it if it is an array."""
    return call("runtime.scalar", tree) if isinstance(tree, gast.Name) else tree


class Raising(Hoister):
    """The walk of `raising`; `groups` are the handlers around, the innermost first."""

    def __init__(
        self,
        naming: Naming,
        known: dict[str, Any],
        constants: Mapping[str, Any],
        fixed: frozenset[str],
        groups: Groups = (),
    ) -> None:
        super().__init__(naming, self.is_raising, self.raised)
        self.known = known
        self.constants = constants
        self.fixed = fixed  # parameters that are never bound again
        self.groups = groups
        self.judged: dict[str, bool] = {}  # whether functions of the user may raise
        self.checked: dict[
            Statement, tuple[int | None]
        ] = {}  # tests, and who takes what they raise

    def has_moved(self, tree: gast.AST) -> bool:
        """Return True if anything in a tree may raise, or is a `try`."""
        special = (gast.Try, gast.Assert)
        if isinstance(tree, special) or (isinstance(tree, gast.AugAssign) and self.risks(tree)):
            return True
        return super().has_moved(tree)

    def risks(self, tree: gast.AST) -> list[Hazard]:
        """Return the exceptions of an operation that a handler takes."""
        if isinstance(tree, gast.AugAssign):
            tree = gast.BinOp(tree.target, tree.op, tree.value)
        found = hazards(tree)
        if isinstance(tree, gast.Subscript) and dotted(tree.value) in self.fixed:
            found = of_place(tree)  # all others are in range (normalise/exceptions/lookups.py)
        return [h for h in found if group_of(h.error, self.groups) is not None]

    def is_raising(self, tree: gast.AST) -> bool:
        """Return True if an expression itself may raise what a handler takes."""
        return bool(self.risks(tree)) or (bool(self.groups) and self.is_call(tree))

    def is_call(self, tree: gast.AST) -> bool:
        """Return True if an expression calls a function of the user that may raise."""
        if callee_of(tree) not in self.known:
            return False
        title = dotted(tree.func)
        if title not in self.judged:
            self.judged[title] = may_raise(self.known[title])
        return self.judged[title]

    def statement(self, statement: Statement) -> Block:
        """Rewrite one statement."""
        if isinstance(statement, gast.Try):
            inner = self.inside(groups_of(statement, self.constants))
            parts = [inner.block(statement.body)]
            parts += [self.block(handler.body) for handler in statement.handlers]
            parts += [self.block(statement.orelse), self.block(statement.finalbody)]
            return [with_blocks(statement, parts)]
        if isinstance(statement, gast.Raise):
            return [statement]
        if isinstance(statement, gast.Assert) and group_of(AssertionError, self.groups) is not None:
            given = [statement.msg] if statement.msg is not None else []
            error = gast.Raise(call("AssertionError", *given), None)
            test = gast.UnaryOp(gast.Not(), statement.test)
            return self.statement(locate(gast.If(test, [error], []), statement))
        if isinstance(statement, gast.AugAssign) and self.risks(statement):
            return self.augmented(statement)
        if isinstance(statement, gast.Expr) and self.is_raising(statement.value):
            out: Block = []
            self.expression(statement.value, out, "value")
            return out
        return super().statement(statement)

    def inside(self, groups: Groups) -> Raising:
        """Return the walk for the body of a `try` with some handlers."""
        reached: Groups = ()
        for group in (*groups, *self.groups):
            if any(group_of(kind, reached) is None for kind in group):
                reached = (*reached, group)
        inner = Raising(self.naming, self.known, self.constants, self.fixed, reached)
        inner.checked = self.checked
        return inner

    def augmented(self, statement: gast.AugAssign) -> Block:
        """Rewrite `x /= y` and the like."""
        out: Block = []
        target = clone(statement.target)
        target.ctx = gast.Load()
        base = dotted(getattr(target, "value", target)) or "value"
        if conflict(target, statement.value):
            raise order_matters(statement)
        value = self.expression(statement.value, out, base)
        given = [self.atom(part, out, base) for part in (target, value)]
        self.check(self.risks(statement), given, out, statement)
        new = copy.copy(statement)
        new.value = given[1]
        return [*out, new]

    def raised(self, tree: Expression, out: Block, base: str, walk: Any) -> Expression:
        """Say what an expression raises, in statements before it; return what stands for it."""
        if self.is_call(tree):
            return self.called(tree, out, base)
        risks = self.risks(tree)
        parts = self.parts(operands(tree), out, base)
        count = len(parts) if any("x" in risk.test for risk in risks) else 0
        given = [
            self.atom(part, out, base) if k < count or k == 1 else part
            for k, part in enumerate(parts)
        ]
        self.check(risks, given, out, tree)
        new = copy.copy(tree)
        if isinstance(tree, gast.BinOp):
            new.left, new.right = given
        elif isinstance(tree, gast.Subscript):
            (new.value,) = given
        else:
            new.args = given
        return new

    def atom(self, tree: Expression, out: Block, base: str) -> Expression:
        """Return a name or a number for the value of an expression."""
        return tree if isinstance(tree, (gast.Name, gast.Constant)) else self.held(tree, out, base)

    def check(
        self, risks: list[Hazard], given: list[Expression], out: Block, place: gast.AST
    ) -> None:
        """Raise what an operation on some operands would raise."""
        # arithmetic of arrays raises nothing, and what is an array is not known yet
        tested = list(map(as_scalar, given)) if is_arithmetic(place) else given
        by_handler: dict[int | None, list[Hazard]] = {}
        for risk in risks:
            by_handler.setdefault(group_of(risk.error, self.groups), []).append(risk)
        for handler, same in by_handler.items():
            tests = [test_of(risk, tested) for risk in same]
            if out and self.checked.get(out[-1]) == (handler,):
                # the tests follow each other, so one `if` does the same
                out[-1].test = gast.BoolOp(gast.Or(), [*alternatives(out[-1].test), *tests])
                locate(out[-1], place)
                continue
            test = joined_by(gast.Or(), tests)
            error = gast.Raise(call(same[0].error.__name__, constant(same[0].message)), None)
            out.append(locate(gast.If(test, [error], []), place))
            self.checked[out[-1]] = (handler,)
            if len(self.checked) > MOST:
                raise too_many(place)

    def called(self, tree: gast.Call, out: Block, base: str) -> Expression:
        """Call a function that returns what it raises, and raise that."""
        function = self.known[dotted(tree.func)]
        title = entered(caught(function, self.groups), self.known)
        new = copy.copy(tree)
        new.func = locate(name(title), tree.func)
        new.args = self.parts(list(tree.args), out, base)
        code = self.naming.part(base, "raised")
        count = parts_of_result(source_of(function))
        kept = [self.naming.part(base, dotted(tree.func)) for _ in range(count)]
        if kept:
            names = [gast.Name(n, gast.Store(), None, None) for n in (code, *kept)]
            out.append(assign(tuple_of(names, store=True), new, tree))
        else:
            out.append(assign(code, new, tree))
        for place, group in enumerate(self.groups, start=1):
            kind = next((c for c in group if group_of(c, self.groups) == place - 1), None)
            if kind is not None:
                test = gast.Compare(name(code), [gast.Eq()], [constant(place)])
                error = gast.Raise(name(self.spelling(kind)), None)
                out.append(locate(gast.If(test, [error], []), tree))
        values = [name(title) for title in kept] or [constant(None)]
        return of_members(values)

    def spelling(self, kind: type) -> str:
        """Return what an exception is called here."""
        own = (title for title, value in self.constants.items() if value is kind)
        return next(own, kind.__name__)
