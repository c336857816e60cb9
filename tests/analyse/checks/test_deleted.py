"""Tests of srcdiff.analyse.checks.deleted: what `del` unbinds is not read again."""

# ruff: noqa: F821

from collections.abc import Callable

import pytest

import srcdiff


def read_after(x: float) -> float:
    y = x * x
    del y
    return y * x


def in_one_branch(x: float) -> float:
    y = x * x
    if x > 2.0:
        del y
    return y * x


def in_the_last_iteration(x: float) -> float:
    y = x
    for i in range(3):
        if i == 2:
            del y
        else:
            y = y * x
    return y


def twice_by_a_loop(x: float) -> float:
    t = x
    s = 0.0
    for _ in range(2):
        s += t
        del t
    return s


def before_break(x: float) -> float:
    t = x
    while True:
        if x > 0.0:
            del t
            break
    return t * x


def by_continue(x: float) -> float:
    t = x
    for i in range(3):
        if i == 0:
            del t
            continue
        x += t
    return x


def argument(x: float) -> float:
    del x
    return x * 2.0


def two_at_once(x: float) -> float:
    a, b = x, x * x
    del a, b
    return a + b


def in_a_helper(x: float) -> float:
    return read_after(x) * x


def in_a_function_inside(x: float) -> float:
    def inner(a: float) -> float:
        b = a * a
        del a
        return a * b

    return inner(x)


def by_a_function_inside(x: float) -> float:
    y = x * x

    def inner() -> float:
        return y

    del y
    return inner() * x


def by_a_lambda(x: float) -> float:
    y = x * x
    inner = lambda a: a * y  # noqa: E731
    del y
    return inner(x)


def in_a_comprehension(x: float) -> float:
    y = x * x
    del y
    return sum([y * k for k in range(3)])


def in_try(x: float) -> float:
    y = x * x
    try:
        del y
        z = y
    except NameError:
        z = x
    return z


def added_to(x: float) -> float:
    y = x
    del y
    y += x
    return y


def deleted_again(x: float) -> float:
    y = x
    del y
    del y
    return x


def error_behind_handler(x: float) -> float:
    error = x * x
    try:
        if x < 10.0:
            raise ValueError("small")
    except ValueError as error:  # noqa: F841
        x = x + 1.0
    return error * x


REFUSED = (
    *(read_after, in_one_branch, in_the_last_iteration, twice_by_a_loop, before_break),
    *(by_continue, argument, two_at_once, in_a_helper, in_a_function_inside, by_a_lambda),
    *(by_a_function_inside, in_a_comprehension, in_try, added_to, deleted_again),
    error_behind_handler,
)


@pytest.mark.parametrize("function", REFUSED)
def test_refused(function: Callable[[float], float]) -> None:
    """Reads of deleted variables are refused in both modes, on all paths that may lead there."""
    with pytest.raises(srcdiff.UnsupportedSyntax, match="may be deleted where it is read here"):
        srcdiff.grad(function, target="python")(1.5)
    with pytest.raises(srcdiff.UnsupportedSyntax, match="may be deleted where it is read here"):
        srcdiff.jvp(function, target="python")(1.5, 1.0)


def bound_again(x: float) -> float:
    y = x * x
    del y
    y = 2.0 * x
    return y * x


def in_each_iteration(x: float) -> float:
    s = 0.0
    for i in range(3):
        t = x * i
        s += t * x
        del t
    return s


def for_ever(x: float) -> float:
    while True:
        t = x * x
        if t > 4.0:
            break
        x = x * 2.0
        del t
    return t


def on_the_other_path(x: float) -> float:
    y = x * x
    if x > 2.0:
        del y
        return x
    return y * x


def another_name(x: float) -> float:
    y = x * x
    z = y
    del y
    return z * x


def variable_of_a_comprehension(x: float) -> float:
    k = x * x
    del k
    return sum([x * k for k in range(3)])


def parameter_of_a_function_inside(x: float) -> float:
    y = x * x

    def inner(y: float) -> float:
        return y * y

    z = inner(y)
    del y
    return z


def loop_variable(x: float) -> float:
    s = x
    for i in range(3):
        s = s * x + i
    del i
    return s


FINE = {
    bound_again: 6.0,
    in_each_iteration: 9.0,
    for_ever: 12.0,
    on_the_other_path: 6.75,
    another_name: 6.75,
    variable_of_a_comprehension: 3.0,
    parameter_of_a_function_inside: 13.5,
    loop_variable: 14.5,
}


@pytest.mark.parametrize("function", FINE)
def test_fine(function: Callable[[float], float]) -> None:
    """What is bound again, or read on other paths only, has its derivative."""
    assert srcdiff.grad(function, target="python")(1.5) == FINE[function]
    found = srcdiff.jvp(function, target="python")(1.5, 1.0)
    assert found == (function(1.5), FINE[function])
