"""The text that is differentiated is the text of the function that is called."""

from __future__ import annotations

import functools
import importlib.util
import linecache
import math
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from numba import njit

from srcdiff import NoSource, SrcdiffError, grad

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])


def doubled(function: Callable[..., float]) -> Callable[..., float]:
    """Return a function that gives twice what another one gives."""

    @functools.wraps(function)
    def inner(x):
        return 2.0 * function(x)

    return inner


def unchanged(function: Callable[..., float]) -> Callable[..., float]:
    """Return the function itself."""
    return function


@doubled
def wrapped(x):
    return x * x


@unchanged
@unchanged
def decorated(x):
    return x * x


def calls_wrapped(x):
    return wrapped(x) * x


@pytest.mark.parametrize("function", [wrapped, calls_wrapped], ids=lambda f: f.__qualname__)
def test_a_wrapper_is_not_overlooked(function: Any) -> None:
    try:
        found = grad(function, target="python")(3.0)
    except SrcdiffError:
        return  # a refusal is right as well
    step = 1e-6
    expected = (function(3.0 + step) - function(3.0 - step)) / (2.0 * step)
    assert found == pytest.approx(expected)


def test_a_decorator_that_returns_the_function_is_no_wrapper() -> None:
    assert grad(decorated, target="python")(3.0) == 6.0


FIRST = "def f(x):\n    return x * x\n\n\ndef g(x):\n    return 5.0 * x\n"
SECOND = "def g(x):\n    return 5.0 * x\n\n\ndef f(x):\n    return x * x * x\n"


def module_of(file: Path) -> ModuleType:
    """Return a file as a module."""
    spec = importlib.util.spec_from_file_location("changing", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("title", ["f", "g"])
def test_a_file_that_was_changed_since_it_was_imported(tmp_path: Path, title: str) -> None:
    file = tmp_path / "changing.py"
    file.write_text(FIRST)
    module = module_of(file)
    file.write_text(SECOND)
    try:
        found = grad(getattr(module, title), target="python")(3.0)
    except NoSource:
        return  # a refusal is right as well
    assert found == {"f": 6.0, "g": 5.0}[title]


def test_a_file_that_was_removed_since_it_was_imported(tmp_path: Path) -> None:
    file = tmp_path / "changing.py"
    file.write_text(FIRST)
    module = module_of(file)
    file.unlink()
    with pytest.raises(NoSource, match="cannot be found"):
        grad(module.f, target="python")(3.0)


def test_a_module_that_was_imported_again(tmp_path: Path) -> None:
    file = tmp_path / "changing.py"
    file.write_text(FIRST)
    first = grad(module_of(file).f, target="python")
    assert first(3.0) == 6.0
    file.write_text(SECOND.replace("x * x * x", "x * x * x * x"))
    linecache.checkcache(str(file))
    assert grad(module_of(file).f, target="python")(3.0) == 108.0


def cells(text: str, number: int) -> dict[str, Any]:
    """Return the names that a cell of a notebook defines."""
    name = f"<ipython-input-{number}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space: dict[str, Any] = {}
    exec(compile(text, name, "exec"), space)
    return space


def test_a_function_of_a_notebook() -> None:
    first = cells("def f(x):\n    return x * x\n", 1)
    second = cells("def f(x):\n    return x * x * x\n", 2)
    for target in ("python", "cpu"):
        assert grad(first["f"], target=target)(3.0) == 6.0
        assert grad(second["f"], target=target)(3.0) == 27.0


class Model:
    rate = 2.0

    def method(self, x):
        return self.rate * x

    @staticmethod
    def static(x):
        return x * x

    def __call__(self, x):
        return x


def test_a_static_method() -> None:
    assert grad(Model.static, target="python")(3.0) == 6.0


@pytest.mark.parametrize(
    "function",
    [
        *(Model, print),
        functools.partial(decorated),
    ],
    ids=lambda function: getattr(function, "__qualname__", type(function).__name__),
)
def test_what_has_no_source(function: Any) -> None:
    with pytest.raises(NoSource, match="is not a Python function"):
        grad(function)


@pytest.mark.parametrize("options", [{}, {"fastmath": True}, {"nogil": True}, {"cache": True}])
def test_a_compiled_function_is_read_as_it_was_written(options: dict[str, Any]) -> None:
    function = njit(**options)(decorated)
    assert grad(function, target="python")(3.0) == 6.0


def test_lambdas_on_lines_of_their_own() -> None:
    functions = [
        lambda x: x * x,
        lambda x: x * x * x,
        lambda y: 5.0 * y,
    ]
    found = []
    for function in functions:
        try:
            found.append(grad(function, target="python")(3.0))
        except NoSource:
            found.append(None)  # a refusal is right as well
    assert all(f in (e, None) for f, e in zip(found, (6.0, 27.0, 5.0), strict=True))


@TARGETS
def test_many_threads_may_ask_for_the_first_time(target: str) -> None:
    def wave(x, n):
        total = 0.0
        for i in range(n):
            total += math.sin(x * i)
        return total

    derivative = grad(wave, target=target)
    results: list[float] = []
    threads = [
        threading.Thread(target=lambda: results.append(derivative(1.0, 10))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = sum(i * math.cos(i) for i in range(10))
    assert results == [pytest.approx(expected)] * 8
