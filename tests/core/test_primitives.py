"""What the records say of operations is what the operations do."""

from __future__ import annotations

import math
from inspect import ismodule
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from srcdiff.core import primitives
from srcdiff.core.primitives import Fill, Primitive, by_name, primitives_with, standard
from srcdiff.core.primitives.record import PRIMITIVES, declare, known

X = np.array([0.3, 0.7, 1.9])
MATRIX = np.array([[0.3, 0.7], [1.9, 0.2]])


def title(primitive: Primitive) -> str:
    """Return the name of an operation."""
    return primitive.name


def with_fact(fact: str) -> Any:
    """Run a test for each operation of which something is known."""
    found = [primitive for primitive, _ in known(fact)]
    return pytest.mark.parametrize("primitive", found, ids=title)


def test_an_operation_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        declare("np.sin", "linear")


SUBJECTS = [value for value in vars(primitives).values() if ismodule(value)]


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.__name__)
def test_an_import_that_was_interrupted_is_done_again(subject: ModuleType) -> None:
    before = dict(PRIMITIVES)
    text = Path(str(subject.__file__)).read_text(encoding="utf-8")
    assert "declare(" in text
    exec(compile(text, subject.__name__, "exec"), {})
    assert before == PRIMITIVES


def test_a_fact_that_does_not_exist_is_no_fact() -> None:
    with pytest.raises(TypeError, match="lienar"):
        declare("np.nextafter", "lienar")
    assert "np.nextafter" not in PRIMITIVES


def test_what_numpy_does_not_have_is_left_out() -> None:
    declare("np.no_such_function", "linear")
    assert "np.no_such_function" not in PRIMITIVES


def test_names_are_those_of_the_core_form() -> None:
    assert all(standard(p.name) is p.function for p in PRIMITIVES.values())


def test_no_result_is_new_and_a_view() -> None:
    assert not list(primitives_with(new=True, view=True))


@with_fact("slope")
def test_slopes_are_derivatives(primitive: Primitive) -> None:
    step = 1e-6
    function = primitive.function
    y = function(X)
    around = {"x": X, "y": y, "np": np}
    expected = (function(X + step) - function(X - step)) / (2.0 * step)
    found = eval(str(primitive.slope), around) * np.ones(3)
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-7)


@with_fact("view")
def test_views_share_memory(primitive: Primitive) -> None:
    more: dict[str, Any] = {
        "np.expand_dims": (0,),
        "np.moveaxis": (0, 1),
        "np.swapaxes": (0, 1),
        "np.reshape": ((4,),),
    }
    result = primitive.function(MATRIX, *more.get(primitive.name, ()))
    assert np.shares_memory(result, MATRIX)


@with_fact("fill")
def test_arrays_have_the_elements_that_they_are_filled_with(primitive: Primitive) -> None:
    made = primitive.function(MATRIX if primitive.like else 3)
    expected: dict[Any, Any] = {Fill.ZEROS: 0.0, Fill.ONES: 1.0, Fill.IDENTITY: np.eye(3)}
    assert made.shape == MATRIX.shape if primitive.like else made.shape[0] == 3
    if primitive.fill in expected:
        np.testing.assert_equal(made, np.broadcast_to(expected[primitive.fill], made.shape))


@with_fact("dtype")
def test_the_type_of_the_elements_is_where_it_is_said_to_be(primitive: Primitive) -> None:
    before: dict[str, tuple[Any, ...]] = {
        "np.arange": (0, 3, 1),
        "np.linspace": (0.0, 1.0, 3, True, False),
        "np.eye": (3, 3, 0),
        "np.full": (3, 1.0),
        "np.full_like": (X, 1.0),
    }
    plainly = (3,) if primitive.sized else (X,)
    made = primitive.function(*before.get(primitive.name, plainly), np.float32)
    assert made.dtype == np.float32


@with_fact("method")
def test_methods_do_as_the_functions(primitive: Primitive) -> None:
    assert hasattr(MATRIX, primitive.name.rpartition(".")[2])


@with_fact("one_number")
def test_a_number_is_given_back(primitive: Primitive) -> None:
    assert primitive.function(0.7) == 0.7


@with_fact("same_at")
def test_an_array_is_given_back(primitive: Primitive) -> None:
    np.testing.assert_equal(primitive.function(MATRIX, primitive.same_at), MATRIX)


@with_fact("gives_floats")
def test_floating_point_numbers_of_integers(primitive: Primitive) -> None:
    count = 2 if primitive.name in ("math.atan2", "math.hypot") else 1
    value = 0 if primitive.name == "math.atanh" else 1
    assert isinstance(primitive.function(*[value] * count), float)


@with_fact("gives_integers")
def test_integers_of_numbers(primitive: Primitive) -> None:
    assert type(primitive.function([1] if primitive.function is len else 1.5)) is int


@with_fact("of_reals")
def test_functions_of_complex_numbers_continue_those_of_real_ones(primitive: Primitive) -> None:
    value = 1.2 if primitive.name == "cmath.acosh" else 0.3
    assert math.isclose(primitive.function(value).real, primitive.of_reals(value), rel_tol=1e-7)


@pytest.mark.parametrize("fact, error", [("domain", ValueError), ("overflow", OverflowError)])
def test_python_raises_where_it_is_said_to(fact: str, error: type[Exception]) -> None:
    points = (-1e3, -7.5, -1.0, 0.0, 0.5, 1.0, 2.0, 200.0, 800.0)
    for name, test in by_name(fact).items():
        count = 2 if "y" in test.replace("math", "") else 1
        for x in points:
            for y in points if count == 2 else (1.0,):
                if fact == "overflow" and (math.inf in (x, y)):
                    continue
                if eval(test, {"math": math, "x": x, "y": y}):
                    with pytest.raises(error):
                        standard(name)(*(x, y)[:count])
