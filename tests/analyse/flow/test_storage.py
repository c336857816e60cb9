"""What is saved, and which loops run only once, for known programs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.analyse.flow.cheap import is_cheap
from srcdiff.analyse.flow.schedule import Schedule
from srcdiff.analyse.flow.storage_facts import StorageFacts
from srcdiff.analyse.flow.structure import is_loop
from srcdiff.analyse.iterated.iterations import Iterations

from ...differentiate.finite import check
from ..facts import known
from ..forms import form

X = np.ones(4)


def independent(x):
    total = 0.0
    for i in range(len(x)):
        y = math.exp(x[i])
        total += y * math.sin(y)
    return total


def carried(x, n):
    for _ in range(n):
        x = math.sin(x) * x
    return x


def carried_linearly(x, k, n):
    for _ in range(n):
        x = k * x + 1.0
    return x


def result_is_enough(x, n):
    for _ in range(n):
        x = math.tanh(x)
    return x


def exponential(x, n):
    for _ in range(n):
        x = math.exp(-x)
    return x


def cheap_parts(x, y, n):
    state = y
    for i in range(n):
        a = x[i] * 2.0
        b = a + 1.0
        state = state * b
    return state


def expensive_part(x, y, n):
    state = y
    for i in range(n):
        a = math.log(x[i])
        state = state * a
    return state


def overwritten(x):
    for i in range(1, len(x)):
        x[i] = x[i] * x[i - 1]
    return x[0]


def overwritten_after_use(x, y):
    total = 0.0
    for i in range(len(x)):
        total += x[i] * y[i] * total
        x[i] = 0.0
    return total


def outer_value(x, n):
    total = x
    for _ in range(n):
        a = math.sin(total)
        for j in range(n):
            total = total + a * a * j
    return total


def grid(x, n):
    state = 1.0
    for i in range(n):
        for j in range(n):
            state = math.sin(state * x * (i + j))
    return state


def triangle(x, n):
    state = 1.0
    for i in range(n):
        for j in range(i):
            state = math.sin(state * x * j)
    return state


def counted_by_condition(x):
    y = x
    while y > 1.0:
        y = y / (1.0 + x)
    return y


def early_exit(x, n):
    y = x
    for _ in range(n):
        y = y * y
        if y > 100.0:
            break
    return y


def inner_loop(x, n):
    state = 1.0
    for _ in range(n):
        step = 0.0
        for j in range(len(x)):
            step += x[j] * x[j] * state
        state = state + 0.1 * step
    return state


def same_in_the_inner_loop(x, n):
    state = 1.0
    for i in range(n):
        for _ in range(n):
            factor = math.exp(x * i)
            state = math.sin(state * factor)
    return state


def same_in_all_iterations(x, n):
    state = 1.0
    for _ in range(n):
        factor = math.exp(x)
        state = math.sin(state * factor)
    return state


def whole_is_linear(x, n):
    total = 0.0
    for _ in range(n):
        total = total + 3.0 * x
    return total


NEXT = "overwritten in the next iteration"
CASES: list[tuple[Any, Any, tuple[Any, ...], dict[str, str]]] = [
    (independent, "x", (X,), {}),
    (carried, "x", (0.5, 3), {"x": NEXT, "math.sin(x2)": "result of sin"}),
    (carried_linearly, "x", (0.5, 2.0, 3), {}),
    (carried_linearly, ("x", "k"), (0.5, 2.0, 3), {"x": NEXT}),
    (result_is_enough, "x", (0.5, 3), {"math.tanh(x2)": "result of tanh"}),
    (exponential, "x", (0.5, 3), {"math.exp(xnegative)": "result of exp"}),
    (cheap_parts, ("x", "y"), (X, 1.0, 4), {"state": NEXT}),
    (expensive_part, ("x", "y"), (X, 1.0, 4), {"state": NEXT, "math.log(xi)": "result of log"}),
    (overwritten, "x", (X,), {"x[i]": "overwritten below"}),
    (overwritten_after_use, "x", (X, X.copy()), {"total": NEXT, "x[i]": "overwritten below"}),
    (overwritten_after_use, "y", (X, X.copy()), {"total": NEXT, "x[i]": "overwritten below"}),
    (grid, "x", (0.5, 3), {"state": NEXT}),
    (triangle, "x", (0.5, 3), {"state": NEXT}),
    (whole_is_linear, "x", (0.5, 3), {}),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0].__name__}-{case[1]}")
def test_what_is_saved(case: tuple[Any, Any, tuple[Any, ...], dict[str, str]]) -> None:
    function, wrt, arguments, expected = case
    assert known(function, wrt, *arguments).saved() == expected


def depth_of_saved(found: Any) -> dict[str, int]:
    """Return the number of loops around each saved value."""
    texts = found.saved()
    saved = found.facts.plan.saved.values()
    return {text: len(each.loops) for text, each in zip(texts, saved, strict=True)}


def test_what_an_outer_loop_computes_is_saved_once() -> None:
    found = known(outer_value, "x", 0.5, 3)
    (depth,) = {d for text, d in depth_of_saved(found).items() if "sin" in text}
    assert depth == 1


def test_what_is_the_same_in_inner_loops_is_saved_once() -> None:
    for function in (same_in_the_inner_loop, same_in_all_iterations):
        depths = depth_of_saved(known(function, "x", 0.5, 3))
        (depth,) = {d for text, d in depths.items() if "exp" in text}
        assert depth == 1


def test_nested_loops_save_in_arrays_of_two_dimensions() -> None:
    found = known(grid, "x", 0.5, 3)
    assert set(depth_of_saved(found).values()) == {2}
    assert found.facts.plan.counted == {found.loop("i"), found.loop("j")}


def test_loops_of_varying_length_are_not_counted() -> None:
    found = known(triangle, "x", 0.5, 3)
    assert found.facts.plan.counted == {found.loop("i")}


def test_loops_that_end_by_a_condition_are_not_counted() -> None:
    found = known(counted_by_condition, "x", 5.0)
    assert found.loop("while") not in found.facts.plan.counted
    found = known(early_exit, "x", 1.5, 10)
    assert found.loop("while") not in found.facts.plan.counted


RERUN: list[tuple[Any, tuple[Any, ...], set[str], set[str]]] = [
    (independent, (X,), {"i"}, set()),
    (carried, (0.5, 3), set(), {"_"}),
    (inner_loop, (X, 3), set(), {"j", "_"}),
    (overwritten, (X,), set(), {"i"}),
    (whole_is_linear, (0.5, 3), {"_"}, set()),
]


@pytest.mark.parametrize("case", RERUN, ids=lambda case: case[0].__name__)
def test_which_loops_run_only_once(
    case: tuple[Any, tuple[Any, ...], set[str], set[str]],
) -> None:
    function, arguments, rerun, split = case
    found = known(function, "x", *arguments)
    for counter in rerun | split:
        assert (found.loop(counter) in found.facts.schedule.rerun) is (counter in rerun)


def test_only_what_the_gradient_needs_runs_forward() -> None:
    def several(x):
        a = math.sin(x)
        b = a * 3.0
        c = math.exp(b)
        d = c + math.log(x)
        return d + a

    found = known(several, "x", 0.5)
    live = {
        target
        for statement in found.facts.schedule.live
        for target in ("a", "b", "c", "d")
        if target in [t.id for t in getattr(statement, "targets", []) if hasattr(t, "id")]
    }
    assert live == {"a", "b", "c"}


def test_what_is_read_behind_a_loop_that_carries_it() -> None:
    text = "for j in range(n):\n    t = 0.0\n    for i in range(n):\n        t = t * s"
    made = form(text + "\n    p = t\n    q = t * 2.0")
    loops = [s for s in made.layout.order if is_loop(s)]
    every = frozenset(made.layout.order)
    for around in (frozenset[Any](), frozenset(loops)):
        plan = Schedule(around, every, every, None, {})
        iterations = Iterations(made.layout, made.types.__getitem__)
        facts = StorageFacts(made.types, iterations, made.effects, plan, {}, is_cheap)
        assert not facts.is_behind(loops[1], "t")
        assert not facts.is_behind(made["t = t * s"], "t")
        assert not facts.is_behind(made["p = t"], "t")
        assert not facts.is_behind(made["q = t * 2.0"], "s")
        assert facts.is_behind(made["q = t * 2.0"], "t") is not bool(around)


def above_but(w: Any) -> Any:
    mask = w > 1.5
    mask[0] = False
    mask[2] = True
    return np.sum(np.where(mask, w * w, w))


def chosen_but(w: Any) -> Any:
    mask = w > 1.5 if len(w) > 2 else w < 0.5
    other = mask
    other[0] = False
    return np.sum(w[mask] ** 2)


def shuffled(w: Any) -> Any:
    part = w[np.array([1, 0, 2])]
    part[0] = 5.0
    return np.sum(part * part * w)


@pytest.mark.parametrize("helper", [above_but, chosen_but, shuffled])
def test_what_is_made_and_then_written_is_not_made_again(helper: Any) -> None:
    """The backward part of a helper would make the mask without what is written to it."""

    def f(x: Any) -> Any:
        return helper(x) * 2.0

    check(grad(f, target="python")(X.copy()), f, X)


X = np.array([2.1, 2.0, 1.0])
