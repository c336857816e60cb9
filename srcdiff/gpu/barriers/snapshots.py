'''Loops save what they carry once in each segment, which the backward part runs forward again.

With as many segments as iterations in each, that takes two times the square root of the number of
iterations, instead of that number, for one more run forward.

>>> from srcdiff.analyse.types.types import Types, types
>>> from srcdiff.optimise.names import names
>>> from srcdiff.optimise.symbols import Symbols
>>> from srcdiff.syntax import TAPE, function, rename
>>> tree = rename(function("""
... def f(n, v, d):
...     v_saved = np.empty(max(n, 0))
...     for k in range(n):
...         v_saved[k] = v
...         v = math.sin(v)
...     for k in range(n - 1, -1, -1):
...         w = v_saved[k]
...         d = d * math.cos(w)
...     x[0] = d
... """), {"v_saved": f"v{TAPE}"})
>>> symbols = Symbols(Types({"v": types.float64}, {}), frozenset(), frozenset())
>>> found = snapshots(tree, Context(Known(frozenset({"n"}), {}), symbols))
>>> print(unparse(names(found.tree, lambda name: "").tree))
def f(n, v, d):
    """# saved once a segment: the backward part runs forward again from there"""
    v_snapshots = np.empty(math.isqrt(max(n - 1, 0)) + 1)
    v_saved = np.empty(math.isqrt(max(n - 1, 0)) + 1)
    length = v_saved.shape[0]
    for segment in range((n - 1) // length + 1):
        v_snapshots[segment] = v
        first = segment * length
        end = min(first + length, n)
        for k in range(first, end):
            v = math.sin(v)
    for segment in range((n - 1) // length, -1, -1):
        v = v_snapshots[segment]
        first = segment * length
        end = min(first + length, n)
        for k in range(first, end):
            v_saved[k - first] = v
            v = math.sin(v)
        for k in range(end - 1, first - 1, -1):
            w = v_saved[k - first]
            d = d * math.cos(w)
    x[0] = d
'''

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

import gast

from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.gpu.barriers.mirrored import Pair, candidates, pair_of, saved_in
from srcdiff.gpu.barriers.rerun import Context, between, obstacle, rerun
from srcdiff.gpu.barriers.segments import Segments
from srcdiff.gpu.launch.launched import Known
from srcdiff.optimise.arithmetic.integers import total
from srcdiff.optimise.dataflow.dead_code import dead_code
from srcdiff.optimise.dataflow.live_ranges import AGAIN
from srcdiff.syntax import (
    GROWING,
    SNAPSHOTS,
    Block,
    Expression,
    Statement,
    base,
    binary,
    call,
    callee_of,
    constant,
    dotted,
    each_block,
    is_comment,
    is_range,
    is_tape,
    key,
    members,
    number,
    parameters,
    range_parts,
    readable,
    reads,
    unparse,
    walk_statements,
    whole_target,
    writes,
)


@dataclass(frozen=True)
class Segmented:
    """A kernel with snapshots.

    `carried` are the types of the values that are saved once a segment. `shapes` are those of the
    arrays of them, and of what is saved in a segment, in terms of the arguments; `loops` tells how
    loops run that save values, or why they have no snapshots.
    """

    tree: gast.FunctionDef
    carried: Mapping[str, Type]
    shapes: Mapping[str, Expression]
    loops: Mapping[Statement, str]


def snapshots(tree: gast.FunctionDef, of: Context) -> Segmented:
    """Return what one thread does with snapshots instead of values saved in each iteration.

    That is done for counted loops that can run again from what they carry; others stay as they
    are.
    """
    cut = Segmented(tree, {}, {}, {})
    done: set[str] = set()
    while True:
        loop = next(candidates(cut.tree.body, done), None)
        if loop is None:
            break
        arrays = saved_in(loop) - done
        found = segments(loop, arrays, cut.tree, of, len(cut.shapes))
        if isinstance(found, str):
            cut = replace(cut, loops={**cut.loops, loop: f"no snapshots: {found}"})
        else:
            cut = with_segments(cut, found)
        done |= arrays | cut.shapes.keys()
    if not cut.shapes:
        return cut
    is_pure, is_array = of.symbols.is_pure_statement, of.symbols.is_array
    return replace(cut, tree=dead_code(cut.tree, is_pure, is_array))


def with_segments(cut: Segmented, found: Segments) -> Segmented:
    """Return a kernel with snapshots of one more loop."""
    tree = in_segments(cut.tree, found)
    own = {*found.pair.arrays, *(value + SNAPSHOTS for value in found.kinds)}
    shapes = {n: s.value.args[0] for n, s in makers(tree).items() if n in own}
    loops = {found.pair.forward: described(found)}
    return Segmented(
        tree, {**cut.carried, **found.kinds}, {**cut.shapes, **shapes}, {**cut.loops, **loops}
    )


def makers(tree: gast.FunctionDef) -> dict[str, Statement]:
    """Return the statements that make arrays of saved values."""
    made = [s for s in walk_statements(tree.body) if is_tape(whole_target(s))]
    return {whole_target(s): s for s in made}


