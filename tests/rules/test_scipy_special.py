"""Functions of scipy.special in programs, however they were made callable for Numba."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.special
from numba import njit
from numba.extending import get_cython_function_address
from scipy.special import gammaln, lambertw, xlogy

from srcdiff import NoDerivative, grad
from srcdiff.normalise.numpy_calls.scipy import OTHER_NAMES, OWN_NAMES, special_name

DOUBLE = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
MODULE = "scipy.special.cython_special"
compiled_gammaln = DOUBLE(get_cython_function_address(MODULE, "gammaln"))


def poisson(k, rate):
    total = 0.0
    for i in range(len(k)):
        total += xlogy(k[i], rate) - rate - gammaln(k[i] + 1.0)
    return total


def by_pointer(x):
    return compiled_gammaln(x) * compiled_gammaln(2.0 * x)


def whole_arrays(x):
    return np.sum(scipy.special.expit(x) * scipy.special.jv(1, x) + scipy.special.psi(x))


def broadcast(x):
    return np.sum(scipy.special.betaln(x, x[:, None]))


def branch_of_w(x):
    return lambertw(x).real + np.real(lambertw(-0.1 * x, -1)) + float(lambertw(x, k=0).real)


def incomplete(x):  # with respect to the first argument alone
    return np.sum(scipy.special.gammainc(x, COUNTS) + 2.0 * scipy.special.gammaincc(x, COUNTS))


def of_integers(x):  # which are narrow, and would wrap
    counted = scipy.special.xlogy(x[:2], KINDS) + scipy.special.zeta(KINDS, x[:2] + 1.5)
    return np.sum(counted + scipy.special.pseudo_huber(KINDS, x[:2]))


def negative_degrees(x):
    total = 0.0
    for n in range(-5, 4):
        total += (n + 7.0) * scipy.special.eval_legendre(n, x)
        total += scipy.special.eval_chebyu(n, x) - 2.0 * scipy.special.eval_chebyt(n, x)
        total += scipy.special.eval_laguerre(n, x) + scipy.special.eval_gegenbauer(n, 0.7, x)
    return total


def arrays_of_degrees(x):
    return np.sum(scipy.special.eval_legendre(DEGREES, x) * scipy.special.eval_chebyu(DEGREES, x))


def slope(function: Callable[..., float], x: Any) -> Any:
    """Return the gradient of a function by differences."""
    steps = 1e-6 * np.eye(x.size).reshape(x.shape * 2) if isinstance(x, np.ndarray) else [1e-6]
    found = [(function(x + step) - function(x - step)) / 2e-6 for step in steps]
    return np.array(found) if isinstance(x, np.ndarray) else found[0]


V = np.array([0.5, 1.5, 2.5])
COUNTS = np.array([0.0, 2.0, 3.0])
KINDS = np.array([200, 3], np.uint8)
DEGREES = np.array([-2, 3, -4], np.int8)


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    ("function", "point"),
    [
        (lambda x: poisson(COUNTS, x), 1.3),
        (by_pointer, 2.5),
        (njit(by_pointer), 2.5),
        (whole_arrays, V),
        (broadcast, V),
        (branch_of_w, 0.8),
        (incomplete, V),
        (of_integers, V),
        (negative_degrees, 0.3),
        (arrays_of_degrees, 0.3 * V),
    ],
)
def test_the_gradient(function: Any, point: Any, target: str) -> None:
    plain = getattr(function, "py_func", function)
    found = grad(function, target=target)(point)
    np.testing.assert_allclose(found, slope(plain, point), rtol=1e-7, atol=1e-7)


def test_single_precision_stays() -> None:
    found = grad(whole_arrays)(V.astype(np.float32))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, grad(whole_arrays)(V), rtol=1e-4)


def test_every_name_is_one_of_scipy_and_has_a_rule() -> None:
    for name in OWN_NAMES | OTHER_NAMES.keys():
        assert special_name(getattr(scipy.special, name))


def test_an_argument_without_derivative() -> None:
    def share(a, x):
        return scipy.special.betainc(a, 2.0, x)

    with pytest.raises(NoDerivative, match="with respect to `a`"):
        grad(share)(1.0, 0.3)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_lambertw_is_known_where_it_is_real(target: str) -> None:
    def passed_on(*args, **kwargs):
        return lambertw(*args, **kwargs)

    def w(x):
        return passed_on(x).real + float(passed_on(x - 0.3, k=0).real)

    assert grad(w, target=target)(1.0) == pytest.approx(slope(w, 1.0))
    with pytest.raises(ValueError, match="not real"):
        grad(w, target=target)(-1.0)


PROGRAM = """
import numpy as np
from numba import njit
import scipy.special
from srcdiff import grad

def f(x):
    return scipy.special.erfinv(x) * scipy.special.expit(x) + scipy.special.polygamma(1, x)

slope = grad(f)

@njit(cache=True)
def twice(x):
    return 2.0 * slope(x)

print(repr(float(slope(0.5))), repr(float(twice(0.5))))
slope.save("saved.py")
"""


def test_compiled_code_from_a_cache_and_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    space = {**os.environ, "SRCDIFF_CACHE_DIR": str(tmp_path / "cache")}
    call = "import sys; sys.modules['srcdiff'] = None; import saved; print(saved.f_gradient(0.5))"
    runs = [["program.py"], ["program.py"], ["-c", call]]
    found = [
        subprocess.run(
            [sys.executable, *run],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env=space,
        ).stdout.split()
        for run in runs
    ]
    assert found[0] == found[1]
    assert float(found[0][1]) == 2.0 * float(found[0][0])
    assert float(found[2][0]) == pytest.approx(float(found[0][0]), rel=1e-14)


LOADED = """
from numba import njit
from scipy.special import j0
from srcdiff import grad

def f(x):
    return j0(x)

slope = grad(f)

@njit(cache=True)
def twice(x):
    return 2.0 * slope(x)
"""


def test_compiled_code_finds_functions_that_only_a_cache_knows_of(tmp_path: Path) -> None:
    (tmp_path / "loaded.py").write_text(LOADED)
    space = {**os.environ, "SRCDIFF_CACHE_DIR": str(tmp_path / "cache")}
    call = "from loaded import twice; print(twice(0.5), *twice.stats.cache_hits.values())"
    found = [
        subprocess.run(
            [sys.executable, "-c", call],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env=space,
        ).stdout.split()
        for _ in range(2)
    ]
    assert [len(words) for words in found] == [1, 2]
    assert float(found[0][0]) == pytest.approx(-2.0 * scipy.special.j1(0.5), rel=1e-14)
    assert found[0][0] == found[1][0]
