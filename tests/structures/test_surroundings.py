"""Functions of objects read what is around them at each call."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from srcdiff import value_and_grad

SCALE = 2.0
TABLE = np.array([1.0, 2.0])
NUMBERS = [1.0, 2.0]
ROWS = [{"a": 1.0}, {"a": 2.0}]
W = {"w": 2.0, "kind": "linear", "list": [1.0, 2.0], "own": {"q": 3.0}, "pair": (1.0, {"z": 2.0})}
module = ModuleType("constants")
module.k = 2.0


@dataclass
class Gain:
    factor: float = 2.0
    arrays: np.ndarray = field(default_factory=lambda: np.ones(2))

    def scaled(self, x):
        return self.factor * x


class Slow(Gain):
    def scaled(self, x):
        return 0.5 * self.factor * x


class Slots:
    __slots__ = ("v",)
    k = 3.0

    def __init__(self):
        self.v = 2.0


gain, slots, space = Gain(), Slots(), SimpleNamespace(q={"h": 2.0})


def helper(x):
    return SCALE * x


def other(x):
    return 7.0 * x


def of_names(p):
    return helper(p["x"]) * np.sum(TABLE) * NUMBERS[0] * len(NUMBERS) * ROWS[0]["a"] * len(ROWS)


def of_containers(p):
    total = p["x"] * W["w"] * W["pair"][0] * W["pair"][1]["z"]
    for value in W["list"]:
        total += value * p["x"]
    for key in W["own"]:
        total += W["own"][key] * p["x"]
    return total if W["kind"] == "linear" else total * 3.0


def of_objects(p):
    gained = gain.scaled(p["x"]) * np.sum(gain.arrays) * space.q["h"]
    return gained * slots.v * slots.k * Slots.k * module.k


CHANGES = {
    of_names: [
        lambda: globals().update(SCALE=5.0),
        lambda: TABLE.__setitem__(0, 9.0),
        lambda: globals().update(TABLE=np.ones(5)),
        lambda: NUMBERS.append(3.0),
        lambda: NUMBERS.__setitem__(0, 6.0),
        lambda: ROWS.append({"a": 5.0}),
        lambda: ROWS[0].__setitem__("a", 9.0),
        lambda: setattr(helper, "__code__", other.__code__),
        lambda: globals().update(helper=lambda x: 3.0 * x),
    ],
    of_containers: [
        lambda: W.__setitem__("w", 7.0),
        lambda: W["list"].append(5.0),
        lambda: W["list"].__setitem__(0, 8.0),
        lambda: W["own"].__setitem__("new", 4.0),
        lambda: W["pair"][1].__setitem__("z", 6.0),
        lambda: W.__setitem__("pair", (2.0, {"z": 4.0})),
        lambda: W.__setitem__("kind", "other"),
    ],
    of_objects: [
        lambda: setattr(gain, "factor", 9.0),
        lambda: gain.arrays.__setitem__(0, 4.0),
        lambda: setattr(gain, "arrays", np.ones(4)),
        lambda: space.q.__setitem__("h", 5.0),
        lambda: setattr(slots, "v", 5.0),
        lambda: setattr(Slots, "k", 8.0),
        lambda: setattr(module, "k", 6.0),
        lambda: setattr(gain, "__class__", Slow),
        lambda: setattr(Slow, "scaled", lambda self, x: 4.0 * x),
        lambda: globals().update(gain=Gain(1.5)),
    ],
}


@pytest.mark.parametrize("function", list(CHANGES), ids=lambda f: f.__name__)
def test_changes_between_calls_are_seen(function):
    derivative = value_and_grad(function, target="python", cache=False)
    p = {"x": 3.0}
    for number, change in enumerate([lambda: None, *CHANGES[function]]):
        change()
        value, found = derivative(p)
        wanted = function(p)
        assert value == pytest.approx(wanted), number
        assert found["x"] == pytest.approx(wanted / 3.0), number


def test_what_is_kept_in_files_is_found_by_attributes(tmp_path, monkeypatch):
    monkeypatch.setenv("SRCDIFF_CACHE_DIR", str(tmp_path))
    tmp_path.chmod(0o700)
    for k in (3.0, 5.0):
        own = ModuleType("own")
        own.k = k

        def scaled(p, own=own):
            return own.k * p["x"]

        class Constants:
            factor = k

        def of_class(p):
            return Constants.factor * p["x"]

        assert value_and_grad(of_class, target="python")({"x": 2.0}) == (2.0 * k, {"x": k})
        assert value_and_grad(scaled, "p", target="python")({"x": 2.0}) == (2.0 * k, {"x": k})
