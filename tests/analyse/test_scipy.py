"""Products and linear algebra where there is no SciPy: the refusal says what to install."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import UnsupportedType, grad

MODULES = ("scipy", "scipy.linalg", "scipy.linalg.cython_blas", "scipy.linalg.cython_lapack")


def product(x):
    return x @ x


def method(x):
    y = 2.0 * x
    return y.dot(x)


def length(x):
    return np.linalg.norm(x)


@pytest.fixture
def no_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every import of SciPy fail."""
    for module in MODULES:
        monkeypatch.setitem(sys.modules, module, None)


@pytest.mark.usefixtures("no_scipy")
@pytest.mark.parametrize("target", ["cpu", "python"])
@pytest.mark.parametrize(
    ("function", "text"), [(product, "x @ x"), (method, "y.dot(x)"), (length, "np.linalg.norm(x)")]
)
def test_the_place_is_named(function: Callable[..., float], text: str, target: str) -> None:
    with pytest.raises(UnsupportedType, match="only where SciPy is installed") as caught:
        grad(function, target=target)(np.ones(3))
    place, marks = str(caught.value).splitlines()[2:4]
    assert place[marks.index("^") : marks.rindex("^") + 1] == text
    assert "srcdiff[linalg]" in str(caught.value)


@pytest.mark.usefixtures("no_scipy")
def test_a_rule_that_needs_it() -> None:
    def squares(x):
        return np.sum(np.outer(x, x))

    with pytest.raises(UnsupportedType, match="only where SciPy is installed"):
        grad(squares)(np.ones(3))
