"""Derivatives with dictionaries, objects and methods as they are called from Python."""

from __future__ import annotations

import copy
from collections import namedtuple
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import srcdiff
from srcdiff import grad, jvp, value_and_grad, vjp

TARGET = pytest.mark.parametrize("target", ["python", "cpu"])
X = np.array([0.7, 1.3, 2.1])


@dataclass
class Growth:
    rate: float
    start: np.ndarray
    steps: int = 3
    name: str = "growth"
    limit: Any = None

    def end(self, time):
        return np.sum(self.start * np.exp(self.rate * time)) / self.steps

    @grad
    def slope(self, time):
        return self.end(time)

    @grad(wrt="self.rate")
    def sensitivity(self, time):
        return self.end(time)


class Layer:
    scale = 2.0

    def __init__(self, weight, bias):
        self.weight = weight
        self.bias = bias

    def __call__(self, x):
        return np.tanh(self.weight @ x + self.bias) * self.scale


Pair = namedtuple("Pair", "low high")


def network(layers, x):
    for layer in layers:
        x = layer(x)
    return np.sum(x)


def layers() -> list[Layer]:
    return [Layer(np.eye(3) * 0.5, X * 0.1), Layer(np.ones((2, 3)) * 0.2, X[:2] * 0.3)]


@TARGET
def test_gradients_have_the_form_of_arguments(target: str) -> None:
    p = Growth(0.5, X.copy())
    found = grad(Growth.end, wrt="self", target=target)(p, 2.0)
    assert isinstance(found, Growth) and found.steps is None and found.name is None
    np.testing.assert_allclose(found.start, np.exp(1.0) / 3.0 * np.ones(3))
    assert found.rate == pytest.approx(2.0 * np.sum(X) * np.exp(1.0) / 3.0)
    own = layers()
    gradients = grad(network, target=target)(own, X)
    assert [type(g) for g in gradients] == [Layer, Layer]
    assert gradients[1].weight.shape == (2, 3)
    np.testing.assert_array_equal(own[0].bias, X * 0.1)


def mixed(p, x):
    return p["a"]["gain"] * np.sum(x * p["b"][0]) + p["b"][1] * p["n"] + len(p["kind"])


@TARGET
def test_nested_dictionaries(target: str) -> None:
    p = {"a": {"gain": 2.0}, "b": (X * 2.0, 0.5), "n": 3, "kind": "linear", "off": None}
    found = grad(mixed, target=target)(p, X)
    assert found["a"] == {"gain": pytest.approx(np.sum(2.0 * X * X))}
    np.testing.assert_allclose(found["b"][0], 2.0 * X)
    assert found["b"][1] == 3.0
    assert found["n"] is None and found["kind"] is None and found["off"] is None
    assert list(found) == list(p)


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("p['a']['gain']", np.sum(2.0 * X * X)),
        ('p["b"][1]', 3.0),
        ("p['a']", {"gain": np.sum(2.0 * X * X)}),
    ],
)
def test_parts_by_name(path: str, wanted: Any) -> None:
    p = {"a": {"gain": 2.0}, "b": (X * 2.0, 0.5), "n": 3, "kind": "linear"}
    found = grad(mixed, wrt=path, target="python")(p, X)
    assert found == pytest.approx(wanted)
    both = grad(mixed, wrt=(path, "x"), target="python")(p, X)
    assert both[0] == pytest.approx(wanted)
    np.testing.assert_allclose(both[1], 2.0 * 2.0 * X)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("p['zz']", "is no part of the arguments"),
        ("p['n']", "has no floating-point numbers"),
        ("p['a", "names no part of an argument"),
        ("q['a']", "has no parameter"),
    ],
)
def test_parts_that_there_are_not(path: str, words: str) -> None:
    p = {"a": {"gain": 2.0}, "b": (X * 2.0, 0.5), "n": 3, "kind": "linear"}
    with pytest.raises(srcdiff.WrongCall, match=words):
        grad(mixed, wrt=path, target="python")(p, X)


@TARGET
def test_methods(target: str) -> None:
    p = Growth(0.5, X.copy())
    slope = grad(p.end, target=target)
    assert slope(2.0) == pytest.approx(0.5 * p.end(2.0))
    p.rate = 0.25  # attributes are read at each call
    assert slope(2.0) == pytest.approx(0.25 * p.end(2.0))
    both = grad(p.end, wrt=("time", "self.rate"), target=target)(2.0)
    assert both == pytest.approx((0.25 * p.end(2.0), 2.0 * p.end(2.0)))
    assert "self_rate" in slope.source()


