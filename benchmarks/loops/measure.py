"""Measure one program; run by `suite` in a process of its own.

Each line of the output is a record of JSON, printed as soon as it is known.
"""

from __future__ import annotations

import inspect
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import timing

FOLDER = Path(tempfile.mkdtemp(prefix="loops-"))
for tool in ("NUMBA", "SRCDIFF"):
    os.environ[f"{tool}_CACHE_DIR"] = str(FOLDER / tool)

import srcdiff  # noqa: E402
from loops import jax_peers, judge, peers  # noqa: E402 (the environment has to be set before)
from loops.catalogue import PROGRAMS, SUBJECT_OF  # noqa: E402
from loops.forks import forked, peak  # noqa: E402
from loops.program import Program  # noqa: E402

RIGHT = 1e-6  # against differences
SAME = 1e-9  # against another gradient


def main(name: str) -> None:
    """Measure a program."""
    try:
        srcdiff.grad(lambda x: x * x)(3.0)  # what every first gradient loads
        shutil.rmtree(FOLDER / "SRCDIFF", ignore_errors=True)
        measure(PROGRAMS[name])
    except Exception as error:
        tell(failure=f"{type(error).__name__}: {error}")
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)


def tell(**record: Any) -> None:
    """Print a record."""
    print(json.dumps(record), flush=True)


def measure(program: Program) -> None:
    """Print all that is known of a program."""
    small = program.arguments(program.sizes[0])
    tell(first_numba=forked(first_call, program.function, small))
    gradient = srcdiff.grad(program.function, wrt=program.wrt)
    tell(first_gradient=forked(first_call, gradient, small))
    both = srcdiff.value_and_grad(program.function, wrt=program.wrt)
    names = tuple(inspect.signature(program.function.py_func).parameters)
    found = gradient(*small)
    error = judge.by_differences(program, names, program.sizes[0], found)
    value, other = both(*small)
    expected = program.function(*small)
    apart = max(judge.difference(other, found), judge.difference(value, expected))
    tell(error=error, values_apart=apart, wrong=not (error < RIGHT and apart < SAME))
    tell(lines=lines(gradient.source()), lines_with_value=lines(both.source()))
    memory = grown(program, gradient)
    built = peers.library(SUBJECT_OF[program.name], FOLDER)
    wrt = [names.index(name) for name in program.wrt]
    for size, megabytes in memory.items():
        arguments = program.arguments(size)
        calls: dict[str, Callable[[], Any]] = {
            "primal": lambda a=arguments: program.function(*a),
            "grad": lambda a=arguments: gradient(*a),
            "value_and_grad": lambda a=arguments: both(*a),
            "c": peers.peer(built, program.name, arguments, wrt),
            "jax": jax_peers.peer(program.name, arguments, wrt),
        }
        tell(size=size, **compared(calls), **megabytes)


def first_call(function: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    """Return the CPU seconds of a first call."""
    start = time.process_time()
    function(*arguments)
    return time.process_time() - start


def lines(source: str) -> int:
    """Return the number of lines that are neither empty nor a comment."""
    return sum(1 for line in source.splitlines() if line.strip() and line.strip()[0] != "#")


def grown(program: Program, gradient: Callable[..., Any]) -> dict[int, dict[str, float]]:
    """Return the megabytes that function and gradient take at their peak, for each size.

    In copies of this process, so before JAX starts its threads; up to a size that fails.
    """
    found = {}
    for size in program.sizes:
        arguments = program.arguments(size)
        try:
            found[size] = {
                "primal_megabytes": peak(lambda a=arguments: program.function(*a)),
                "grad_megabytes": peak(lambda a=arguments: gradient(*a)),
            }
        except RuntimeError as error:
            tell(failure=f"size {size}: {error}")
            break
    return found


def compared(calls: dict[str, Callable[[], Any] | None]) -> dict[str, Any]:
    """Return the seconds of each call, and how far peers are from the gradient."""
    present = {name: call for name, call in calls.items() if call is not None}
    found = calls["grad"]()
    apart = {
        f"{name}_apart": judge.difference(call(), found)
        for name, call in present.items()
        if name in ("c", "jax")
    }
    seconds = timing.medians(list(present.values()))
    wrong = {"peers_differ": True} if any(not error < SAME for error in apart.values()) else {}
    return {**dict(zip(present, seconds, strict=True)), **apart, **wrong}


if __name__ == "__main__":
    main(sys.argv[1])
