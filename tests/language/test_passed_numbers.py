"""Helpers that ask for the type of what they get, which only their calls know, or are refused."""

from __future__ import annotations

import linecache
import math
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, UnsupportedType, grad, jvp, value_and_grad

from ..sample import sample

V = np.array([0.5, 1.5, 2.0])
COUNTS = np.array([1, 2, 3])

LARGE = "def large(n):\n    if n > 5:\n        return 3\n    return n > 1\n"
FORMS = {
    "one helper": "def asks(q):\n    return 3.0 if {question} else 1.0\n",
    "through another": (
        "def inner(p):\n    q = p\n    return 3.0 if {question} else 1.0\n"
        "def asks(q):\n    return inner(q)\n"
    ),
    "what it computes": "def asks(p):\n    q = p * 2\n    return 3.0 if {question} else 1.0\n",
    "by keyword": "def asks(q=1.0):\n    if {question}:\n        return 3.0\n    return 1.0\n",
}
CALLS = {"by keyword": "asks(q=q)"}
MIXED = (  # integers and booleans, floats and integers, on different paths
    *("q = n > 1\n    if x > 2.0:\n        q = 3", "q = n > 1\n    if x > 2.0:\n        q = x"),
    *("q = (n > 1) if x < 2.0 else 3", "q = n > 1 or 3", "q = [n > 1, 3][n - 2]", "q = large(n)"),
    *("q, r = (n > 1, 3) if x < 2.0 else (3, n > 1)", "q = max(n > 1, 0)", "q = abs(n > 1)"),
    *("q = n > 1\n    while q > 1:\n        q = q - 1", "q = (n > 1, 3)[n - 2]"),
)
OF_NUMPY = ("v[0]", "k[0]", "v[0] > 0.1", "np.sum(v)", "np.cos(x)", "np.argmax(v)", "np.any(v > 1)")
OF_PYTHON = ("x", "n", "n > 1", "float(v[0])", "len(v)", "v.shape[0]", "math.cos(x)", "int(x)")
QUESTIONS = (
    *("type(q) is int", "type(q) is bool", "isinstance(q, bool)", "isinstance(q, int)"),
    *("type(q) in (int, float)", "hasattr(q, 'shape')", "hasattr(q, 'bit_length')"),
    *("isinstance(q, float)", "type(q) is float", "q is True", "isinstance(q, np.integer)"),
)


def questions(form: str, binding: str) -> Sequence[str]:
    """Return what a helper is asked: a quarter of one helper, of the others one or two."""
    step = 4 if form == "one helper" else 8
    return sample(QUESTIONS, step, first=(len(form) + len(binding)) % step)


def made(form: str, binding: str, question: str) -> Any:
    """Return a function whose value is 3 x where a helper says yes, and x where it says no."""
    lines = ["def f(x, v, n, k):", f"    {binding}", f"    return {CALLS.get(form, 'asks(q)')} * x"]
    text = "\n".join([LARGE + FORMS[form].format(question=question), *lines])
    file = f"<{form}: {binding}: {question}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {"np": np, "math": math}
    exec(compile(text, file, "exec"), space)
    return space["f"]


def is_refused(function: Any) -> bool:
    """Return True if a function is refused, and check what it gives if it is not."""
    given = (0.7, V, 2, COUNTS)
    try:
        found = value_and_grad(function, target="python", cache=False)(*given)
        rate = jvp(function, target="python", cache=False)(*given, 1.0)
    except (UnsupportedSyntax, UnsupportedType):
        return True
    value = function(*given)
    assert found == pytest.approx((value, value / 0.7))
    assert rate == pytest.approx((value, value / 0.7))
    return False


@pytest.mark.parametrize(("form", "binding"), [*product(FORMS, MIXED)])
def test_numbers_of_several_types_are_not_taken_for_one(form: str, binding: str) -> None:
    asked = questions(form, binding)
    refused = [is_refused(made(form, binding, question)) for question in asked]
    assert any(refused) or asked != QUESTIONS


@pytest.mark.parametrize(("form", "value"), [*product(FORMS, (*OF_NUMPY, *OF_PYTHON))])
def test_numbers_of_numpy_are_not_taken_for_those_of_python(form: str, value: str) -> None:
    asked = questions(form, value)
    refused = [is_refused(made(form, f"q = {value}", question)) for question in asked]
    if value in OF_PYTHON and form != "what it computes":
        assert sum(refused) <= 1  # that of NumPy's integers


def test_one_answer_for_all_classes_is_taken() -> None:
    for question in ("isinstance(q, float)", "isinstance(q, (int, float, np.number))"):
        function = made("one helper", "q = v[0]\n    if x > 2.0:\n        q = x", question)
        assert not is_refused(function)


def test_a_number_of_numpy_may_be_made_one_of_python() -> None:
    assert is_refused(made("one helper", "q = v[0]", "hasattr(q, 'shape')"))
    assert not is_refused(made("one helper", "q = float(v[0])", "hasattr(q, 'shape')"))


