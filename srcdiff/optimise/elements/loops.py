"""Write neighbouring statements on whole arrays as one loop over their elements.

Compiled, each statement on whole arrays passes over memory, makes arrays for its parts and takes
long to compile. A loop does none of that; NumPy is faster with whole arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.liveness import Liveness, liveness
from srcdiff.analyse.types.types import is_array, is_complex
from srcdiff.optimise.arithmetic.by_element import is_by_element
from srcdiff.optimise.elements.extents import LIKE, Lengths
from srcdiff.optimise.elements.memory import Memory
from srcdiff.optimise.elements.runs import Run, is_new_total, is_worth_it, places_of
from srcdiff.optimise.elements.steps import Kind, Step, element_of, operands, step_of
from srcdiff.optimise.symbols import COUNTER, ELEMENT, NEW_ARRAY, Symbols
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    augmented,
    blocks,
    call,
    callee_of,
    constant,
    is_adjoint,
    locate,
    name,
    names_in,
    of_members,
    own_part,
    readable,
    subscript,
    walk,
    walk_statements,
    with_blocks,
    with_body,
)

LETTERS = "ijklmnpq"


def loops(tree: gast.FunctionDef, symbols: Symbols) -> gast.FunctionDef:
    """Return the function with loops instead of statements on whole arrays of one shape.

    That is where the shapes certainly are the same, and no element depends on others that the
    loop writes to. What only the loop needs are numbers.

    >>> from srcdiff.analyse.types.types import Types, types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y):
    ...     x = x.copy()
    ...     z = 2.0 * x * y
    ...     x += z
    ...     s = np.sum(z * y)
    ...     x[1:] += x[:-1]
    ...     return x, s
    ... ''')
    >>> kinds = {**dict.fromkeys("xyz", types.float64[:]), "s": types.float64}
    >>> known = Types(kinds, types.none)
    >>> shapes = dict.fromkeys("xyz", "x")
    >>> print(unparse(loops(tree, Symbols(known, frozenset(), frozenset(), shapes=shapes))))
    def f(x, y):
        x = x.copy()
        s = 0.0
        for for·i in range(len(x)):
            z·000 = 2.0 * x[for·i] * y[for·i]
            x[for·i] += z·000
            s += z·000 * y[for·i]
        x[1:] += x[:-1]
        return (x, s)
    """
    kinds = [symbols.type_of(title) for title in set().union(*names_in(tree))]
    if any(map(is_complex, kinds)):
        return tree
    columns = any(is_array(kind) and kind.layout == "F" for kind in kinds)
    lengths, memory = Lengths(tree, symbols), Memory(tree, symbols)
    every = all(step_of(s, lengths) for s in walk_statements(tree.body) if has_matrices(s, symbols))
    walk = _Walk(lengths, memory, liveness(tree.body), columns, every)
    return with_body(tree, walk.block(tree.body, ()))


def has_matrices(statement: Statement, symbols: Symbols) -> bool:
    """Return True if a statement computes with matrices, element by element."""
    nodes = walk(own_part(statement))
    computed = [node for node in nodes if is_by_element(node) and callee_of(node) not in LIKE]
    names = [part.id for node in computed for part in operands(node) if isinstance(part, gast.Name)]
    return any(getattr(symbols.type_of(title), "ndim", 0) > 1 for title in names)


@dataclass(frozen=True)
class _Walk:
    """The way through a function: what is known of its arrays, and what is read later."""

    lengths: Lengths
    memory: Memory
    live: Liveness
    has_columns: bool
    all_loops: bool

    def block(self, block: Block, around: tuple[str, ...]) -> Block:
        """Return a block with loops; `around` are the counters of the loops around it."""
        new: Block = []
        run = Run((), self.memory)
        for statement in block:
            step = step_of(statement, self.lengths)
            if step is not None and run.takes(step):
                run = Run((*run.steps, step), self.memory)
                continue
            new += self.written(run.steps, around)
            run = Run((), self.memory)
            if step is not None and run.takes(step):
                run = Run((step,), self.memory)
            else:
                new.append(self.compound(statement, around))
        return new + self.written(run.steps, around)

    def compound(self, statement: Statement, around: tuple[str, ...]) -> Statement:
        """Return a statement with loops in its blocks."""
        parts = blocks(statement)
        if not parts:
            return statement
        is_loop = isinstance(statement, gast.For) and isinstance(statement.target, gast.Name)
        inner = (*around, statement.target.id) if is_loop else around
        return with_blocks(statement, [self.block(part, inner) for part in parts])

    def written(self, steps: tuple[Step, ...], around: tuple[str, ...]) -> Block:
        """Return some steps as a loop, or parts of them, or as they are."""
        if not steps:
            return []
        live = self.live.after[steps[-1].statement]
        bound = {step.target: step for step in steps if step.kind is Kind.VALUE}
        for position, step in enumerate(steps):
            last = bound.get(step.target, step)
            if last.target in live and not self.can_be_made(last):
                first = self.written(steps[:position], around)
                return [*first, step.statement, *self.written(steps[position + 1 :], around)]
        lasting = Run(steps, self.memory).lasting(live)
        if not is_worth_it(steps, len(lasting), self.all_loops):
            return [step.statement for step in steps]
        return _Loop(steps, self.lengths, tuple(lasting), around).text()

    def can_be_made(self, step: Step) -> bool:
        """Return True if an array can be made for the elements that a step binds, before a loop.

        A copy is no array of its own, and of matrices in columns Numba makes others in columns.
        """
        in_rows = len(step.extents) == 1 or not self.has_columns
        return step.kind is not Kind.VALUE or (in_rows and not step.is_copy)


@dataclass(frozen=True)
class _Loop:
    """The loop that some steps become; arrays that are `lasting` are made before it."""

    steps: tuple[Step, ...]
    lengths: Lengths
    lasting: tuple[str, ...]
    around: tuple[str, ...]

    def text(self) -> Block:
        """Return the loop, with what comes before and after it."""
        place = self.steps[0].statement
        counters = self.counters()
        at = list(map(name, counters))
        body, ranges = self.body(at), self.ranges()
        for counter, extent in reversed(list(zip(counters, ranges, strict=True))):
            target = gast.Name(counter, gast.Store(), None, None)
            body = [locate(gast.For(target, call("range", extent), body, [], None), place)]
        return [*self.before(place), *body, *self.after(place)]

    def counters(self) -> list[str]:
        """Return names of counters that the loops around, and what is read, do not have."""
        read = {title for step in self.steps for title in names_in(step.statement)[0]}
        taken = {*map(readable, self.around), *map(readable, read)}
        free = [f"{COUNTER}{letter}" for letter in LETTERS if letter not in taken]
        return free[: len(self.steps[0].extents)]

    def ranges(self) -> list[Expression]:
        """Return the extents, as lengths of an array that all steps leave where it is."""
        read, written = places_of(self.steps)
        array, depth = min(read | written, key=self.preference)
        model = self.lengths.symbols.shape(array)
        if depth == 0 and model in self.lengths.given:
            array = model
        axes = range(depth, depth + len(self.steps[0].extents))
        if len(axes) == 1 and depth == 0:
            return [call("len", name(array))]
        return [size(array, axis) for axis in axes]

    def preference(self, place: tuple[str, int]) -> tuple[bool, bool, bool, str]:
        """Return what is least for the array whose length says most: an argument, a value."""
        title, depth = place
        return depth > 0, is_adjoint(title), title not in self.lengths.given, title

    def before(self, place: Statement) -> Block:
        """Return what makes arrays for elements that are read later, and the zeros of sums."""
        new = []
        for title in self.lasting:
            shape = call("np.empty", of_members(self.ranges()))
            new.append(assign(self.array(title), shape, place))
        totals = [step.target for step in self.steps if is_new_total(step)]
        return new + [assign(title, constant(0.0), place) for title in totals]

    def after(self, place: Statement) -> Block:
        """Return what gives arrays that were made their names."""
        renamed = [title for title in self.lasting if self.array(title) != title]
        return [assign(title, name(self.array(title)), place) for title in renamed]

    def array(self, title: str) -> str:
        """Return the name of the array that is made: another one, if the old array is read."""
        read, written = places_of(self.steps)
        is_read = any(title == array for array, _ in read | written)
        return title + NEW_ARRAY if is_read else title

    def body(self, at: list[Expression]) -> Block:
        """Return what the steps do at the element that counters say."""
        held: dict[str, Expression] = {}
        new: Block = []
        for step in self.steps:
            value = element_of(step.value, at, held, self.lengths)
            target: Expression | str
            if step.kind is Kind.TOTAL:
                target = step.target
            elif step.kind is Kind.STORE and step.target not in held:
                target = subscript(step.target, of_members([*step.index, *at]), store=True)
            elif step.target in self.lasting:
                target = subscript(self.array(step.target), of_members(at), store=True)
                held[step.target] = subscript(self.array(step.target), of_members(at))
            else:
                target = step.target + ELEMENT
                held[step.target] = name(target)
            operator = gast.Add() if is_new_total(step) else step.operator
            if operator is None:
                new.append(assign(target, value, step.statement))
            else:
                new.append(augmented(target, operator, value, step.statement))
        return new


def size(array: str, axis: int) -> Expression:
    """Return the extent of an array along an axis."""
    shape = gast.Attribute(name(array), "shape", gast.Load())
    return gast.Subscript(shape, constant(axis), gast.Load())
