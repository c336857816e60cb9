"""The function that is differentiated is the one that runs, whatever decorators say of it."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import (
    NoSource,
    UnsupportedSyntax,
    UnsupportedType,
    check_grads,
    derivative,
    grad,
    jvp,
    vjp,
)
from srcdiff.front.callables import own_signature

from ..language.compare import check, check_both

FACTOR = 2.0


def exchanged(function: Callable[..., Any]) -> Any:
    """Decorate a function so that it takes its two arguments in the other order."""

    @functools.wraps(function)
    def inner(second, first):
        return function(first, second)

    return inner


def steeper(function: Callable[..., Any]) -> Any:
    """Decorate a function so that it has a default of its own."""

    @functools.wraps(function)
    def inner(x, slope=4.0, *, power=2):
        return function(x, slope) ** power

    return inner


def doubled(function: Callable[..., Any]) -> Any:
    """Decorate a function that may take anything."""

    @functools.wraps(function)
    def inner(*args, **kwargs):
        return 2.0 * function(*args, **kwargs)

    return inner


@exchanged
def cone(radius, height):
    return radius * radius * height


@steeper
def line(x, slope=0.5):
    return slope * x


@doubled
def parabola(x, scale=3.0):
    return scale * x * x


def uses_cone(x):
    return cone(x, 2.0) + cone(first=x, second=3.0)


def uses_line(x):
    return line(x) + line(x, 1.5) * line(x, power=3)


def uses_parabola(x):
    return parabola(x) + parabola(x, scale=5.0)


def with_signature(x, k=2.0):
    return x * x * k


with_signature.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
    [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("k", "x")]
)


def with_another(x):
    return 3.0 * x * x


with_another.py_func = parabola  # type: ignore[attr-defined]
with_another.__wrapped__ = parabola  # type: ignore[attr-defined]


def with_new_defaults(x, k=2.0, *, m=3.0):
    return k * x**m


with_new_defaults.__defaults__ = (7.0,)
with_new_defaults.__kwdefaults__ = {"m": 2.0}


def with_new_code(x, k):
    return x + k


with_new_code.__code__ = with_signature.__code__


def uses_them(x):
    return with_another(x) * with_new_defaults(x) + with_new_code(x, 2.0) + with_signature(x)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (cone, (3.0, 5.0)),
        (line, (2.0,)),
        (line, (2.0, 0.25)),
        (uses_cone, (2.0,)),
        (uses_line, (2.0,)),
        (uses_parabola, (2.0,)),
        (with_signature, (2.0,)),
        (with_another, (2.0,)),
        (with_new_defaults, (2.0,)),
        (with_new_code, (2.0, 4.0)),
        (uses_them, (1.5,)),
    ],
)
def test_the_code_counts(function: Callable[..., float], arguments: tuple[float, ...]) -> None:
    check_both(function, *arguments)
    check_grads(function, arguments)


def test_compiled() -> None:
    check(cone, 3.0, 5.0, target="cpu")
    assert grad(line)(2.0) == 2.0 * 4.0 * 2.0 * 4.0
    assert grad(cone, wrt="second")(first=3.0, second=5.0) == 9.0
    assert jvp(line)(2.0, t_x=1.0) == (64.0, 64.0)
    assert vjp(line, wrt="slope")(2.0, cotangent=1.0) == 2 * 4.0 * 2.0 * 2.0


def test_own_signature() -> None:
    assert str(own_signature(line)) == "(x, slope=4.0, *, power=2)"
    assert str(own_signature(njit(with_signature))) == "(x, k=2.0)"


@functools.singledispatch
def area(shape):
    return shape * shape


@area.register
def _(shape: float):
    return 3.0 * shape


@np.errstate(all="ignore")
def quiet(x):
    return x * x


@contextlib.contextmanager
def region():
    yield


@region()
def inside(x):
    return x * x


class Scaled:
    """A decorator that is a class."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function

    def __call__(self, x: Any) -> Any:
        """Return three times what the function returns."""
        return 3.0 * self.py_func(x)


@Scaled
def tripled(x):
    return x * x


cached = functools.lru_cache(with_another)
cached.__wrapped__ = with_new_code
part = functools.partial(cone, 2.0)

njit_of_wrapper = njit(exchanged(with_new_code))


def calls_area(x):
    return area(x)


def calls_quiet(x):
    return quiet(x) + 1.0


def calls_inside(x):
    return 2.0 * inside(x)


def calls_tripled(x):
    return tripled(x)


def calls_cached(x):
    return cached(x)


def calls_njit(x):
    return njit_of_wrapper(x, 2.0)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (area, "functools.singledispatch"),
        (calls_area, "functools.singledispatch"),
        (quiet, "decorator of `numpy`"),
        (calls_quiet, "decorator of `numpy`"),
        (inside, "decorator of `contextlib`"),
        (calls_inside, "decorator of `contextlib`"),
        (cached, "another function than its `__wrapped__`"),
        (calls_cached, "another function than its `__wrapped__`"),
        (njit_of_wrapper, "not that of its code"),
        (calls_njit, "not that of its code"),
        (parabola, r"shows the parameters `\(x, scale=3.0\)`"),
        (part, "is not a Python function"),
    ],
)
def test_what_cannot_be_followed(function: Any, words: str) -> None:
    with pytest.raises((UnsupportedSyntax, UnsupportedType, NoSource), match=words) as caught:
        grad(function, target="python")(2.0)
    assert "test_wrappers.py:" in str(caught.value)
    assert "functools.py" not in str(caught.value)


def test_objects_that_wrap_a_function() -> None:
    for function in (tripled, calls_tripled):
        assert grad(function, target="python")(2.0) == 12.0


def test_the_ways_out() -> None:
    def around(x, scale):
        return parabola(x, scale)

    check_both(around, 2.0, 3.0)
    with np.errstate(all="ignore"):
        check_both(quiet.__wrapped__, 2.0)


def raised(x, **options):
    return x * FACTOR * options["power"]


def calls_raised(x):
    return raised(x, power=3.0)


def of_function(function, x):
    return function(x) * FACTOR


def calls_of_function(x):
    return of_function(np.sin, x)


def maybe(x):
    if x > 0.0:
        return x * FACTOR
    return None


def calls_maybe(x):
    found = maybe(x)
    return x if found is None else found


def failing(x):
    if x > FACTOR:
        raise ValueError("too large")
    return x * FACTOR


def calls_failing(x):
    try:
        return failing(x)
    except ValueError:
        return 0.5 * x


@pytest.mark.parametrize("function", [calls_raised, calls_of_function, calls_maybe, calls_failing])
def test_globals_that_change(function: Callable[..., float], monkeypatch: Any) -> None:
    check_both(function, 1.5)
    monkeypatch.setitem(globals(), "FACTOR", 5.0)
    check_both(function, 1.5)


def test_a_rule_goes_with_the_function_that_runs() -> None:
    def own(x):
        return x * x

    @derivative(own)
    def rule(g: float, y: float, x: float) -> float:
        return g * 10.0

    plain = functools.wraps(own)(lambda x: 3.0 * x)
    plain.py_func = own  # type: ignore[attr-defined]
    assert grad(plain, target="python")(2.0) == 3.0
    assert grad(own, target="python")(2.0) == 10.0
