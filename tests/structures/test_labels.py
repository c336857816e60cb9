"""Reports and errors name parts of objects as users write them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import AliasedArguments, SrcdiffError, grad


class Tank:
    """A tank with numbers in a dictionary."""

    def __init__(self) -> None:
        self.rate = 0.5
        self.levels = np.ones(4)
        self.inner = {"w": np.ones(3), "name": "tank"}

    def step(self, h: Any, n: int) -> Any:
        for k in range(n):
            h = h * self.rate + self.levels[k] * h * np.sum(self.inner["w"])
        return h

    def run(self, params: Any, n: int) -> Any:
        h = params["h"]
        for i in range(n):
            h = self.step(h, n) * np.exp(params["rates"][i]) * h
            params["rates"][i] = h * params["rates"][i]
            self.rate = self.rate * h
        return h

    def named(self, params: Any, n: int) -> Any:
        return params["h"] * self.inner["name"] * n


def params() -> dict[str, Any]:
    return {"h": 0.3, "rates": np.ones(4)}


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_reports_name_parts(target: str) -> None:
    text = str(grad(Tank().run, target=target).report(params(), 4))
    assert "saves self.rate: overwritten in the next iteration" in text
    assert "self_rate" not in text
    assert "result of Tank.step" in text


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_errors_of_calls_name_parts(target: str) -> None:
    tank, own = Tank(), params()
    tank.inner["w"] = own["rates"]
    with pytest.raises(AliasedArguments) as caught:
        grad(tank.run, target=target)(own, 4)
    start = (
        "two of `self.levels`, `self.inner['w']`, `params['rates']` share memory, and `Tank.run`"
    )
    assert str(caught.value).startswith(start)


def of_kinds(p: Any, n: int) -> Any:
    p["a"] = p["names"][0] if n > 2 else p["a"]
    return p["b"] * p["a"]


def test_refusals_name_parts() -> None:
    with pytest.raises(SrcdiffError) as caught:
        grad(of_kinds, target="python")({"a": 1.0, "b": 2.0, "names": ["x"]}, 3)
    assert "p_a" not in str(caught.value)
