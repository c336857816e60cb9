"""Write the reverse sweep: the adjoint of each statement, last one first.

`present` is the set of values whose adjoint has been written to so far: the first
contribution to an adjoint is an assignment, later ones are added. An adjoint that was
never written to is zero and costs nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import gast
import numpy as np

from srcdiff.analyse.arrays import source
from srcdiff.analyse.structure import is_loop
from srcdiff.analyse.subscripts import is_advanced, is_boolean, is_region
from srcdiff.analyse.types import is_array
from srcdiff.differentiate.contributions import Contributions
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.present import Present
from srcdiff.differentiate.restore import restore
from srcdiff.differentiate.tapes import Tapes, back_row, begin_row, end_row
from srcdiff.normalise.exits import range_parts
from srcdiff.operations import (
    ALLOCATORS,
    is_copy,
    is_load,
    is_store,
    operation,
    store_target,
)
from srcdiff.optimise.integers import total
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    adjoint,
    assign,
    augmented,
    binary,
    call,
    clone,
    comment,
    constant,
    dotted,
    is_tape,
    locate,
    name,
    negative,
    number,
    reads,
    rename,
    subscript,
    targets,
    tuple_of,
    walk_statements,
    with_body,
    writes,
)

TOGETHER = "iterations are independent: forward and backward together"


@dataclass(frozen=True)
class Sweeps:
    """The forward and the reverse sweep of a function."""

    facts: Facts
    tapes: Tapes

    @property
    def to(self) -> Contributions:
        """Return what adds to the adjoints of operands."""
        return Contributions(self.facts)

    def forward(self, block: Block) -> Block:
        """Return the forward part of a block: what is needed of it, and what it saves."""
        new: Block = []
        for statement in block:
            if statement not in self.facts.schedule.live:
                continue
            new += self.tapes.allocated.get(statement, [])
            if is_loop(statement):
                new += self.forward_loop(statement)
            elif isinstance(statement, gast.If):
                parts = [self.forward(part) for part in (statement.body, statement.orelse)]
                new += self.forward_if(statement, parts)
            else:
                new.append(statement)
                for target in targets(statement):
                    if not self.is_joined(target):
                        new += self.tapes.save(target, statement)
        return new

    def is_joined(self, target: str) -> bool:
        """Tell whether a name is bound where ways join, or by a loop."""
        return not self.facts.layout.is_single(target)

    def forward_if(self, statement: gast.If, parts: list[Block]) -> Block:
        """Return the forward part of an `if`, and the saved values that it joins."""
        new = gast.If(statement.test, parts[0] or [gast.Pass()], parts[1])
        inside = [s for part in (statement.body, statement.orelse) for s in part]
        carried = {t for s in inside if is_loop(s) for t in self.facts.layout.carried(s)}
        joined = {t for part in parts for s in part for t in targets(s)} - carried
        joined = {t for t in joined if self.is_joined(t)}
        saves = [s for t in sorted(joined) for s in self.tapes.save(t, statement)]
        return [gast.copy_location(new, statement), *saves]

    def forward_loop(self, loop: Statement) -> Block:
        """Return a loop of the forward sweep, with what its iterations save."""
        carried = self.facts.layout.carried(loop)
        body = begin_row(self.tapes, loop)
        body += [s for value in carried for s in self.tapes.save(value, loop)]
        inside = self.forward(loop.body)
        split = len(inside)
        while (
            split and targets(inside[split - 1]) and set(targets(inside[split - 1])) <= set(carried)
        ):
            split -= 1
        body += inside[:split] + end_row(self.tapes, loop)
        before: Block = []
        if loop in self.tapes.trips:
            trips = self.tapes.trips[loop]
            before.append(assign(trips, constant(0), loop))
            body.append(augmented(trips, gast.Add(), constant(1), loop))
        after = []
        if loop in self.tapes.trips:
            after = self.tapes.save(self.tapes.trips[loop], loop)
        return [*before, with_body(loop, body + inside[split:]), *after]

    def backward(self, block: Block, present: Present) -> Block:
        """Return the reverse sweep of a block; `present` is updated."""
        new: Block = []
        for statement in reversed(block):
            if statement not in self.facts.schedule.active:
                continue
            if is_loop(statement):
                new += self.loop(statement, present)
            elif isinstance(statement, gast.If):
                new += self.branches(statement, present)
            else:
                new += self.simple(statement, present)
        return new

    def simple(self, statement: Statement, present: Present) -> Block:
        """Return the adjoint of a statement without blocks."""
        if statement in self.facts.sites:
            return self.called(statement, present)
        if is_store(statement):
            return self.store(statement, present)
        if isinstance(statement.value, gast.Tuple):
            return self.copies(statement, present)
        if len(targets(statement)) > 1:
            return self.several(statement, present)
        (target,) = targets(statement)
        if is_array(self.facts.types[target]):
            return self.array(statement, target, present)
        if target not in present:
            return []
        if is_copy(statement):
            new = self.to.add(statement.value.id, name(adjoint(target)), present, statement)
        elif is_load(statement):
            index, term = clone(statement.value.slice), name(adjoint(target))
            new = self.to.part(statement.value.value.id, index, term, present, statement)
        else:
            new = self.operation(statement, present)
        present.discard(target)
        return new

    def array(self, statement: Statement, target: str, present: Present) -> Block:
        """Return the adjoint of a statement that binds an array.

        There is none if it has the memory of another array, as its adjoint then has that of
        the other's adjoint.
        """
        if target not in self.facts.active:
            return []
        if self.to.is_memory(target):
            if source(statement, self.facts.types):
                return []
        elif target not in present:
            return []
        value = statement.value
        if is_copy(statement):
            new = self.to.add(value.id, name(adjoint(target)), present, statement)
        elif is_load(statement):
            new = self.taken(statement, target, present)
        else:
            new = self.operation(statement, present)
        present.discard(target)
        return new

    def is_gathered(self, statement: Statement) -> bool:
        """Tell whether a statement copies elements that an array of places tells."""
        return is_load(statement) and is_advanced(statement.value.slice, self.facts.types.is_array)

    def taken(self, statement: Statement, target: str, present: Present) -> Block:
        """Return the adjoint of reading several elements of an array."""
        array, index = statement.value.value.id, clone(statement.value.slice)
        cotangent = name(adjoint(target))
        if array not in self.facts.active:
            return []
        if not self.is_gathered(statement) or is_boolean(index, self.facts.types):
            return self.to.part(array, index, cotangent, present, statement)
        new = self.to.ensure(array, present, statement)
        scattered = call("runtime.add_at", name(adjoint(array)), index, cotangent)
        return [*new, locate(gast.Expr(scattered), statement)]

    def operation(self, statement: Statement, present: Present) -> Block:
        """Return the adjoint that a rule gives."""
        found = self.facts.adjoints.get(statement)
        if found is None:
            return []
        names: dict[str, str] = {}
        for operand, term in found.terms:
            # where a step of the rule is the first contribution, it is the adjoint itself
            if isinstance(term, gast.Name) and self.is_number(operand) and operand not in present:
                step = {s for s, _ in found.steps} & {term.id}
                names |= {s: adjoint(operand) for s in step if s not in names}
        new = [assign(names.get(s, s), rename(e, names), statement) for s, e in found.steps]
        for operand, term in found.terms:
            if isinstance(term, gast.Name) and names.get(term.id) == adjoint(operand):
                present.add(operand)
            else:
                add = self.to.spread if found.spread else self.to.add
                new += add(operand, rename(term, names), present, statement)
        return new

    def several(self, statement: Statement, present: Present) -> Block:
        """Return the adjoint of an operation with several results; those nobody reads have 0."""
        found = self.facts.adjoints.get(statement)
        bound = [t for t in targets(statement) if t in self.facts.active]
        if found is None or not any(self.to.is_memory(t) or t in present for t in bound):
            return []
        used = reads([e for _, e in (*found.steps, *found.terms)])
        known = {t for t in bound if self.to.is_memory(t) or t in present}
        unread = [t for t in targets(statement) if adjoint(t) in used and t not in known]
        new = [assign(adjoint(target), self.to.zero(target), statement) for target in unread]
        new += self.operation(statement, present)
        present.difference_update(bound)
        return new

    def copies(self, statement: Statement, present: Present) -> Block:
        """Return the adjoint of copies that are done at once."""
        pairs = list(zip(targets(statement), statement.value.elts, strict=True))
        pairs = [(t, v) for t, v in pairs if t in present and not self.to.is_memory(t)]
        held = {t: f"{adjoint(t)}{SEPARATOR}old" for t, _ in pairs}
        new = [assign(held[t], name(adjoint(t)), statement) for t, _ in pairs]
        present.difference_update(held)
        for target, value in pairs:
            new += self.to.add(dotted(value), name(held[target]), present, statement)
        return new

    def store(self, statement: Statement, present: Present) -> Block:
        """Return the adjoint of a write to an element, or to several."""
        target = store_target(statement)
        array = target.value.id
        if array not in self.facts.active:
            return []
        element: Expression = subscript(adjoint(array), clone(target.slice))
        cleared: Block = []
        if isinstance(statement, gast.Assign):
            zero = subscript(adjoint(array), clone(target.slice), store=True)
            cleared = [assign(zero, constant(0.0), statement)]
        value = dotted(statement.value)
        if value not in self.facts.active:
            return cleared
        minus = isinstance(statement, gast.AugAssign) and isinstance(statement.op, gast.Sub)
        if is_region(target.slice, self.facts.types.ndim(array), self.facts.types.is_array):
            return self.region(statement, value, element, minus, cleared, present)
        term = negative(element) if minus else element
        return [*self.to.add(value, term, present, statement), *cleared]

    def region(
        self,
        statement: Statement,
        value: str,
        element: Expression,
        minus: bool,
        cleared: Block,
        present: Present,
    ) -> Block:
        """Return the adjoint of a write to several elements."""
        if not is_array(self.facts.types[value]):
            total_of = call("np.sum", element)
            term = negative(total_of) if minus else total_of
            return [*self.to.add(value, term, present, statement), *cleared]
        held = f"{adjoint(value)}{SEPARATOR}stored"
        before: Block = []
        if cleared:
            # the region is cleared first: the value may be a part of the same array
            copied = gast.Call(gast.Attribute(element, "copy", gast.Load()), [], [])
            before, element = [assign(held, copied, statement), *cleared], name(held)
        term = call("runtime.fit", element, name(value))
        added = self.to.add(value, negative(term) if minus else term, present, statement)
        return [*before, *added]

    def is_number(self, operand: str) -> bool:
        """Tell whether an operand is no array."""
        return not is_array(self.facts.types[operand])

    def called(self, statement: Statement, present: Present) -> Block:
        """Return the call of the backward function of a pair."""
        site = self.facts.sites[statement]
        results = [site.results[position] for position in site.pair.results]
        arrays = [site.arguments[position].id for position in site.pair.arrays]
        values = [r for r in results if not self.to.is_memory(r)]
        if not set(values) & present and len(values) == len(results) and not arrays:
            return []
        # the backward function may change the adjoints of arrays that it is given
        before = [s for r in (*values, *arrays) for s in self.to.ensure(r, present, statement)]
        cotangents = [
            constant(0.0) if self.is_number(r) and r not in present else name(adjoint(r))
            for r in results
        ]
        present.difference_update(values)
        shadows = [name(adjoint(array)) for array in arrays]
        saved = [name(value) for value in site.kept]
        value = call(site.pair.rev, *map(clone, site.passed), *saved, *shadows, *cotangents)
        bound: list[str] = []
        added: Block = []
        for position in site.pair.scalars:
            operand = site.arguments[position].id
            if operand in present or adjoint(operand) in bound:
                part = f"{adjoint(operand)}{SEPARATOR}{site.pair.rev.removesuffix('_rev')}"
                bound.append(part if part not in bound else f"{part}{SEPARATOR}{len(bound)}")
                present.add(operand)
                added += self.to.add(operand, name(bound[-1]), present, statement)
            else:
                bound.append(adjoint(operand))
        present.update(site.arguments[position].id for position in site.pair.scalars)
        return [*before, several(bound, value, statement), *added]

    def branches(self, statement: gast.If, present: Present) -> Block:
        """Return the adjoint of an `if`: the same condition, both branches backward."""
        ways = [present.fork(), present.fork()]
        parts = [
            restore(self.facts, self.tapes, part) + self.shadows(part) + self.backward(part, way)
            for part, way in zip((statement.body, statement.orelse), ways, strict=True)
        ]
        before: Block = []
        for value in sorted((ways[0] | ways[1]) - (ways[0] & ways[1])):
            missing = 0 if value not in ways[0] else 1
            if value in present:
                continue  # one branch has used it up, so nobody reads it any more
            zero = assign(adjoint(value), self.to.zero(value), statement)
            if parts[missing]:
                parts[missing].append(zero)
            else:
                before.append(zero)
        present.join(ways)
        self.retire(present, [*statement.body, *statement.orelse])
        if not parts[0] and not parts[1]:
            return before
        test = statement.test
        if not parts[0]:
            test = locate(gast.UnaryOp(gast.Not(), test), statement)
            parts = [parts[1], []]
        return [*before, gast.copy_location(gast.If(test, *parts), statement)]

    def retire(self, present: Present, block: Block) -> None:
        """Forget the adjoints of what is bound in a block: they have been used up."""
        inner = {t for s in walk_statements(block) for t in targets(s)}
        present.difference_update(inner)

    def loop(self, loop: Statement, present: Present) -> Block:
        """Return the adjoint of a loop."""
        new: Block = []
        outside = self.outside(loop)
        moving = self.facts.layout.carried(loop)
        for value in outside:
            if value not in moving:
                new += self.to.ensure(value, present, loop)
            if value not in present:
                new.append(assign(adjoint(value), self.to.zero(value), loop))
        present.update(outside)
        present.owned.difference_update(moving)
        inside = present.fork()
        body = self.body(loop, inside)
        carried = [v for v in self.facts.layout.carried(loop) if v in self.facts.active]
        for value in carried:
            if value not in inside and not self.to.is_memory(value):
                body.append(assign(adjoint(value), self.unread(value), loop))
        if loop in self.facts.schedule.rerun:
            new = self.tapes.allocated.get(loop, []) + new + self.begin(loop)
            saves = any(map(is_tape, reads(body)))
            new.append(comment(TOGETHER if saves else f"{TOGETHER}, nothing saved", loop))
            return [*new, with_body(loop, body + self.carry(loop))]
        return [*new, self.reversed(loop, body)]

    def unread(self, value: str) -> Expression:
        """Return the adjoint of a carried value that an iteration does not read."""
        if self.is_number(value):
            return constant(0.0)
        return call("np.zeros_like", name(adjoint(value)))

    @property
    def contributing(self) -> Collection[Statement]:
        """Return the statements that add to the adjoints of what they read."""
        return {*self.facts.adjoints, *self.facts.sites}

    def outside(self, loop: Statement) -> list[str]:
        """Return the values of outside whose adjoints a loop adds to, carried ones included."""
        inner = {t for s in walk_statements(loop.body) for t in targets(s)}
        inner -= set(self.facts.layout.carried(loop))
        found: list[str] = []
        for statement in walk_statements(loop.body):
            for value in sorted(reads(statement) | set(targets(statement))):
                scalar = value in self.facts.active and not self.to.is_memory(value)
                # of an array that contributes nothing not even the shape may be known
                scalar = scalar and (self.is_number(value) or statement in self.contributing)
                if scalar and value not in inner and value not in found:
                    found.append(value)
        return found

    def body(self, loop: Statement, present: Present) -> Block:
        """Return the body of a loop of the reverse sweep."""
        if loop in self.facts.schedule.rerun:
            carry = self.carry(loop)
            begin = self.forward([s for s in loop.body if s not in carry])
        else:
            begin = back_row(self.tapes, loop)
            begin += restore(self.facts, self.tapes, loop.body, loop)
            again = {n: f"{n}{SEPARATOR}0" for n in writes(begin) if n != pointer_of(self, loop)}
            body = begin + self.shadows(loop.body) + self.backward(loop.body, present)
            return [rename(statement, again) for statement in body]
        return begin + self.shadows(loop.body) + self.backward(loop.body, present)

    def begin(self, loop: Statement) -> Block:
        """Return the copies before a loop that is run only backward, in a backward loop."""
        if not self.facts.schedule.split_loops(loop, self.facts.layout):
            return []  # they have run in the forward part
        carried = self.facts.layout.carried(loop)
        first = [s for value in carried for s in self.facts.layout.definitions[value]]
        first = [s for s in first if not self.facts.layout.inside(s, loop)]
        return [s for s in first if s in self.facts.schedule.live]

    def carry(self, loop: Statement) -> Block:
        """Return the copies at the end of an iteration that is run only backward."""
        carried = set(self.facts.layout.carried(loop))
        last = [s for s in loop.body if targets(s) and set(targets(s)) <= carried]
        return [s for s in last if s in self.facts.schedule.live]

    def reversed(self, loop: Statement, body: Block) -> Statement:
        """Return a loop that runs through the iterations backward."""
        if isinstance(loop, gast.While):
            return locate(self.again(loop, body), loop)
        new = with_body(loop, body)
        if not self.facts.loops.is_independent(loop) or self.tapes.is_ordered(loop):
            new.iter = locate(reversed_range(loop.iter), loop)
        return new

    def again(self, loop: gast.While, body: Block) -> Statement:
        """Return a loop with as many iterations as a `while` loop has had."""
        if loop in self.tapes.trips:
            trips = call("range", name(self.tapes.trips[loop]))
            return gast.For(gast.Name("_", gast.Store(), None, None), trips, body, [], None)
        rows = name(self.tapes.growing[loop].pointer)  # each iteration takes one back
        return gast.While(gast.Compare(rows, [gast.Gt()], [constant(0)]), body, [])

    def shadows(self, block: Block) -> Block:
        """Return the statements that make the adjoints of the arrays bound in a block."""
        new: Block = []
        for statement in block:
            for target in targets(statement):
                if self.to.is_memory(target) and target in self.facts.active:
                    new.append(self.shadow(statement, target))
        return new

    def shadow(self, statement: Statement, target: str) -> Statement:
        """Return the statement that makes the adjoint of one array."""
        value = statement.value
        if isinstance(value, gast.Name):
            return assign(adjoint(target), name(adjoint(value.id)), statement)
        site = self.facts.sites.get(statement)
        position = site.results.index(target) if site and target in site.results else -1
        if site is not None and position in site.pair.aliases:
            argument = dotted(site.arguments[site.pair.aliases[position]])
            return assign(adjoint(target), name(adjoint(argument)), statement)
        viewed = source(statement, self.facts.types)
        if viewed:
            return assign(adjoint(target), rename(value, {viewed: adjoint(viewed)}), statement)
        found = operation(value)
        if found is not None and found.function in ALLOCATORS:
            made = rename(value, {})
            if isinstance(value, gast.Call):
                made = gast.Call(locate(zeros(found.function), value), value.args, value.keywords)
            return assign(adjoint(target), locate(made, value), statement)
        like = target
        if found is not None and found.function is np.copy:
            like = dotted(found.operands[0])  # the forward sweep may not need the copy
        return assign(adjoint(target), call("np.zeros_like", name(like)), statement)


def is_carry(statement: Statement, carried: Sequence[str]) -> bool:
    """Tell whether a statement passes values on to the next iteration, and does nothing else."""
    bound = targets(statement)
    return bool(bound) and set(bound) <= set(carried)


def several(names: list[str], value: Expression, place: Statement) -> Statement:
    """Return the statement that binds the results of a call to names."""
    if not names:
        return locate(gast.Expr(value), place)
    if len(names) == 1:
        return assign(names[0], value, place)
    target = tuple_of([gast.Name(n, gast.Store(), None, None) for n in names], store=True)
    return locate(gast.Assign([target], value, None), place)


def pointer_of(sweeps: Sweeps, loop: Statement) -> str:
    """Return the name of the pointer into the growing arrays of a loop, if it has any."""
    growing = sweeps.tapes.growing.get(loop)
    return growing.pointer if growing is not None else ""


def zeros(function: object) -> Expression:
    """Return the name of the function that makes the adjoint of a new array."""
    made = ALLOCATORS[function]
    return gast.Attribute(name("np"), made.__name__, gast.Load())


def reversed_range(iteration: gast.Call) -> Expression:
    """Return the call of `range` that counts the other way.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("n", "1, n - 1", "n, 0, -1", "0, n, 2", "n, -1, -3", "0, n, k"):
    ...     print(unparse(reversed_range(expression(f"range({text})"))))
    range(n - 1, -1, -1)
    range(n - 2, 0, -1)
    range(1, n + 1)
    range((n - 1) // 2 * 2, -1, -2)
    range(n - n // 3 * 3, n + 1, 3)
    range((len(range(0, n, k)) - 1) * k, -k, -k)
    """
    start, stop, step = map(clone, range_parts(iteration))
    known = number(step)
    if known is None:
        count = binary(call("len", clone(iteration)), gast.Sub(), constant(1))
        last, before = binary(count, gast.Mult(), step), negative(clone(step))
        if number(start) != 0:
            last = binary(start, gast.Add(), last)
            before = binary(clone(start), gast.Sub(), clone(step))
        return call("range", last, before, negative(clone(step)))
    forward, size = known > 0, constant(abs(known))
    ahead, behind = (gast.Add(), gast.Sub()) if forward else (gast.Sub(), gast.Add())
    last = total(binary(stop, behind, constant(1)))
    if abs(known) > 1:
        low, high = (start, last) if forward else (last, start)
        trips = binary(total(binary(high, gast.Sub(), low)), gast.FloorDiv(), size)
        way = binary(trips, gast.Mult(), clone(size))
        last = way if number(start) == 0 and forward else binary(clone(start), ahead, way)
    before = total(binary(clone(start), behind, constant(1)))
    if known == -1:
        return call("range", last, before)
    return call("range", last, before, negative(size) if forward else size)
