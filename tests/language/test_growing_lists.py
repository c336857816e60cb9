"""Lists of numbers that grow in loops: arrays with room for more elements stand for them."""

from __future__ import annotations

import linecache
from typing import Any

import pytest

from srcdiff import grad, value_and_grad

BEYOND = (  # what reads an element that a list has later, or never
    *("rows.append(x * k)\n        s += rows[k + 3]", "s += rows[-1]\n        rows.append(x * k)"),
    *("s += rows[len(rows)]\n        rows.append(x)", "rows.append(x)\n        s += rows[-k - 2]"),
    *("rows.append(x)\n        rows[-2] = s", "rows.append(x)\n        rows[k + 1] = s"),
    "if k < 1:\n            s += rows[1]\n        rows.append(x * k)",
    "for j in range(k + 1):\n            s += rows[j]\n        rows.append(x * k)",
    "if x > k:\n            rows.append(x)\n        if k == 1:\n            s += rows[k]",
)
WITHIN = (  # and what reads one that it has
    *("rows.append(x * k)\n        s += rows[k]", "rows.append(x * k)\n        s += rows[-1]"),
    "for j in range(k):\n            s += rows[j] * x\n        rows.append(s + 1.0)",
    "rows.append(x * k)\n        for j in range(len(rows)):\n            s += rows[j] * rows[j]",
    "rows.append(x)\n        rows.append(s + k)\n        s += rows[-2] * rows[k]",
    "if x > k:\n            rows.append(x + k)\n        s += x if len(rows) == 0 else rows[-1]",
)


def looping(text: str) -> Any:
    """Return a function that runs statements in a loop, with a list that is empty before."""
    text = f"def f(x, n):\n    rows = []\n    s = 0.0\n    for k in range(n):\n        {text}\n"
    text += "    return s + sum(rows)\n"
    linecache.cache[text] = (len(text), None, text.splitlines(True), text)
    space: dict[str, Any] = {}
    exec(compile(text, text, "exec"), space)
    return space["f"]


@pytest.mark.parametrize("text", BEYOND)
def test_room_for_more_elements_is_not_read(text: str) -> None:
    f = looping(text)
    with pytest.raises(IndexError):
        f(0.7, 4)
    for make in (grad, value_and_grad):
        with pytest.raises(IndexError):
            make(f, target="python", cache=False)(0.7, 4)


@pytest.mark.parametrize("text", WITHIN)
def test_elements_of_a_list_that_grows(text: str) -> None:
    f = looping(text)
    value, slope = value_and_grad(f, target="python", cache=False)(0.7, 4)
    assert value == pytest.approx(f(0.7, 4))
    assert slope == pytest.approx((f(0.7 + 1e-6, 4) - f(0.7 - 1e-6, 4)) / 2e-6, rel=1e-6)
