"""Derivatives that kernels call, and gradients of many samples."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import cuda, types

from srcdiff import (
    AliasedArguments,
    UnsupportedSyntax,
    UnsupportedType,
    WrongCall,
    WrongShape,
    adjoint,
    grad,
    value_and_grad,
)
from srcdiff.cuda import map_grad
from srcdiff.front.options import Asked, Given, Options
from srcdiff.gpu.launch.device import write, write_map

from ..conftest import Golden
from .apart import simulated
from .corpus.devices import decayed, from_table, option, plain, potential

GOLDEN = Path(__file__).parent / "golden"
VECTOR = types.Array(types.float64, 1, "C")
SINGLE = types.float32


def test_kernels_and_maps_agree_with_each_gradient() -> None:
    differences = json.loads(simulated("check_device"))
    assert len(differences) > 15
    assert max(differences.values()) < 1e-11, differences


def asked(kind: str, *wrt: str) -> Asked:
    """Return what is asked for."""
    return Asked(kind, wrt, (), len(wrt) == 1, Options())


def test_the_source_is_as_it_was(golden: Golden) -> None:
    given = Given((SINGLE, SINGLE), (), ())
    written = write(plain(decayed), given, asked("grad", "x", "rate"))
    golden(GOLDEN / "decayed_gradient.py", written.text)
    written = write(potential, given, asked("value_and_grad", "r"))
    golden(GOLDEN / "potential_value_and_gradient.py", written.text)


def test_the_source_of_a_map_is_as_it_was(golden: Golden) -> None:
    given = Given((SINGLE,) * 4, (), ())
    written = write_map(option, given, asked("grad", "s", "volatility"), ("s", "years"))
    golden(GOLDEN / "option_map_gradient.py", written.text)


def counted(x: Any, n: Any) -> Any:
    """Return what a loop of any length leaves."""
    for _ in range(n):
        x = x * x
    return x


def summed(x: Any) -> Any:
    """Return a sum of elements."""
    return x[0] + x[1]


def test_loops_of_any_length_are_refused_where_they_save() -> None:
    given = Given((types.float64, types.int64), (), ())
    with pytest.raises(UnsupportedSyntax, match="as many iterations as it says itself"):
        write(counted, given, asked("grad", "x"))


def shares(x: Any) -> Any:
    """Hand a value on in shared memory."""
    own = cuda.shared.array(1, np.float64)
    own[0] = x
    return own[0] * x


def test_shared_arrays_are_refused() -> None:
    given = Given((SINGLE,), (), ())
    with pytest.raises(UnsupportedSyntax, match=r"cuda\.shared\.array"):
        write(shares, given, asked("grad", "x"))


def test_derivatives_with_respect_to_arrays_are_refused() -> None:
    with pytest.raises(UnsupportedType, match="a thread has no room for the gradient"):
        write(summed, Given((VECTOR,), (), ()), asked("grad", "x"))


def test_adjoints_of_device_functions_are_refused() -> None:
    with pytest.raises(WrongCall, match="no `adjoint` of device functions"):
        adjoint(summed, target="cuda")


def test_derivatives_for_kernels_are_called_there_only() -> None:
    with pytest.raises(WrongCall, match="in kernels only"):
        value_and_grad(potential, target="cuda")(2.0, 0.7)


def test_the_source_is_shown_for_given_types() -> None:
    assert "def potential_gradient(r, depth):" in grad(potential, target="cuda").source(2.0, 0.7)


X = np.linspace(0.9, 1.4, 4)
SLOPE = map_grad(option)
REFUSED: dict[str, tuple[type[Exception], str, Callable[[], Any]]] = {
    "no samples": (WrongCall, "no samples", lambda: SLOPE(1.0, 1.1, 0.5)),
    "missing": (WrongCall, "missing", lambda: SLOPE(X, 1.1)),
    "shapes": (WrongShape, r"`years` have shape \(2,\)", lambda: SLOPE(X, 1.1, X[:2])),
    "out": (WrongShape, "no array of shape", lambda: SLOPE(X, 1.1, 0.5, out=X[:2].copy())),
    "shared": (AliasedArguments, "`d_s` and `s`", lambda: SLOPE(X, 1.1, 0.5, out=X)),
    "integers": (WrongCall, "`s` is an int64", lambda: SLOPE(np.arange(3), 1.1, 0.5)),
    "masked": (WrongCall, "`s` is a MaskedArray", lambda: SLOPE(np.ma.array(X), 1.1, 0.5)),
    "name": (WrongCall, "no parameter 'q'", lambda: map_grad(option, wrt="q")),
    "whole": (WrongCall, "no parameter 'w'", lambda: map_grad(from_table, whole="w")),
    "unused": (WrongCall, "no source", lambda: map_grad(option).source()),
}


@pytest.mark.parametrize("name", REFUSED)
def test_calls_that_do_not_fit_are_refused(name: str) -> None:
    kind, text, call = REFUSED[name]
    with pytest.raises(kind, match=text):
        call()
