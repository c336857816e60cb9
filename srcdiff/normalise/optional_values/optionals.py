"""Give variables that may be None a flag that says so: no value has two types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.analyse.types.types import Type, types
from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.normalise.functions.returns import RESULT
from srcdiff.normalise.functions.specialise import entered
from srcdiff.normalise.optional_values.may_return_none import width_of_result
from srcdiff.normalise.optional_values.named_parts import named_parts
from srcdiff.normalise.optional_values.nullability import (
    NONE,
    TYPED,
    UNKNOWN,
    VALUE,
    asked,
    asks_for_none,
    bound_here,
    candidates,
    full_tuples,
    is_absent,
    may_be_none,
    unpacked_parts,
)
from srcdiff.normalise.optional_values.optional_bindings import OptionalBindings, absent
from srcdiff.normalise.optional_values.optional_expressions import (
    State,
    flag,
    unclear,
)
from srcdiff.normalise.optional_values.optional_operands import (
    with_named_operands,
    with_named_result,
)
from srcdiff.normalise.optional_values.optional_results import optional
from srcdiff.normalise.optional_values.partners import partners
from srcdiff.normalise.optional_values.sure_values import SureValues
from srcdiff.syntax import (
    ENDS,
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    callee_of,
    clone,
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


@needs(type(None), gast.Tuple, types.NoneType, types.Omitted, OWN_FUNCTIONS)
def optionals(
    tree: gast.FunctionDef, kinds: Mapping[str, Type], functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those that it calls, with flags for variables that may be None.

    `kinds` are the types of the parameters. Functions that may return None return a flag.

    >>> from srcdiff.syntax import function, unparse
    >>> tree, _ = optionals(function('''
    ... def f(v):
    ...     best = None
    ...     for i in range(len(v)):
    ...         if best is None or v[i] > best:
    ...             best = v[i]
    ...     return best
    ... '''), {"v": types.float64[:]}, {})
    >>> print(unparse(tree))
    def f(v):
        best·none = True
        for i in range(len(v)):
            if best·none or v[i] > best:
                best = v[i]
                best·none = False
        if best·none:
            raise TypeError('the result is None')
        return best
    """
    known = dict(functions)
    tree = named_parts(tree, lambda made: width_of_result(known.get(callee_of(made))))
    tree = with_named_operands(with_named_result(tree, known), known)
    none = {p for p in parameters(tree) if is_absent(kinds.get(p))}
    found, always = candidates(tree, none, known)
    tuples = full_tuples(tree, known)
    if not found and not asked(tree) & tuples:
        return tree, known
    # a parameter that is None has no other type
    names = {p: f"{p}{SEPARATOR}value" for p in none & found}
    arguments = tree.args
    tree = with_body(rename(tree, names), rename(tree, names).body)
    tree.args = arguments
    found = {names.get(n, n) for n in found}
    walk = Optionals(found, always, {names.get(n, n) for n in tuples}, known)
    walk.sure = SureValues(tree, known, kinds)
    walk.partners = partners(tree, found, known, walk.sure.has)
    begin = [assign(flag(names.get(p, p)), constant(p in names), tree) for p in parameters(tree)]
    begin = [s for s in begin if targets(s)[0] in set(map(flag, found))]
    state = {names.get(p, p): NONE if p in none else VALUE for p in parameters(tree)}
    return with_body(tree, [*begin, *walk.block(tree.body, state)]), known


class Optionals(OptionalBindings):
    """The walk of `optionals`, with what is known at each statement."""

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
        passed = self.passed_on(statement, state)
        if passed:
            return self.either_way(passed, statement, state)
        bound = targets(statement)
        flagged = unpacked_parts(statement, self.known)
        if flagged:
            return self.unpacked(statement, flagged, state)
        single = isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Name)
        if single and bound[0] in self.found:
            return self.assigned(bound[0], statement.value, statement, state)
        new = rebuild(statement, lambda part: self.expression(part, state))
        before = self.checks(state, statement)
        after = []
        for k, variable in enumerate(bound):
            if variable in self.found:
                after.append(self.bound_part(variable, k, statement, state))
                if state.get(variable) == NONE:
                    new.targets[0].elts[k].id = absent(variable)
        if isinstance(statement, gast.Assert):
            state.update(self.learnt(statement.test, True))
        return [*before, new, *after]

    def passed_on(self, statement: Statement, state: State) -> str:
        """Return a variable that a statement passes to a function which asks for None, if any."""
        for made in (node for node in gast.walk(statement) if isinstance(node, gast.Call)):
            for place, part in enumerate(made.args if dotted(made.func) in self.known else []):
                unknown = isinstance(part, gast.Name) and self.known_of(part.id, state) == UNKNOWN
                if unknown and asks_for_none(self.known[dotted(made.func)], place):
                    return str(part.id)
        return ""

    def either_way(self, variable: str, statement: Statement, state: State) -> Block:
        """Return a branch with a statement for a variable that is None, and for one that is not."""
        if isinstance(statement, gast.Return):
            named = assign(RESULT, statement.value, statement)
            answer = locate(gast.Return(name(RESULT)), statement)
            return [*self.either_way(variable, named, state), answer]
        ways = [{**state, variable: known} for known in (NONE, VALUE)]
        parts = [self.statement(clone(statement), way) for way in ways]
        state.clear()
        state.update({n: k for n, k in ways[0].items() if ways[1].get(n) == k})
        return [locate(gast.If(name(flag(variable)), *parts), statement)]

    def assigned(self, variable: str, value: Expression, place: Statement, state: State) -> Block:
        """Rewrite the assignment of a value that may be None."""
        value = self.choice(value, state) or value
        if isinstance(value, gast.IfExp) and may_be_none(value, self.found, self.known):
            ways = [[assign(variable, part, place)] for part in (value.body, value.orelse)]
            return self.branches(locate(gast.If(value.test, *ways), place), state)
        source = value.id if isinstance(value, gast.Name) else ""
        if is_none(value) or self.known_of(source, state) == NONE:
            state[variable] = NONE
            return [assign(flag(variable), constant(True), place)]
        if self.known_of(source, state) in (UNKNOWN, TYPED):
            state.pop(variable, None)
            state.update({variable: TYPED} if source in state else {})
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
        is_sure = source in self.found or self.sure.has(value)
        new = assign(variable, new, place)
        return [*before, new, self.bound_to_value(variable, is_sure, place, state)]

    def branches(self, statement: gast.If, state: State) -> Block:
        """Rewrite an `if`, of which only one branch may be left."""
        test = self.truth(statement.test, state, True)
        before = self.checks(state, statement)
        ways = [{**state, **self.learnt(statement.test, truth)} for truth in (True, False)]
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
            way.update(self.learnt(loop.test, True))
        else:
            new.iter = self.expression(loop.iter, state)
            before = self.checks(state, loop)
        own = [assign(flag(v), constant(False), loop) for v in bound_here(loop) if v in self.found]
        way.update({v: VALUE for v in bound_here(loop) if v in self.found})
        parts = [[*own, *self.block(loop.body, way)]]
        if loop.orelse:
            parts.append(self.block(loop.orelse, dict(state)))
        return [*before, with_blocks(new, [part or [gast.Pass()] for part in parts])]
