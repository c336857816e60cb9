"""`divmod` evaluates its operands once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, value_and_grad


def drawn(x):
    quotient, remainder = divmod(x * np.random.random(), 0.1)
    return quotient + remainder


def of_arrays(x):
    quotient, remainder = np.divmod(x * np.random.random(3), 0.1)
    return np.sum(quotient + remainder * remainder)


def by_name(x):
    return divmod(x1=x, x2=0.1)[1]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(("program", "at"), [(drawn, 1.5), (of_arrays, np.arange(3.0))])
def test_random_numbers_are_drawn_once(program: Any, at: Any, target: str) -> None:
    found = value_and_grad(program, target=target)
    if target == "python":  # compiled code has random numbers of its own
        np.random.seed(3)
        expected = program(at)
        np.random.seed(3)
        assert found(at)[0] == expected
    assert found.source(at).count(" = np.random.random(") == 1


def test_operands_by_name_are_refused() -> None:
    with pytest.raises(UnsupportedSyntax, match="keyword arguments of `divmod`"):
        grad(by_name, target="python")(1.0)
