"""Give variables that may be None a flag that says so: no value has two types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.analyse.types import Type
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.maybe import (
    NONE,
    UNKNOWN,
    VALUE,
    bound_here,
    candidates,
    is_absent,
    learnt,
    may_be_none,
)
from srcdiff.normalise.optional_results import optional
from srcdiff.normalise.returns import RESULT
from srcdiff.normalise.specialise import entered
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    call,
    constant,
    dotted,
    ends_with,
    is_none,
    locate,
    name,
    parameters,
    rebuild,
    rename,
    targets,
    tuple_of,
    with_blocks,
    with_body,
    writes,
)

ENDS = (gast.Return, gast.Raise, gast.Break, gast.Continue)
State = dict[str, str]  # what is known of variables that may be None


def optionals(
    tree: gast.FunctionDef, given: Mapping[str, Type], functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those that it calls, with flags for variables that may be None.

    `given` are the types of the parameters. Functions that may return None return a flag.

    >>> from srcdiff.syntax import function, unparse
    >>> tree, _ = optionals(function('''
    ... def f(v):
    ...     best = None
    ...     for i in range(len(v)):
    ...         if best is None or v[i] > best:
    ...             best = v[i]
    ...     return best
    ... '''), {}, {})
    >>> print(unparse(tree))
    def f(v):
        best·none = True
        for i in range(len(v)):
            if best·none or v[i] > best:
                best = v[i]
                best·none = False
        if best·none:
            raise TypeError('`best` is None')
        return best
    """
    known = dict(functions)
    tree = with_named_result(tree, known)
    none = {p for p in parameters(tree) if is_absent(given.get(p))}
    found, always = candidates(tree, none, known)
    if not found:
        return tree, known
    # a parameter that is None has no other type
    names = {p: f"{p}{SEPARATOR}value" for p in none & found}
    arguments = tree.args
    tree = with_body(rename(tree, names), rename(tree, names).body)
    tree.args = arguments
    found = {names.get(n, n) for n in found}
    walk = Optionals(found, always, known)
    begin = [assign(flag(names.get(p, p)), constant(p in names), tree) for p in parameters(tree)]
    begin = [s for s in begin if targets(s)[0] in set(map(flag, found))]
    state = {names.get(p, p): NONE if p in none else VALUE for p in parameters(tree)}
    return with_body(tree, [*begin, *walk.block(tree.body, state)]), known


