"""What derivatives of functions of objects return beside gradients."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import srcdiff
from srcdiff import grad, jvp, value_and_grad, vjp


@dataclass
class Model:
    w: float
    b: Any
    seen: int = 0

    def loss(self, x):
        self.seen += 1
        r = self.w * x + self.b
        return np.sum(r * r), {"r": r, "seen": self.seen, "model": self, "name": "model"}


def one(p):
    return p["w"] ** 2, p["w"] * 3.0


def nested(p):
    own = {"a": p["w"]}
    return p["w"] ** 2, {"own": own, "again": own, "more": (p["w"] * 2, "text", None, [1.0])}


def nothing(p):
    return p["w"] ** 2, None


def changed(p):
    p["w"] = p["w"] * 2
    return p["w"], p


def helper(x):
    return x * x, (x, 2.0 * x)


def of_helper(p):
    return helper(p["w"])


def grown(p):
    rows = []
    for i in range(3):
        rows.append({"k": p["w"] * i})
    return p["w"] ** 2, rows


def with_default(p):
    own = defaultdict(float)
    own["a"] += p["w"]
    return p["w"] ** 2, own


CASES = [one, nested, nothing, changed, of_helper, grown, with_default]


@pytest.mark.parametrize("function", CASES)
def test_others(function):
    value, others = function({"w": 3.0})
    slope = 2.0 if function is changed else 6.0
    for target in ["python", *(["cpu"] if function is nested else [])]:
        derivative = grad(function, has_aux=True, target=target)
        for _ in range(2):  # by the slow way, then by the quick one
            assert derivative({"w": 3.0}) == ({"w": slope}, others)
        both = value_and_grad(function, has_aux=True, target=target)({"w": 3.0})
        assert both == ((value, others), {"w": slope})


def test_an_object_as_another_result():
    model = Model(2.0, np.ones(2))
    found, others = grad(model.loss, "self", has_aux=True, target="python")(np.array([1.0, 2.0]))
    assert (found.w, model.seen, others["seen"], others["model"].seen) == (26.0, 0, 1, 1)
    assert others["name"] == "model"
    np.testing.assert_array_equal(others["r"], [3.0, 5.0])


def test_a_default_dictionary_as_another_result():
    _, found = grad(with_default, has_aux=True, target="python")({"w": 3.0})
    assert (type(found), found["new"]) == (defaultdict, 0.0)


def test_what_is_no_pair_is_refused():
    def whole(p):
        return {"loss": p["w"]}

    with pytest.raises(srcdiff.UnsupportedType, match="with `has_aux`"):
        grad(whole, has_aux=True, target="python")({"w": 3.0})
    with pytest.raises(srcdiff.UnsupportedType, match="`has_aux=True` only the first"):
        grad(nested, target="python")({"w": 3.0})


def twice(p):
    own = {"a": p["w"] * 2}
    return {"x": own, "y": own, "z": [p["w"]]}


def test_an_object_in_two_places_of_a_result():
    value, tangent = jvp(twice, target="python")({"w": 3.0}, {"w": 1.0})
    assert value == {"x": {"a": 6.0}, "y": {"a": 6.0}, "z": [3.0]}
    assert tangent == {"x": {"a": 2.0}, "y": {"a": 2.0}, "z": [1.0]}
    assert value["x"] is value["y"]
    cotangent = {"x": {"a": 1.0}, "y": {"a": 10.0}, "z": [0.0]}
    assert vjp(twice, target="python")({"w": 3.0}, cotangent) == {"w": 22.0}


def rows(p):
    found = []
    for i in range(3):
        found.append(Model(p["w"] * i, p["w"], i))
    return {"rows": found}


def test_lists_that_grew_as_results():
    value, tangent = jvp(rows, target="python")({"w": 3.0}, {"w": 1.0})
    assert value == rows({"w": 3.0})
    assert tangent == {"rows": [Model(float(i), 1.0, None) for i in range(3)]}
    cotangent = {"rows": [Model(1.0, 10.0, None) for _ in range(3)]}
    assert vjp(rows, target="python")({"w": 3.0}, cotangent) == {"w": 33.0}
