"""Hold the element that all iterations of an inner loop use in a variable meanwhile.

In `for j in range(i): y[i] += a[i, j] * x[j]` the sum goes through memory at each iteration, and
no other statement of the loop is vectorised, as each store may change what the next load reads.
Compilers keep such an element in a register (scalar replacement: Callahan, Carr and Kennedy 1990)
where they can prove that no other access meets it; srcdiff knows more of subscripts than LLVM.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.analyse.iterated.dependences import Access, never_meet
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.analyse.iterated.within import is_within
from srcdiff.analyse.types.types import Type, types
from srcdiff.core.operations import is_shape
from srcdiff.optimise.elements.held_element import Held, runs, title_of
from srcdiff.optimise.elements.memory import Memory
from srcdiff.optimise.elements.uses import Use, Uses, always_used, is_innermost, uses
from srcdiff.optimise.symbols import ELEMENT, Symbols
from srcdiff.syntax import (
    ENDS,
    SEPARATOR,
    Block,
    Statement,
    assign,
    blocks,
    is_range,
    locate,
    name,
    parameters,
    reads,
    walk,
    walk_statements,
    with_blocks,
    with_body,
    writes,
)

MOST = 8  # elements of one loop: about half of the registers


def held(tree: gast.FunctionDef, symbols: Symbols) -> gast.FunctionDef:
    """Return the function with elements that inner loops write to held in variables.

    That is where no other access in the loop can be of the same element. Where the element may not
    be there, as no statement beside the loop uses it, it is held only if the loop runs.

    >>> from srcdiff.analyse.types.types import Types, types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(a, x, y):
    ...     for i in range(len(y)):
    ...         y[i] = 0.0
    ...         for j in range(len(x)):
    ...             y[i] += a[i, j] * x[j]
    ...         y[i] /= a[i, i]
    ...     return y
    ... ''')
    >>> kinds = {"x": types.float64[:], "y": types.float64[:], "a": types.float64[:, :]}
    >>> known = Types({**kinds, "i": types.int64, "j": types.int64}, types.none)
    >>> print(unparse(held(tree, Symbols(known, frozenset(), frozenset()))))
    def f(a, x, y):
        for i in range(len(y)):
            y·i·000 = 0.0
            for j in range(len(x)):
                y·i·000 += a[i, j] * x[j]
            y[i] = y·i·000 / a[i, i]
        return y
    """
    if not any(map(is_innermost, walk_statements(tree.body))):
        return tree
    layout = structure(tree.body)
    given_again = layout.definitions.keys() & {*parameters(tree)}  # two values by one name

    def kind(title: str) -> Type:
        return types.undefined if title in given_again else symbols.type_of(title)

    walk = _Walk(symbols, Memory(tree, symbols), layout, Iterations(layout, kind))
    return with_body(tree, walk.block(tree.body))


@dataclass(frozen=True)
class _Walk:
    """The way through a function, with what is known of its arrays and loops."""

    symbols: Symbols
    memory: Memory
    layout: Structure
    facts: Iterations

    def block(self, block: Block) -> Block:
        """Return a block whose inner loops hold elements in variables."""
        new: Block = []
        rest = list(block)
        for position, statement in enumerate(block):
            if statement is not rest[position]:  # changed by the loop before
                new.append(rest[position])
                continue
            found = list(self.found(statement)) if is_innermost(statement) else []
            if found:
                new += self.held(statement, found, new, rest, position)
            elif blocks(statement):
                new.append(with_blocks(statement, [self.block(b) for b in blocks(statement)]))
            else:
                new.append(statement)
        return new

    def held(
        self, loop: Statement, found: Sequence[Held], new: Block, rest: Block, position: int
    ) -> Block:
        """Return a loop that holds elements, with what comes before and after it.

        The last of the `new` statements before it may set the element: then it sets the variable.
        So may the one behind it in `rest`, which is exchanged then.
        """
        changed: Statement = loop
        for one in found:
            changed = one.within(changed)
        if not all(self.is_there(one.use, loop, rest) for one in found):
            body = [*(one.load(loop) for one in found), changed]
            body += [one.store(loop) for one in found if one.is_written]
            return [locate(gast.If(runs(loop), body, []), loop)]
        before: Block = []
        after: Block = []
        for one in found:
            if one.is_written and new and not before and one.is_set_by(new[-1]):
                before.append(assign(one.title, new.pop().value, loop))
            else:
                before.append(one.load(loop))
            if one.is_written:
                taken = self.taken(one, rest[position + 1 :])
                if taken is None:
                    after.append(one.store(loop))
                else:
                    rest[position + 1] = taken
        return [*before, changed, *after]

    def taken(self, one: Held, behind: Block) -> Statement | None:
        """Return the statement behind a loop, with the variable, if the element is set there.

        That is by the statement itself, or by the next one. None where it has to be stored first.
        """
        following, last = [*behind, gast.Pass(), gast.Pass()][:2]
        if blocks(following) or not self.uses_no_other(one, following):
            return None
        if {one.use.array, *reads(one.use.part.slice)} & writes(following):
            return None  # another element then
        taken = one.within(following)
        match following, taken:
            case gast.Assign(targets=[target]), gast.Assign() if one.is_element(target):
                return assign(target, taken.value, following)
            case gast.AugAssign(target=target, op=op), gast.AugAssign() if one.is_element(target):
                return assign(target, gast.BinOp(name(one.title), op, taken.value), following)
            case gast.Assign(), _ if taken is not following and one.is_set_by(last):
                return taken
        return None

    def uses_no_other(self, one: Held, statement: Statement) -> bool:
        """Return True if a statement uses no other element, and no array that may have it."""
        every = uses([statement], self.symbols)
        others = every.arrays - {one.use.array}
        alone = all(self.memory.are_apart(one.use.array, other) for other in others)
        own = {use.element for use in every.elements if use.array == one.use.array}
        return alone and not every.is_open and one.use.array not in every.whole and len(own) < 2

    def found(self, loop: gast.For) -> Iterator[Held]:
        """Yield the elements that a loop can hold."""
        every = uses(loop.body, self.symbols)
        around = self.layout.loops(loop)
        if every.is_open or not all(is_range(s.iter) for s in around if isinstance(s, gast.For)):
            return
        bound = writes(loop)
        titles: dict[str, Hashable] = {}
        for use in {use.element: use for use in every.elements}.values():
            own = [other for other in every.elements if other.element == use.element]
            is_written = any(other.is_written for other in own)
            wanted = is_written or use.array in every.written
            if not wanted or len(titles) == MOST or not self.symbols.is_double_array(use.array):
                continue
            if use.array in every.whole or not self.is_fixed(use, bound):
                continue
            if self.is_alone(own, is_written, every, loop):
                title = title_of(use)
                while title in titles:
                    title = title.removesuffix(ELEMENT) + f"{SEPARATOR}2{ELEMENT}"
                titles[title] = use.element
                yield Held(use, title, is_written)

    def is_fixed(self, use: Use, bound: set[str]) -> bool:
        """Return True if an element is the same in all iterations of a loop that binds names."""
        index = use.part.slice
        loads = [n for n in walk(index) if isinstance(n, gast.Subscript) and not is_shape(n)]
        return not loads and bound.isdisjoint({use.array, *reads(index)})

    def is_alone(self, own: Sequence[Use], is_written: bool, every: Uses, loop: Statement) -> bool:
        """Return True if nothing else that a loop uses is the element of some uses.

        Of what both only read it does not matter.
        """
        array = own[0].array
        others = every.arrays if is_written else every.written
        if any(not self.memory.are_apart(array, other) for other in others - {array}):
            return False
        return all(
            self.never_meet(one, other, loop)
            for other in every.elements
            if other.array == array and other.element != own[0].element
            if is_written or other.is_written
            for one in own
        )

    def never_meet(self, one: Use, other: Use, loop: Statement) -> bool:
        """Return True if two uses never are of one element while a loop runs."""
        first, second = Access(one.statement, one.part), Access(other.statement, other.part)
        return never_meet(first, second, self.facts, True, (loop,)) and never_meet(
            second, first, self.facts, False, (loop,)
        )

    def is_there(self, use: Use, loop: Statement, block: Block) -> bool:
        """Return True if an element is there where a loop stands, be it that it does not run.

        It is where no subscript is out of range, or where a statement beside the loop uses it.
        """
        if is_within(use.part, loop, self.facts):
            return True
        position = block.index(loop)
        named = {use.array, *reads(use.part.slice)}
        for beside in (reversed(block[:position]), block[position + 1 :]):
            for statement in beside:
                if use.element in always_used(statement, self.symbols):
                    return True
                is_passed = named.isdisjoint(writes(statement)) and not blocks(statement)
                if not is_passed or isinstance(statement, ENDS):
                    break
        return False
