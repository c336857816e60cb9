"""Products and linear algebra where there is no SciPy: the refusal says what to install.

Numba looks for SciPy once in a process: so the functions are differentiated in one of their own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

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


def squares(x):
    return np.sum(np.outer(x, x))


def dot(a, b):
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total


def own_product(x):
    return dot(x, x)


def raises(x):
    if x[0] < 0.0:
        raise np.linalg.LinAlgError("negative")
    return x[0] * x[1]


NEEDING = (product, method, length, squares)
NOT_NEEDING = (own_product, raises)
FUNCTIONS = {f.__name__: f for f in (*NEEDING, *NOT_NEEDING)}
TEXTS = {"product": "x @ x", "method": "y.dot(x)", "length": "np.linalg.norm(x)"}


def refusals() -> dict[str, str]:
    """Return what is said of each function, and for each target, if SciPy cannot be imported."""
    for module in MODULES:
        sys.modules[module] = None  # type: ignore[assignment]
    found = {}
    for title, function in FUNCTIONS.items():
        for target in ("cpu", "python"):
            try:
                grad(function, target=target)(np.ones(3))
            except UnsupportedType as error:
                found[f"{title}-{target}"] = str(error)
    return found


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    """Return the refusals of a process of its own."""
    code = f"import json; from {__name__} import refusals; print(json.dumps(refusals()))"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("target", ["cpu", "python"])
@pytest.mark.parametrize(("title", "text"), TEXTS.items())
def test_the_place_is_named(said: dict[str, str], title: str, text: str, target: str) -> None:
    message = said[f"{title}-{target}"]
    place, marks = message.splitlines()[2:4]
    assert place[marks.index("^") : marks.rindex("^") + 1] == text
    assert "only where SciPy is installed" in message
    assert "srcdiff[linalg]" in message


def test_a_rule_that_needs_it(said: dict[str, str]) -> None:
    assert "only where SciPy is installed" in said["squares-cpu"]


@pytest.mark.parametrize("target", ["cpu", "python"])
@pytest.mark.parametrize("function", NOT_NEEDING)
def test_what_does_without_it(
    said: dict[str, str], function: Callable[..., float], target: str
) -> None:
    assert f"{function.__name__}-{target}" not in said
