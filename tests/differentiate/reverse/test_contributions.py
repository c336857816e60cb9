"""Contributions to adjoints: which of them are arrays that nothing else has."""

from __future__ import annotations

import pytest

from srcdiff.differentiate.reverse.contributions import is_fresh
from srcdiff.syntax import expression

FRESH = {
    "g": False,
    "g[1:]": False,
    "g.T": False,
    "-g": True,
    "2.0 * g": True,
    "np.sin(g)": True,
    "np.asarray(g)": False,
    "np.reshape(g, n)": False,
    "np.full_like(x, g)": True,
    "runtime.fit(g, x)": False,  # the array itself, where it has that shape
    "runtime.fit(2.0 * g, x)": True,
    "runtime.fit(runtime.fit(g, x), y)": False,
    "runtime.expit(g)": True,
    "helper(g)": False,
}


@pytest.mark.parametrize("text", FRESH)
def test_new_arrays(text: str) -> None:
    assert is_fresh(expression(text)) == FRESH[text]
