"""Measure how long a first gradient takes, against Numba compiling the function itself.

    python benchmarks/first_gradient.py functions.json                  all functions
    python benchmarks/first_gradient.py functions.json --only MODULE:NAME

The file is a list of records: `target` ("module:function"), `args` (by name, in their
order), `wrt` (names of the arguments to differentiate), `out` ("ret", "ret:NAMES" or
"inplace:NAMES": where results are, the names those of arguments) and `weights`, one for each
float among the results. An array is {"nd": numbers, "dtype": name, "shape": lengths}, a tuple
{"tuple": items}.

CPU time in two processes of their own for each function, with empty caches; modules are
imported before. Numba compiles the function with all functions of Python that it calls; where
it cannot, there is no ratio.
"""

from __future__ import annotations

import argparse
import copy
import importlib
import json
import multiprocessing
import os
import shutil
import statistics
import sys
import tempfile
import time
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

for variable in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(variable, None)
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"
CACHES = Path(tempfile.mkdtemp(prefix="first-gradient-"))
os.environ["NUMBA_CACHE_DIR"] = str(CACHES / "numba")
os.environ["SRCDIFF_CACHE_DIR"] = str(CACHES / "srcdiff")

import numba  # noqa: E402 (the environment has to be set before)
import numpy as np  # noqa: E402

import srcdiff  # noqa: E402

FORK = multiprocessing.get_context("fork")


def main() -> None:
    """Print both times of each function, and the median of their ratios."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", default="", help="targets, separated by commas")
    options = parser.parse_args()
    wanted = options.only.split(",") if options.only else None
    srcdiff.grad(lambda x: x * x)(3.0)  # what both load with their first function
    times = []
    for record in json.loads(options.file.read_text()):
        if wanted is None or record["target"] in wanted:
            times.append(measured(record))
            print(line(record["target"], *times[-1]), flush=True)
    shutil.rmtree(CACHES)
    ratios = [gradient / primal for primal, gradient in times if primal and gradient]
    longest = max((gradient or 0.0 for _, gradient in times), default=0.0)
    print(f"median of {len(ratios)} ratios {statistics.median(ratios or [0.0]):.2f}")
    print(f"longest first gradient {longest:.1f} s")


def line(target: str, primal: float | None, gradient: float | None) -> str:
    """Return a row of the table."""
    shown = ["-" if seconds is None else f"{seconds:.2f}" for seconds in (primal, gradient)]
    ratio = f"{gradient / primal:.2f}" if primal and gradient else "-"
    return f"{target:70} {shown[0]:>8} {shown[1]:>8} {ratio:>8}"


def measured(record: dict[str, Any]) -> tuple[float | None, float | None]:
    """Return the seconds that Numba takes for the function, and srcdiff for its gradient."""
    try:
        function = found(record["target"])
    except ImportError:
        return None, None
    primal, cotangents = apart(compiled, function, record) or (None, None)
    if cotangents is None:
        cotangents = apart(interpreted, function, record)
    gradient = apart(differentiated, function, record, cotangents)
    return primal, gradient


def apart(action: Callable[..., Any], *args: Any) -> Any:
    """Return what the action returns in a process of its own, None where it fails."""
    receiver, sender = FORK.Pipe(duplex=False)

    def run() -> None:
        for cache in ("numba", "srcdiff"):
            shutil.rmtree(CACHES / cache, ignore_errors=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            sender.send(action(*args))
        except Exception as error:  # a refusal, or what Numba cannot compile: a row with "-"
            print(f"    {action.__name__}: {str(error).strip()[:100]!r}", file=sys.stderr)
            sender.send(None)

    process = FORK.Process(target=run)
    process.start()
    sender.close()
    try:
        return receiver.recv()
    except EOFError:
        return None
    finally:
        process.join()


def compiled(function: Callable[..., Any], record: dict[str, Any]) -> tuple[float, list[Any]]:
    """Return the seconds of Numba's first call, and cotangents like its results."""
    args = arguments(record)
    start = time.process_time()
    result = with_callees(getattr(function, "py_func", function), {})(*args.values())
    return time.process_time() - start, cotangents_of(record, result, args)


def with_callees(function: types.FunctionType, done: dict[Any, Any]) -> Any:
    """Return the function for Numba, and in its globals all functions that it calls."""
    scope = dict(function.__globals__)
    code, defaults, cells = function.__code__, function.__defaults__, function.__closure__
    own = types.FunctionType(code, scope, function.__name__, defaults, cells)
    own.__kwdefaults__ = function.__kwdefaults__
    done[function] = numba.njit(own)
    for name in code.co_names:
        callee = scope.get(name)
        if isinstance(callee, types.FunctionType):
            scope[name] = done.get(callee) or with_callees(callee, done)
    return done[function]


def interpreted(function: Callable[..., Any], record: dict[str, Any]) -> list[Any]:
    """Return cotangents like the results of the function."""
    args = arguments(record)
    return cotangents_of(record, function(*args.values()), args)


def differentiated(
    function: Callable[..., Any], record: dict[str, Any], cotangents: list[Any]
) -> float:
    """Return the seconds of the first gradient."""
    args = arguments(record)
    wrt, outputs = tuple(record["wrt"]), names_of_outputs(record)
    start = time.process_time()
    srcdiff.vjp(function, wrt=wrt, outputs=outputs)(*args.values(), *cotangents)
    return time.process_time() - start


def found(target: str) -> Callable[..., Any]:
    """Return a function by its module and name."""
    module, _, name = target.partition(":")
    value: Any = importlib.import_module(module)
    for part in name.split("."):
        value = getattr(value, part)
    function: Callable[..., Any] = value
    return function


def arguments(record: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a record by name."""
    return {name: decoded(value) for name, value in copy.deepcopy(record["args"]).items()}


def decoded(value: Any) -> Any:
    """Return a value as the function takes it."""
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "tuple" in value:
        return tuple(decoded(item) for item in value["tuple"])
    numbers = value["nd"]
    if value["dtype"].startswith("complex"):
        numbers = np.array(numbers[0]) + 1j * np.array(numbers[1])
    return np.array(numbers).astype(value["dtype"]).reshape(value["shape"])


def names_of_outputs(record: dict[str, Any]) -> tuple[str, ...]:
    """Return the names of the arguments that hold results."""
    names = record["out"].partition(":")[2]
    return tuple(names.split(",")) if names else ()


def cotangents_of(record: dict[str, Any], result: Any, args: dict[str, Any]) -> list[Any]:
    """Return the weights of a record in the form of the results."""
    weights = iter(record["weights"])
    results = [] if record["out"].startswith("inplace") else [result]
    results += [args[name] for name in names_of_outputs(record)]
    return [weighted(value, weights) for value in results]


def weighted(value: Any, weights: Any) -> Any:
    """Return weights in the form of a value; None for what is no float."""
    if isinstance(value, tuple | list):
        return tuple(weighted(item, weights) for item in value)
    if isinstance(value, complex | np.complexfloating):
        return complex(next(weights), next(weights))
    if isinstance(value, float | np.floating):
        return float(next(weights))
    array = np.asarray(value)
    if array.dtype.kind not in "fc":
        return None
    flat: Any = np.array([next(weights) for _ in range(array.size)])
    if array.dtype.kind == "c":
        flat = flat + 1j * np.array([next(weights) for _ in range(array.size)])
    return flat.reshape(array.shape).astype(array.dtype)


if __name__ == "__main__":
    main()
