"""The text of adjoints of kernels, and of refusals, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from srcdiff import SrcdiffError, UnsupportedSyntax, WrongCall
from srcdiff.backends.arrays import type_of
from srcdiff.backends.cuda import python_function
from srcdiff.backends.launch import Launch
from srcdiff.cuda import grad
from srcdiff.gpu.launch.frontend import request_for
from srcdiff.gpu.launch.module import WrittenKernel, write
from srcdiff.gpu.launch.request import KernelRequest
from srcdiff.gpu.thread.places import check_launch

from ..conftest import Golden
from .case import Case
from .corpus import (
    blocks,
    borders,
    devices,
    elements,
    extremes,
    helpers,
    loops,
    neighbours,
    pairs,
    planes,
    snapshots,
    subscripts,
    warps,
)
from .refused import KERNELS

HERE = Path(__file__).parent
VECTOR = types.Array(types.float64, 1, "C")
SHOWN = (
    *("scaled_sum", "flat_matrix", "relaxed", "square_root", "local_array", "wave_step"),
    *("attraction", "within_reach", "spring_network", "grid_stride_dot"),
    *("block_sum", "matrix_product_in_tiles", "diffused", "tops", "softmax"),
    *("warp_sum", "warp_shares", "coupled", "led_by_one"),
)
MODULES = (
    *(blocks, borders, devices, elements, extremes, loops, neighbours, pairs, subscripts),
    *(planes, warps, helpers, snapshots),
)
CASES = {c.name: c for module in MODULES for c in module.CASES}


def single(value: Any) -> Any:
    """Return an argument in single precision."""
    if isinstance(value, np.ndarray):
        return value.astype(np.float32) if value.dtype == np.float64 else value
    return np.float32(value) if isinstance(value, float) else value


def written(case: Case, places: int = 1, **options: Any) -> WrittenKernel:
    """Return the adjoint of a kernel in single precision; a thread may take so many places."""
    kernel = python_function(case.kernel)
    given_options = {"outputs": None, **case.options, **options}
    asked = request_for(kernel, case.wrt, **given_options)
    values = map(single, case.inputs(np.random.default_rng(0)))
    given = tuple(map(type_of, values))
    launch = Launch.of(case.launch)
    how = asked.launched(given, launch.threads, len(launch.block), places=places)
    return write(kernel, given, how)


def launched(asked: KernelRequest, given: tuple[Any, ...]) -> tuple[Any, Any]:
    """Return the types of arguments, and the request for a launch with them."""
    return given, asked.launched(given)


@pytest.mark.parametrize("name", SHOWN)
def test_the_source_is_as_it_was(name: str, golden: Golden) -> None:
    golden(HERE / "golden" / f"{name}.py", written(CASES[name]).text)


@pytest.mark.parametrize("name", ["flat_matrix", "wave_step"])
def test_the_source_that_assigns_is_as_it_was(name: str, golden: Golden) -> None:
    text = written(CASES[name], accumulate=False).text
    golden(HERE / "golden" / f"{name}_assigned.py", text)


@pytest.mark.parametrize("name", ["wave_step", "of_one_speed"])
def test_the_source_of_several_places_is_as_it_was(name: str, golden: Golden) -> None:
    text = written(CASES[name], places=4, accumulate=False).text
    golden(HERE / "golden" / f"{name}_of_several_places.py", text)


def test_the_report_tells_of_several_places() -> None:
    assert "a thread takes 4 places" in str(written(CASES["wave_step"], places=4).report)
    assert "takes" not in str(written(CASES["elements_alone"], places=4).report)


def test_the_source_with_snapshots_is_as_it_was(golden: Golden, monkeypatch: Any) -> None:
    monkeypatch.chdir(HERE)  # paths are shown relative to the current folder
    found = written(CASES["relaxed"], snapshots=True)
    golden(HERE / "golden" / "relaxed_snapshots.py", found.text)
    golden(HERE / "golden" / "relaxed_snapshots_report.txt", f"{found.report}\n")


@pytest.mark.parametrize("name", ["scaled_sum", "relaxed", "square_root", "spring_network"])
def test_the_report_is_as_it_was(name: str, golden: Golden, monkeypatch: Any) -> None:
    monkeypatch.chdir(HERE)  # paths are shown relative to the current folder
    golden(HERE / "golden" / f"{name}_report.txt", f"{written(CASES[name]).report}\n")


@pytest.mark.parametrize("name", ["flat_matrix", "relaxed", "grid_stride_dot"])
def test_adjoints_that_add_in_a_fixed_order_are_reproducible(name: str) -> None:
    found = written(CASES[name], deterministic=True)
    assert found.text == written(CASES[name]).text


@pytest.mark.parametrize("name", ["scaled_sum", "spring_network", "row_in_function", "tops"])
def test_adjoints_that_add_in_any_order_are_refused(
    name: str, golden: Golden, monkeypatch: Any
) -> None:
    monkeypatch.chdir(HERE)
    with pytest.raises(UnsupportedSyntax) as caught:
        written(CASES[name], deterministic=True)
    golden(HERE / "golden" / f"{name}_not_reproducible.txt", f"{caught.value}\n")


def test_the_refusals_are_as_they_were(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE)  # paths are shown relative to the current folder
    texts = []
    for kernel in map(python_function, KERNELS):
        with pytest.raises(SrcdiffError) as caught:
            write(kernel, *launched(request_for(kernel, None, None), (VECTOR, VECTOR)))
        texts.append(f"{type(caught.value).__name__}: {caught.value}\n")
    golden(HERE / "golden" / "refusals.txt", "\n".join(texts))


def test_threads_that_a_kernel_does_not_tell_apart_are_refused() -> None:
    found = written(CASES["scaled_sum"]).per_thread
    check_launch(found, (4,), (8,))
    check_launch(found, (4, 1), (8, 1))
    with pytest.raises(WrongCall, match="2 threads or blocks along y"):
        check_launch(found, (4,), (8, 2))


def test_launches_with_warps_that_lack_lanes_are_refused() -> None:
    found = written(CASES["shifted_in_a_plane"])
    assert found.whole_warps
    assert not written(CASES["block_sum"]).whole_warps
    check_launch(found.per_thread, (4, 1), (8, 12), found.whole_warps)
    with pytest.raises(WrongCall, match="40 threads in a block"):
        check_launch(found.per_thread, (4, 1), (8, 5), found.whole_warps)
    x, out = np.ones(80), np.zeros(1)
    with pytest.raises(WrongCall, match="40 threads in a block"):
        grad(CASES["warp_sum"].kernel)[2, 40](x, x.copy(), out, out.copy())


def test_the_type_of_single_precision_has_a_name_of_its_own() -> None:
    assert "real = np.float32" in written(CASES["by_hand"]).text
    assert "real_3 = np.float32" in written(CASES["rotated"]).text


def test_names_that_a_kernel_does_not_have_are_refused() -> None:
    with pytest.raises(WrongCall, match="no parameter 'z'"):
        request_for(python_function(KERNELS[0]), "z", None)
