"""insert_grad_of: code of the user in the backward pass."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import UnsupportedSyntax, UnsupportedType, adjoint, grad, insert_grad_of, jvp, vjp

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
LIMIT = 2.0
V = np.array([0.5, 1.5, -1.0])


def clipped(x, k):
    y = x * x
    with insert_grad_of(y) as d_y:
        d_y = min(d_y, LIMIT)
    return k * y


def halved(v):
    total = 0.0
    for i in range(len(v)):
        with insert_grad_of(total) as d_total:
            print(i, v[i], d_total)
            d_total *= 0.5
        total += v[i]
    return total


def several(v, n):
    w = v * v
    row = w[1:]
    with insert_grad_of(w) as d_w:
        d_w[0] = 0.0
        d_w = np.clip(d_w, -1.0, 1.0)
    for i in range(n):
        w[i] = 3.0 * w[i]
    return np.sum(w) + np.sum(row)


def written(v, scale):
    for i in range(len(v)):
        with insert_grad_of(v) as d_v:
            d_v[i] = d_v[i] * scale[i]
        scale[i] = 0.0
        v[i] = v[i] * v[i]


def checked(a):
    with insert_grad_of(a) as d_a:
        assert d_a < 20.0
    return a * a


def in_helper(x, flag):
    if flag:
        with insert_grad_of(x) as d_x:
            step = 1.0
            for _ in range(2):
                d_x += step
    for _ in range(2):
        x = checked(x)
    return x


def of_overwritten(x):
    factor = x
    total = 0.0
    for _ in range(3):
        y = x * factor
        with insert_grad_of(y) as d_y:
            if factor > 1.0:
                d_y = d_y * factor
        total = total + y
        factor = 0.0 * factor + 2.0
    return total


def unread(x, k):
    with insert_grad_of(k) as d_k:
        print(d_k)
    return x * x + 0.0 * k


@TARGETS
def test_a_number(target: str) -> None:
    assert grad(clipped, target=target)(1.5, 3.0) == 6.0
    assert grad(clipped, target=target)(1.5, 1.0) == 3.0


@TARGETS
def test_loops_run_the_last_one_first(target: str, capfd: Any) -> None:
    np.testing.assert_array_equal(grad(halved, target=target)(V), [0.25, 0.5, 1.0])
    assert [line.split()[0] for line in capfd.readouterr().out.splitlines()] == ["2", "1", "0"]
    assert grad(halved, target=target)(V[:0]).size == 0


@TARGETS
def test_an_array_and_its_views(target: str) -> None:
    # behind the block: 3 for what the loop changes, 1 more for what is in `row`
    expected = np.clip([0.0, 6.0, 2.0], -1.0, 1.0) * 2.0 * V
    np.testing.assert_array_equal(grad(several, target=target)(V, 2), expected)


@TARGETS
def test_an_argument_that_is_written(target: str) -> None:
    scale = np.array([1.0, 2.0, 3.0])
    product = vjp(written, "v", "v", target=target)
    np.testing.assert_array_equal(product(V, scale, np.ones(3)), 2.0 * V * scale)
    d_v = np.ones(3)
    v, own = V.copy(), scale.copy()
    adjoint(written, "v", "v", target=target)(v, d_v, own)
    np.testing.assert_array_equal(d_v, 2.0 * V * scale)


@TARGETS
def test_callees_and_branches(target: str) -> None:
    assert grad(in_helper, target=target)(1.5, False) == 4.0 * 1.5**3
    assert grad(in_helper, target=target)(1.5, True) == 4.0 * 1.5**3 + 2.0
    with pytest.raises(AssertionError):
        grad(in_helper, target=target)(3.0, False)


@TARGETS
def test_variables_have_the_value_that_they_had_there(target: str) -> None:
    # y = x x, then 2 x twice: the first adjoint is multiplied by x only above 1
    assert grad(of_overwritten, target=target)(1.5) == 2.0 * 1.5 * 1.5 + 2.0 * (2.0 * 2.0)
    assert grad(of_overwritten, target=target)(0.5) == 2.0 * 0.5 + 2.0 * (2.0 * 2.0)


@TARGETS
def test_what_is_not_differentiated_has_no_adjoint(target: str, capfd: Any) -> None:
    assert grad(unread, target=target)(1.5, 2.0) == 3.0
    assert capfd.readouterr().out == ""
    grad(unread, "k", target=target)(1.5, 2.0)
    assert capfd.readouterr().out == "0.0\n"


@TARGETS
def test_forward_mode_leaves_it_out(target: str, capfd: Any) -> None:
    assert jvp(clipped, target=target)(1.5, 3.0, 1.0) == (6.75, 9.0)
    assert jvp(halved, target=target)(V, V) == (1.0, 1.0)
    assert capfd.readouterr().out == ""


def test_the_compiled_function_leaves_it_out(capfd: Any) -> None:
    assert grad(halved).primal(V) == 1.0
    assert capfd.readouterr().out == ""


def test_it_does_nothing_in_plain_python(capfd: Any) -> None:
    assert clipped(1.5, 3.0) == 6.75
    assert halved(V[:1]) == 0.5
    assert capfd.readouterr().out == "0 0.5 0.0\n"


def test_the_source() -> None:
    text = grad(clipped, target="python").source(1.5, 3.0)
    block = text.split("def clipped_insert_grad_of_y")[1].split("@njit")[0]
    assert block.strip() == "(d_y):\n    d_y = min(d_y, LIMIT)\n    return d_y"
    assert "    # with insert_grad_of(y) as d_y:\n    d_y = clipped_insert_grad_of_y(d_y)\n" in text


def test_it_is_called_from_compiled_code() -> None:
    gradient = grad(clipped)

    @njit
    def twice(x: Any) -> Any:
        return 2.0 * gradient(x, 3.0)

    assert twice(1.5) == 12.0


def formatted(x):
    with insert_grad_of(x) as d_x:
        print(f"{d_x:.3f}")
    return x * x


def test_what_numba_does_not_compile(capfd: Any) -> None:
    assert grad(formatted, target="python")(1.5) == 3.0
    assert capfd.readouterr().out == "3.000\n"
    with pytest.raises(UnsupportedSyntax, match="a block of `insert_grad_of`: format spec"):
        grad(formatted)(1.5)


def writes_a_variable(x):
    y = x * x
    with insert_grad_of(y) as d_y:
        y = d_y
    return y


def writes_an_array(v):
    w = v * v
    with insert_grad_of(w) as d_w:
        v[0] = d_w[0]
    return np.sum(w)


def leaves_the_loop(v):
    total = 0.0
    for e in v:
        with insert_grad_of(total) as d_total:
            if d_total > 1.0:
                break
        total += e
    return total


def leaves_it_by_an_else(v):
    total = 0.0
    for e in v:
        with insert_grad_of(total) as d_total:
            for k in range(2):
                if d_total > k:
                    break
            else:
                continue
        total += e
    return total


def returns(x):
    with insert_grad_of(x) as d_x:
        return d_x
    return x


def of_an_expression(x):
    with insert_grad_of(x * x) as d_y:
        print(d_y)
    return x


def without_a_name(x):
    with insert_grad_of(x):
        print("here")
    return x


def under_a_known_name(x, k):
    with insert_grad_of(x) as k:
        print(k)
    return x * k


def calls_a_function(x):
    with insert_grad_of(x) as d_x:
        d_x = checked(d_x)
    return x


def reads_a_tuple(x):
    pair = x, 2.0
    with insert_grad_of(x) as d_x:
        print(pair[0], d_x)
    return x * pair[1]


@pytest.mark.parametrize(
    ("function", "arguments", "reason"),
    [
        (writes_a_variable, (1.5,), "it writes to `y`, a variable of the function"),
        (writes_an_array, (V,), "it writes to another array than the adjoint"),
        (leaves_the_loop, (V,), "it leaves a loop around it"),
        (leaves_it_by_an_else, (V,), "it leaves a loop around it"),
        (returns, (1.5,), "it ends the function"),
        (of_an_expression, (1.5,), "takes one variable of the function"),
        (without_a_name, (1.5,), "needs a name of its own"),
        (under_a_known_name, (1.5, 2.0), "needs a name of its own"),
        (calls_a_function, (1.5,), "calls `checked`, a function of your own"),
        (reads_a_tuple, (1.5,), "reads `pair`, which is a tuple or list"),
    ],
)
def test_refusals(function: Any, arguments: Any, reason: str) -> None:
    with pytest.raises((UnsupportedSyntax, UnsupportedType), match=reason) as caught:
        grad(function, target="python")(*arguments)
    assert "test_insert_grad_of.py:" in str(caught.value)
    if reason.startswith("it "):  # forward mode leaves the code out, Python runs it
        with pytest.raises(UnsupportedSyntax, match=reason):
            jvp(function, target="python")(*arguments, arguments[0])
