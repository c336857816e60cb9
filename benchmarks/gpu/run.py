"""Check and time the adjoints of kernels on a GPU.

    python benchmarks/gpu/run.py [--json FILE] [--jobs N] [--times-only]

Compares the adjoint of each kernel of the tests with finite differences, on the device. Then times
some kernels and their adjoints, for sizes past the cache, against adjoints written by hand, and by
Warp, PyTorch and JAX where these are installed. Medians of CUDA events after a warm-up; peers are
timed from the host, as they end with a wait. Each kernel and each adjoint is launched with blocks
of several sizes, of which the fastest counts. With NUMBA_ENABLE_CUDASIM=1 all of it runs at small
sizes in Numba's simulator, where times mean nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import config, cuda

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

from kernels import BLOCKS, KERNELS, Timed  # noqa: E402 (the paths have to be set before)
from peers import PEERS  # noqa: E402

from srcdiff.backends.arrays import type_of  # noqa: E402
from srcdiff.cuda import grad  # noqa: E402
from tests.gpu.check import cases, compared  # noqa: E402

SIMULATED = bool(config.ENABLE_CUDASIM)
TOLERANCE = 1e-9  # of finite differences, as in the tests
CLOSE = 2e-3  # between adjoints in single precision, relative to their largest element
ROUNDS = 1 if SIMULATED else 21
WARM_UP = 0 if SIMULATED else 3
RESTS = 20  # milliseconds or so, more than the host needs for a launch


@cuda.jit
def copy(x: Any, y: Any) -> None:
    """Copy an array: what the memory of the device allows."""
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i]


@cuda.jit
def rest(times: int) -> None:
    """Keep the device from the next launch, a millisecond or so for each time."""
    for _ in range(times):
        cuda.nanosleep(1_000_000)


class Seconds(NamedTuple):
    """The median times of a launch: on the device, and until the host may go on."""

    device: float
    host: float


def seconds(launch: Callable[[], None]) -> Seconds:
    """Return the median times of a launch: on the device, by its events, and on the host.

    The device rests meanwhile, so that its events do not measure how fast the host is.
    """
    for _ in range(WARM_UP):
        launch()
    if SIMULATED:
        return Seconds(waited(launch), 0.0)
    found = []
    for _ in range(ROUNDS):
        begin, end = cuda.event(), cuda.event()
        rest[1, 1](RESTS)
        begin.record()
        called = time.perf_counter()
        launch()
        back = time.perf_counter()
        end.record()
        end.synchronize()
        found.append((cuda.event_elapsed_time(begin, end) / 1e3, back - called))
    return Seconds(*map(statistics.median, zip(*found, strict=True)))


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


def checked(jobs: int) -> list[dict[str, Any]]:
    """Return the error of the adjoint of each kernel of the tests, and print those too large."""
    if jobs == 1:
        found = share(0, 1)
    else:
        processes = multiprocessing.get_context("spawn")  # a device does not survive a fork
        with ProcessPoolExecutor(jobs, processes) as pool:
            shares = pool.map(share, range(jobs), [jobs] * jobs)
            found = [one for part in shares for one in part]
    for one in found:
        if not one["error"] < TOLERANCE:
            print(f"WRONG {one['kernel']}: {one['error']:.1e} {one.get('reason', '')}")
    return found


def share(first: int, step: int) -> list[dict[str, Any]]:
    """Return the errors of some of the kernels; an exception counts as an infinite error."""
    found: list[dict[str, Any]] = []
    for group, case in list(cases())[first::step]:
        if case.only_simulated and not SIMULATED:
            continue
        one: dict[str, Any] = {"group": group, "kernel": case.name}
        try:
            one["error"] = compared(case, True, contextlib.nullcontext()).error
        except Exception as reason:
            one |= {"error": float("inf"), "reason": repr(reason)[:200]}
        found.append(one)
    return found


class Adjoint:
    """The arguments of a kernel and of its adjoint on the device."""

    def __init__(self, timed: Timed) -> None:
        size = timed.small if SIMULATED else timed.size
        self.own = timed.inputs(size, np.random.default_rng(0))
        self.launches = timed.launches(size)
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

    def run(self, kernel: Any) -> None:
        """Launch an adjoint once, as the first launch says."""
        kernel[self.launches[0]](*self.arguments())

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

    def take(word: str, kernel: Any, arguments: Sequence[Any]) -> None:
        found = [(seconds(lambda c=c: kernel[c](*arguments)), c) for c in adjoint.launches]
        (result[word], result[f"{word} on the host"]), config = min(found)
        result[f"{word}, threads of a block"] = config[1]

    take("primal", timed.kernel, adjoint.device)
    adjoint.run(adjoint.form)
    ours = adjoint.gradients()
    take("srcdiff", adjoint.form, adjoint.arguments())
    left = grad(timed.kernel, timed.wrt, accumulate=False, clear=False, **timed.options)
    adjoint.reset()
    take("srcdiff without clear", left, adjoint.arguments())
    if timed.by_hand is not None:
        adjoint.reset()
        adjoint.run(timed.by_hand)
        result["difference"] = max(map(apart, ours, adjoint.gradients()))
        take("by hand", timed.by_hand, adjoint.arguments())
    for peer, make in PEERS.get(title, {}).items():
        run = None if SIMULATED else make(*adjoint.own)
        if run is not None:
            result[peer] = waited(run)
    if timed.moves is not None:
        count = max(np.size(v) for v in adjoint.own) * 4
        result["primal GB/s"] = timed.moves[0] * count / result["primal"] / 1e9
        for word in ("srcdiff", "srcdiff without clear"):
            result[f"{word} GB/s"] = timed.moves[1] * count / result[word] / 1e9
        result["ideal ratio"] = timed.moves[1] / timed.moves[0]
    for word in ("srcdiff", "srcdiff without clear"):
        result[f"{word} / primal"] = result[word] / result["primal"]
    return result


def apart(first: np.ndarray, second: np.ndarray) -> float:
    """Return by how much two arrays differ, relative to the largest element."""
    return float(abs(first - second).max() / max(abs(second).max(), 1e-30))


def copied() -> tuple[float, float]:
    """Return the bandwidth of copies in GB/s: by the driver, and by a kernel for one element."""
    size = 1000 if SIMULATED else 1 << 28
    x, y = (cuda.to_device(np.zeros(size, np.float32)) for _ in range(2))
    driven = seconds(lambda: y.copy_to_device(x)).device
    launched = [seconds(lambda b=b: copy[-(-size // b), b](x, y)).device for b in BLOCKS]
    return 8 * size / driven / 1e9, 8 * size / min(launched) / 1e9


def main(arguments: Sequence[str]) -> int:
    """Run all of it; return 1 if an adjoint is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", help="write all figures to this file")
    parser.add_argument("--jobs", type=int, default=1, help="check kernels in so many processes")
    parser.add_argument("--times-only", action="store_true", help="check no kernels")
    options = parser.parse_args(arguments)
    if SIMULATED:
        from tests.gpu import simulator

        simulator.install()
    errors = [] if options.times_only else checked(options.jobs)
    worst = max((found["error"] for found in errors), default=0.0)
    print(f"{len(errors)} kernels, largest error {worst:.1e}")
    by_driver, by_kernel = copied()
    print(f"copy: {by_driver:.0f} GB/s by the driver, {by_kernel:.0f} GB/s by a kernel")
    rows = []
    for timed in KERNELS:
        rows.append(measured(timed))
        parts = [f"{k} {v:.3g}" for k, v in rows[-1].items() if isinstance(v, float)]
        print(f"{rows[-1]['kernel']}: {', '.join(parts)}", flush=True)
    device = "simulator" if SIMULATED else str(cuda.get_current_device().name)
    if options.json:
        copies = {"by the driver": by_driver, "by a kernel": by_kernel}
        figures = {"device": device, "copy GB/s": copies, "errors": errors, "kernels": rows}
        Path(options.json).write_text(json.dumps(figures, indent=1) + "\n")
    wrong = [found for found in errors if not found["error"] < TOLERANCE]
    wrong += [found for found in rows if found.get("difference", 0.0) > CLOSE]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
