"""Arrays without dimensions, for which numbers stand, where functions ask what they are."""

from __future__ import annotations

import linecache
from itertools import product
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, UnsupportedType, jvp, value_and_grad

from ..sample import sample

V = np.array([0.7, 1.3, 0.2])
ARRAYS = (  # what NumPy gives as an array without dimensions
    *("np.array(v[0])", "np.asarray(v[0])", "np.array(x)", "np.asarray(x)", "np.array(v.sum())"),
    *("np.where(x > 0.1, x, 1.0)", "np.select([x > 0.1], [x])", "np.copy(x)", "np.array(3)"),
    *("v[0, ...]", "np.squeeze(v[:1], 0)", "np.cross(v[:2], v[1:3])", "np.tensordot(v, v, 1)"),
    *("np.tensordot(v, v, ((0,), (0,)))", "np.cov(v)", "np.i0(x)", "np.isin(x, v)", "made(x)"),
    *("np.array(x, dtype=np.float32)", "np.array(x).real", "np.real(np.array(x))", "doubled(x)"),
    *("np.asarray(x, dtype=complex).real", "np.array(x) if n > 1 else np.array(v[1])"),
    *("[np.array(x), np.array(n)][0]", "(np.array(x), x)[0]", "operator.iadd(np.array(x), 1.0)"),
    *("np.zeros(())", "np.full((), 0.5)", "np.ones_like(x)", "np.broadcast_to(x, ())"),
)
NUMBERS = (  # and what it gives as a number
    *("v.sum()", "np.array(x) + 0.0", "np.sin(np.array(x))", "float(v[0])", "np.dot(v, v)"),
    *("np.array(x).item()", "-np.array(x)", "np.mean(v)", "np.linalg.norm(v)", "np.median(v)"),
    *("np.einsum('i,i->', v, v)", "np.interp(x, v, v)", "np.argmax(v)", "np.clip(v[0], 0, 1)"),
    *("np.percentile(v, 20)", "np.trapezoid(v)", "(np.array(x), x)[1]", "np.maximum(x, 0.1)"),
)
QUESTIONS = ("isinstance(q, np.ndarray)", "np.isscalar(q)", "type(q) is np.ndarray")
FORMS = (
    "def asks(q):\n    return 2.0 if {question} else 3.0\ndef f(x, v, n): return asks({value}) * x",
    "def f(x, v, n):\n    q = {value}\n    if {question}:\n        x = 2.0 * x\n"
    "    else:\n        x = 3.0 * x\n    return x",
    "def asks(q):\n    return 2.0 if {question} else 3.0\n"
    "def passes(p):\n    q = p\n    return asks(q)\n"
    "def f(x, v, n):\n    s = 0.0\n    for i in range(n): s += passes({value}) * x\n    return s",
)
SAMPLE = [
    (form, value, sample(QUESTIONS, 3, first=place % 3))
    for place, (form, value) in sample([*enumerate(product(FORMS, ARRAYS))], 5)
]
HELPERS = (
    "doubled = np.vectorize(lambda t: t * 2.0)\ndef made(x):\n    return np.array(x)\n",
    "import operator\n",
)


def function(text: str) -> Any:
    """Return the function `f` of a text."""
    text = "\n".join(reversed(HELPERS)) + text
    linecache.cache[text] = (len(text), None, text.splitlines(True), text)
    space: dict[str, Any] = {"np": np}
    exec(compile(text, text, "exec"), space)
    return space["f"]


def is_refused(f: Any) -> bool:
    """Return True if a function is refused, and check what it gives if it is not."""
    try:
        value, slope = value_and_grad(f, target="python", cache=False)(0.7, V, 2)
        rate = jvp(f, target="python", cache=False)(0.7, V, 2, 1.0)
    except (UnsupportedSyntax, UnsupportedType):
        return True
    right = f(0.7, V, 2)
    assert (value, slope) == pytest.approx((right, right / 0.7))
    assert rate == pytest.approx((right, right / 0.7))
    return False


@pytest.mark.filterwarnings("ignore:Arrays of 2-dimensional vectors are deprecated")
@pytest.mark.parametrize(("form", "value", "questions"), SAMPLE)
def test_an_array_is_not_taken_for_a_number(
    form: str, value: str, questions: tuple[str, ...]
) -> None:
    for question in questions:
        is_refused(function(form.format(question=question, value=value)))


@pytest.mark.parametrize(("form", "value"), sample([*product(FORMS, NUMBERS)], 2))
def test_numbers_are_numbers(form: str, value: str) -> None:
    """Not all of what NumPy gives is refused: what it is known to give as a number is one."""
    assert not is_refused(function(form.format(question=QUESTIONS[0], value=value)))


def test_a_way_out() -> None:
    def asks(q):
        return 2.0 if isinstance(q, np.ndarray) else 3.0

    def passed(x, v, n):
        return asks(np.where(x > 0.1, x, 1.0)) * x

    def converted(x, v, n):
        return asks(float(np.where(x > 0.1, x, 1.0))) * x

    with pytest.raises(UnsupportedSyntax, match="`q` is of type ndarray here"):
        value_and_grad(passed, target="python")(0.7, V, 2)
    assert not is_refused(converted)


def test_a_helper_may_convert_what_it_gets() -> None:
    """What is asked before a number becomes an array is asked of the number."""

    def scaled(x):
        if not isinstance(x, np.ndarray):
            x = np.asarray(x)
        return 2.0 * x if isinstance(x, np.ndarray) else 3.0 * x

    def both(x, v, n):
        return scaled(x) * 1.0

    assert not is_refused(both)


def test_functions_that_are_mapped_get_numbers_of_numpy() -> None:
    def counted(t):
        return 2.0 * t if isinstance(t, int) else 3.0 * t

    mapped = np.vectorize(counted)

    def f(x, v, n):
        return float(mapped(n)) * x

    assert is_refused(f)
