"""Variables that no path has bound raise in derivatives as they do in the function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, insert_grad_of, jvp, value_and_grad, vjp

from .compare import check_both

V = np.array([0.7, 1.3, 2.1])


def in_a_loop(x, n):
    for i in range(n):
        y = x * i
    return y


def in_a_branch(x, n):
    if n > 2:
        y = x
    return y * 2.0


def counter_after_its_loop(x, n):
    for i in range(n):  # noqa: B007
        x = x * 1.1
    return x * i


def bound_nowhere_before(x, q):
    s = q
    if q > 2.0:  # noqa: SIM102
        if k < 2:  # noqa: F821
            k = 0
            s = x[k]
    return s + x[1]


def first_pass_of_a_loop(x, n):
    s = 0.0
    for k in range(n):
        v = x * (k + 1.0)
        if k == 0:
            ref = v
        else:
            s += (v - ref) ** 2
    return s * ref


def bound_by_an_iteration_before(x, n):
    s = 0.0
    for q in range(3):
        for k in range(n - q):
            s += x * k
        s += x**k
    return s


def best_so_far(x, n):
    low = 1e9 if n > 0 else -1e9
    for k in range(3):
        t = np.sin(x * (k + 1.0))
        if t < low:
            low = t
            kept = t * x
    return kept


def in_a_while_loop(x, n):
    while n > 0:
        y = x * n
        n -= 1
    return y


def before_a_break(x, n):
    while True:
        n -= 1
        if n < 2:
            y = x * 3.0
            break
    return y


def found_by_a_flag(x, n):
    hit = False
    for i in range(n):
        if i == 2:
            y = x * i
            hit = True
    if hit:
        return y
    return x


def read_behind_and(x, n):
    hit = False
    for i in range(n):
        if i == 2:
            y = x * i
            hit = True
    if hit and y > 0.0:
        return y * x
    return x


def in_a_conditional_expression(x, n):
    if n > 1:
        y = x * x
    return y if n > 1 else x


def bound_by_a_handler(x, n):
    try:
        if n == 0:
            raise ValueError
        y = x * n
    except ValueError:
        y = x
    return y


def lost_by_an_exception(x, n):
    try:
        if n == 0:
            raise ValueError
        y = x * n
    except ValueError:
        pass
    return y


def of_a_helper(x, n):
    if n > 1:
        z = x * x
    return z


def in_a_callee(x, n):
    return of_a_helper(x, n) * 2.0


def augmented(x, n):
    if n > 1:
        z = x
    z += x
    return z


def in_a_nest(x, n):
    for i in range(n):
        for j in range(i):
            y = x * j
    return y


def in_else_of_a_loop(x, n):
    for i in range(n):
        if i == 3:
            break
    else:
        y = x * 2.0
    return y


def behind_continue(x, n):
    for i in range(n):
        if i % 2 == 0:
            continue
        y = x * i
    return y


def or_raises(x, n):
    if n > 1:
        y = x
    elif n < 0:
        raise ValueError("n")
    return y


def array_in_a_loop(x, n):
    for i in range(n):
        y = x * i
    return np.sum(y * y)


def over_a_slice(x, n):
    for v in x[n:]:
        y = v * v
    return y


def over_a_tuple(x, n):
    for v in (1.0, 2.0):
        y = v * x
    return y * v


def list_in_a_loop(x, n):
    for _ in range(n):
        z = [x * j for j in range(3)]
    return z[0] + z[2]


def two_at_once(x, n):
    for i in range(n):
        a = x * i
        b = a * x
    return a * b


def an_integer(x, n):
    for i in range(n):
        k = i
    return x[k]


def never_read(x, n):
    for i in range(n):
        y = x * i  # noqa: F841
    return x * 2.0


NUMBERS = [
    *(in_a_loop, in_a_branch, counter_after_its_loop, first_pass_of_a_loop, best_so_far),
    *(in_a_while_loop, before_a_break, found_by_a_flag, read_behind_and),
    *(in_a_conditional_expression, bound_by_a_handler, lost_by_an_exception, in_a_callee),
    *(augmented, in_a_nest, in_else_of_a_loop, behind_continue, or_raises, over_a_tuple),
    *(list_in_a_loop, two_at_once, never_read),
]


def deleted_after_a_loop(x, n):
    for i in range(n):
        y = x * i
    del y, i
    return x * x


def read_for_nothing(x, n):
    if n > 1:
        y = np.ones(n) * x
    y  # noqa: B018
    return x * x


def lists_stay_lists(x, n):
    values = []
    for i in range(4):
        values.append(x * i)
    total = sum(values) * x
    del values
    return total + n


def product(*parts):
    return parts[0] * parts[1]


def starred_tuple(x, n):
    for i in range(n):
        t = (x, i + 1.0)
    return product(*t) * x


def unpacked_tuple(x, n):
    if n > 1:
        t = (x, n)
    a, b = t
    return a * b


def tuple_of_the_last_iteration(x, n):
    for i in range(n + 2):
        if i > 0:
            x = x * product(*t)  # noqa: F821
        t = (x, 0.5)
    return x * (product(*t) if n > 1 else 1.0)


def growing(values, x, n):
    for k in range(n):
        values.append(x * k)
    return k, x


def in_a_callee_that_has_a_list_grow(x, n):
    values = [x]
    k, y = growing(values, x, n)
    return y * values[0] * k


def two_loops(x, n):
    s = x
    for i in range(n - 1):
        s = s + x * i
    for i in range(n):  # noqa: B007
        s = s * x
    return s * i


def bound_behind_a_loop(x, n):
    for i in range(n - 2):  # noqa: B007
        x = x * 2.0
    if n > 1:
        i = 3
    return x * i


def left_by_break(x, n):
    for i in range(n - 1):
        if i > 0:
            break
    for i in range(n):
        if i > 1:
            break
    for i in range(n - 5):  # noqa: B007
        x = x * x
    return x * i


def inner_loops(x, n):
    s = 0.0
    for j in range(n):
        for i in range(j - 1):
            s += x * i
        for i in range(j + 1):  # noqa: B007
            s += x
        s += x * i
    return s


NUMBERS += [in_a_callee_that_has_a_list_grow]
NUMBERS += [two_loops, bound_behind_a_loop, left_by_break, inner_loops]
NUMBERS += [starred_tuple, unpacked_tuple, tuple_of_the_last_iteration]
NUMBERS += [deleted_after_a_loop, read_for_nothing, lists_stay_lists]
NUMBERS += [bound_by_an_iteration_before]
ARRAYS = [array_in_a_loop, over_a_slice, an_integer]
EVERY = [*((f, 1.5) for f in NUMBERS), *((f, V) for f in ARRAYS)]
COMPILED = [in_a_loop, best_so_far, lost_by_an_exception, in_a_callee]


def outcome(function: Callable[..., Any], *given: Any) -> Any:
    """Return the class of what a function raises, or None."""
    try:
        function(*given)
    except (NameError, ValueError) as error:
        return type(error)
    return None


@pytest.mark.parametrize("n", [-1, 0, 1, 2, 4])
@pytest.mark.parametrize(("function", "x"), EVERY, ids=lambda value: getattr(value, "__name__", ""))
def test_a_derivative_raises_where_the_function_does(function: Any, x: Any, n: int) -> None:
    if function is an_integer and n == 4:
        return  # out of range
    raised = outcome(function, x, n)
    assert outcome(grad(function, target="python"), x, n) == raised
    assert outcome(value_and_grad(function, target="python"), x, n) == raised
    assert outcome(jvp(function, target="python"), x, n, np.ones(3) if x is V else 1.0) == raised
    if raised is None:
        check_both(function, x, n)


@pytest.mark.parametrize("function", COMPILED)
def test_compiled_derivatives_raise(function: Any) -> None:
    for derivative, tangent in ((grad(function), ()), (jvp(function), (1.0,))):
        for n in (0, 2):
            assert outcome(derivative, 1.5, n, *tangent) == outcome(function, 1.5, n)


def test_a_branch_that_does_not_run_may_read_what_is_bound_nowhere_before() -> None:
    check_both(bound_nowhere_before, V, 0.5)
    assert grad(bound_nowhere_before)(V, 0.5).tolist() == [0.0, 1.0, 0.0]
    with pytest.raises(UnboundLocalError, match="local variable 'k'"):
        grad(bound_nowhere_before)(V, 2.5)


def always(x):
    x = x * y  # noqa: F821
    y = 2.0
    return x * y


def test_a_function_that_always_raises_is_refused() -> None:
    with pytest.raises(UnsupportedSyntax, match="`y` has no value here"):
        grad(always)(1.5)


def in_a_condition(x, n):
    k = 0
    while k > 0 and y > 1.0:  # noqa: F821
        y = x * k  # noqa: F841
        k += 1
    return x * 2.0


def read_later_in_a_condition(x, n):
    k = 0
    while k < n and (k == 0 or y > 0.5):  # noqa: F821
        y = x * (k + 1)
        k += 1
    return y * x


def in_a_comprehension_of_a_condition(x, n):
    k = 0
    while k == 0 or any([y > 2.0 * k + i for i in range(n)]):  # noqa: F821
        y = x * (k + 2)
        k += 1
    return y * x


def doubled(u):
    u[1] = u[1] * 2.0
    return 2


def drawn(x, rng, n):
    for i in range(n):
        y = x * i
    z = y if rng.random() < 0.5 else x
    return z * rng.random()


def in_a_choice(x, v, n):
    for i in range(n):
        y = x * i
    z = 0.0 if doubled(v) > 2 else y
    return z * v[1]


def beside_what_is_read_before(x, v, n):
    for i in range(n):
        y = x * i
    z = v[1] * (x if doubled(v) > 2 else y) * v[1]
    return z * v[1]


def behind_a_call(x, v, n):
    if n > 1:
        y = 2.0 * x
    if doubled(v) == 2 and y > 0.0:
        return x * v[1]
    return x


def in_a_loop_over_numbers(x, v, n):
    for i in range(n):
        y = x * i
    return sum([y * e for e in v if doubled(v) > 1]) + v[1]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("n", [2, 0])
def test_a_condition_of_a_loop_may_read_it_at_times(n: int, target: str) -> None:
    assert grad(in_a_condition, target=target)(1.5, n) == 2.0
    for function in (read_later_in_a_condition, in_a_comprehension_of_a_condition):
        if n == 0 and function is read_later_in_a_condition:
            with pytest.raises(UnboundLocalError):
                grad(function, target=target)(1.5, n)
        else:
            expected = (function(1.7 + 1e-6, n) - function(1.7 - 1e-6, n)) / 2e-6
            assert grad(function, target=target)(1.7, n) == pytest.approx(expected, rel=1e-8)


def test_what_is_drawn_is_drawn_once() -> None:
    def made() -> np.random.Generator:
        return np.random.default_rng(3)

    found = value_and_grad(drawn, wrt="x", target="python")(0.9, made(), 3)
    assert found == pytest.approx((drawn(0.9, made(), 3), drawn(1.0, made(), 3)))


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    "function", [in_a_choice, beside_what_is_read_before, behind_a_call, in_a_loop_over_numbers]
)
def test_calls_that_decide_on_reads_are_made_once(function: Any, target: str) -> None:
    v = np.array([0.3, 0.7, 1.1])
    expected = [function(x, v.copy(), 3) for x in (0.9, 0.9 + 1e-6, 0.9 - 1e-6)]
    slope = (expected[1] - expected[2]) / 2e-6
    value, found = value_and_grad(function, wrt="x", target=target)(0.9, v.copy(), 3)
    assert (value, found) == pytest.approx((expected[0], slope), rel=1e-8)
    rate = jvp(function, wrt="x", target=target)(0.9, v.copy(), 3, 1.0)
    assert rate == pytest.approx((expected[0], slope), rel=1e-8)
    with pytest.raises(UnboundLocalError):
        value_and_grad(function, wrt="x", target=target)(0.9, v.copy(), 0)


def of_a_known_range(x):
    for i in range(3):
        if i == 0:
            start = x
        end = x * i
    return start * end * i


def of_a_tuple_that_is_passed(x, pair):
    for p in pair:
        y = p * x
    return y


def of_every_branch(x, n):
    if n > 1:
        y = x
    elif n < 0:
        raise ValueError("n")
    else:
        y = x * x
    while True:
        z = y * 2.0
        if z > 0.0:
            break
    return z


def within_a_tolerance(x):
    error = np.inf
    while error > 1e-3:
        y = 0.5 * x
        error = abs(y - x)
        x = y
    return y


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (of_a_known_range, (1.5,)),
        (of_a_tuple_that_is_passed, (1.5, (1, 2))),
        (of_every_branch, (1.5, 1)),
        (within_a_tolerance, (1.5,)),
    ],
)
def test_variables_that_are_bound_on_every_path_are_not_checked(function: Any, given: Any) -> None:
    check_both(function, *given)
    assert "UnboundLocalError" not in grad(function, target="python").source(*given)


def read_where_an_exception_is_handled(x, y, m):
    z = x * y
    try:
        if y < 0.15:
            raise ZeroDivisionError("no")
        for row in m:
            z += row[0] * row[1]
    except ZeroDivisionError:
        if row[-1] < 0.15:
            z = z * 0.75
    return z


def test_what_a_handler_reads_though_no_path_there_binds_it() -> None:
    m = np.arange(6.0).reshape(2, 3)
    check_both(read_where_an_exception_is_handled, 0.5, 0.6, m)
    with pytest.raises(UnboundLocalError, match="'row'"):
        grad(read_where_an_exception_is_handled, target="python")(0.5, 0.1, m)


def bound_in_what_never_runs(x, y):
    s = 0.0
    if s > 1.69:
        kept = np.abs(x)
    low = 1e9
    for k in range(3):
        new = np.sin(y * (k + 1.0))
        if np.sum(new) < low:
            low = np.sum(new)
            kept = new
    kept[-1] = kept[0] * np.mean(kept)
    return np.sum(x * kept)


def test_variables_that_are_bound_where_nothing_runs() -> None:
    check_both(bound_in_what_never_runs, np.array([-2.1, 1.7, 1.2]), np.array([0.4, -1.7, 2.1]))


def given_twice(u):
    same = np.asarray(u)
    same[1] = same[0]
    return u, u


def scaled_twice(u, c):
    for _ in range(3):
        u = u * c
    return u, u


def bound_by_calls_that_never_run(x, y):
    s = 0.0
    if s > 1.54:
        made, more = given_twice(y)  # noqa: RUF059
    else:
        kept, left = scaled_twice(y, x)
    kept[0] = x
    return np.sum(left * left)


def test_results_of_calls_that_never_run() -> None:
    check_both(bound_by_calls_that_never_run, 0.7, np.array([0.4, -1.7, 2.1]))


def bound_to_itself(v):
    try:
        for _ in v:
            z = z  # noqa: F821
    except ZeroDivisionError:
        pass
    return z


def bound_to_another(v):
    try:
        for _ in v:
            z = y  # noqa: F821
            y = z  # noqa: F841
    except ZeroDivisionError:
        pass
    return z * 2.0


@pytest.mark.parametrize("function", [bound_to_itself, bound_to_another])
def test_names_that_only_each_other_bind_are_refused(function: Any) -> None:
    with pytest.raises(UnsupportedSyntax, match="has no value here, so that the function always"):
        grad(function, target="python")(np.array([0.5, 1.5]))


def returned_before_it_is_bound(x, k):
    if k < 0.45:
        return k * x[2], y, y  # noqa: F821
    y = np.zeros(len(x))
    for i in range(len(x)):
        y[i] = x[i] * k
    return x[2] * k, y, y


def test_what_follows_an_early_return_of_a_name_that_is_not_bound() -> None:
    given, cotangent = np.array([0.3, -1.2, 0.8]), (1.0, V, V)
    derivative = vjp(returned_before_it_is_bound, wrt=(0, 1), target="python")
    d_x, d_k = derivative(given, 0.7, cotangent)
    np.testing.assert_allclose(d_x, 2.0 * 0.7 * V + np.array([0.0, 0.0, 0.7]))
    np.testing.assert_allclose(d_k, 2.0 * np.sum(given * V) + given[2])
    with pytest.raises(UnboundLocalError, match="'y'"):
        derivative(given, 0.2, cotangent)


def a_number_that_decides_later(m, k):
    p = 1
    for p in range(3, 1):
        m[p, 0] = 0.5
        return k
    for q in range(2):
        view = m[:, 0]
        view *= 0.75
        if p == 0:
            break
        s *= m[p, q]  # noqa: F821
    s = k
    return s


def test_branches_that_types_inferred_again_show_never_to_run() -> None:
    with pytest.raises(UnboundLocalError, match="'s'"):
        grad(a_number_that_decides_later, wrt=(0, 1), target="python")(np.ones((2, 2)), 0.7)


def asked_for_its_adjoint(x):
    with insert_grad_of(z) as d_z:  # noqa: F821
        assert d_z < 9.0
    z = x
    return z


@pytest.mark.parametrize(("transform", "tangents"), [(grad, ()), (jvp, (1.0,))])
def test_a_variable_without_value_whose_adjoint_is_asked_for(transform: Any, tangents: Any) -> None:
    with pytest.raises(UnsupportedSyntax, match="`z` has no value here"):
        transform(asked_for_its_adjoint, target="python")(0.7, *tangents)


def bound_behind_what_always_raises(x, k, a):
    if x[-1] > 0.65:
        return k * 0.5
    for q in range(2):
        kept = b  # noqa: F821
        b = a[q, 0] if q > 0 else k
        if kept:
            k, b = b, k
    return b


def test_what_follows_a_loop_that_always_raises() -> None:
    derivative = grad(bound_behind_what_always_raises, wrt=1, target="python")
    a = np.ones((2, 2))
    assert derivative(np.array([0.4, 0.7]), 1.4, a) == 0.5
    with pytest.raises(UnboundLocalError, match="'b'"):
        derivative(np.array([0.4, 0.3]), 1.4, a)


def bound_behind_the_loop(x, k, idx):
    for i in range(len(idx)):
        if x[0] > 0.45:
            y[idx[i]] += x[i] * k  # noqa: F821
        c = x if y[-1] > 0.15 else y * 0.5  # noqa: F821
        x[idx[i]] += c[i]
    y = np.ones(len(x))
    return y[0] * x[0] * k


def test_a_loop_that_reads_what_is_bound_behind_it() -> None:
    derivative = grad(bound_behind_the_loop, target="python")
    with pytest.raises(UnboundLocalError, match="'y'"):
        derivative(np.array([0.4, 0.3]), 1.4, np.array([1, 0]))
    found = derivative(np.array([0.4, 0.3]), 1.4, np.array([], int))
    np.testing.assert_allclose(found, [1.4, 0.0])


def compilers_own(x, v, n):
    """Use what is written with variables of the compiler, which always have a value."""
    return max(v) + min(a * x for a in v) + x * any(a > n for a in v)


def test_variables_of_the_compiler_are_not_checked() -> None:
    text = grad(compilers_own, target="python").source(0.5, np.array([1.0, 2.0]), 2)
    assert "UnboundLocalError" not in text
