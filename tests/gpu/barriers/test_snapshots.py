"""Which loops get snapshots, which are left as they are, and how much memory both take."""

from __future__ import annotations

import json

import numpy as np
import pytest

from srcdiff.analyse.types.types import Types, types
from srcdiff.backends.launch import value_of
from srcdiff.gpu.barriers.rerun import Context
from srcdiff.gpu.barriers.snapshots import Segmented, snapshots
from srcdiff.gpu.launch.launched import Known
from srcdiff.optimise.symbols import Symbols
from srcdiff.syntax import TAPE, base, function, key, rename

from ..apart import simulated
from ..corpus import snapshots as corpus
from ..test_source import CASES, written

LEFT = {
    "settled": "how often it runs is only known when it does",
    "along_a_row": "`y` may change before the backward part",
    "downwards": "it does not count upwards one by one",
    "nested": "how often a loop in it runs is only known when it does",
    "ragged": "the launch does not know how often it runs",
    "matrix_product_in_tiles": "it waits for other threads",
}
PLAIN = """
def f(n, v, d, rate, x, y, w):
    v_saved = np.empty(max(n, 0))
    {before}
    for k in range(n):
        v_saved[k] = v
        {forward}
    {between}
    for k in range(n - 1, -1, -1):
        w = v_saved[k]
        d = d * math.cos(w)
        {backward}
    y[0] = d
"""
ELSEWHERE = "what it saves is not only read by one loop that runs backward"
STEP = "v = rate * math.sin(v) + x[k]"
CHANGED = [  # what stands where, and why the loop is left alone; "" where it is not
    ({}, ""),
    ({"before": "x[0] = 2.0"}, ""),
    ({"between": "v = 2.0"}, ""),
    ({"between": "n = 2"}, "`n` may change before the backward part"),
    ({"between": "rate = 2.0"}, "`rate` may change before the backward part"),
    ({"backward": "rate = d"}, "`rate` may change before the backward part"),
    ({"between": "x[0] = 2.0"}, "`x` may change before the backward part"),
    ({"backward": "x[k] = w"}, "`x` may change before the backward part"),
    ({"backward": "y[k] = w"}, "`y` may change before the backward part"),
    ({"backward": "swap(x, w)"}, "`x` may change before the backward part"),
    ({"between": "w = v_saved[0]"}, ELSEWHERE),
    ({"between": "g(v_saved)"}, ELSEWHERE),
    ({"forward": "v = rate + v_saved[k]"}, ELSEWHERE),
    ({"forward": "v_saved[k + 1] = v"}, ELSEWHERE),
    ({"forward": f"{STEP}\n        if v > 9.0: break"}, "it may end early"),
    ({"forward": "v = drawn(v)"}, "`drawn` has effects"),
    ({"forward": f"{STEP} + u\n        u = v"}, "`u` may have no value before it"),
    ({"forward": f"{STEP} + s[0]"}, "it reads what other threads change"),
    ({"backward": "cuda.syncthreads()"}, "it waits for other threads"),
    ({"forward": "v = v * n; n = n - 1"}, "`n` may change before the backward part"),
    ({"forward": f"{STEP} + row[0]; row = y[k]"}, "`row` may have no value before it"),
    ({"forward": "row = y[k]; v = math.sin(v) * row[0]"}, ""),
    ({"forward": "v = math.sin(v) * x.shape[0]", "between": "x[0] = 2.0"}, ""),
    ({"forward": "v = math.sin(v)", "backward": "swap(x, w)"}, ""),
]


def changed(parts: dict[str, str]) -> tuple[bool, Segmented]:
    """Return whether a function is as it was, and what became of it."""
    rest = {"before": "pass", "forward": STEP, "between": "pass", "backward": "pass"}
    tree = function(PLAIN.format(**{**rest, **parts}))
    tree = rename(tree, {"v_saved": f"v{TAPE}"})
    vector = types.Array(types.float64, 1, "C")
    kinds = {**dict.fromkeys(("v", "u", "rate"), types.float64), "x": vector, "y": vector}
    symbols = Symbols(Types(kinds, {}), frozenset(), frozenset())
    found = snapshots(tree, Context(Known(frozenset({"n"}), {}), symbols, {"s"}))
    return key(found.tree) == key(tree), found


@pytest.mark.parametrize("parts, reason", CHANGED)
def test_loops_run_again_only_where_nothing_they_read_has_changed(
    parts: dict[str, str], reason: str
) -> None:
    same, found = changed(parts)
    (told,) = found.loops.values()
    assert same == bool(reason)
    assert told.startswith(f"no snapshots: {reason}" if reason else "snapshots of `v`")


@pytest.mark.parametrize("name", LEFT)
def test_the_report_says_why_a_loop_has_no_snapshots(name: str) -> None:
    found = written(CASES[name], snapshots=True)
    assert found.text == written(CASES[name], snapshots=False).text
    assert f"no snapshots: {LEFT[name]}" in str(found.report)


@pytest.mark.parametrize("name", sorted({c.name for c in corpus.CASES} - LEFT.keys()))
def test_other_loops_have_snapshots(name: str) -> None:
    found = written(CASES[name])
    assert "snapshots of" in str(found.report)
    assert "no snapshots" not in str(found.report)


def test_adjoints_are_the_same_with_snapshots_bit_for_bit() -> None:
    found: dict[str, bool] = json.loads(simulated("check_bits"))
    assert len(found) > 10
    assert [name for name, same in found.items() if not same] == []


def test_there_is_room_for_all_segments() -> None:
    rooms = {base(r.name): r.shape for r in written(CASES["cooled"]).rooms}
    for steps in (*range(-2, 200), 10**6, 10**6 + 1):
        rows = value_of(rooms["v"][0], {"steps": np.int64(steps)})
        assert rows >= 1
        assert rows * rows >= steps
        assert (rows - 1) ** 2 < max(steps, 1)
