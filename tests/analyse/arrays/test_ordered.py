"""Which arrays are C-contiguous for NumPy and for Numba, and which only for one of them."""

from __future__ import annotations

import pytest

from srcdiff.analyse.arrays.ordered import by_rows, is_reshaped, zeros_like
from srcdiff.analyse.types.types import Types, types
from srcdiff.syntax import function, statements

BY_ROWS, BY_COLUMNS = (types.Array(types.float64, 2, layout) for layout in "CF")
VECTOR = types.Array(types.float64, 1, "C")
KINDS = {
    **dict.fromkeys("abcdx", BY_ROWS),
    **dict.fromkeys("vw", VECTOR),
    "m": BY_COLUMNS,
    "places": types.Array(types.int64, 1, "C"),
    "n": types.int64,
    "t": types.float64,
}
TYPES = Types(KINDS, types.none, {"table": BY_ROWS, "turned": BY_COLUMNS, "vector": VECTOR})

FOUND = {  # which of those that are bound are
    "a = x * v": "a",
    "a = m * v": "",
    "a = m * v\nb = a + x": "",
    "a = x + table": "a",
    "a = x + turned": "",
    "a = x * vector": "a",
    "a = x * t": "a",
    "a = m.copy()": "a",
    "a = np.copy(m)": "",
    "a = g(m)": "a",
    "a = np.dot(m, m)": "a",
    "a = m @ x": "a",
    "a = np.reshape(m, (n, n))": "a",
    "a = x[places]": "a",
    "a = m[places]": "",
    "a = x[:, places]": "",
    "a = x[1:]": "a",
    "a = m[1:]": "",
    "a = np.concatenate((x, x))": "a",
    "a = np.concatenate((x, m))": "",
    "a = np.full_like(x, t)": "a",
    "a = m": "",
    "a = x\nfor i in range(n):\n    a = m * v": "",
    "a = m.T": "",
    "v = m[:, n]\na = x * v": "a",
}


@pytest.mark.parametrize("text", FOUND)
def test_what_is_by_rows(text: str) -> None:
    found = by_rows(statements(text), TYPES)
    bound = {name for name in "ab" if f"{name} = " in text}
    assert found == {*"abcdx"} - bound | set(FOUND[text])


def test_what_adjoints_look_like() -> None:
    def like(text: str) -> str:
        tree = function(f"def f(x, v, m): {text}")
        return zeros_like(tree.body[-1].value, "a", tree, TYPES)

    assert like("a = x.copy()") == "x"
    assert like("a = m.copy()") == "a"  # of another type
    assert like("a = x * v") == "a"
    assert like("a = v.copy()") == "v"
    assert like("b = m * v; a = b.copy()") == "a"
    assert like("b = x * v; a = b.copy()") == "b"


def test_what_is_reshaped() -> None:
    def found(text: str) -> str:
        return "".join(n for n in "xv" if is_reshaped(n, statements(text), TYPES))

    assert found("a = x.reshape(n)") == found("a = x[1:]\nb = a.reshape(n)") == "x"
    assert found("g(v)") == found("w = v\ng(w)") == "v"
    assert found("a = x * v\nb = a.reshape(n)") == found("t = x[0, 0]\ng(t)") == ""
    assert found("if n:\n    a = x.T\nb = np.ravel(a)") == "x"
