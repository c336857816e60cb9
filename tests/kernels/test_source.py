"""The text of adjoints of kernels, and of refusals, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from srcdiff import SrcdiffError, WrongCall
from srcdiff.backends.cuda import python_function, type_of
from srcdiff.kernels.frontend import request_for
from srcdiff.kernels.module import WrittenKernel, write
from srcdiff.kernels.places import check_launch
from srcdiff.kernels.request import KernelRequest

from ..conftest import Golden
from .case import Case
from .corpus import elements, loops, neighbours
from .refused import KERNELS

HERE = Path(__file__).parent
VECTOR = types.Array(types.float64, 1, "C")
SHOWN = (
    *("scaled_sum", "flat_matrix", "relaxed", "square_root", "local_array", "wave_step"),
    *("attraction", "spring_network", "grid_stride_dot"),
)
CASES = {c.name: c for c in (*elements.CASES, *loops.CASES, *neighbours.CASES)}


def single(value: Any) -> Any:
    """Return an argument in single precision."""
    if isinstance(value, np.ndarray):
        return value.astype(np.float32) if value.dtype == np.float64 else value
    return np.float32(value) if isinstance(value, float) else value


def written(case: Case) -> WrittenKernel:
    """Return the adjoint of a kernel in single precision."""
    asked = request_for(
        python_function(case.kernel), case.wrt, None, case.options.get("max_iterations")
    )
    values = map(single, case.inputs(np.random.default_rng(0)))
    return write(python_function(case.kernel), *launched(asked, tuple(map(type_of, values))))


def launched(asked: KernelRequest, given: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return the types of arguments, and the request for a launch with them."""
    return given, asked.launched(given)


@pytest.mark.parametrize("name", SHOWN)
def test_the_source_is_as_it_was(name: str, golden: Golden) -> None:
    golden(HERE / "golden" / f"{name}.py", written(CASES[name]).text)


def test_the_refusals_are_as_they_were(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)  # paths are shown relative to the current folder
    texts = []
    for kernel in map(python_function, KERNELS):
        with pytest.raises(SrcdiffError) as caught:
            write(kernel, *launched(request_for(kernel, None, None, None), (VECTOR, VECTOR)))
        texts.append(f"{type(caught.value).__name__}: {caught.value}\n")
    golden(HERE / "golden" / "refusals.txt", "\n".join(texts))


def test_threads_that_a_kernel_does_not_tell_apart_are_refused() -> None:
    found = written(CASES["scaled_sum"]).per_thread
    check_launch(found, (4,), (8,))
    check_launch(found, (4, 1), (8, 1))
    with pytest.raises(WrongCall, match="2 threads or blocks along y"):
        check_launch(found, (4,), (8, 2))


def test_names_that_a_kernel_does_not_have_are_refused() -> None:
    with pytest.raises(WrongCall, match="no parameter 'z'"):
        request_for(python_function(KERNELS[0]), "z", None, None)
