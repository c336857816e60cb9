"""Write the adjoints of statements without blocks.

All take `present`, the values whose adjoint has been written to so far, and keep it up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import gast

from srcdiff.analyse.arrays.arrays import source
from srcdiff.analyse.arrays.subscripts import is_advanced, is_boolean
from srcdiff.analyse.types.types import is_array, is_complex
from srcdiff.core.operations import is_copy, is_load, is_store
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.contributions import Contributions
from srcdiff.differentiate.reverse.idle import chooses, guarded, unless_zero
from srcdiff.differentiate.reverse.present import Present
from srcdiff.differentiate.reverse.shadows import handed_back
from srcdiff.differentiate.reverse.stores import Stores
from srcdiff.errors import InternalError
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    adjoint,
    assign,
    assign_results,
    beside,
    call,
    clone,
    dotted,
    locate,
    name,
    reads,
    rename,
    targets,
)


@dataclass(frozen=True)
class Statements:
    """Writes the adjoints of statements that have no blocks."""

    facts: Facts

    @property
    def to(self) -> Contributions:
        """Return what adds to the adjoints of operands."""
        return Contributions(self.facts)

    def adjoint_of(self, statement: Statement, present: Present) -> Block:
        """Return the adjoint of a statement without blocks; which adjoints are idle is kept up."""
        before = set(present)
        is_idle = bool(present.idle & set(targets(statement)))
        new = self.written(statement, present)
        if statement in self.facts.sites:
            return new
        found = self.facts.adjoints.get(statement)
        chosen = {o for o, term in found.terms if chooses(term)} if found else set()
        for operand in reads(statement) & present:
            if not is_idle and operand not in chosen:
                present.idle.discard(operand)
            elif operand not in before:
                present.idle.add(operand)
        return new

    def written(self, statement: Statement, present: Present) -> Block:
        """Return the adjoint of a statement without blocks."""
        if statement in self.facts.sites:
            return self.called(statement, present)
        if is_store(statement):
            return Stores(self.facts).adjoint_of(statement, present)
        if self.facts.effects.owners & set(targets(statement)):
            back = handed_back(self.facts, statement)
            plain = isinstance(statement.value, gast.Tuple)
            return [*back, *(self.copies(statement, present) if plain else [])]
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
        """Return True if a statement copies elements that an array of places tells."""
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
        term = self.to.fitting(array, cotangent, statement)
        scattered = call("runtime.add_at", name(adjoint(array)), index, term)
        return [*new, locate(gast.Expr(scattered), statement)]

    def operation(self, statement: Statement, present: Present) -> Block:
        """Return the adjoint that a rule gives."""
        found = self.facts.adjoints.get(statement)
        if found is None:
            return []
        names: dict[str, str] = {}
        (target, *others) = targets(statement)
        # in threads all have to take part in what they exchange, whatever its adjoint is
        is_idle = target in present.idle and not self.facts.in_threads
        if is_idle and not others and self.are_real(reads(statement)):
            found = self.without_zeros(found, target, statement)
        for operand, term in found.terms:
            # where a step of the rule is the first contribution, it is the adjoint itself
            if (
                isinstance(term, gast.Name)
                and self.to.is_number(operand)
                and operand not in present
                and self.to.fitting(operand, term, statement) is term
            ):
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

    def are_real(self, titles: Iterable[str]) -> bool:
        """Return True if names are those of real numbers only."""
        kinds = [self.facts.types[title] for title in titles]
        return not any(is_array(kind) or is_complex(kind) for kind in kinds)

    def without_zeros(self, found: Adjoint, target: str, statement: Statement) -> Adjoint:
        """Return what a rule gives, with no zero times what may be infinite."""
        return replace(
            found,
            steps=tuple((n, guarded(e, target, statement)) for n, e in found.steps),
            terms=tuple((n, guarded(e, target, statement)) for n, e in found.terms),
        )

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
        """Return the adjoint of copies that are done at once; arrays among them change places."""
        lost = [n for n in targets(statement) if n in self.facts.active and self.to.is_memory(n)]
        if lost and not self.facts.effects.owners & set(targets(statement)):
            raise InternalError(f"`{lost[0]}` is another name, whose adjoint is lost", statement)
        pairs = list(zip(targets(statement), statement.value.elts, strict=True))
        pairs = [(t, v) for t, v in pairs if t in present and not self.to.is_memory(t)]
        held = {t: beside(adjoint(t), "old") for t, _ in pairs}
        new = [assign(held[t], name(adjoint(t)), statement) for t, _ in pairs]
        present.difference_update(held)
        for target, value in pairs:
            new += self.to.add(dotted(value), name(held[target]), present, statement)
        return new

    def called(self, statement: Statement, present: Present) -> Block:
        """Return the call of the backward function of a pair."""
        site = self.facts.sites[statement]
        results = [site.results[position] for position in site.pair.results]
        arrays = [site.arguments[position].id for position in site.pair.arrays]
        values = [r for r in results if not self.to.is_memory(r)]
        # what it adds up lies in adjoints of arrays, or in those that the forward function returned
        in_memory = len(values) < len(results) or arrays or site.pair.returned
        if not in_memory and not set(values) & present:
            return []
        # the backward function may change the adjoints of arrays that it is given
        before = [s for r in (*values, *arrays) for s in self.to.ensure(r, present, statement)]
        cotangents = [
            self.to.zero(r) if self.to.is_number(r) and r not in present else name(adjoint(r))
            for r in results
        ]
        idle = [] if in_memory or set(values) & present - present.idle else cotangents
        present.difference_update(values)
        operands = {site.arguments[position].id for position in site.pair.scalars}
        present.idle |= operands - present  # of what the callee may not have read
        if self.facts.in_threads or not self.are_real([*results, *operands]):
            idle = []
        shadows = [name(adjoint(array)) for array in arrays]
        saved = [name(value) for value in site.handed]
        value = call(site.pair.rev, *map(clone, site.passed), *saved, *shadows, *cotangents)
        bound: list[str] = []
        added: Block = []
        for position in site.pair.scalars:
            operand = site.arguments[position].id
            if operand in present or adjoint(operand) in bound:
                part = beside(adjoint(operand), site.pair.rev.removesuffix("_rev"))
                bound.append(part if part not in bound else f"{part}{SEPARATOR}{len(bound)}")
                present.add(operand)
                added += self.to.add(operand, name(bound[-1]), present, statement)
            else:
                bound.append(adjoint(operand))
        present.update(operands)
        return [*before, *unless_zero(idle, bound, assign_results(bound, value, statement)), *added]
