"""What threads at fixed distances do becomes what one thread does in their place.

One plan: each part of it may find that there is none, and what the others have found is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.comparisons import IsWhole, is_at_least
from srcdiff.analyse.flow.structure import structure
from srcdiff.gpu.coarsen.together import together
from srcdiff.gpu.gather.cleared import are_taken_once, clearing, zeros_of
from srcdiff.gpu.gather.distances import Offset, Site, distance
from srcdiff.gpu.gather.gathered_first import gathered_first
from srcdiff.gpu.launch.launched import Known
from srcdiff.gpu.thread.limits import Limits
from srcdiff.gpu.thread.own_elements import Key, added, fits, guarded, sum_of
from srcdiff.gpu.thread.slices import is_same_branch, slice_of
from srcdiff.gpu.thread.uniform import elements_written
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    at,
    augmented,
    blocks,
    call,
    clone,
    comment,
    constant,
    dotted,
    expression,
    is_adjoint,
    joined_by,
    locate,
    map_blocks,
    mapped,
    name,
    plus,
    primal,
    reads,
    rename,
    whole_target,
    with_blocks,
    with_body,
    writes,
)

GATHERED = "gathered: what threads nearby would add to these elements"
FUNCTIONS = {"abs", "min", "max", "int", "float", "len", "range"}


@dataclass(frozen=True)
class Gathered:
    """A kernel that gathers, and one that sets the adjoints of outputs to zero after it.

    It may be launched with so many threads along each axis, at least, as `sizes` tells: these are
    expressions of the arguments, by the number of the axis.
    """

    tree: gast.FunctionDef
    clear: gast.FunctionDef
    arrays: frozenset[str]
    sizes: tuple[tuple[int, Expression], ...]


class Plan:
    """What becomes of a kernel, and of what threads nearby do."""

    def __init__(
        self,
        tree: gast.FunctionDef,
        grid: Mapping[str, int],
        others: Collection[str],
        known: Known,
        sites: Mapping[str, tuple[Site, ...]],
        is_whole: IsWhole,
        first: bool,
    ) -> None:
        self.is_whole = is_whole
        self.first = first
        self.tree = tree
        self.grid = grid
        self.others = set(others)
        self.known = known
        self.sites = sites
        self.layout = structure(tree.body)
        self.limits = Limits(self.layout, known)
        self.site = {site.statement: site for part in sites.values() for site in part}
        self.sizes: list[tuple[int, Expression]] = []
        self.cleared: set[str] = set()

    def kernels(self) -> Gathered | None:
        """Return the two kernels, None where what threads nearby do cannot be told apart."""
        away = sorted({s.offset for s in self.site.values() if not s.loop and s.is_away})
        loops = list(dict.fromkeys(s.loop for s in self.site.values() if s.loop is not None))
        parts = [self.nearby(offset, count + 1) for count, offset in enumerate(away)]
        turned = [self.turned(loop, count + 1) for count, loop in enumerate(loops, len(parts))]
        if None in parts or None in turned:
            return None
        every = [part for part in parts if part is not None]
        nearby = [statement for part in every for statement in part]
        if not self.first:  # where threads take several places, these are away from borders as one
            nearby = together(every, self.grid, self.is_whole, self.tree)
        nearby += [statement for part in turned if part is not None for statement in part]
        if not are_taken_once(self.cleared, self.layout):
            return None
        zeros = zeros_of(self.cleared, self.layout)
        clear = clearing(self.tree.body, zeros, self.layout)
        if clear is None:
            return None
        body = self.own(self.tree.body, zeros)
        sums = [assign(sum_of(key), constant(0.0), self.tree) for key in self.keys()]
        nearby = [comment(GATHERED, self.tree), *nearby]
        body = gathered_first(body, sums, nearby, self.is_of_all, self.first and not loops)
        with_last = [k for k in self.keys() if loops and self.fits(k, loops[-1])]
        if with_last:
            last = body[-1]
            own = [self.added(key) for key in with_last]
            body[-1] = gast.copy_location(gast.If(last.test, [*last.body, *own], []), last)
        body += [guarded(key, self.added(key)) for key in self.keys() if key not in with_last]
        for array, found in self.sites.items():
            ends = [(n, k) for k, n in enumerate(found[0].index) if isinstance(n, str)]
            self.sizes += [
                (self.grid[n], expression(f"{primal(array)}.shape[{k}]")) for n, k in ends
            ]
        return Gathered(
            with_body(self.tree, body),
            with_body(self.tree, clear),
            frozenset(map(primal, self.sites)),
            tuple(self.sizes),
        )

    def keys(self) -> list[Key]:
        """Return the elements that a thread adds to, in their order."""
        return list(dict.fromkeys((a, s.index) for a, part in self.sites.items() for s in part))

    def summed(self, statement: Statement) -> Statement:
        """Return an addition to an element as one to the sum for it."""
        site = self.site[statement]
        total = sum_of((dotted(statement.target.value), site.index))
        return augmented(total, statement.op, statement.value, statement)

    def own(self, body: Block, zeros: set[Statement]) -> Block:
        """Return what the thread at the place itself does."""

        def block(old: Block) -> Block:
            new: Block = []
            for statement in old:
                site = self.site.get(statement)
                if statement in zeros or (site and site.is_away):
                    continue
                new.append(self.summed(statement) if site else statement)
            return new

        return map_blocks(body, block)

    def nearby(self, offset: Offset, count: int) -> Block | None:
        """Return what a thread adds to an element that is so far away from its place."""
        wanted = [s for s, site in self.site.items() if site.offset == offset]
        found = self.sliced(wanted)
        if found is None or not self.is_simple(found):
            return None
        tests = self.tests(offset, wanted, found)
        if tests is None:
            return None
        moved = dict(offset)

        def change(node: gast.AST) -> gast.AST:
            if node in self.site:
                node = self.summed(node)
            away = distance(node, self.grid) if isinstance(node, gast.expr) else None
            if away is not None:
                return locate(plus(name(away[0]), away[1] - moved[away[0]]), node)
            return mapped(node, change)

        new = self.renamed([change(statement) for statement in found], found, count, {})
        if not tests:
            return new
        test = joined_by(gast.And(), tests)
        return [locate(gast.If(test, new, []), found[0])]

    def turned(self, loop: gast.For, count: int) -> Block | None:
        """Return what a thread adds to its element in the iterations of all threads for it.

        That is the loop turned round: it runs over the threads, at the place of this one.
        """
        wanted = [s for s, site in self.site.items() if site.loop is loop]
        found = self.sliced(wanted, loop)
        (place,) = self.grid
        end = self.limits.end(loop, place)
        if found is None or end is None or not self.is_simple(found):
            return None
        if reads(loop.iter) & (writes(found) | {place}):
            return None
        self.sizes.append((self.grid[place], end))
        counter = f"{place}{SEPARATOR}near{SEPARATOR}{count}"
        names = {place: counter, loop.target.id: place}
        new = self.renamed(self.without(loop, found, (place, end)), found, count, names)
        over = gast.Name(counter, gast.Store(), None, None)
        turned = gast.For(over, call("range", clone(end)), new, [], None)
        inside = gast.Compare(name(place), [gast.Lt()], [clone(loop.iter.args[0])])
        return [at(self.tree, gast.If(inside, [turned], []))]

    def without(self, loop: gast.For, found: Block, limit: tuple[str, Expression]) -> Block:
        """Return statements with the body of a loop in its place, for threads within a limit."""
        ways = self.layout.path[loop]

        def change(node: gast.AST) -> gast.AST:
            if node in self.site:
                return self.summed(node)
            return mapped(node, change)

        def block(old: Block) -> Block:
            new: Block = []
            for statement in old:
                tests = [way for around, way in ways if is_same_branch(statement, around)]
                if isinstance(statement, gast.For):
                    new += [change(s) for s in statement.body]
                elif tests and self.limits.is_end(statement.test, tests[0] == 0, limit):
                    new += block(blocks(statement)[tests[0]])
                elif isinstance(statement, gast.If):
                    new.append(with_blocks(statement, [block(b) for b in blocks(statement)]))
                else:
                    new.append(change(statement))
            return new

        return block(found)

    def sliced(self, wanted: list[Statement], through: gast.For | None = None) -> Block | None:
        """Return what some statements depend on, but for what is the same for all threads."""
        found = slice_of(self.tree.body, set(wanted), through)
        return None if found is None else [s for s in found if not self.is_of_all(s)]

    def is_of_all(self, statement: Statement) -> bool:
        """Return True if a statement gives a name its only value, which the launch knows."""
        own = whole_target(statement)
        return own in self.known.values and self.known.resolved(name(own)) is not None

    def renamed(self, new: Block, found: Block, count: int, names: Mapping[str, str]) -> Block:
        """Return statements with names of their own, at no place of the user's text."""
        own = {n: f"{n}{SEPARATOR}near{SEPARATOR}{count}" for n in writes(found)} | dict(names)
        return [at(self.tree, clone(rename(statement, own))) for statement in new]

    def tests(
        self, offset: Offset, wanted: list[Statement], found: Block
    ) -> list[Expression] | None:
        """Return what returns True if there is a thread in a place; None if that is not known.

        Before the first thread there is none. Behind the last one there may be none either, but
        then no thread there may run the statements. Where elements are read before the condition
        that says so, it has to be tested.
        """
        tests: list[Expression] = []
        facts = [self.limits.facts(statement) for statement in wanted]
        for place, away in offset:
            least = max(-away, 0)
            inside = all(any(is_at_least(c, place, least) for c in holding) for holding in facts)
            if away < 0 and not inside:
                return None  # negative subscripts count from the end
            if away > 0 and not inside:
                tests.append(gast.Compare(name(place), [gast.GtE()], [constant(away)]))
            ends = self.limits.ends(wanted, place) if away < 0 else ()
            if ends is None:
                return None
            self.sizes += [(self.grid[place], end) for end in ends]
            if ends and self.limits.is_read_before(found, place, ends):
                if len(ends) > 1:
                    return None
                tests.append(gast.Compare(plus(name(place), -away), [gast.Lt()], [clone(ends[0])]))
        return tests

    def is_simple(self, block: Block) -> bool:
        """Return True if threads nearby can run statements: these only read what no thread changes.

        Adjoints that are set to zero by this kernel are set to zero by the next one then.
        """
        changed = {dotted(e.value) for s in self.layout.order for e in elements_written(s)}
        for node in (part for statement in block for part in gast.walk(statement)):
            if isinstance(node, gast.Subscript) and isinstance(node.ctx, gast.Load):
                array = dotted(node.value)
                if array in changed and not is_adjoint(array):
                    return False
                self.cleared |= {array} & changed
            called = dotted(node.func) if isinstance(node, gast.Call) else "."
            if "." not in called and called not in FUNCTIONS:
                return False
        return reads(block) & self.others == set()

    def fits(self, key: Key, loop: gast.For) -> bool:
        """Return True if all threads that have an element are those with a loop turned round."""
        (place,) = self.grid
        return fits(key, loop, place, self.sites[key[0]], self.limits)

    def added(self, key: Key) -> Statement:
        """Return the statement that adds a sum to the element at the place of the thread."""
        return added(key, sum_of(key), self.tree)
