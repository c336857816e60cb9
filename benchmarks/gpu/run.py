"""Check and time the adjoints of kernels on a GPU.

    python benchmarks/gpu/run.py [--json FILE]

Compares the adjoint of each kernel of the tests with finite differences, on the device. Then times
some kernels and their adjoints, for sizes past the cache, against adjoints written by hand, and by
Warp, PyTorch and JAX where these are installed. Medians of CUDA events after a warm-up; peers are
timed from the host, as they end with a wait. With NUMBA_ENABLE_CUDASIM=1 all of it runs at small
sizes in Numba's simulator, where times mean nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numba import config, cuda

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from kernels import KERNELS, Timed, row  # noqa: E402 (the paths have to be set before)
from peers import PEERS  # noqa: E402

from srcdiff.backends.arrays import type_of  # noqa: E402
from srcdiff.cuda import grad  # noqa: E402
from tests.kernels.check import cases, compared  # noqa: E402

SIMULATED = bool(config.ENABLE_CUDASIM)
TOLERANCE = 1e-9  # of finite differences, as in the tests
CLOSE = 2e-3  # between adjoints in single precision, relative to their largest element
ROUNDS = 1 if SIMULATED else 21
WARM_UP = 0 if SIMULATED else 3


@cuda.jit
def copy(x: Any, y: Any) -> None:
    """Copy an array: what the memory of the device allows."""
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i]


def seconds(launch: Callable[[], None]) -> float:
    """Return the median time of a launch, by events of the device."""
    for _ in range(WARM_UP):
        launch()
    if SIMULATED:
        return waited(launch)
    found = []
    for _ in range(ROUNDS):
        begin, end = cuda.event(), cuda.event()
        begin.record()
        launch()
        end.record()
        end.synchronize()
        found.append(cuda.event_elapsed_time(begin, end) / 1e3)
    return statistics.median(found)


def waited(run: Callable[[], None]) -> float:
    """Return the median time of something that waits for the device, from the host."""
    for _ in range(WARM_UP):
        run()
    found = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        run()
        found.append(time.perf_counter() - begin)
    return statistics.median(found)


def checked() -> list[dict[str, Any]]:
    """Return the error of the adjoint of each kernel of the tests, and print those too large."""
    found = []
    for group, case in cases():
        error = compared(case, True, contextlib.nullcontext()).error
        found.append({"group": group, "kernel": case.name, "error": error})
        if not error < TOLERANCE:
            print(f"WRONG {case.name}: {error:.1e}")
    return found


class Adjoint:
    """The arguments of a kernel and of its adjoint on the device."""

    def __init__(self, timed: Timed) -> None:
        size = timed.small if SIMULATED else timed.size
        self.own = timed.inputs(size, np.random.default_rng(0))
        self.config = timed.launch(size)
        self.form = grad(timed.kernel, timed.wrt, accumulate=False, **timed.options)
        self.device = [cuda.to_device(v) if np.ndim(v) else v for v in self.own]
        self.shadows: dict[str, Any] = {}
        for word, value in zip(self.form.asked.parameters, self.own, strict=True):
            shape = np.shape(value) or (1,)
            if word in self.form.asked.outputs:
                self.shadows[word] = cuda.to_device(np.ones(shape, np.float32))
            elif self.form.asked.is_active(word, type_of(value)):
                self.shadows[word] = cuda.to_device(np.zeros(shape, np.float32))

    def arguments(self) -> list[Any]:
        """Return the arguments of the adjoint: each array is followed by its own."""
        found: list[Any] = []
        for word, value in zip(self.form.asked.parameters, self.device, strict=True):
            found += [value, self.shadows[word]] if word in self.shadows else [value]
        return found

    def gradients(self) -> list[np.ndarray]:
        """Return what the adjoints of the inputs hold."""
        outputs = self.form.asked.outputs
        return [v.copy_to_host() for n, v in self.shadows.items() if n not in outputs]

    def reset(self) -> None:
        """Set the adjoints to what they are before a launch."""
        for word, shadow in self.shadows.items():
            value = 1.0 if word in self.form.asked.outputs else 0.0
            shadow.copy_to_device(np.full(shadow.shape, value, np.float32))


def measured(timed: Timed) -> dict[str, Any]:
    """Return the times of a kernel, of its adjoint, and of the other adjoints."""
    adjoint = Adjoint(timed)
    title = timed.kernel.py_func.__name__ if not SIMULATED else timed.kernel.__name__
    result: dict[str, Any] = {"kernel": title}
    primal, form = timed.kernel[adjoint.config], adjoint.form[adjoint.config]
    result["primal"] = seconds(lambda: primal(*adjoint.device))
    form(*adjoint.arguments())
    ours = adjoint.gradients()
    result["srcdiff"] = seconds(lambda: form(*adjoint.arguments()))
    if timed.by_hand is not None:
        by_hand = timed.by_hand[adjoint.config]
        adjoint.reset()
        by_hand(*adjoint.arguments())
        result["difference"] = max(map(apart, ours, adjoint.gradients()))
        result["by hand"] = seconds(lambda: by_hand(*adjoint.arguments()))
    for peer, make in PEERS.get(title, {}).items():
        run = None if SIMULATED else make(*adjoint.own)
        if run is not None:
            result[peer] = waited(run)
    if timed.moves is not None:
        count = max(np.size(v) for v in adjoint.own) * 4
        result["primal GB/s"] = timed.moves[0] * count / result["primal"] / 1e9
        result["srcdiff GB/s"] = timed.moves[1] * count / result["srcdiff"] / 1e9
        result["ideal ratio"] = timed.moves[1] / timed.moves[0]
    result["ratio"] = result["srcdiff"] / result["primal"]
    return result


def apart(first: np.ndarray, second: np.ndarray) -> float:
    """Return by how much two arrays differ, relative to the largest element."""
    return float(abs(first - second).max() / max(abs(second).max(), 1e-30))


def copied() -> float:
    """Return the bandwidth of a copy, in GB/s."""
    size = 1000 if SIMULATED else 1 << 27
    x, y = (cuda.to_device(np.zeros(size, np.float32)) for _ in range(2))
    return 8 * size / seconds(lambda: copy[row(size)](x, y)) / 1e9


def main(arguments: Sequence[str]) -> int:
    """Run all of it; return 1 if an adjoint is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", help="write all figures to this file")
    options = parser.parse_args(arguments)
    if SIMULATED:
        from tests.kernels import simulator

        simulator.install()
    errors = checked()
    print(f"{len(errors)} kernels, largest error {max(found['error'] for found in errors):.1e}")
    bandwidth = copied()
    print(f"copy: {bandwidth:.0f} GB/s")
    rows = []
    for timed in KERNELS:
        rows.append(measured(timed))
        parts = [f"{k} {v:.3g}" for k, v in rows[-1].items() if k != "kernel"]
        print(f"{rows[-1]['kernel']}: {', '.join(parts)}", flush=True)
    device = "simulator" if SIMULATED else str(cuda.get_current_device().name)
    if options.json:
        figures = {"device": device, "copy GB/s": bandwidth, "errors": errors, "kernels": rows}
        Path(options.json).write_text(json.dumps(figures, indent=1) + "\n")
    wrong = [found for found in errors if not found["error"] < TOLERANCE]
    wrong += [found for found in rows if found.get("difference", 0.0) > CLOSE]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