def with_named_result(tree: gast.FunctionDef, known: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with a name for a result that a conditional expression may make None."""
    last = tree.body[-1] if tree.body else None
    value = last.value if isinstance(last, gast.Return) else None
    if not isinstance(value, gast.IfExp) or not may_be_none(value, set(), known):
        return tree
    answer = locate(gast.Return(name(RESULT)), last)
    return with_body(tree, [*tree.body[:-1], assign(RESULT, value, last), answer])


def flag(variable: str) -> str:
    """Return the name of the flag of a variable."""
    return f"{variable}{SEPARATOR}none"


class Optionals:
    """The walk of `optionals`, with what is known at each statement."""

    def __init__(self, found: set[str], always: set[str], known: dict[str, Any]) -> None:
        self.found = found
        self.always = always
        self.known = known
        self.used: list[str] = []  # what has to have a value in the statement at hand

    def block(self, block: Block, state: State) -> Block:
        """Rewrite the statements of a block; `state` becomes what is known after it."""
        new: Block = []
        for statement in block:
            new += self.statement(statement, state)
            if new and isinstance(new[-1], ENDS):
                break
        return new

    def statement(self, statement: Statement, state: State) -> Block:
        """Rewrite one statement."""
        if isinstance(statement, gast.If):
            return self.branches(statement, state)
        if isinstance(statement, (gast.For, gast.While)):
            return self.loop(statement, state)
        bound = targets(statement)
        single = isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Name)
        if single and bound[0] in self.found:
            return self.assigned(bound[0], statement.value, statement, state)
        new = rebuild(statement, lambda part: self.expression(part, state))
        before = self.checks(state, statement)
        after = []
        for variable in bound:
            if variable in self.found:
                after.append(assign(flag(variable), constant(False), statement))
                state[variable] = VALUE
        if isinstance(statement, gast.Assert):
            state.update(learnt(statement.test, True))
        return [*before, new, *after]

    def assigned(self, variable: str, value: Expression, place: Statement, state: State) -> Block:
        """Rewrite the assignment of a value that may be None."""
        if isinstance(value, gast.IfExp) and may_be_none(value, self.found, self.known):
            ways = [[assign(variable, part, place)] for part in (value.body, value.orelse)]
            return self.branches(locate(gast.If(value.test, *ways), place), state)
        source = value.id if isinstance(value, gast.Name) else ""
        if is_none(value) or self.known_of(source, state) == NONE:
            state[variable] = NONE
            return [assign(flag(variable), constant(True), place)]
        if self.known_of(source, state) == UNKNOWN:
            state.pop(variable, None)
            given = [assign(variable, value, place)]
            return [*given, assign(flag(variable), name(flag(source)), place)]
        new = self.expression(value, state)
        before = self.checks(state, place)
        if may_be_none(value, set(), self.known):
            title = entered(optional(self.known[dotted(value.func)]), self.known)
            made = locate(gast.Call(name(title), new.args, new.keywords), value)
            both = [gast.Name(n, gast.Store(), None, None) for n in (flag(variable), variable)]
            state.pop(variable, None)
            return [*before, assign(tuple_of(both, store=True), made, place)]
        state[variable] = VALUE
        new = assign(variable, new, place)
        return [*before, new, assign(flag(variable), constant(False), place)]

    def branches(self, statement: gast.If, state: State) -> Block:
        """Rewrite an `if`, of which only one branch may be left."""
        test = self.truth(statement.test, state, True)
        before = self.checks(state, statement)
        ways = [{**state, **learnt(statement.test, truth)} for truth in (True, False)]
        if isinstance(test, gast.Constant) and isinstance(test.value, bool):
            part, way = (statement.body, ways[0]) if test.value else (statement.orelse, ways[1])
            new = self.block(part, way)
            state.clear()
            state.update(way)
            return [*before, *new]
        pairs = zip((statement.body, statement.orelse), ways, strict=True)
        parts = [self.block(part, way) for part, way in pairs]
        going = [w for w, p in zip(ways, parts, strict=True) if not ends_with(p, ENDS)]
        state.clear()
        if going:
            same = {n: k for n, k in going[0].items() if all(w.get(n) == k for w in going)}
            state.update(same)
        new = gast.If(test, parts[0] or [gast.Pass()], parts[1])
        return [*before, gast.copy_location(new, statement)]

    def loop(self, loop: Statement, state: State) -> Block:
        """Rewrite a loop."""
        for variable in writes([loop]):
            state.pop(variable, None)
        new = with_body(loop, loop.body)
        way = dict(state)
        if isinstance(loop, gast.While):
            new.test = self.truth(loop.test, state, True)
            before = self.checks(state, loop)
            if before:
                raise unclear(loop.test)
            way.update(learnt(loop.test, True))
        else:
            new.iter = self.expression(loop.iter, state)
            before = self.checks(state, loop)
        own = [assign(flag(v), constant(False), loop) for v in bound_here(loop) if v in self.found]
        way.update({v: VALUE for v in bound_here(loop) if v in self.found})
        parts = [[*own, *self.block(loop.body, way)]]
        if loop.orelse:
            parts.append(self.block(loop.orelse, dict(state)))
        return [*before, with_blocks(new, [part or [gast.Pass()] for part in parts])]

    def known_of(self, variable: str, state: State) -> str:
        """Return what is known of a variable, which may be any."""
        if variable in self.always:
            return NONE
        return state.get(variable, UNKNOWN) if variable in self.found else VALUE

    # --- expressions ---

    def expression(self, tree: Expression, state: State, always: bool = True) -> Expression:
        """Return an expression that asks flags; `always` tells whether it is evaluated."""
        if isinstance(tree, gast.Name):
            return self.read(tree, state, always)
        if isinstance(tree, gast.Compare) and len(tree.ops) == 1:
            new = self.compared(tree, state, always)
            if new is not None:
                return new
        if isinstance(tree, gast.BoolOp):
            return self.joined(tree, state, always)
        if isinstance(tree, gast.UnaryOp) and isinstance(tree.op, gast.Not):
            value = self.truth(tree.operand, state, always)
            if isinstance(value, gast.Constant):
                return locate(constant(not value.value), tree)
            return locate(gast.UnaryOp(tree.op, value), tree)
        if isinstance(tree, gast.IfExp):
            test = self.truth(tree.test, state, always)
            ways = [{**state, **learnt(tree.test, truth)} for truth in (True, False)]
            if isinstance(test, gast.Constant) and isinstance(test.value, bool):
                part, way = (tree.body, ways[0]) if test.value else (tree.orelse, ways[1])
                return self.expression(part, way, always)
            parts = [
                self.expression(part, way, False)
                for part, way in zip((tree.body, tree.orelse), ways, strict=True)
            ]
            return locate(gast.IfExp(test, *parts), tree)
        return rebuild(tree, lambda part: self.expression(part, state, always))

    def read(self, tree: gast.Name, state: State, always: bool) -> Expression:
        """Return what stands for a variable where it is used."""
        known = self.known_of(tree.id, state) if isinstance(tree.ctx, gast.Load) else VALUE
        if known == NONE:
            return locate(constant(None), tree)
        if known == UNKNOWN:
            if not always:
                raise unclear(tree)
            self.used.append(tree.id)
        return tree

    def compared(self, tree: gast.Compare, state: State, always: bool) -> Expression | None:
        """Return what stands for a comparison with None, or of what may be None."""
        left, right = tree.left, tree.comparators[0]
        same = isinstance(tree.ops[0], (gast.Is, gast.Eq))
        if not same and not isinstance(tree.ops[0], (gast.IsNot, gast.NotEq)):
            return None
        if is_none(left):
            left, right = right, left
        if is_none(right):
            if not isinstance(left, gast.Name) or left.id not in self.found | self.always:
                return None
            return locate(self.asked(left.id, state, same), tree)
        for one in (left, right):
            known = self.known_of(one.id, state) if isinstance(one, gast.Name) else VALUE
            if known == NONE:
                return locate(constant(not same), tree)
            if known == UNKNOWN:
                return self.only_of_value(tree, one.id, state)
        return None

    def only_of_value(self, tree: gast.Compare, variable: str, state: State) -> Expression:
        """Return a comparison for equality that None does not take part in."""
        there = {**state, variable: VALUE}
        new = rebuild(tree, lambda part: self.expression(part, there, False))
        absent = name(flag(variable))
        if isinstance(tree.ops[0], (gast.Is, gast.Eq)):
            return locate(gast.BoolOp(gast.And(), [gast.UnaryOp(gast.Not(), absent), new]), tree)
        return locate(gast.BoolOp(gast.Or(), [absent, new]), tree)

    def asked(self, variable: str, state: State, same: bool) -> Expression:
        """Return the answer to whether a variable is None, or with `same` false whether not."""
        known = self.known_of(variable, state)
        if known != UNKNOWN:
            return constant((known == NONE) is same)
        test = name(flag(variable))
        return test if same else gast.UnaryOp(gast.Not(), test)

    def joined(self, tree: gast.BoolOp, state: State, always: bool) -> Expression:
        """Rewrite `and` and `or`, whose later values are evaluated on a condition."""
        both = isinstance(tree.op, gast.And)
        way = dict(state)
        parts: list[Expression] = []
        for place, value in enumerate(tree.values):
            new = self.truth(value, way, always and place == 0)
            way.update(learnt(value, both))
            if isinstance(new, gast.Constant) and isinstance(new.value, bool):
                if new.value is both:
                    continue
                parts.append(new)
                break
            parts.append(new)
        if len(parts) > 1:
            return locate(gast.BoolOp(tree.op, parts), tree)
        return parts[0] if parts else locate(constant(both), tree)

    def truth(self, tree: Expression, state: State, always: bool) -> Expression:
        """Return what is true where an expression is: None is not."""
        known = self.known_of(tree.id, state) if isinstance(tree, gast.Name) else VALUE
        if known == VALUE:
            return self.expression(tree, state, always)
        if known == NONE:
            return locate(constant(False), tree)
        there = gast.UnaryOp(gast.Not(), name(flag(tree.id)))
        return locate(gast.BoolOp(gast.And(), [there, tree]), tree)

    def checks(self, state: State, place: gast.AST) -> Block:
        """Return the statements that raise what Python does where None is used."""
        new: Block = []
        for variable in dict.fromkeys(self.used):
            first = variable.split(SEPARATOR)[0]
            text = "the result is None" if first == "return" else f"`{first}` is None"
            error = gast.Raise(call("TypeError", constant(text)), None)
            new.append(locate(gast.If(name(flag(variable)), [error], []), place))
            state[variable] = VALUE
        self.used.clear()
        return new


def unclear(tree: Expression) -> UnsupportedSyntax:
    """Return the error for a use of what may be None, where that is not asked before."""
    return UnsupportedSyntax(
        f"`{dotted(tree) or 'this'}` may be None here",
        tree,
        "ask `is not None` in an `if` before",
    )