def test_methods_in_the_body_of_a_class() -> None:
    p = Growth(0.5, X.copy())
    assert p.slope(2.0) == pytest.approx(0.5 * p.end(2.0))
    assert p.sensitivity(2.0) == pytest.approx(2.0 * p.end(2.0))


def test_objects_that_are_called() -> None:
    layer = Layer(np.eye(3), X)
    product = vjp(layer, target="python")(X, np.ones(3))
    step = 1e-6
    for k in range(3):
        moved = X + step * np.eye(3)[k]
        back = X - step * np.eye(3)[k]
        assert product[k] == pytest.approx(np.sum(layer(moved) - layer(back)) / (2.0 * step))


class Clock:
    def __init__(self, t, h):
        self.t = t
        self.h = h
        self.seen = [0.5]
        self.marks = np.zeros(2)

    def advance(self, dt):
        self.t += dt
        self.h[:] = self.h * dt
        self.marks[0] = self.t
        return self.t * np.sum(self.h) + self.marks[0]


@TARGET
def test_what_methods_change_stays_inside(target: str) -> None:
    clock = Clock(1.0, X.copy())
    before = copy.deepcopy(vars(clock))
    value, found = value_and_grad(clock.advance, target=target)(0.5)
    assert value == pytest.approx(1.5 * np.sum(X) * 0.5 + 1.5)
    assert found == pytest.approx(np.sum(X) * 0.5 + 1.5 * np.sum(X) + 1.0)
    assert clock.t == before["t"]
    np.testing.assert_array_equal(clock.h, before["h"])
    np.testing.assert_array_equal(clock.marks, before["marks"])


def split(p, x):
    return {"sum": np.sum(p.low * x), "both": Pair(p.high * 2.0, x)}


def test_results_with_parts() -> None:
    p = Pair(1.5, 0.5)
    value, tangent = jvp(split, target="python")(p, X, Pair(1.0, 10.0))
    assert value["sum"] == pytest.approx(1.5 * np.sum(X)) and value["both"].high is not None
    assert tangent["sum"] == pytest.approx(np.sum(X))
    assert isinstance(tangent["both"], Pair) and tangent["both"].low == 20.0
    cotangent = {"sum": 2.0, "both": Pair(3.0, np.zeros(3))}
    found = vjp(split, target="python")(p, X, cotangent)
    assert isinstance(found, Pair)
    assert found == pytest.approx((2.0 * np.sum(X), 6.0))


def area(p):
    return p.width * p.height


def test_simple_namespaces() -> None:
    found = grad(area, target="python")(SimpleNamespace(width=2.0, height=3.0))
    assert found == SimpleNamespace(width=3.0, height=2.0)


SETTINGS: dict[str, Any] = {"gain": 2.0, "inner": {"power": 2.0}, "kind": "square"}


def by_settings(x):
    if SETTINGS["kind"] == "square":
        return SETTINGS["gain"] * x ** SETTINGS["inner"]["power"]
    return SETTINGS["gain"] * x


class Model:
    factor = 2.0

    def __init__(self, a):
        self.a = a

    def run(self, x):
        return self.factor * self.a * x


def test_what_changes_between_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model(1.5)
    slope = grad(model.run, target="python")
    assert slope(1.0) == 3.0
    monkeypatch.setattr(Model, "factor", 10.0)
    assert slope(1.0) == 15.0
    model.a = 2.0
    assert slope(1.0) == 20.0
    model.factor = 1.0
    assert slope(1.0) == 2.0


def raised(a, b):
    a["x"] = 5.0 * b["x"]
    return b["x"] * a["x"]


def added(a, b):
    return b["x"] * a["x"]


def test_one_object_as_two_arguments() -> None:
    own = {"x": 2.0}
    with pytest.raises(srcdiff.AliasedArguments, match="the same object"):
        grad(raised, target="python")(own, own)
    found = grad(added, wrt=(0, 1), target="python")(own, own)
    assert found == ({"x": 2.0}, {"x": 2.0})
    assert grad(raised, target="python")({"x": 1.0}, {"x": 2.0}) == {"x": 0.0}


def shared(p):
    p["l"][0]["v"] += 1.0
    return p["l"][0]["v"] * p["l"][1]["v"] * p["d"]["v"]


@TARGET
def test_one_object_in_two_places(target: str) -> None:
    own = {"v": 2.0}
    slope = grad(shared, target=target)
    for _ in range(2):
        found = slope({"l": [own, own], "d": own})
        assert found == {"l": [{"v": 27.0}, {"v": 27.0}], "d": {"v": 27.0}}
        assert found["l"][0] is found["l"][1]


def plain(x):
    p = {"a": x, "b": 2.0 * x}
    q = {**p, "c": x * x}
    return sum(v * w for v, w in zip(q.values(), (1.0, 2.0, 3.0)))  # noqa: B905


