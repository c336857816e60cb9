"""Names of their own for the values that a variable has within a block."""

import math

import numba
import numpy as np
import pytest
from numba.core import ir
from numba.core.compiler import run_frontend

from srcdiff.backends.local_versions import name_local_values
from srcdiff.backends.pipelines import DerivativeCompiler


def of_one_block(x, y):
    x = x * y
    y = x - y
    x = x + y
    y = y * x
    return x - y


def of_several_kinds(x):
    a = 2
    b = a
    a = x * a
    a = (a, b)
    b = a[1] + 0.5
    a = a[0] - b
    return a * b


def carried(n, x):
    total = x
    before = 1.0
    for k in range(n):
        total = total * 0.5 + before  # the value of the last round
        before = total
        before = before + k
        total = total - before
    return total + before


def exchanged(n, x):
    a = x
    b = 2.0
    a, b = b, a
    while n > 0:
        a, b = b, a + b
        b, a = a * 0.5, b
        n = n - 1
        n = n - 1
    return a - 2.0 * b


def in_branches(n, x):
    y = x
    y = y + 1.0
    if n > 2:
        y = y * x
        y = y * y
    elif n > 1:
        x = y - x
        x = x * y
    y = y + x
    y = y - 1.0 / x
    return y


def of_arrays(n, x):
    a = np.full(n, x)
    a = a * 2.0
    for k in range(n):
        a = a + 1.0
        a[k] = k
        a = np.sin(a)
        a[k] *= x
    a = a[: n - 1]
    a = a[1:]
    return a.sum()


def raised(n, x):
    x = x + 1.0
    if n > 1:
        n = n - 1
        x = x - n
        if x < 0.0:
            raise ValueError(n)
    x = math.sqrt(x)
    x = x + n
    return x


CASES = [
    (of_one_block, (3.0, 5.0)),
    (of_several_kinds, (1.5,)),
    *((carried, (n, 0.3)) for n in range(3)),
    *((exchanged, (n, 0.3)) for n in range(5)),
    *((in_branches, (n, 1.7)) for n in range(1, 4)),
    *((of_arrays, (n, 0.3)) for n in range(1, 5)),
    *((raised, (n, 3.5)) for n in range(4)),
]


@pytest.mark.parametrize(("function", "given"), CASES)
def test_values_are_those_of_python(function, given):
    compiled = numba.njit(pipeline_class=DerivativeCompiler)(function)
    assert compiled(*given) == pytest.approx(function(*given), rel=1e-14)


def test_all_values_but_the_last_of_a_block_have_names_of_their_own():
    function = run_frontend(of_one_block)
    name_local_values(function)
    (block,) = function.blocks.values()
    bound = [s.target.name for s in block.body if isinstance(s, ir.Assign)]
    assert len(bound) == len(set(bound))
    assert [name for name in bound if name[0] in "xy"] == ["x.1", "y.1", "x.2", "y.2", "x", "y"]


def test_exceptions_are_those_of_python():
    compiled = numba.njit(pipeline_class=DerivativeCompiler)(raised)
    with pytest.raises(ValueError, match="1"):
        compiled(2, -3.0)
