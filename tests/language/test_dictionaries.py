"""Dictionaries that a function makes itself, with constant keys."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from .compare import check, check_both

X = 0.75
V = np.array([0.5, 1.5, -0.25])


def plain(x):
    p = {"mass": 2.0 * x, "rate": 0.5}
    return p["mass"] * math.exp(-p["rate"] * x)


def by_keywords(x):
    p = dict(mass=x * x, rate=0.25)
    p["rate"] += p["mass"]
    p["new"] = p["rate"] ** 2
    return p["new"] + p.get("rate") + p.get("none", 3.0 * x)


def updated(x):
    p = {}
    p.update(a=x, b=2.0)
    p.update({"a": p["b"] * x, "b": p["a"]})
    return p["a"] ** 2 + p["b"]


def exchanged(x):
    p = {"a": x, "b": x * x}
    p = {"a": p["b"], "b": p["a"], "c": 1.0}
    return p["a"] + 3.0 * p["b"] * len(p)


def asked(x):
    p = {"a": x}
    if "b" not in p:
        p["b"] = 2.0 * x
    return p["a"] * p["b"] if "b" in p and "c" not in p else x


def options(x, kind="cubic"):
    p = {"linear": x, "cubic": x**3}
    if kind in p:
        return p[kind] * p.get(kind)
    return 0.0


def looped(x):
    p = {"a": x, "b": x * x, "c": 0.5}
    w = {"a": 1.0, "b": 2.0, "c": 3.0}
    total = 0.0
    for k in p:
        p[k] -= 0.1 * w[k] * x
    for k, v in p.items():
        total += w[k] * v
    for v in w.values():
        total += v * x
    for _, v in p.items():
        total *= v
    return total + sum(p.values()) + max(p.values())


def words(x):
    p = {"a": x, "b": x * x}
    total = 0.0
    for k in ("a", "b", "a"):
        total += p[k] * x
    for k in ["c", "d"]:
        p[k] = total * len(p)
    for i, k in enumerate(("a", "c")):
        total += i * len(k)
    return total * p["c"] + p["d"]


def helper(a, b=1.0, *, c=2.0):
    return a * b**c


def passed_on(x):
    p = {"b": x, "c": 3.0}
    merged = {"a": 2.0 * x, **p}
    return helper(x, **p) + helper(**merged)


def arrays(v):
    state = {"u": v * 2.0, "w": np.zeros(len(v))}
    for i in range(len(v)):
        state["w"][i] = state["u"][i] ** 2
        state["u"] = state["u"] + v[i]
    return np.sum(state["w"] * state["u"])


def in_a_loop(x):
    total = 0.0
    for i in range(4):
        p = {"a": x * i}
        if i > 1:
            p["a"] *= 2.0
        else:
            p = {"a": x, "b": 1.0}
        total += p["a"] ** 2
    return total


def nested(x):
    p = {"in": {"a": x, "b": 2.0}, 1: x * x, (1, 2): 3.0}
    p["in"]["a"] += p[1]
    return p["in"]["a"] * p["in"]["b"] + p[1] * p[(1, 2)]


def in_function(x):
    p = {"a": x, "b": 2.0}

    def inner(u):
        return p["a"] * u + p["b"]

    return inner(x) + sum([p["a"] * k for k in range(3)])


def both_ways(x):
    p = {"a": 1.0}
    if x > 0.5:
        p["b"] = x
        p["a"] = x * x
    else:
        p["b"] = 2.0 * x
    p["a"], p["c"] = p["b"] * 2.0, p["a"]
    while p["a"] < 20.0:
        p["a"] = p["a"] * (1.0 + p["c"])
    return p["a"] + p["b"]


SCALAR = [
    *(plain, by_keywords, updated, exchanged, asked, options, looped, words, passed_on, in_a_loop),
    *(nested, in_function, both_ways),
]


@pytest.mark.parametrize("function", SCALAR)
def test_values_by_constant_keys(function: Callable[..., float]) -> None:
    check_both(function, X)


@pytest.mark.parametrize("function", [looped, words, both_ways, passed_on])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, X, target="cpu")


def test_arrays_in_dictionaries() -> None:
    check(arrays, V)
    check(arrays, V, target="cpu")


def test_options_of_the_caller_are_keys() -> None:
    check(lambda x: options(x, "linear"), X)
    assert grad(options, target="python")(X, "linear") == pytest.approx(2 * X)


def left_in_some_branch(x):
    p = {"a": x}
    if x > 0.0:
        p["b"] = 2.0
    return p["a"] * p["b"]


def never_there(x):
    p = {"a": x}
    return p["b"]


def gone_again(x):
    total = 0.0
    p = {"a": x, "b": 1.0}
    for i in range(3):
        total += p["b"]
        p = {"a": x * i}
    return total


def added_in_a_loop(x):
    p = {"a": x}
    for i in range(3):
        p["b"] = x * i
    return p["a"] * len(p) * ("b" in p)


def varying_key(x, n):
    p = {0: x, 1: 2.0}
    return p[n] * x


def used_as_a_whole(x):
    p = {"a": x}
    q = p
    q["a"] = 2.0
    return p["a"] * x


def changed_inside(x):
    p = {"a": x}

    def change():
        p["a"] = 2.0 * x

    change()
    return p["a"]


def changed_in_try(x):
    p = {"a": x}
    try:
        p["b"] = math.sqrt(2.0)
    except ValueError:
        p["c"] = 1.0
    return p["a"] * len(p)


def made_anew_around(x):
    p = {"a": x}

    def inner():
        return p["a"]

    p = {"b": x}
    return inner() * p["b"]


def added_where_nothing_breaks(x):
    p = {"a": x}
    for i in range(3):
        if i > x:
            break
    else:
        p["b"] = 2.0
    return p["a"] * p["b"]


REFUSED = [made_anew_around, never_there, gone_again, changed_in_try]
KNOWN_IN_THE_END = [left_in_some_branch, used_as_a_whole, added_in_a_loop, changed_inside]


@pytest.mark.parametrize("function", REFUSED)
def test_what_is_not_known_is_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(
        SrcdiffError, match=r"dictionar|what this consists of|changes an object|`try`"
    ):
        grad(function, target="python")(X)


@pytest.mark.parametrize("function", KNOWN_IN_THE_END)
def test_what_is_known_in_the_end(function: Callable[..., Any]) -> None:
    check(function, X)


@pytest.mark.parametrize("function", [added_where_nothing_breaks])
def test_a_key_that_is_not_there(function: Callable[..., Any]) -> None:
    for run in (function, grad(function, target="python")):
        with pytest.raises((KeyError, UnboundLocalError)):
            run(X)


def test_a_number_that_varies_is_a_key() -> None:
    check(varying_key, X, 1)
    with pytest.raises(KeyError):
        grad(varying_key, target="python")(X, 2)
