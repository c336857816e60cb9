"""Names of the user and names of the generated source do not meet."""

from __future__ import annotations

import math
from typing import Any

import pytest

from srcdiff import adjoint, grad, vjp

from .finite import check

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])


def adjoints_of_others(x, d_x, d_total):
    d_d_x = d_x * x
    d_y = d_total * d_d_x
    for _ in range(3):
        d_y = d_y * math.sin(d_d_x) + x
    return d_y * d_x


def tapes(x, saved, count, trips, x_saved):
    x_i = x
    while x_i < 10.0:
        x_i = x_i * x + saved * count
        saved = saved + trips * x_saved
    return x_i * saved


def loops(x, i_next, i_stop, running, returned, result, condition):
    for i in range(5):
        if x > 3.0:
            break
        x = x * running + i * i_next
        condition = condition * x
    else:
        result = result * x
    return x * returned * i_stop * result * condition


def modules(x, np, math, numba, njit):
    y = 1.0
    while y < 3.0:
        y = y * x * np + math * numba + njit
    return y


def builtins_in_calls(x, max, len, range_, min):
    for _ in range(3):
        x = x * x * max
    return x * len + range_ * min


def local_modules(x):
    np = x * 2.0
    math = np * np
    runtime = math + 1.0
    for _ in range(2):
        runtime = runtime * x
    return math * np * runtime


def local_builtins(x):
    max = 2.0
    abs = x * max
    float = abs * abs
    for _ in range(2):
        float = float * x
    return float * abs


def middle_dots(x):
    x·2 = x * x
    d_·x = x·2 * x
    x = x + 1.0
    return x·2 * x * d_·x


def greek(σ):
    größe = σ * 2.0
    for _ in range(2):
        größe = größe * σ
    return größe * σ


def f_gradient(x):
    return x * x


def f_aug(x):
    f_rev = f_gradient(x)
    return f_rev * x


def f(x):
    return f_aug(x) * f_gradient(x)


def same(same):
    return same * same


def _(x):
    _x = x * x
    return _x * x


ARGUMENTS: dict[Any, tuple[float, ...]] = {
    adjoints_of_others: (0.5, 0.75, 1.5),
    tapes: (1.5, 0.5, 0.25, 0.125, 2.0),
    loops: (1.5, 0.5, 0.25, 1.25, 0.75, 2.0, 0.5),
    modules: (1.5, 0.75, 0.5, 0.25, 0.125),
    builtins_in_calls: (0.5, 1.5, 2.5, 0.5, 0.75),
    local_modules: (0.75,),
    local_builtins: (0.75,),
    middle_dots: (0.75,),
    greek: (0.75,),
    f: (0.75,),
    f_gradient: (0.75,),
    same: (0.75,),
    _: (0.75,),
}


@pytest.mark.parametrize("function", ARGUMENTS, ids=lambda function: function.__name__)
def test_names_do_not_meet(function: Any) -> None:
    given = ARGUMENTS[function]
    names = function.__code__.co_varnames[: len(given)]
    gradients = grad(function, names, target="python")(*given)
    for place, found in enumerate(gradients):
        check(found, function, *given, wrt=place)


@pytest.mark.parametrize("function", [tapes, modules, local_modules], ids=lambda f: f.__name__)
def test_compiled_names_do_not_meet(function: Any) -> None:
    given = ARGUMENTS[function]
    assert grad(function)(*given) == pytest.approx(grad(function, target="python")(*given))


@TARGETS
def test_parameters_of_a_vjp(target: str) -> None:
    def product(cotangent, y_cotangent, y):
        y[0] = cotangent * y_cotangent
        return cotangent * cotangent

    import numpy as np

    derivative = vjp(product, ("cotangent", "y_cotangent"), "y", target=target)
    assert derivative(2.0, 3.0, np.zeros(1), 0.5, np.ones(1)) == (5.0, 2.0)


def test_parameters_of_an_adjoint() -> None:
    def product(x, d_x, cotangent):
        for i in range(len(x)):
            d_x = d_x * x[i] * cotangent
        return d_x

    import numpy as np

    x, d_x = np.array([2.0, 3.0]), np.zeros(2)
    found = adjoint(product, ("x", "cotangent"), target="python")(x, d_x, 5.0, 1.0, 1.0)
    assert found == 60.0
    np.testing.assert_array_equal(d_x, [15.0, 10.0])


def test_the_source_keeps_the_names_of_the_parameters() -> None:
    def product(x, np, math):
        return x * np * math

    derivative = grad(product, target="python")
    assert derivative(x=2.0, np=3.0, math=4.0) == 12.0
    assert "with respect to x." in derivative.source(2.0, 3.0, 4.0)
