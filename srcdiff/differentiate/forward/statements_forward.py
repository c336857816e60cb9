"""Write forward mode: next to each active statement, the one that computes its tangent.

Statements keep their order, nothing is saved, and loops run as they are. A tangent has the
memory that its value has: the tangent of a view is the same view of the tangent, and where
a name stands for another array, the name of its tangent does too.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.lists_of_arrays import changed_list
from srcdiff.analyse.aliasing.statement_effects import NONE, union
from srcdiff.analyse.checks.partners import beside_list
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.types.types import is_array, is_complex
from srcdiff.core import Core
from srcdiff.core.operations import (
    ALLOCATORS,
    is_copy,
    is_load,
    is_store,
    is_view,
    operation,
    store_target,
)
from srcdiff.core.results import result_names
from srcdiff.differentiate.forward.array_tangents import with_operands
from srcdiff.differentiate.forward.forward_facts import ForwardFacts
from srcdiff.differentiate.forward.tangent import Tangent, zero_of
from srcdiff.differentiate.reverse.contributions import SINGLE, is_fresh
from srcdiff.differentiate.reverse.function import define
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    augmented,
    blocks,
    call,
    call_method,
    clone,
    constant,
    dotted,
    locate,
    name,
    parameters,
    path,
    primal,
    reads,
    rebuild,
    subscript,
    tangent,
    targets,
    tuple_of,
    walk,
    with_blocks,
)


@dataclass(frozen=True)
class Forward:
    """The function with the tangents of its values."""

    facts: ForwardFacts

    def block(self, block: Block) -> Block:
        """Return a block with tangents, without its `return`."""
        new: Block = []
        for statement in block:
            if blocks(statement):
                parts = [self.block(part) for part in blocks(statement)]
                new.append(with_blocks(statement, parts))
            elif not isinstance(statement, gast.Return):
                new += self.statement(statement)
        return new

    def statement(self, statement: Statement) -> Block:
        """Return a statement and the one that computes its tangent, in their order.

        The tangent comes first, as the statement may overwrite what it reads, unless it
        reads the result.
        """
        if statement in self.facts.calls:
            return self.called(statement)
        lists = self.facts.lists
        if changed_list(statement, lists.__contains__) or lists.intersection(targets(statement)):
            return [statement, beside_list(statement, self.facts.partners, self.facts.types)]
        made = self.store(statement) if is_store(statement) else self.assignment(statement)
        late = reads(made) & set(targets(statement))
        return [statement, *made] if late else [*made, statement]

    def is_active(self, tree: Expression) -> bool:
        """Return True if an expression is a name with a tangent."""
        return self.facts.active.is_active(tree)

    def tangent_of(self, operand: Expression) -> Expression:
        """Return the tangent of an operand, which may be zero."""
        if self.is_active(operand):
            return name(tangent(operand.id))
        return zero_of(operand, self.facts.types)

    def store(self, statement: Statement) -> Block:
        """Return the write to the tangent of an element, or of several."""
        target = store_target(statement)
        if not self.is_active(target.value):
            return []
        value = statement.value
        element = subscript(tangent(target.value.id), clone(target.slice), store=True)
        if isinstance(statement, gast.AugAssign):
            if not self.is_active(value):
                return []
            return [augmented(element, statement.op, name(tangent(value.id)), statement)]
        term = name(tangent(value.id)) if self.is_active(value) else constant(0.0)
        return [assign(element, term, statement)]

    def assignment(self, statement: Statement) -> Block:
        """Return the assignments of the tangents of what a statement binds."""
        bound = [t for t in targets(statement) if t in self.facts.active]
        if not isinstance(statement, gast.Assign) or not bound:
            return []
        value = statement.value
        if isinstance(value, gast.Tuple):
            return self.copies(statement)
        if is_copy(statement):
            return [assign(tangent(bound[0]), self.tangent_of(value), statement)]
        if is_load(statement):
            return [assign(tangent(bound[0]), self.loaded(value, bound[0]), statement)]
        found = operation(value)
        if found is not None and found.function in ALLOCATORS:
            return [assign(tangent(bound[0]), allocated(value, found.function), statement)]
        if found is not None and is_view(found) and self.is_active(found.operands[0]):
            operands = [name(tangent(dotted(found.operands[0]))), *found.operands[1:]]
            return [assign(tangent(bound[0]), with_operands(value, operands), statement)]
        return self.operation(statement, bound)

    def copies(self, statement: Statement) -> Block:
        """Return the copies of tangents, of values that are copied at once."""
        every = zip(targets(statement), statement.value.elts, strict=True)
        pairs = [(t, v) for t, v in every if t in self.facts.active]
        parts = [gast.Name(tangent(t), gast.Store(), None, None) for t, _ in pairs]
        values = [self.tangent_of(v) for _, v in pairs]
        if len(pairs) == 1:
            return [assign(parts[0], values[0], statement)]
        target = tuple_of(parts, store=True)
        return [locate(gast.Assign([target], tuple_of(values), None), statement)]

    def loaded(self, value: gast.Subscript, target: str) -> Expression:
        """Return the tangent of an element, or of several."""
        if not self.is_active(value.value) and dotted(value.value) not in self.facts.lists:
            return self.zero(target)
        return subscript(tangent(value.value.id), clone(value.slice))

    def operation(self, statement: Statement, bound: list[str]) -> Block:
        """Return the tangents that a rule gives; they are zero where there is none."""
        found = self.facts.tangents.get(statement, Tangent((), ()))
        new = [assign(step, value, statement) for step, value in found.steps]
        values = dict(found.values)
        for target in bound:
            value = values.get(target)
            value = self.zero(target) if value is None else self.own(target, value)
            new.append(assign(tangent(target), value, statement))
        return new

    def own(self, target: str, value: Expression) -> Expression:
        """Return the tangent of an array as one of its type, that shares no memory.

        It may share memory with others that nobody writes to.
        """
        kind = self.facts.types[target]
        if not is_array(kind):
            return value
        if isinstance(value, gast.Name) and not is_array(self.facts.types[primal(value.id)]):
            return call("np.array", value)  # a number, for an array without dimensions
        single = kind.dtype in SINGLE and not isinstance(value, gast.Name)
        if single or (is_complex(kind) and not self.has_complex(value)):
            return call_method(value, "astype", path(f"np.{kind.dtype}"))
        memory = self.facts.effects.roots
        own = memory.get(target, NONE)
        sources = {n.removeprefix(tangent("")) for n in reads(value)}
        others = union(memory.get(source, NONE) for source in sources)
        kept = own & self.facts.escaping or (own | others) & self.facts.arrays.mutable
        if not kept or is_fresh(value):
            return value
        return call_method(value, "copy")

    def has_complex(self, value: Expression) -> bool:
        """Return True if complex numbers occur in an expression."""
        return any(
            is_complex(self.facts.types[primal(node.id)])
            if isinstance(node, gast.Name)
            else isinstance(getattr(node, "value", None), complex)
            for node in walk(value)
        )

    def zero(self, target: str) -> Expression:
        """Return the tangent of a constant."""
        return zero_of(name(target), self.facts.types)

    def called(self, statement: Statement) -> Block:
        """Return the call of a function of the user, with tangents."""
        site, old = self.facts.calls[statement], statement.value
        passed = [self.tangent_of(old.args[position]) for position in site.active]
        value = locate(call(site.title, *map(clone, old.args), *passed), old)
        new = rebuild(statement, lambda part: part)
        new.value = value
        bound = targets(statement)
        if not bound:
            return [new]
        if site.active:  # otherwise it is the function itself, whose result may be a tuple of one
            held = [tangent(bound[position]) for position in site.results]
            parts = [gast.Name(n, gast.Store(), None, None) for n in (*bound, *held)]
            new.targets = [tuple_of(parts, store=True) if len(parts) > 1 else parts[0]]
        rest = [t for i, t in enumerate(bound) if t in self.facts.active and i not in site.results]
        return [new, *self.operation(statement, rest)]


def allocated(value: Expression, function: object) -> Expression:
    """Return the call that makes the tangent of a new array of fixed numbers."""
    made = path(f"np.{ALLOCATORS[function].__name__}")
    return gast.Call(locate(made, value), value.args, value.keywords)


def tangent_function(facts: ForwardFacts, active: tuple[str, ...], title: str) -> gast.FunctionDef:
    """Return the tangent of a function of the user.

    It takes the arguments, and then the tangents of the `active` ones; it returns the
    results, and then the tangents of those that have one.
    """
    tree = facts.core.tree
    results = result_names(tree)
    body = [*missing(facts, active), *Forward(facts).block(tree.body)]
    places = returned_tangents(facts.core, facts.active, facts.effects)
    values = [*results, *(name(tangent(dotted(results[place]))) for place in places)]
    answer = tuple_of(values) if len(values) > 1 else values[0] if values else None
    arguments = [*parameters(tree), *map(tangent, active)]
    return define(title, arguments, [*body, gast.Return(answer)], facts.core)


def returned_tangents(core: Core, active: Activity, effects: Effects) -> tuple[int, ...]:
    """Return the positions of the results that have a tangent, or tangents in a list."""
    lists = {n for n in effects.lists if effects.roots[n] & active.roots}
    results = result_names(core.tree)
    return tuple(
        place
        for place, result in enumerate(results)
        if active.is_active(result) or dotted(result) in lists
    )


def missing(facts: ForwardFacts, given: tuple[str, ...]) -> Block:
    """Return the tangents of the arguments that have none at first: zeros."""
    return [
        assign(tangent(a), zero_of(name(a), facts.types), facts.core.tree)
        for a in parameters(facts.core.tree)
        if a in facts.active and a not in given
    ]
