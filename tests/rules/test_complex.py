"""Walk the rules for complex numbers: each against differences along both parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from srcdiff import jvp, vjp

from ..sample import sample
from .array_cases import Case
from .complex_cases import CASES

STEP = 1e-6
TOLERANCE = 5e-7
SAMPLE = sample(CASES, 11, first=3)
numbers = np.random.default_rng(1)


def title(case: Case) -> str:
    """Return the name of a case."""
    return case.rule


def results(case: Case, arguments: Sequence[Any]) -> list[Any]:
    """Return the results of the function, as a list."""
    found = case.function(*arguments)
    return list(found) if isinstance(found, tuple) else [found]


def weights(case: Case) -> Any:
    """Return random cotangents, one for each result."""
    found = []
    for result in results(case, case.arguments):
        weight = numbers.normal(size=np.shape(result))
        if np.iscomplexobj(result):
            weight = weight + 1j * numbers.normal(size=np.shape(result))
        found.append(weight if np.shape(result) else np.asarray(weight).item())
    return tuple(found) if len(found) > 1 else found[0]


def inner(cotangent: Any, values: list[Any]) -> float:
    """Return the sum of the products of cotangents and values: a real number."""
    several = cotangent if isinstance(cotangent, tuple) else (cotangent,)
    pairs = zip(several, values, strict=True)
    return float(sum(np.sum(np.conj(weight) * value).real for weight, value in pairs))


def product(case: Case, arguments: list[Any], cotangent: Any) -> float:
    """Return the real function of which the vector-Jacobian product is the gradient."""
    return inner(cotangent, results(case, arguments))


def slope(case: Case, place: int, direction: Any, cotangent: Any) -> float:
    """Return the derivative in one direction of one argument."""
    values = []
    for step in (STEP, -STEP):
        arguments = list(case.arguments)
        arguments[place] = arguments[place] + step * direction
        values.append(product(case, arguments, cotangent))
    return (values[0] - values[1]) / (2.0 * STEP)


def units(argument: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each element's place, and the direction in which it grows."""
    for index in np.ndindex(np.shape(argument)):
        one = np.zeros(np.shape(argument))
        one[index] = 1.0
        yield index, one if one.shape else 1.0


def expected(case: Case, place: int, cotangent: Any) -> Any:
    """Return the adjoint of one argument, by differences."""
    argument = case.arguments[place]
    found = np.zeros(np.shape(argument), np.asarray(argument).dtype)
    for index, unit in units(argument):
        found[index] = slope(case, place, unit, cotangent)
        if np.iscomplexobj(argument):
            found[index] += 1j * slope(case, place, 1j * unit, cotangent)
    return found


def compare(case: Case, target: str) -> None:
    """Check the adjoints of all arguments, their types and shapes."""
    cotangent = weights(case)
    places = tuple(range(len(case.arguments)))
    found = vjp(case.function, places, target=target)(*case.arguments, cotangent)
    for place, adjoint in zip(places, found, strict=True):
        assert np.iscomplexobj(adjoint) == np.iscomplexobj(case.arguments[place])
        np.testing.assert_allclose(
            adjoint, expected(case, place, cotangent), rtol=TOLERANCE, atol=TOLERANCE
        )


def compare_modes(case: Case, target: str) -> None:
    """Check that forward and reverse mode agree: the dot-product test."""
    cotangent = weights(case)
    places = tuple(range(len(case.arguments)))
    adjoints = vjp(case.function, places, target=target)(*case.arguments, cotangent)
    tangents: list[Any] = []
    for argument in case.arguments:
        direction = numbers.normal(size=np.shape(argument))
        if np.iscomplexobj(argument):
            direction = direction + 1j * numbers.normal(size=np.shape(argument))
        tangents.append(direction if np.shape(argument) else np.asarray(direction).item())
    value, rate = jvp(case.function, places, target=target)(*case.arguments, *tangents)
    rates = list(rate) if isinstance(rate, tuple) else [rate]
    values = list(value) if isinstance(value, tuple) else [value]
    assert list(map(np.iscomplexobj, rates)) == list(map(np.iscomplexobj, values))
    forward = inner(cotangent, rates)
    pairs = zip(adjoints, tangents, strict=True)
    reverse = sum(np.sum(np.conj(adjoint) * direction).real for adjoint, direction in pairs)
    np.testing.assert_allclose(forward, reverse, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("case", CASES, ids=title)
def test_forward_mode(case: Case) -> None:
    """Forward mode agrees with reverse mode."""
    compare_modes(case, "python")


@pytest.mark.parametrize("case", SAMPLE[::2], ids=title)
def test_compiled_forward_mode(case: Case) -> None:
    """Compiled forward mode agrees with reverse mode."""
    compare_modes(case, "cpu")


@pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning")
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
@pytest.mark.parametrize("case", CASES, ids=title)
def test_uncompiled(case: Case) -> None:
    """The generated source, run as it is, agrees with differences."""
    compare(case, "python")


@pytest.mark.parametrize("case", SAMPLE, ids=title)
def test_compiled(case: Case) -> None:
    """The compiled derivative agrees with differences."""
    compare(case, "cpu")
