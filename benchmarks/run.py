"""Measure derivatives written by srcdiff against those written by hand.

    python benchmarks/run.py                    all, and writes loops/results.json and .svg
    python benchmarks/run.py chain orbit        some functions
    python benchmarks/run.py loops              the programs of loops/, likewise
    python benchmarks/run.py loops cholesky lu  some of them, in the same files

Medians of CPU time, both variants in turn in one process, one thread. Ratios are what
counts: seconds depend on the machine and on what else it does.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import timing  # first: it sets the environment

# isort: split
import by_hand
import numpy as np
import programs
from loops import suite
from numba import njit

import srcdiff

FUNCTIONS = {  # name: problem size, arguments that are differentiated
    "pendulum": (1, ("length", "gravity", "damping", "angle", "time")),
    "chain": (1_000, ("x", "stiffness")),
    "squeeze": (10_000, ("x", "gain")),
    "settle": (1_000, ("level", "drain")),
    "cloud": (1_000, ("points", "depth")),
    "orbit": (10_000, ("x", "y", "u", "v", "mass")),
}
OVERHEAD = """
import sys, time
start = time.process_time()
{setup}
print(time.process_time() - start)
"""
NUMBA = "from numba import njit\n@njit(cache=True)\ndef f(x):\n    return x * x\nf(3.0)"
SRCDIFF = """from srcdiff import grad
@grad
def f(x):
    total = 0.0
    for i in range(10):
        total += x * x * i
    return total
f(3.0)"""


def repeated(function: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Return a compiled function that calls another one `count` times."""

    @njit
    def run(*arguments):
        total = 0.0
        for k in range(count):
            values = function(arguments[0] + 1e-9 * k, *arguments[1:])
            total += values if isinstance(values, float) else values[0] + values[-1]
        return total

    return run


def difference(first: Any, second: Any) -> float:
    """Return how much two gradients differ, relative to the largest element."""
    pairs = [(np.asarray(a), np.asarray(b)) for a, b in zip(first, second, strict=True)]
    return float(max(np.max(np.abs(a - b)) / np.max(np.abs(b)) for a, b in pairs))


def line(name: str, size: int, wrt: tuple[str, ...]) -> str:
    """Measure one function, and return its line of the table."""
    gradient = srcdiff.grad(getattr(programs, name), wrt=wrt)
    reference = getattr(by_hand, name)
    arguments = programs.inputs(name, size)
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    error = difference(gradient(*arguments), reference(*copies))
    if error > 1e-10:
        raise SystemExit(f"{name}: the gradients differ by {error:.1e}")
    functions = [gradient.primal, gradient, reference]
    if name == "pendulum":  # so short that it has to be called from compiled code
        functions = [repeated(function, 1_000) for function in functions]
    calls = [lambda f=f: f(*copies) for f in functions]
    primal, ours, by = timing.medians(calls)
    return f"{name:10}{size:8d}{ours / by:12.2f}{ours / primal:12.2f}{error:12.1e}"


def call_overhead() -> float:
    """Return how much longer a gradient's call from Python takes than the function's, in us."""
    gradient = srcdiff.grad(programs.pendulum, wrt=FUNCTIONS["pendulum"][1])
    arguments = programs.inputs("pendulum", 1)
    primal, ours = timing.medians(
        [lambda: gradient.primal(*arguments), lambda: gradient(*arguments)]
    )
    return 1e6 * (ours - primal)


def start_overhead() -> float:
    """Return how much longer a second process takes than one with a cached njit function, in s."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, setup in (("plain.py", NUMBA), ("derived.py", SRCDIFF)):
            files.append(os.path.join(folder, name))
            with open(files[-1], "w", encoding="utf-8") as stream:
                stream.write(OVERHEAD.format(setup=setup))
        times: list[list[float]] = [[], []]
        # modules are compiled once, as where they are installed
        surroundings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        for _ in range(timing.ROUNDS):
            for file, found in zip(files, times, strict=True):
                command = [sys.executable, file]
                done = subprocess.run(command, capture_output=True, check=True, env=surroundings)
                found.append(float(done.stdout))
    return statistics.median(times[1][1:]) - statistics.median(times[0][1:])


def functions(wanted: list[str]) -> None:
    """Print the table of functions."""
    print(f"{'function':10}{'size':>8}{'/ by hand':>12}{'/ primal':>12}{'error':>12}")
    for name in wanted:
        print(line(name, *FUNCTIONS[name]), flush=True)
    print(f"\ncall from Python: {call_overhead():+.2f} us more than the function's own call")
    print(
        f"second process, warm cache: {start_overhead():+.3f} s more than a cached njit function\n"
    )


def main() -> None:
    """Print the tables."""
    wanted = sys.argv[1:]
    if wanted[:1] != ["loops"]:
        functions(wanted or list(FUNCTIONS))
    if not wanted or wanted[0] == "loops":
        suite.main(wanted[1:])


if __name__ == "__main__":
    main()
