"""A thread takes the places of several, one below the other: what these share it reads once.

Thread coarsening: the threads of a kernel without barriers may run one after the other. Threads
that read their neighbours load each element several times; one that goes down a column of the grid
keeps what it has read in registers, and there is less to read again at the borders of blocks. On an
H200, the adjoint of a wave in a plane of 8192 by 8192 elements took 0.51 ms with a thread for each
element, 0.46 ms with one for four; in one of 2048 by 2048 there is no difference. Adjoints of
other stencils took half to nine tenths of the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.comparisons import IsWhole
from srcdiff.gpu.coarsen.rotated import rotated
from srcdiff.gpu.gather.bounds import Bound, condition, nearest
from srcdiff.gpu.gather.interior import interior
from srcdiff.gpu.gather.totals import ADD
from srcdiff.gpu.launch.launched import Known
from srcdiff.gpu.thread.loaded_first import changed_arrays
from srcdiff.gpu.thread.slices import reads_elements
from srcdiff.gpu.thread.views import Rank, arguments_of_calls, base_of, viewed
from srcdiff.syntax import (
    REAL,
    Block,
    Expression,
    Statement,
    assign,
    augmented,
    beside,
    binary,
    call,
    callee_of,
    clone,
    comment,
    constant,
    dotted,
    fresh,
    is_comment,
    key,
    locate,
    members,
    name,
    number,
    parameters,
    reads,
    rename,
    targets,
    walk,
    walk_statements,
    whole_target,
    with_body,
    writes,
)

FEW = 4  # values that a thread in space keeps
HALF = 2  # places that it takes if these are more: four take 90 registers
SEVERAL = "a thread takes {} places, one below the other"
AWAY = "away from the borders: what the next place reads again is kept"
PLAIN = (gast.Assign, gast.AugAssign, gast.If, gast.Pass)


@dataclass(frozen=True)
class Coarse:
    """A kernel whose threads take `count` places each.

    `first` stands for the place of a thread, as it was `place` before; the last parameter tells how
    many places there are.
    """

    tree: gast.FunctionDef
    place: str
    first: str
    count: int


@dataclass(frozen=True)
class Parts:
    """What a thread does once before all of its places, for each of these, and once after them."""

    before: Block
    body: Block
    after: Block


def coarsened(
    tree: gast.FunctionDef,
    grid: Mapping[str, int],
    count: int,
    known: Known,
    is_whole: IsWhole,
    rank: Rank,
) -> Coarse | None:
    """Return a kernel whose threads take several places, None where these would share nothing.

    `grid` has the names of the place of a thread, with the axis of each: those along the last axis
    are taken together. `known` is what the launch knows, `is_whole` tells integers, `rank` the
    number of dimensions of an array.

    >>> from srcdiff.gpu.launch.launched import known_to
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(u, out, j, i):
    ...     n = u.shape[0]
    ...     if 0 < i < n - 1 and j < u.shape[1]:
    ...         out[i, j] = u[i - 1, j] + u[i + 1, j]
    ... ''')
    >>> known = known_to(tree, {"u", "out"}, {})
    >>> found = coarsened(tree, {"j": 0, "i": 1}, 4, known, lambda n: n == "n", lambda array: 2)
    >>> print(unparse(found.tree).replace("··", "_"))
    def f(u, out, j, first, rows):
        n = u.shape[0]
        '# a thread takes 4 places, one below the other'
        first *= 4
        if 0 < first and first + 4 < n and (j < u.shape[1]) and (first + 3 < rows):
            '# away from the borders: what the next place reads again is kept'
            u_above = u[first - 1, j]
            u_here = u[first, j]
            for i in range(first, first + 4):
                u_below = u[i + 1, j]
                out[i, j] = u_above + u_below
                u_above, u_here = (u_here, u_below)
        else:
            for i in range(first, min(first + 4, rows)):
                if 0 < i < n - 1 and j < u.shape[1]:
                    out[i, j] = u[i - 1, j] + u[i + 1, j]
    """
    place = max(grid, key=lambda n: grid[n])
    taken = {*parameters(tree), *writes(tree.body), *reads(tree.body)}
    parts = divided(tree, place, taken)
    shared = viewed(tree, rank) or [a for a in arguments_of_calls(tree, rank) if rank(base_of(a))]
    if not grid[place] or parts is None or shared or not are_rows(tree, place):
        return None
    first = fresh("first", taken)
    limit = fresh("rows", {*taken, first})
    taken |= {first, limit}
    fixed = (set(parameters(tree)) | writes(parts.before)) - grid.keys() - writes(parts.body)
    inside = interior(parts.body, {**dict.fromkeys(grid, 0), place: count - 1}, is_whole, fixed)
    arrays = set(parameters(tree)) - changed_arrays(tree, rank)
    rows = rotated(inside.body, place, first, arrays, taken)
    if rows is None:
        return None
    if len(grid) > 2 and len(rows.before) > FEW and count > HALF:
        return coarsened(tree, grid, HALF, known, is_whole, rank)
    within = gast.Compare(name(place), [gast.Lt()], [name(limit)])
    last = Bound(within, place, True, count - 1, name(limit))
    bounds = nearest([*inside.bounds, last], lambda tree: key(known.resolved(tree) or tree))
    test = rename(condition(bounds), {place: first})
    end = binary(name(first), gast.Add(), constant(count))
    quick = over(place, first, end, [*rows.begin, *rows.body, *rows.end])
    slow = over(place, first, call("min", clone(end), name(limit)), list(map(clone, parts.body)))
    choice = locate(gast.If(test, [comment(AWAY), *rows.before, quick], [slow]), tree)
    begin = [comment(SEVERAL.format(count)), augmented(first, gast.Mult(), constant(count))]
    new = with_body(tree, [*parts.before, *begin, choice, *parts.after])
    own = [first if p == place else p for p in parameters(tree)]
    return Coarse(with_parameters(new, [*own, limit]), place, first, count)


def with_parameters(tree: gast.FunctionDef, names: Sequence[str]) -> gast.FunctionDef:
    """Return a function with other parameters."""
    words = [gast.Name(n, gast.Param(), None, None) for n in names]
    result = with_body(tree, tree.body)
    result.args = gast.arguments(words, [], None, [], [], None, [])
    return result


def over(place: str, first: str, end: Expression, body: Block) -> gast.For:
    """Return the loop over the places of a thread."""
    target = gast.Name(place, gast.Store(), None, None)
    return gast.For(target, call("range", name(first), end), body, [], None)


def divided(tree: gast.FunctionDef, place: str, taken: set[str]) -> Parts | None:
    """Return the parts of a kernel, None where a thread does more than to compute and to store.

    New names are added to those that are `taken`.

    >>> from srcdiff.syntax import function, unparse
    >>> text = "def f(c, d_c, x, i): n = x.size; s = 0.0; v = c * x[i]; s += v; add(d_c, s)"
    >>> found = divided(rename(function(text), {"add": ADD}), "i", set())
    >>> for part in (found.before, found.body, found.after):
    ...     print("; ".join(map(unparse, part)).replace("··", "_").replace("·", "_"))
    n = x.size; s_all = 0.0
    s = 0.0; v = c * x[i]; s += v; s_all += s
    add_over_block(d_c, s_all)
    """
    after = [s for s in tree.body if is_sum_over_block(s)]
    rest = [s for s in tree.body if s not in after]
    every = list(walk_statements(rest))
    if tree.body[len(rest) :] != after or not all(
        isinstance(s, PLAIN) or is_comment(s) for s in every
    ):
        return None
    stored = Counter(n for s in every for n in targets(s))
    changing = {*stored, place}
    own = set(parameters(tree))
    before: Block = []
    for statement in rest:
        n = whole_target(statement)
        is_fixed = n not in own and stored[n] == 1 and not reads(statement.value) & changing
        if n and is_fixed and not reads_elements(statement):
            before.append(statement)
            changing -= {n}
    body = [s for s in rest if s not in before]
    sums = {n: total_of(n, taken) for n in (dotted(s.value.args[1]) for s in after)}
    zeros = {n: zero_of(n, body) for n in sums}
    if None in zeros.values():
        return None
    before += [assign(sums[n], clone(value), tree) for n, value in zeros.items()]
    body += [augmented(total, gast.Add(), name(n), tree) for n, total in sums.items()]
    return Parts(before, body, [rename(s, sums) for s in after])


def is_sum_over_block(statement: Statement) -> bool:
    """Return True if a statement adds the values of all threads of a block."""
    value = statement.value if isinstance(statement, gast.Expr) else None
    return callee_of(value) == ADD


def total_of(variable: str, taken: set[str]) -> str:
    """Return a name for the sum of what a thread finds in all of its places."""
    total = fresh(beside(variable, "all"), taken)
    taken.add(total)
    return total


def zero_of(variable: str, body: Block) -> Expression | None:
    """Return the zero that a variable begins with, in its precision; None where it does not.

    >>> from srcdiff.syntax import statements, unparse
    >>> found = zero_of("a", statements("a = 0.0; a += x[i]"))
    >>> unparse(found), zero_of("a", statements("a = 2.0")), zero_of("", statements("a = 0.0"))
    ('0.0', None, None)
    """
    first = next((s for s in body if variable in targets(s)), None)
    if not isinstance(first, gast.Assign):
        return None
    value = first.value
    single = isinstance(value, gast.Call) and len(value.args) == 1 and dotted(value.func) == REAL
    return value if number(value.args[0] if single else value) == 0 else None


def are_rows(tree: gast.FunctionDef, place: str) -> bool:
    """Return True if no subscript that is the last one depends on a place.

    Elements side by side in memory are those of neighbouring threads.
    """
    nodes = [node for statement in tree.body for node in walk(statement)]
    return not any(
        isinstance(node, gast.Subscript) and place in reads(members(node.slice)[-1])
        for node in nodes
    )
