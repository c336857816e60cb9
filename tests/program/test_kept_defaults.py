"""Tests of srcdiff.program.kept_defaults: default values that Python keeps between calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

import srcdiff
from srcdiff import grad, jvp, value_and_grad, vjp

Function = Callable[..., Any]


def stored(x, w=np.zeros(3)):  # noqa: B008
    w[0] += x
    return w[0] * x


def by_keyword_only(x, *, w=np.zeros(3)):  # noqa: B008
    w[0] += x
    return w[0] * x


def set_first(w, x):
    w[0] += x


def by_a_helper(x, w=np.zeros(3)):  # noqa: B008
    set_first(w, x)
    return w[0] * x


def through_a_view(x, w=np.zeros(3)):  # noqa: B008
    v = w[1:]
    v[0] += x
    return w[1] * x


def through_rows(x, w=np.zeros((2, 3))):  # noqa: B008
    for row in w:
        row[0] += x
    return w[0, 0] * x


def in_a_branch(x, w=np.zeros(3)):  # noqa: B008
    for i in range(3):
        if x > 1.0:
            w[i] = x
    return w[0] * x


def in_place(x, w=np.zeros(3)):  # noqa: B008
    w += x
    return w[0] * x


def of_integers(x, w=np.zeros(3, np.int64)):  # noqa: B008
    w[0] += 1
    return w[0] * x


def by_out(x, w=np.zeros(3)):  # noqa: B008
    np.add(w, x, out=w)
    return w[0] * x


def filled(x, w=np.zeros(3)):  # noqa: B008
    w.fill(x)
    return w[0] * x


def in_a_tuple(x, w=(np.zeros(3),)):  # noqa: B008
    w[0][0] += x
    return w[0][0] * x


def list_stored(x, w=[0.0, 0.0]):  # noqa: B006
    w[0] += x
    return w[0] * x


def list_grown(x, w=[]):  # noqa: B006
    w.append(x)
    return w[0] * x


def inner_list_grown(x, w=[[]]):  # noqa: B006
    w[0].append(x)
    return w[0][0] * x


def dictionary(x, w={}):  # noqa: B006
    w["a"] = x
    return w["a"] * x


def of_a_helper(x):
    return stored(x) * 2.0


def list_of_a_helper(x):
    return list_grown(x) * 2.0


WRITTEN = (
    *(stored, by_keyword_only, by_a_helper, through_a_view, through_rows, in_a_branch, in_place),
    *(of_integers, by_out, filled, in_a_tuple, list_stored, list_grown, inner_list_grown),
    *(dictionary, of_a_helper, list_of_a_helper),
)
REASON = r"the default value of `w` is written to, and Python keeps it between calls\n  -->"


def default_of(function: Function) -> Any:
    """Return the default value of the last parameter."""
    return list(inspect.signature(function).parameters.values())[-1].default


@pytest.mark.parametrize("function", WRITTEN)
def test_refused(function: Function) -> None:
    """Default values that a function writes to are refused in all modes, and stay as they are."""
    before = repr(default_of(function))
    for make in (grad, value_and_grad):
        with pytest.raises(srcdiff.UnsupportedSyntax, match=REASON):
            make(function, target="python")(1.5)
    for make in (vjp, jvp):
        with pytest.raises(srcdiff.UnsupportedSyntax, match=REASON):
            make(function, target="python")(1.5, 1.0)
    assert repr(default_of(function)) == before


@pytest.mark.parametrize("function", [stored, list_stored])
def test_compiled(function: Function) -> None:
    """Compiled derivatives refuse them, too, each time."""
    for _ in range(2):
        with pytest.raises(srcdiff.UnsupportedSyntax, match=REASON):
            grad(function)(1.5)
        with pytest.raises(srcdiff.UnsupportedSyntax, match=REASON):
            jvp(function)(1.5, 1.0)


def test_compiled_caller() -> None:
    """A compiled function that calls a derivative is refused as well."""
    derivative = grad(stored)

    @numba.njit
    def caller(x):
        return derivative(x)

    with pytest.raises(Exception, match="default value of `w` is written to"):
        caller(1.5)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_explicit(target: str) -> None:
    """An array that is passed is fine: it is copied, or written to by `adjoint`."""
    w = np.ones(3)
    assert grad(stored, target=target)(1.5, w) == 4.0
    assert value_and_grad(stored, target=target)(1.5, w=w) == (3.75, 4.0)
    assert vjp(stored, target=target)(1.5, w, 1.0) == 4.0
    assert jvp(stored, target=target)(1.5, w, 1.0) == (3.75, 4.0)
    assert w.tolist() == [1.0, 1.0, 1.0]


def only_read(x, w=np.array([2.0, 3.0])):  # noqa: B008
    return np.sum(w) * x


def list_read(x, w=[2.0, 3.0]):  # noqa: B006
    return (w[0] + w[1]) * x


def bound_anew(x, w=np.array([2.0, 3.0])):  # noqa: B008
    v = w
    w = w.copy()
    w[0] = x
    return np.sum(v) * w[0]


def helper_reads(x):
    return only_read(x) * 1.0 + only_read(x, np.array([x, x])) * 0.0


def new_each_time(x, w=None):
    if w is None:
        w = np.full(2, 2.5)
    w[0] += 0.0
    return (w[0] + w[1]) * x


def own_list(x):
    w = []
    w.append(x)
    w.append(4.0)
    return w[0] + w[1] * x


@pytest.mark.parametrize(
    "function", [only_read, list_read, bound_anew, helper_reads, new_each_time, own_list]
)
def test_fine(function: Function) -> None:
    """What is only read has its derivative, and so have the ways out that errors name."""
    for _ in range(2):
        assert grad(function, target="python")(1.5) == 5.0
        assert vjp(function, target="python")(1.5, 1.0) == 5.0
        assert jvp(function, target="python")(1.5, 1.0) == (7.5, 5.0)
