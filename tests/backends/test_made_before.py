"""`grad(f)` twice is one derivative, as long as a new one would be the same."""

from __future__ import annotations

import copy
import functools
import gc
import pickle
import threading
import weakref
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import adjoint, derivative, grad, jvp, value_and_grad, vjp

K = 2.0
LIST = [2.0, 3.0]
ARRAY = np.array([2.0, 3.0])
TABLE = {"k": 2.0}
SPACE = SimpleNamespace(k=2.0)


def scaled(x):
    return K * x * x


def inner(x):
    return K * x


def outer(x):
    return inner(x) * x


def of_list(x):
    return LIST[0] * x * x


def of_array(x):
    return ARRAY[0] * x * x


def of_table(x):
    return TABLE["k"] * x * x


def of_space(x):
    return SPACE.k * x * x


class Model:
    slope = 1.0

    def __init__(self, k):
        self.k = k

    def loss(self, x):
        return self.k * x * x * K

    def scaled(self, t, x):
        return t * self.k * x * x

    def __call__(self, x):
        return self.k * x * x


MAKERS = (grad, value_and_grad, vjp, jvp, adjoint)
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"wrt": "x"},
    {"wrt": ["x"]},
    {"wrt": ("x",)},
    {"target": "python"},
    {"fastmath": {"nnan", "ninf"}},
    {"boundscheck": True},
    {"cache": False},
)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_same_derivative(make: Any, options: dict[str, Any]) -> None:
    assert make(scaled, **options) is make(scaled, **options)


def test_other_options_are_other_derivatives() -> None:
    made = [make(scaled, **options) for make in MAKERS for options in OPTIONS]
    assert len(set(map(id, made))) == len(made)


def test_what_is_refused_stays_refused() -> None:
    grad(scaled, wrt=0)
    with pytest.raises(Exception, match="False"):
        grad(scaled, wrt=False)


def change_item(patch: pytest.MonkeyPatch, values: Any) -> None:
    """Set the first of some values to 3.0 until the patch ends."""
    patch.setitem(Items(values), 0, 3.0)  # type: ignore[arg-type]


