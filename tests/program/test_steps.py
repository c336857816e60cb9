"""Steps as functions: written in the place of their calls where whole arrays would be copied."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad

X = np.array([0.3, -0.7, 1.1, 0.4])
gravity = 0.3


def force(s: int, x: Any, f: Any, k: float) -> None:
    n = x.shape[1]
    for i in range(n):
        f[i] = -k * x[s, i] - gravity * x[s, i] ** 3
        if i > 0:
            f[i] += x[s, i - 1] - x[s, i]


def kick(s: int, v: Any, f: Any, h: float = 0.1) -> None:
    for i in range(v.shape[1]):
        v[s + 1, i] = v[s, i] + h * f[i]


def drift(s: int, x: Any, v: Any, h: float) -> None:
    x[s + 1] = x[s] + h * v[s + 1]


def several(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    v = np.zeros((count + 1, len(x0)))
    f = np.zeros(len(x0))
    x[0] = x0
    for s in range(count):
        force(s, x, f, k)
        kick(s, v, f=f)
        drift(s, x, v, 0.1)
    return np.sum(x[count] ** 2)


def pull(x: Any, s: int, i: int, k: float) -> Any:
    if i == 0:
        return -k * x[s, i]
    return math.sin(x[s, i - 1] * x[s, i])


def helped_step(s: int, x: Any, k: float) -> None:
    for i in range(x.shape[1]):
        x[s + 1, i] = x[s, i] + 0.2 * pull(x, s, i, k)


def helped(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    x[0] = x0
    for s in range(count):
        helped_step(s, x, k)
    return np.sum(x[count] ** 2)


def only_reads(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    x[0] = x0
    for s in range(count):
        for i in range(len(x0)):
            x[s + 1, i] = x[s, i] + 0.2 * pull(x, s, i, k)
    return np.sum(x[count] ** 2)


def driver(x: Any, k: float, count: int) -> None:
    for s in range(count):
        helped_step(s, x, k)


def driven(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    x[0] = x0
    driver(x, k, count)
    return np.sum(x[count] ** 2)


def trajectory(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    x[0] = x0
    driver(x, k, count)
    return x


def returned(x0: Any, k: float, count: int) -> Any:
    x = trajectory(x0, k, count)
    x[1] *= k
    return np.sum(x * x)


def row_step(old: Any, new: Any, k: float) -> None:
    for i in range(len(old)):
        new[i] = old[i] * math.cos(k * old[i - 1])


def of_rows(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    x[0] = x0
    for s in range(count):
        row_step(x[s], x[s + 1], k)
    return np.sum(x[count] ** 2)


def nested_step(x: Any, f: Any, k: float) -> None:
    for i in range(len(x)):
        f[i] = math.exp(-k * x[i] * x[i])
    for i in range(len(x)):
        x[i] += 0.1 * f[i] * x[i - 1]


def in_place(x0: Any, k: float, count: int) -> Any:
    x = x0.copy()
    f = np.zeros(len(x0))
    for _ in range(count):
        nested_step(x, f, k)
    return np.sum(x * x)


def exchange(a: Any, b: Any, k: float) -> None:
    b[0] = a[0]
    for i in range(1, len(a)):
        b[i] = a[i] + k * (a[i - 1] - a[i]) * a[i]


def to_and_fro(x0: Any, k: float, count: int) -> Any:
    a = x0.copy()
    b = np.zeros(len(x0))
    for _ in range(count):
        exchange(a, b, k)
        a, b = b, a
    return np.sum(a * a)


STEPS = [several, helped, only_reads, driven, returned, of_rows, in_place, to_and_fro]


@pytest.mark.parametrize("function", STEPS)
def test_derivatives_of_steps(function: Callable[..., Any]) -> None:
    check_grads(function, (X, 0.7, 5), target="python")


@pytest.mark.parametrize("function", [several, helped, only_reads, driven])
def test_no_rows_of_trajectories_are_copied(function: Callable[..., Any]) -> None:
    text = grad(function).source(X, 0.7, 5)
    assert not re.search(r"\b[xv](\.copy\(\)|\[:\]|$)", text, re.MULTILINE)


def last_row(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    x[0] = x0
    driver(x, k, count)
    return np.sum(x[count] ** 2)


def doubled(x0: Any, k: float, count: int) -> Any:
    return last_row(x0, k, count) * last_row(x0, 0.5, count)


def test_arrays_of_a_helper_that_stay_as_they_are_are_not_copied() -> None:
    assert "x.copy()" not in grad(doubled).source(X, 0.7, 5)
    check_grads(doubled, (X, 0.7, 5), target="python")


def next_row(row: Any, k: float) -> Any:
    new = np.empty(len(row))
    for i in range(len(row)):
        new[i] = row[i] * math.sin(k * row[i - 1])
    return new


def row_by_row(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    x[0] = x0
    for s in range(count):
        x[s + 1] = next_row(x[s], k)
    return np.sum(x[count] ** 2)


def from_the_end(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    x[-1] = x0
    for s in range(1, count + 1):
        x[-s - 1] = next_row(x[-s], k)
    return np.sum(x[0] ** 2)


def same_row(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((2, len(x0)))
    x[0] = x0
    for s in range(count):
        x[(s + 1) % 2] = next_row(x[s % 2], k)
        x[s % 2, 0] += 0.1
    return np.sum(x**2)


def rows_again(x0: Any, k: float, count: int) -> Any:
    x = np.zeros((count + 1, len(x0)))
    x[0] = x0
    total = 0.0
    for _ in range(2):
        for s in range(count):
            row = x[s]
            x[s + 1] = next_row(row, k)
            row[0] *= 0.5
        total += np.sum(x)
        x[0] = x[-1]
    return total


@pytest.mark.parametrize("function", [row_by_row, from_the_end, same_row, rows_again])
def test_derivatives_of_steps_that_return_rows(function: Callable[..., Any]) -> None:
    check_grads(function, (X, 0.7, 4), target="python")


def test_rows_that_stay_are_not_copied() -> None:
    assert "_before" not in grad(row_by_row).source(X, 0.7, 4)
    assert "_before" in grad(rows_again).source(X, 0.7, 4)


@pytest.mark.parametrize("function", [several, only_reads, of_rows, in_place])
def test_tapes_are_as_long_as_the_loops(function: Callable[..., Any]) -> None:
    text = grad(function).source(X, 0.7, 5)
    assert "np.concatenate" not in text
    assert ".append" not in text


def test_steps_are_quoted_as_they_are_written() -> None:
    text = grad(several).source(X, 0.7, 5)
    assert "# f[i] = -k * x[s, i] - gravity * x[s, i] ** 3" in text
    assert "_aug" not in text
    for line in text.splitlines():
        assert "i_2" not in line  # counters of other loops are free again


# --- what stands in the place of a call means what it meant in the function ---


def shadowed_step(s: int, x: Any) -> None:
    i = x[s] * gravity
    x[s + 1] = x[s] * x[s] + i * pull(x.reshape(-1, 1), s, 0, 0.5)


def shadowing(x0: Any, count: int) -> Any:
    x = np.zeros(count + 1)
    x[0] = x0
    gravity = 2.0 * x0
    i = 0.5
    for s in range(count):
        shadowed_step(s, x)
        pull = x[s] * i
        gravity = gravity * pull
    return x[count] + gravity + i


def rebinding_step(s: int, x: Any, c: Any) -> Any:
    s = s + 1
    c = c * 0.5
    x[s] = x[s - 1] * c + x[s] ** 2
    return c


def rebinding(x0: Any, count: int) -> Any:
    x = x0 * 1.0
    c = x[0]
    s = 0
    while s < count:
        c = rebinding_step(s, x, c)
        s += 1
    return np.sum(x) * c


def early_step(s: int, x: Any, c: Any) -> Any:
    for i in range(len(x)):
        if x[i] > 1.0:
            return i, x[i] * c
        x[i] = x[i] + x[s] * x[s] * c
    return -1, c


def early(x0: Any, c: Any, count: int) -> Any:
    x = x0 * 1.0
    total = 0.0
    for s in range(count):
        place, value = early_step(s, x, c)
        total += place * value
    return total + np.sum(x * x)


def overlapping_step(s: int, a: Any, b: Any) -> None:
    for i in range(len(b)):
        a[i] += 0.3 * b[i] * b[s]


def overlapping(x0: Any, count: int) -> Any:
    x = x0 * 1.0
    for s in range(count):
        overlapping_step(s, x[1:], x[:-1])
        overlapping_step(s, x, x)
    return np.sum(x * x)


def backward_step(k: int, x: Any) -> None:
    x[-k - 1] = 0.8 * x[-k] * x[1 - k] + 0.1 * x[k - 1]


def backwards(x0: Any, count: int) -> Any:
    x = np.zeros(count + 4)
    x[-1] = x0[0]
    x[-2] = x0[1]
    for k in range(2, count + 3):
        backward_step(k, x)
    return np.sum(x * x)


def twice_step(s: int, x: Any, c: Any) -> None:
    x[s] = x[s] * x[s] + c
    for i in range(x.shape[1]):
        x[s, i] *= 0.5 + 0.1 * x[s - 1, i]
    x[s - 1, 0] = x[s, -1] * c


def written_twice(x0: Any, count: int) -> Any:
    x = np.outer(x0, x0)
    for s in range(count):
        twice_step(s, x, 0.4)
        twice_step(0, x, x[s, 0])
    return np.sum(x)


def falling(s: int, x: Any) -> None:
    if s > 0:
        x[s] = x[s] * x[s - 1]
        falling(s - 1, x)


def recursive(x0: Any, count: int) -> Any:
    x = x0 * 1.0
    for s in range(count):
        falling(s, x)
    return np.sum(x * x)


def checked_step(s: int, x: Any) -> None:
    if x[s] < -5.0:
        raise ValueError("too low")
    x[s + 1] = x[s + 1] * x[s] ** 2


def checked(x0: Any, count: int) -> Any:
    x = x0 * 1.0
    for s in range(count):
        checked_step(s, x)
    return np.sum(x)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (shadowing, (0.4, 4)),
        (rebinding, (X, 3)),
        (early, (X, 0.3, 4)),
        (overlapping, (X, 3)),
        (backwards, (X, 3)),
        (written_twice, (X, 4)),
        (recursive, (X, 4)),
        (checked, (X, 3)),
    ],
)
def test_calls_mean_the_same_in_place(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    check_grads(function, arguments, target="python")


def test_errors_of_steps_are_raised() -> None:
    with pytest.raises(ValueError, match="too low"):
        grad(checked, target="python")(np.array([-9.0, 1.0]), 1)


def test_many_calls_stay_calls(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(f"        long_step(70 * s + {k}, x)" for k in range(70))
    (tmp_path / "srcdiff_many_calls.py").write_text(
        "import math\n\nimport numpy as np\n\n\n"
        "def long_step(s, x):\n"
        "    for i in range(1, x.shape[1]):\n"
        "        x[s + 1, i] = x[s, i] * x[s, i - 1] + s\n"
        "        x[s + 1, i] += math.sin(x[s, i]) * math.cos(x[s, i - 1])\n"
        "        x[s + 1, i] *= math.exp(-x[s, i] * x[s, i])\n\n\n"
        "def many(x0, count):\n"
        "    x = np.zeros((70 * count + 1, len(x0)))\n"
        "    x[0] = x0\n"
        "    for s in range(count):\n" + lines + "\n    return np.sum(x)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import srcdiff_many_calls

    assert "long_step_aug" in grad(srcdiff_many_calls.many).source(X, 1)