@TARGET
def test_objects_inside(target: str) -> None:
    assert grad(plain, target=target)(2.0) == pytest.approx(1.0 + 4.0 + 12.0)


def with_defaults(x, g=Growth(0.5, X), p={"a": 3.0}, *, k=[1.0, 2.0]):  # noqa: B006, B008
    if p is None or k is None:
        return x
    return p["a"] * x * g.rate * k[1]


@TARGET
def test_default_values_that_are_left_out(target: str) -> None:
    slope = grad(with_defaults, "x", target=target)
    assert slope(1.0) == 3.0
    assert slope(1.0, p={"a": 1.0}) == 1.0
    assert "3.0" not in slope.source(1.0)
    assert value_and_grad(with_defaults, "p", target=target)(2.0) == (6.0, {"a": 2.0})
    product = vjp(with_defaults, "x", target=target)
    assert product(1.0, k=[1.0, 1.0], cotangent=2.0) == 3.0


def changing(x, p={"a": np.ones(2), "b": 0.0}):  # noqa: B006, B008
    p["b"] += x
    return p["b"] * x


def writing(x, p={"a": np.ones(2), "b": 0.0}):  # noqa: B006, B008
    p["a"][0] += x
    return p["a"][0] * x


@TARGET
@pytest.mark.parametrize("function", [changing, writing])
def test_default_values_that_are_changed(function: Any, target: str) -> None:
    slope = grad(function, "x", target=target)
    for _ in range(2):
        assert slope(2.0, {"a": np.zeros(2), "b": 0.0}) == 4.0
        with pytest.raises(srcdiff.UnsupportedSyntax, match="keeps it between calls"):
            slope(2.0)


@TARGET
def test_the_source_for_objects(target: str) -> None:
    slope = grad(network, "layers[0].weight", target=target)
    text = slope.source(layers(), X)
    assert "with respect to layers_0_weight" in text
    slope(layers(), X)
    assert slope.source() == text
    assert "d_x" in str(grad(plain, target=target).source(2.0))
    assert slope.report(layers(), X) is not None


def scaled(p, x):
    return p["a"] * x


@pytest.mark.parametrize(("derivative", "other"), [(vjp, 1.0), (jvp, {"a": 1.0})])
def test_the_source_for_objects_and_what_follows(derivative: Any, other: Any) -> None:
    product = derivative(scaled, target="python")
    text = product.source({"a": 2.0}, 3.0, other)
    assert "p_a" in text
    assert product.report({"a": 2.0}, 3.0, other) is not None
    with pytest.raises(srcdiff.WrongCall, match=r"0 (co)?tangents were passed, and 1"):
        product.source({"a": 2.0}, 3.0)
    product({"a": 2.0}, 3.0, other)
    assert product.source() == text


def test_refusals_name_the_line() -> None:
    class Odd:
        def __init__(self, x):
            self.x = x

        def __getattribute__(self, title):
            return object.__getattribute__(self, title)

    def use(o):
        return o.x * 2.0

    with pytest.raises(srcdiff.UnsupportedSyntax, match="__getattribute__") as caught:
        grad(use, target="python")(Odd(1.0))
    assert "test_calls.py" in str(caught.value)


def with_words(x, w):
    parts = {"a": x, "b": x}
    w[0] = 0.5
    for key in parts:
        x = x + parts[key] * w[1]
    return x


def of_words(parts, w):
    w[0] = parts["a"]
    return parts["a"] * w[0]


@pytest.mark.parametrize(("function", "first"), [(with_words, 0.7), (of_words, {"a": 0.7})])
def test_outputs_are_refused(function: Any, first: Any) -> None:
    """The cotangent of an array that is changed must not get lost, nor its tangent."""
    if function is with_words:
        found = vjp(function, (0, 1), (1,), target="python", cache=False)(first, X.copy(), 1.0, X)
        assert found[0] == pytest.approx(1.0 + 2.0 * X[1])
        assert found[1] == pytest.approx([0.0, 1.3 + 1.4, 2.1])
        return
    for make in (vjp, jvp):
        with pytest.raises(srcdiff.UnsupportedType, match="return `w` as part of the result"):
            make(function, (0, 1), (1,), target="python")(first, X.copy(), 1.0, X)


def test_what_is_returned_has_cotangents() -> None:
    def returned(parts, w):
        w[0] = parts["a"]
        return parts["a"] * w[0], w

    found = vjp(returned, (0, 1), target="python")({"a": 0.7}, X.copy(), (1.0, X))
    assert found[0] == {"a": pytest.approx(1.4 + 0.7)}
    assert found[1] == pytest.approx([0.0, 1.3, 2.1])
