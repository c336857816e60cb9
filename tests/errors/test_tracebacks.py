"""Tracebacks end at the user's call: what is below it is left out, unless it was asked for."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import srcdiff
from srcdiff import check_grads, derivative, grad, jvp, value_and_grad, vjp
from srcdiff.front.door import DOOR

from .tracebacks import chain, frames_below


def refused(x: Any) -> Any:
    with open("table"):
        return x * x


def loss(w: Any, x: Any, y: Any) -> Any:
    return np.sum((x @ w - y) ** 2)


class Tank:
    """An object with a method that is refused, and one that is not."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.names = {"a"}

    def level(self, x: Any) -> Any:
        return x * self.rate

    def refused(self, x: Any) -> Any:
        self.names.add("b")
        return x * self.rate * self.none  # type: ignore[attr-defined]


def ratio(x: Any, y: Any) -> Any:
    return x / y


def fifth(x: Any) -> Any:
    return x[4] * 2.0


def divided(tank: Tank, x: Any, y: Any) -> Any:
    return tank.rate * (x @ y)


class Strange:
    """What raises when it is asked for an attribute."""

    def __getattr__(self, name: str) -> Any:
        raise LookupError(name)


TANK = Tank(2.0)
FIVE, FOUR, THREE = np.ones(5), np.ones((4, 3)), np.ones(3)
Attempt = Callable[[str], Any]
ATTEMPTS: dict[str, Attempt] = {
    "refused": lambda target: grad(refused, target=target)(2.0),
    "refused product": lambda target: vjp(refused, target=target)(2.0, 1.0),
    "refused by name": lambda target: jvp(refused, target=target)(x=2.0, t_x=1.0),
    "unknown name": lambda target: grad(loss, wrt="v", target=target),
    "unknown name of a decorator": lambda target: grad(wrt="v", target=target)(loss),
    "unknown option": lambda target: value_and_grad(loss, target=target, argnums=1),
    "no function": lambda target: grad(3.0, target=target),  # type: ignore[call-overload]
    "refused method": lambda target: grad(TANK.refused, target=target)(1.0),
    "argument of a method": lambda target: grad(TANK.level, target=target)(),
    "unknown part": lambda target: grad(divided, "tank.level", target=target)(TANK, THREE, THREE),
    "source": lambda target: grad(refused, target=target).source(2.0),
    "source of a method": lambda target: grad(TANK.refused, target=target).source(2.0),
    "report": lambda target: grad(refused, target=target).report(2.0),
    "source too early": lambda target: grad(ratio, target=target).source(),
    "shapes": lambda target: grad(loss, target=target)(THREE, FOUR, FIVE),
    "shapes of a product": lambda target: vjp(loss, target=target)(THREE, FOUR, FIVE, 1.0),
    "shapes by name": lambda target: vjp(loss, target=target)(y=FIVE, w=THREE, x=FOUR, cotangent=1),
    "shapes of objects": lambda target: grad(divided, target=target)(TANK, THREE, FIVE),
    "subscript": lambda target: grad(fifth, target=target, boundscheck=True)(THREE),
    "lists": lambda target: grad(loss, target=target)(THREE, [[1.0, 2.0]], FIVE),
    "verified": lambda target: grad(loss, target=target, verify=True)(THREE, FOUR, FIVE),
    "checked": lambda target: check_grads(refused, (2.0,), target=target),
    "strange": lambda target: grad(loss, target=target)(THREE, FOUR, Strange()),
    "rule": lambda target: derivative(len)(lambda g, y: g),
}


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_nothing_below_the_call_is_shown(attempt: str, target: str) -> None:
    for _ in range(2):  # later calls take another way
        with pytest.raises(Exception) as caught:
            ATTEMPTS[attempt](target)
        assert not isinstance(caught.value, srcdiff.InternalError)
        assert frames_below(caught.value) == []
        assert len(chain(caught.value)) == 1


def test_all_of_it_is_shown_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SRCDIFF_TRACEBACK", "1")
    with pytest.raises(srcdiff.UnsupportedSyntax) as caught:
        grad(refused)(2.0)
    assert len(frames_below(caught.value)) > 1


def test_what_the_user_handles_is_shown() -> None:
    with pytest.raises(srcdiff.UnsupportedSyntax) as caught:
        try:
            raise KeyError("own")
        except KeyError:
            grad(refused, target="python")(2.0)
    assert [type(error) for error in chain(caught.value)] == [srcdiff.UnsupportedSyntax, KeyError]


def test_generated_code_is_shown() -> None:
    with pytest.raises(ValueError, match="broadcast") as caught:
        grad(loss, target="python")(THREE, FOUR, FIVE)
    assert [f.name for f in traceback.extract_tb(caught.value.__traceback__)][1:] == [
        "loss_gradient"
    ]


def of_srcdiff(error: Exception) -> None:
    """Raise an error as a function of srcdiff does."""
    space: dict[str, Any] = {"__name__": "srcdiff.somewhere", "DOOR": DOOR}
    text = """
def inner(error):
    raise error
def outer(error):
    with DOOR:
        inner(error)
"""
    exec(text, space)
    space["outer"](error)


@pytest.mark.parametrize("kind", [srcdiff.InternalError, AssertionError])
def test_mistakes_in_srcdiff_keep_all_of_it(kind: type[Exception]) -> None:
    with pytest.raises(kind) as caught:
        of_srcdiff(kind("a bug"))
    names = [f.name for f in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-2:] == ["outer", "inner"]
