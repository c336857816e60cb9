"""Arrays that are made for nothing but their shape, which is written out."""

from __future__ import annotations

import pytest

from srcdiff.analyse.types.types import Types, types
from srcdiff.differentiate.tape.written_shapes import with_shapes
from srcdiff.syntax import expression, statements, unparse

KINDS = {
    "v": types.Array(types.float64, 1, "C"),
    "w": types.Array(types.float32, 1, "C"),
    "m": types.Array(types.float64, 2, "C"),
    "f": types.Array(types.float64, 2, "F"),
    "n": types.int64,
}
WRITTEN = {  # how the array was made, what asks for its shape, and what stands for that
    ("np.empty(n)", "np.zeros_like(x)"): "np.zeros(n)",
    ("np.empty(len(v))", "np.zeros_like(x)"): "np.zeros_like(v)",
    ("np.empty(len(w))", "np.zeros_like(x)"): "np.zeros(len(w))",
    ("np.empty(len(v), np.float32)", "np.zeros_like(x)"): "np.zeros(len(v), np.float32)",
    ("np.empty(len(m))", "np.zeros_like(x)"): "np.zeros(len(m))",
    ("np.empty((m.shape[0], m.shape[1]))", "np.zeros_like(x)"): "np.zeros_like(m)",
    (
        "np.empty((m.shape[1], m.shape[0]))",
        "np.zeros_like(x)",
    ): "np.zeros((m.shape[1], m.shape[0]))",
    (
        "np.empty((f.shape[0], f.shape[1]))",
        "np.zeros_like(x)",
    ): "np.zeros((f.shape[0], f.shape[1]))",
    ("np.empty(n)", "runtime.fit(g, x)"): "runtime.fit_shape(g, (n,))",
    ("np.empty(len(w))", "runtime.fit(g, x)"): "runtime.fit(g, w)",
    ("np.empty(n)", "np.sum(x)"): "np.sum(x)",
    ("np.empty(n)", "np.zeros_like(v)"): "np.zeros_like(v)",
}


@pytest.mark.parametrize(("made", "asked"), WRITTEN)
def test_shapes_are_written_out(made: str, asked: str) -> None:
    block = statements(f"x = {made}\nd = {asked}")
    new = with_shapes(block, {"x": expression(made)}, Types(KINDS, types.none))
    lines = [f"x = {made}"] if "x" in WRITTEN[made, asked] else []
    assert [unparse(s) for s in new] == [*lines, f"d = {WRITTEN[made, asked]}"]
    assert with_shapes(block, {}, Types(KINDS, types.none)) is block
