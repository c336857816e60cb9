"""Derivatives in other processes: pickled, sent, and used there."""

from __future__ import annotations

import math
import multiprocessing
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import cloudpickle
import numpy as np
import pytest
from numba import njit

from srcdiff import adjoint, grad, value_and_grad, vjp

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
PICKLERS = pytest.mark.parametrize("pickler", [pickle, cloudpickle], ids=["pickle", "cloudpickle"])


def wave(x, k=2.0):
    return math.sin(k * x) * x


def squares(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]


@grad
def decorated(x):
    return x * x * x


@grad(target="python")
def interpreted(x):
    return x * x * x


d_wave = grad(wave)
slow_wave = grad(wave, target="python")
d_njit = grad(njit(wave))


@PICKLERS
@pytest.mark.parametrize("derivative", [d_wave, slow_wave, d_njit, decorated, interpreted])
def test_pickled_before_and_after_use(derivative: Any, pickler: Any) -> None:
    expected = derivative(0.7)
    for _ in range(2):
        again = pickler.loads(pickler.dumps(derivative))
        assert again(0.7) == expected
        derivative = again


@PICKLERS
@TARGETS
def test_what_was_asked_for_is_kept(pickler: Any, target: str) -> None:
    for made in (
        value_and_grad(wave, ("k", "x"), target=target, fastmath=True),
        vjp(wave, "k", target=target),
        adjoint(squares, outputs="y", target=target, cache=False),
    ):
        again = pickler.loads(pickler.dumps(made))
        assert again.srcdiff_request == made.srcdiff_request


@TARGETS
def test_a_function_of_another_function_is_sent_with_cloudpickle(target: str) -> None:
    factor = 3.0

    @grad(target=target)
    def line(x):
        return factor * x * x

    again = cloudpickle.loads(cloudpickle.dumps(line))
    assert again(2.0) == 12.0


@pytest.mark.parametrize("derivative", [d_wave, slow_wave, decorated], ids=["cpu", "python", "@"])
def test_sent_to_a_process_that_is_spawned(derivative: Any) -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(derivative, 0.7).result() == derivative(0.7)
        assert list(pool.map(derivative, [0.1, 0.2])) == [derivative(0.1), derivative(0.2)]


CALLER = """
import numpy as np
from numba import njit
from srcdiff import grad

def energy(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i] * x[i] * x[i]
    return total

d_energy = grad(energy)

@njit(cache=True)
def descended(x, count):
    for _ in range(count):
        x = x - 0.1 * d_energy(x)
    return x

if __name__ == "__main__":
    print(descended(np.array([1.0, 0.5]), 3).tolist(), sum(descended.stats.cache_hits.values()))
"""


def test_in_compiled_code_that_numba_has_cached(tmp_path: Path) -> None:
    file = tmp_path / "caller.py"
    file.write_text(CALLER)
    texts = []
    for _ in range(2):
        found = subprocess.run([sys.executable, file], capture_output=True, text=True)
        assert found.returncode == 0, found.stderr
        texts.append(found.stdout.rpartition(" "))
    assert texts[0][0] == texts[1][0]
    assert [int(text[2]) for text in texts] == [0, 1]  # the second process compiles nothing
    x = np.array([1.0, 0.5])
    for _ in range(3):
        x = x - 0.3 * x * x
    np.testing.assert_allclose(np.array(eval(texts[0][0])), x)