def segments(
    loop: Statement, arrays: Collection[str], tree: gast.FunctionDef, of: Context, title: int
) -> Segments | str:
    """Return the segments of a loop that saves values in some arrays, or why it has none."""
    if isinstance(loop, gast.While) or not is_range(loop.iter):
        return "how often it runs is only known when it does"
    if any(array.startswith(GROWING) for array in arrays):
        return "how often a loop in it runs is only known when it does"
    if number(range_parts(loop.iter)[2]) != 1:
        return "it does not count upwards one by one"
    pair = pair_of(loop, arrays, tree)
    if pair is None:
        return "what it saves is not only read by one loop that runs backward"
    path = between(tree.body, loop, pair.backward, parameters(tree))
    if path is None:
        return "it runs more often than the loop that runs backward"
    again = rerun(pair)
    made = makers(tree)
    kinds = {value: of.symbols.types[of.symbols.primal(value)] for value in again.carried}
    rows = rows_for(pair, made, of.known)
    reason = obstacle(pair, again, path, of)
    if reason:
        return reason
    for value, kind in kinds.items():
        if not isinstance(kind, (numba_types.Number, numba_types.Boolean)):
            return f"`{base(value)}` is no number"
        if value + SNAPSHOTS in made:
            return f"another loop has snapshots of `{base(value)}`"
    if rows is None:
        return "the launch does not know how often it runs"
    names = again_named(writes([*again.body, loop.target]), {*reads(tree), *writes(tree)})
    return Segments(pair, again, rows, kinds, names, title)


def again_named(values: Collection[str], known: Collection[str]) -> dict[str, str]:
    """Return names for values that are computed again; the `known` ones are taken.

    >>> again_named(["v", "v·0"], ["v", "v·0"])
    {'v': 'v·0·0', 'v·0': 'v·0·0·0'}
    """
    found: dict[str, str] = {}
    for value in sorted(values):
        new = value + AGAIN
        while new in known or new in found.values():
            new += AGAIN
        found[value] = new
    return found


def rows_for(pair: Pair, made: Mapping[str, Statement], known: Known) -> Expression | None:
    """Return how many iterations a segment of a loop has, None where the launch does not know."""
    if not pair.arrays <= made.keys():
        return None
    calls = [made[array].value for array in sorted(pair.arrays)]
    if any(dotted(getattr(c, "func", c)) != "np.empty" for c in calls):
        return None
    counts = [members(c.args[0])[0] for c in calls]
    return rows_of(counts[0], known) if len({*map(key, counts)}) == 1 else None


def rows_of(count: Expression, known: Known) -> Expression | None:
    """Return how many iterations a segment has, None where the launch does not know.

    So many segments are enough: it is the square root of the number of iterations, or the next
    integer above it.

    >>> from srcdiff.syntax import expression
    >>> rows = lambda text: unparse(rows_of(expression(text), Known(frozenset({"n"}), {})))
    >>> rows("max(n - 1, 0)"), rows("9"), rows("max(10, 0)"), rows("1"), rows("0")
    ('math.isqrt(max(n - 2, 0)) + 1', '3', '4', '1', '1')
    """
    found = known.resolved(count)
    if found is None:
        return None
    if callee_of(found) == "max" and number(found.args[1]) == 0:
        found = found.args[0]
    value = number(found)
    if value is not None:
        return constant(math.isqrt(max(int(value) - 1, 0)) + 1)
    less = call("max", total(binary(found, gast.Sub(), constant(1))), constant(0))
    return binary(call("math.isqrt", less), gast.Add(), constant(1))


def in_segments(tree: gast.FunctionDef, found: Segments) -> gast.FunctionDef:
    """Return a function with a loop, and its backward loop, in segments."""
    saved = {n: s for n, s in makers(tree).items() if n in found.pair.arrays}
    loops = {found.pair.forward: found.forward(), found.pair.backward: found.backward()}
    last = [*saved.values()][-1]

    def block(old: Block) -> Block:
        new: Block = []
        for position, statement in enumerate(old):
            if statement is last:
                new += found.made(saved)
            elif is_comment(statement) and explains(old[position + 1 :], saved):
                continue
            elif whole_target(statement) not in saved:
                new.append(loops.get(statement, statement))
        return new

    new = each_block(tree, block)
    assert not set(loops) & set(walk_statements(new.body)), "a loop is still as it was"
    return new


def explains(below: Block, saved: Collection[str]) -> bool:
    """Return True if a comment says why values are saved that are not saved like that any more."""
    made = list(takewhile(lambda s: is_tape(whole_target(s)), below))
    return bool(made) and all(whole_target(s) in saved for s in made)


def described(found: Segments) -> str:
    """Return how a loop with snapshots runs."""
    rows = unparse(found.rows)
    if not found.kinds:
        return f"forward again for {rows} iterations at a time"
    carried = ", ".join(f"`{readable(n)}`" for n in found.kinds)
    return f"snapshots of {carried} every {rows} iterations"