def repeated(x, n, q):
    if n == 0:
        return 3.0 * x if type(q) is int else x
    return repeated(x, n - 1, n > 0)


def mixed(x, n, q):
    if n == 0:
        return 3.0 * x if type(q) is int else x
    r = n > 1
    if n > 1:
        r = 2
    return mixed(x, n - 1, r)


def test_what_recursion_passes_counts() -> None:
    def begun(x, n):
        return repeated(x, n, n)

    def joined(x, n):
        return mixed(x, n, n)

    assert [grad(begun, target="python")(0.7, n) for n in (0, 2)] == [3.0, 1.0]
    with pytest.raises(UnsupportedSyntax, match="may be of type bool or int"):
        grad(joined, target="python")(0.7, 2)


def test_a_bool_is_of_no_other_class() -> None:
    def scaled(x, flag):
        return 3.0 * x if type(flag) is int else 2.0 * x if type(flag) is bool else x

    assert [grad(scaled, target="python")(0.7, flag) for flag in (True, 1, 1.0)] == [2.0, 3.0, 1.0]


def test_two_calls_of_one_helper_are_seen() -> None:
    def scaled(q, x):
        return 3.0 * x if hasattr(q, "shape") else x

    def both(x, v):
        return scaled(x, x) + scaled(v[0], x)

    with pytest.raises(UnsupportedSyntax, match="a number of Python or one of NumPy"):
        grad(both, target="python")(0.7, V)


AT_TIMES = (  # booleans that compiled code has as integers
    *("b = n > 1\n    if x > 2.0:\n        b = 3", "b = [n > 1, 3][n - 2]", "b = max(n > 1, 0)"),
    "b = True\n    for i in range(n - 2):\n        b = i",
)
NEVER = ("b = int(n > 1)", "b = 1\n    if n > 5:\n        b = 2", "b = (n > 1) * (n > 0)")
USES = (
    *("np.sum(v[b])", "[1.0, 2.0, 3.0, 4.0][b]", "np.sum(np.full(3, b) + np.full(3, b))"),
    *("np.sum(np.array([b, b]) + np.array([b, b]))", "np.zeros((3, 3))[b, 1] + 1.0"),
)


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("binding", [*AT_TIMES, *NEVER])
def test_a_boolean_at_times_is_no_index_and_in_no_array(binding: str, use: str) -> None:
    text = f"def f(x, v, n, k):\n    {binding}\n    return {use} * x"
    file = f"<{binding}: {use}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {"np": np}
    exec(compile(text, file, "exec"), space)
    assert is_refused(space["f"]) is (binding in AT_TIMES)


HELPERS = (
    *("v[q]", "np.full(3, q) + np.full(3, q)", "np.array([q, q]) + np.array([q, q])"),
    "np.zeros((3, 3))[q] + 1.0",
)


@pytest.mark.parametrize("use", HELPERS)
@pytest.mark.parametrize("binding", [*AT_TIMES, *NEVER, "b = large(n)"])
def test_nor_in_a_helper_that_gets_it(binding: str, use: str) -> None:
    text = (
        f"{LARGE}def inner(v, q):\n    return np.sum({use})\n"
        "def outer(v, q):\n    return inner(v, q)\n"
        f"def f(x, v, n, k):\n    {binding}\n    return outer(v, b) * x"
    )
    file = f"<{binding}: {use} in a helper>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {"np": np}
    exec(compile(text, file, "exec"), space)
    assert is_refused(space["f"]) is (binding not in NEVER)


@pytest.mark.parametrize("use", ["np.sum(v[b])", "np.sum(np.array([b, b]) + np.array([b, b]))"])
@pytest.mark.parametrize("binding", ["b = large(n)", "w = [True, False, n]\n    b = w[n - 2]"])
def test_nor_if_a_helper_or_a_list_gives_it(binding: str, use: str) -> None:
    text = f"{LARGE}def f(x, v, n, k):\n    {binding}\n    return {use} * x"
    file = f"<{binding}: {use} of a helper>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {"np": np}
    exec(compile(text, file, "exec"), space)
    assert is_refused(space["f"])


def test_long_chains_of_questions_end() -> None:
    """What is known of a number is found once, not for each way to it."""
    lines = ["def f(x, v, n, k):", "    a = n", "    y = [x]", "    w = y"]
    for _ in range(40):
        lines += ["    a = a + a - n", "    if a > 7:", "        a = n", "        w = y"]
    lines.append("    return w[0] * (3.0 if type(a) is int else 1.0)")
    text = "\n".join(lines)
    linecache.cache["<chain>"] = (len(text), None, text.splitlines(True), "<chain>")
    space: dict[str, Any] = {}
    exec(compile(text, "<chain>", "exec"), space)
    assert not is_refused(space["f"])