class Items:
    """A list or array, with the methods of a dictionary that are asked for."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def get(self, place: int, default: Any) -> Any:
        return float(self.values[place])

    def __setitem__(self, place: int, value: Any) -> None:
        self.values[place] = value


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    ("function", "change"),
    [
        (scaled, lambda patch: patch.setitem(globals(), "K", 3.0)),
        (outer, lambda patch: patch.setitem(globals(), "K", 3.0)),
        (outer, lambda patch: patch.setitem(globals(), "inner", lambda x: 3.0 * x)),
        (of_list, lambda patch: change_item(patch, LIST)),
        (of_array, lambda patch: change_item(patch, ARRAY)),
        (of_table, lambda patch: patch.setitem(TABLE, "k", 3.0)),
        (of_space, lambda patch: patch.setattr(SPACE, "k", 3.0)),
    ],
)
def test_changed_surroundings(
    function: Any, change: Any, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert grad(function, target=target)(1.0) == 4.0
    with monkeypatch.context() as patch:
        change(patch)
        assert grad(function, target=target)(1.0) == 6.0
    assert grad(function, target=target)(1.0) == 4.0
    assert grad(function, target=target) is grad(function, target=target)


def test_changed_before_the_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    def f(x):
        return K * x * x

    found = grad(f, target="python")
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "K", 3.0)
        assert found(1.0) == 6.0
    assert grad(f, target="python")(1.0) == 4.0


def test_changed_between_types(monkeypatch: pytest.MonkeyPatch) -> None:
    def f(x):
        return K * x * x

    found = grad(f, target="python")
    assert found(1.0) == 4.0
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "K", 3.0)
        found(np.float32(1.0))
    assert grad(f, target="python")(np.float32(1.0)) == 4.0


def test_sign_of_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    zero = 0.0

    def f(x):
        return np.arctan2(zero, x) * x

    def change() -> None:
        nonlocal zero
        zero = -0.0

    assert grad(f, target="python")(-1.0) == pytest.approx(np.pi)
    change()
    assert grad(f, target="python")(-1.0) == pytest.approx(-np.pi)


def test_changed_function() -> None:
    def f(x, k=2.0):
        return k * x * x

    def g(x, k=2.0):
        return k * x * x * x

    first = grad(f, target="python")
    assert first(1.0) == 4.0
    f.__defaults__ = (3.0,)
    assert grad(f, target="python")(1.0) == 6.0
    f.__code__ = g.__code__
    assert grad(f, target="python")(1.0) == 9.0


def test_changed_cell() -> None:
    def make(k):
        def f(x):
            return k * x * x

        def change(value):
            nonlocal k
            k = value

        return f, change

    f, change = make(2.0)
    assert grad(f, target="python")(1.0) == 4.0
    change(3.0)
    assert grad(f, target="python")(1.0) == 6.0


def test_rules_that_are_registered_later() -> None:
    def part(x):
        return x * x

    def f(x):
        return part(x)

    assert grad(f, target="python")(1.0) == 2.0

    @derivative(part)
    def rule(g, y, x):
        return g * 100.0

    assert grad(f, target="python")(1.0) == 100.0


def test_verify_that_is_asked_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    found = grad(scaled, target="python")
    monkeypatch.setenv("SRCDIFF_VERIFY", "1")
    assert grad(scaled, target="python") is not found


def test_kept_only_with_its_function() -> None:
    def made() -> tuple[weakref.ref[Any], weakref.ref[Any]]:
        def f(x):
            return x * x

        found = grad(f)
        assert found(1.0) == 2.0 and grad(f) is found
        return weakref.ref(f), weakref.ref(found)

    refs = made()
    gc.collect()
    assert [r() for r in refs] == [None, None]


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_methods(target: str) -> None:
    model, other = Model(2.0), Model(3.0)
    found = grad(model.loss, target=target)
    assert grad(model.loss, target=target) is found
    assert grad(other.loss, target=target) is not found
    assert found(1.0) == 8.0 and grad(other.loss, target=target)(1.0) == 12.0
    model.k = 5.0
    assert found(1.0) == 20.0 and grad(model.loss, target=target)(1.0) == 20.0
    partial = functools.partial(model.scaled, 2.0)
    assert grad(partial, target=target) is grad(partial, target=target)
    assert grad(partial, target=target)(1.0) == 20.0
    assert grad(model, target=target) is grad(model, target=target)
    assert grad(model, target=target)(1.0) == 10.0


def test_methods_see_what_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(2.0)
    assert grad(model.loss, target="python")(1.0) == 8.0
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "K", 3.0)
        assert grad(model.loss, target="python")(1.0) == 12.0
        patch.setattr(Model, "loss", lambda self, x: self.k * x * 7.0)
        assert grad(model.loss, target="python")(1.0) == 14.0
    assert grad(model.loss, target="python")(1.0) == 8.0


def test_objects_are_not_kept() -> None:
    def made() -> list[weakref.ref[Any]]:
        model = Model(2.0)
        model.f = lambda x: x
        partial = functools.partial(model.scaled, 2.0)
        grad(model.loss, target="python")(1.0)
        grad(partial, target="python")(1.0)
        grad(model, target="python")(1.0)
        return [weakref.ref(model), weakref.ref(model.f)]

    refs = made()
    gc.collect()
    assert [r() for r in refs] == [None, None]


def applied(f, x):
    return f(x) * x


def applied_part(p, x):
    return p["f"](x) * x


def test_functions_that_are_passed_are_not_kept() -> None:
    def made(k: float) -> weakref.ref[Any]:
        def f(x):
            return k * x

        assert grad(applied, wrt="x", target="python")(f, 1.0) == 2.0 * k
        assert grad(applied_part, wrt="x", target="python")({"f": f}, 1.0) == 2.0 * k
        found = grad(applied, wrt="x", target="python")
        assert found(f, 1.0) == 2.0 * k and grad(applied, wrt="x", target="python") is found
        return weakref.ref(f)

    for k in (2.0, 3.0):
        known = made(k)
        gc.collect()
        assert known() is None


def test_copies_of_functions_begin_anew() -> None:
    def f(x):
        return x * x

    grad(f, target="python")

    @functools.wraps(f)
    def wrapped(x):
        return 3.0 * x

    assert grad(wrapped, target="python")(1.0) == 3.0
    assert pickle.loads(pickle.dumps(f.__dict__)) is not None
    copied = copy.deepcopy(functools.partial(Model(2.0).scaled, 1.0))
    assert grad(copied, target="python")(1.0) == 4.0


def test_compiled_functions() -> None:
    f = njit(lambda x: x * x)
    assert grad(f) is grad(f)
    assert grad(f) is not grad(f.py_func)
    assert grad(grad(scaled)) is grad(grad(scaled))
    assert grad(grad(scaled))(1.0) == 4.0
    assert grad(np.sin) is grad(np.sin)


def test_threads() -> None:
    def f(x):
        return x * x

    found: list[Any] = []
    barrier = threading.Barrier(8)

    def run() -> None:
        barrier.wait()
        made = grad(f)
        found.append((made, made(3.0), grad(f, wrt="x", target="python")(3.0)))

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(made) for made, *_ in found}) == 1
    assert [values for _, *values in found] == [[6.0, 6.0]] * 8
