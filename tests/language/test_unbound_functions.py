"""Names of functions, modules and the like that no path has bound raise, too."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp, value_and_grad

from .compare import check_both


def choice_in_a_branch(x, n):
    if n > 1:
        g = math.sin if x > n - 2.0 else math.exp
    return g(x)


def definition_in_a_branch(x, n):
    if n > 1:

        def g(t):
            return t * t * x

    return g(x)


def lambda_of_a_loop(x, n):
    for k in range(1, n):
        g = lambda t: t * t + x  # noqa: B023, E731
        x = x + 0.1 * k
    return g(x)


def import_in_a_branch(x, n):
    if n > 1:
        from math import sin as g
    return g(x)


def module_in_a_loop(x, n):
    for _ in range(n):
        import math as own

        x = own.sin(x)
    return own.exp(x)


def partial_in_a_branch(x, n):
    if n > 1:
        g = functools.partial(pow, x)
    return g(2) * x


def second_name_of_a_function(x, n):
    if n > 1:
        g = math.sin
    h = g
    return h(x)


def bound_with_a_number(x, n):
    if n > 1:
        g, k = math.sin, 2.0
    else:
        k = 3.0
    return g(x) * k


def deleted_module(x, n):
    if n > 1:
        import math as own

        x = own.sin(x)
    del own
    return x * x


def type_in_a_branch(x, n):
    if n > 1:
        kind = np.float64
    return x * np.ones(3, dtype=kind)[0]


def range_of_a_branch(x, n):
    if n > 1:
        steps = range(n)
    for k in steps:
        x = x * (1.0 + 0.1 * k)
    return x


def pairs_of_a_branch(x, n):
    if n > 1:
        pairs = [(x, 1.0), (2.0, x)]
    return sum([a * b for a, b in pairs])


def deleted_list(x, n):
    if n > 1:
        w = [x, 2.0]
    del w
    return x * x


def deleted_dictionary(x, n):
    if n > 1:
        w = {"a": x}
    del w
    return x * x


def deleted_function(x, n):
    if n > 1:
        g = math.sin
    del g
    return x * x


def function_as_a_statement(x, n):
    if n > 1:

        def g(t):
            return t * x

    g  # noqa: B018
    return x * x


def bound_by_the_iteration_before(x, n):
    s = x
    for k in range(n):
        if k > 0:
            s = s + g(x)  # noqa: F821
        if k < 1 and n > 1:
            g = math.sin  # noqa: F841
    return s


def in_a_comprehension(x, n):
    if n > 2:
        g = math.sin
    return x + sum([g(x * k) for k in range(n)])


def only_at_times(x, n):
    if n > 2:
        g = math.sin
    return x * (g(x) if n > 1 else 2.0)


def in_a_condition(x, n):
    if n > 2:
        g = math.sin
    if n < 0:
        x = 2.0 * x
    elif g(x) > 0.5:
        x = x * x
    return x


def while_it_is_small(x, n):
    if n > 2:
        g = math.exp
    while g(x) < 9.0:
        x = x * 1.5
    return x


def in_an_attempt(x, n):
    y = x
    try:
        if n > 1:
            g = math.sin
        elif n > 0:
            raise ValueError("n")
        y = y * g(x)
    except ValueError:
        y = y * 3.0
    return y


def in_a_helper(x, n):
    return choice_in_a_branch(x, n) * 2.0


def only_in_another_function(x, n):
    if n > 2:
        g = math.sin
    h = lambda t: g(t) + x  # noqa: E731
    return h(x) if n > 2 else x * x


def read_in_a_branch_of_another(x, n):
    def g(t):
        if n > 1:
            return k * t
        return t * t

    if n > 2:
        k = x
    return g(x)


def read_in_a_loop_of_another(x, n):
    def g(t):
        for i in range(n):
            t = t * k + i
        return t

    for k in range(1, n):  # noqa: B007
        x = x * 1.1
    return g(x)


def read_by_one_that_another_calls(x, n):
    def g(t):
        return k * t if n > 1 else t

    def h(t):
        s = g(t) if n > 0 else t
        return s * s

    if n > 2:
        k = x
    return h(x) + (k if n > 3 else 0.0)


def read_when_it_is_called_again(x, n):
    def g(t):
        return k * t

    s = x
    for i in range(n):
        if i == 1:
            s = s + g(x)
        if n > 2:
            k = s
    return s


EVERY = [
    read_in_a_branch_of_another,
    read_in_a_loop_of_another,
    read_by_one_that_another_calls,
    read_when_it_is_called_again,
    choice_in_a_branch,
    definition_in_a_branch,
    lambda_of_a_loop,
    import_in_a_branch,
    module_in_a_loop,
    partial_in_a_branch,
    second_name_of_a_function,
    bound_with_a_number,
    type_in_a_branch,
    range_of_a_branch,
    pairs_of_a_branch,
    deleted_list,
    deleted_module,
    deleted_dictionary,
    deleted_function,
    function_as_a_statement,
    bound_by_the_iteration_before,
    in_a_comprehension,
    only_at_times,
    in_a_condition,
    while_it_is_small,
    in_an_attempt,
    in_a_helper,
    only_in_another_function,
]


def raises(function: Callable[..., Any], *given: Any) -> bool:
    """Return True if a function raises a NameError, of which UnboundLocalError is one."""
    try:
        function(*given)
    except NameError:
        return True
    return False


@pytest.mark.parametrize("n", [-1, 0, 1, 2, 4])
@pytest.mark.parametrize("function", EVERY)
def test_a_derivative_raises_where_the_function_does(function: Any, n: int) -> None:
    raised = raises(function, 0.7, n)
    assert raises(grad(function, target="python"), 0.7, n) == raised
    assert raises(value_and_grad(function, target="python"), 0.7, n) == raised
    assert raises(jvp(function, target="python"), 0.7, n, 1.0) == raised
    if not raised:
        check_both(function, 0.7, n)


def test_compiled_derivatives_raise() -> None:
    derivative = grad(choice_in_a_branch)
    with pytest.raises(UnboundLocalError, match="local variable 'g' referenced"):
        derivative(0.7, 0)
    assert derivative(0.7, 2) == pytest.approx(math.cos(0.7))


def every_second(x, n):
    if n > 2:
        g = math.sin
    return x + sum([g(x * k) for k in range(n) if k % 2 == 1])


def while_both(x, n):
    if n > 2:
        g = math.sin
    while n > 3 and g(x) < 0.5:
        x = x * 1.5
        n = n - 1
    return x


@pytest.mark.parametrize("function", [every_second, while_both])
def test_what_may_be_evaluated_later_is_refused(function: Any) -> None:
    with pytest.raises(UnsupportedSyntax, match="`g` may have no value here"):
        grad(function)(0.7, 4)


def for_nothing(x):
    for _ in range(0):
        y = x * x
    return y * x


def while_nothing(x):
    k = 0
    while k > 0:
        k = k - 1
        y = x * x
    return y * x


def never_in_its_loop(x):
    while x < 2.0:
        x = x + y  # noqa: F821
        y = x  # noqa: F841
    return x


def in_the_first_iteration(x):
    level = 1.0
    while level > 0.2:
        y += level * x  # noqa: F821
        level *= 0.4
    return y


def in_both_branches(x):
    if x > 1.0:  # noqa: SIM108
        z = y * x  # noqa: F821
    else:
        z = x + y  # noqa: F821
    y = x
    return z * y


@pytest.mark.parametrize(
    "function", [for_nothing, while_nothing, in_the_first_iteration, in_both_branches]
)
def test_a_loop_that_never_runs_binds_nothing(function: Any) -> None:
    with pytest.raises(UnsupportedSyntax, match="`y` has no value here"):
        grad(function)(0.7)


def read_at_times_after_an_empty_loop(x):
    for _ in range(0):
        y = x
    return 2.0 * x if x > 0.0 else y


def test_a_read_that_is_not_evaluated_does_not_raise() -> None:
    check_both(read_at_times_after_an_empty_loop, 0.7)
    with pytest.raises(UnboundLocalError, match="local variable 'y'"):
        grad(read_at_times_after_an_empty_loop, target="python")(-0.7)


def test_a_variable_of_a_loop_without_a_value_at_its_start() -> None:
    with pytest.raises(UnboundLocalError, match="local variable 'y'"):
        grad(never_in_its_loop, target="python")(0.7)
    assert grad(never_in_its_loop, target="python")(2.5) == 1.0
