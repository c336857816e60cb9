"""Global objects that make attributes on demand, hold themselves, or raise what they like."""

from __future__ import annotations

import logging
from typing import Any
from unittest.mock import Mock

import pytest

from srcdiff import SrcdiffError, UnsupportedType, grad
from srcdiff.output.fingerprint import MOST_OBJECTS, attributes, fingerprint

TARGETS = pytest.mark.parametrize("target", ["python", "cpu"])


class Lazy:
    def __getattr__(self, title: str) -> Any:
        return Lazy()

    def __call__(self, *values: Any) -> Any:
        return Lazy()


class Raising:
    def __getattr__(self, title: str) -> Any:
        raise RuntimeError(f"no {title}")

    def __eq__(self, other: object) -> bool:
        raise ValueError("equal to what?")

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise ValueError("true of what?")


class Settings(dict[str, Any]):
    __getattr__ = dict.__getitem__


class Node:
    weight = 3.0
    neighbour: Any = None


class Computed:
    @property
    def child(self) -> Any:
        return Computed()

    weight = 2.0


LOG = logging.getLogger("strange")
NODE, COMPUTED = Node(), Computed()
NODE.neighbour = NODE
ENDLESS: list[Any] = [2.0]
ENDLESS.append(ENDLESS)
TABLE: dict[str, Any] = {"weight": 2.0}
TABLE["table"] = TABLE
RECORDER: Any = None
LAZY: Any = None
SETTINGS: Any = None
RAISING: Any = None
PAIR: Any = None


@pytest.fixture(autouse=True)
def strange_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bind global names to them during a test only: pytest looks at the globals of a module."""
    monkeypatch.setitem(globals(), "RECORDER", Mock())
    monkeypatch.setitem(globals(), "LAZY", Lazy())
    inner = Settings(weight=5.0)
    monkeypatch.setitem(globals(), "SETTINGS", Settings(weight=2.0, inner=inner))
    monkeypatch.setitem(globals(), "RAISING", Raising())
    monkeypatch.setitem(globals(), "PAIR", (RAISING, 2.0))


def recorded(x):
    RECORDER.first.second.third(x)
    RECORDER.third()
    return x * x


def lazily(x):
    LAZY.start.now()
    y = x * x
    LAZY.stop()
    return y


def logged(x):
    LOG.info("x is %s", x)
    return x * x


def of_settings(x):
    return x * SETTINGS.weight * SETTINGS.inner.weight


def of_node(x):
    return x * NODE.neighbour.neighbour.weight


def of_computed(x):
    return x * COMPUTED.child.child.weight


def of_endless(x):
    return x * ENDLESS[0]


def of_table(x):
    return x * TABLE["weight"]


def of_pair(x):
    return x * PAIR[1]


def read_of_raising(x):
    return x * RAISING.weight


def times_raising(x):
    return x * RAISING


def if_raising(x):
    return x if RAISING else x * x


def equal_to_raising(x):
    return x if RAISING == 3 else x * x


def called_raising(x):
    RAISING(x)
    return x * x


RIGHT: list[tuple[Any, float]] = [
    (recorded, 4.0),
    (lazily, 4.0),
    (of_settings, 10.0),
    (of_node, 3.0),
    (of_computed, 2.0),
    (of_endless, 2.0),
    (of_table, 2.0),
    (of_pair, 2.0),
]
REFUSED = [read_of_raising, times_raising, called_raising]


@pytest.mark.parametrize("case", RIGHT, ids=lambda case: case[0].__name__)
def test_right_or_refused(case: tuple[Any, float]) -> None:
    function, want = case
    try:
        found = grad(function, target="python")(2.0)
    except SrcdiffError as error:
        assert f" in {function.__name__}" in str(error)
    else:
        assert found == want


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
@TARGETS
def test_what_raises_is_refused(function: Any, target: str) -> None:
    with pytest.raises(UnsupportedType, match=f"in {function.__name__}") as caught:
        grad(function, target=target)(2.0)
    assert "mistake" not in str(caught.value)


@TARGETS
def test_what_a_comparison_raises(target: str) -> None:
    with pytest.raises((UnsupportedType, ValueError)):
        grad(equal_to_raising, target=target)(2.0)


@TARGETS
def test_what_a_condition_raises(target: str) -> None:
    with pytest.raises(ValueError, match="true of what"):
        grad(if_raising, target=target)(2.0)


def test_mocks_in_compiled_derivatives() -> None:
    for function in (recorded, logged):
        try:
            assert grad(function)(2.0) == 4.0
        except SrcdiffError as error:
            assert f" in {function.__name__}" in str(error)


def test_too_many_made_objects_are_never_taken_for_each_other() -> None:
    names = [f"name_{k}" for k in range(20)]
    first, second = (list(attributes(LAZY, names, 9)) for _ in range(2))
    assert first[-1][0] == "too many" and first[-1] != second[-1]
    assert len(first) <= (MOST_OBJECTS + 1) * len(names) + 1


def test_keys_of_such_objects_are_the_same_twice() -> None:
    for function in (recorded, of_settings, of_node, of_endless, of_table, read_of_raising):
        assert fingerprint(function) == fingerprint(function)
