"""Walk the table of rules of arrays: every rule against differences, in every layout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp, vjp
from srcdiff.differentiate.reverse import number_adjoints
from srcdiff.rules.arrays import ArrayRule, all_array_rules, array_rule

from ..sample import EVERY, sample
from .array_cases import CASES, Case

pytestmark = pytest.mark.filterwarnings("ignore:Arrays of 2-dimensional vectors:DeprecationWarning")
STEP = 1e-6
TOLERANCE = 2e-7
FIRST = list({case.rule: case for case in reversed(CASES)}.values())[::-1]
SAMPLE = CASES if EVERY else FIRST[::9]
SOME = sample(FIRST, 6)
numbers = np.random.default_rng(1)


def title(case: Case) -> str:
    """Return the name of the rule."""
    return case.rule


def is_active(argument: Any) -> bool:
    """Return True if an argument is a floating-point number or an array of such."""
    if isinstance(argument, np.ndarray):
        return bool(argument.dtype.kind == "f")
    return isinstance(argument, (float, np.floating))


def results(case: Case, arguments: tuple[Any, ...]) -> list[Any]:
    """Return the results of the function, as a list."""
    found = case.function(*(a.copy() if isinstance(a, np.ndarray) else a for a in arguments))
    return list(found) if isinstance(found, tuple) else [found]


def cotangents(case: Case) -> Any:
    """Return random cotangents, one for each result."""
    found = []
    for result in results(case, case.arguments):
        shape = np.shape(result)
        found.append(numbers.normal(size=shape) if shape else float(numbers.normal()))
    return tuple(found) if len(found) > 1 else found[0]


def product(case: Case, arguments: tuple[Any, ...], weights: Any) -> float:
    """Return the product of the cotangents and the results."""
    several = weights if isinstance(weights, tuple) else (weights,)
    pairs = zip(several, results(case, arguments), strict=True)
    return float(sum(np.sum(weight * result) for weight, result in pairs))


def change(case: Case, weights: Any, place: int, direction: Any) -> float:
    """Return how the product changes when one argument is moved."""
    values = []
    for step in (STEP, -STEP):
        moved = list(case.arguments)
        moved[place] = moved[place] + step * direction
        values.append(product(case, tuple(moved), weights))
    return (values[0] - values[1]) / (2.0 * STEP)


def units(argument: Any) -> Any:
    """Yield each direction in which an argument can move, and its place."""
    for index in np.ndindex(np.shape(argument)):
        one = np.zeros(np.shape(argument))
        one[index] = 1.0
        yield index, one if one.shape else 1.0


def adjoint_of(case: Case, target: str, arguments: tuple[Any, ...], weights: Any) -> Any:
    """Return the adjoints of the active arguments."""
    places = tuple(place for place, a in enumerate(case.arguments) if is_active(a))
    found = vjp(case.function, places, target=target)(*arguments, weights)
    return dict(zip(places, found if isinstance(found, tuple) else (found,), strict=True))


def compare(case: Case, found: dict[int, Any], weights: Any) -> None:
    """Check adjoints against central differences, and by the dot-product test."""
    for place, adjoint in found.items():
        argument = case.arguments[place]
        assert np.shape(adjoint) == np.shape(argument)
        for index, one in units(argument):
            expected = change(case, weights, place, one)
            close = pytest.approx(expected, rel=TOLERANCE, abs=TOLERANCE)
            assert np.asarray(adjoint)[index] == close, f"argument {place} at {index}"
        direction = numbers.normal(size=np.shape(argument))
        expected = change(case, weights, place, direction)
        assert np.sum(adjoint * direction) == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_every_rule_has_a_case() -> None:
    rules = {entry.function.__name__ for entry in all_array_rules()}
    assert rules == {case.rule for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=title)
def test_the_rule_is_right(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []

    def recorded(primal: Any, ndims: tuple[int, ...]) -> ArrayRule | None:
        found = array_rule(primal, ndims)
        used.extend([] if found is None else [found.rule.function.__name__])
        return found

    monkeypatch.setenv("SRCDIFF_CACHE_DIR", str(tmp_path))  # so that it is written anew
    monkeypatch.setattr(number_adjoints, "array_rule", recorded)
    weights = cotangents(case)
    compare(case, adjoint_of(case, "python", case.arguments, weights), weights)
    assert case.rule in used


@pytest.mark.parametrize("case", SAMPLE, ids=title)
def test_the_compiled_rule_is_right(case: Case) -> None:
    weights = cotangents(case)
    compare(case, adjoint_of(case, "cpu", case.arguments, weights), weights)


def strided(argument: Any) -> Any:
    """Return an array with the same elements that is not contiguous."""
    if not isinstance(argument, np.ndarray) or argument.dtype.kind != "f":
        return argument
    wide = np.zeros([2 * n for n in argument.shape])
    view = wide[tuple(slice(None, None, 2) for _ in argument.shape)]
    view[...] = argument
    return view


def fortran(argument: Any) -> Any:
    """Return an array whose first axis runs fastest."""
    return np.asfortranarray(argument) if isinstance(argument, np.ndarray) else argument


@pytest.mark.filterwarnings("ignore::numba.NumbaPerformanceWarning")  # products of such arrays
@pytest.mark.parametrize("layout", [strided, fortran])
@pytest.mark.parametrize("case", SOME, ids=title)
def test_the_rule_takes_every_layout(case: Case, layout: Any) -> None:
    weights = cotangents(case)
    arguments = tuple(map(layout, case.arguments))
    compare(case, adjoint_of(case, "python", arguments, weights), weights)


def narrow(argument: Any) -> Any:
    """Return a number or an array in single precision."""
    if isinstance(argument, np.ndarray):
        return argument.astype(np.float32) if argument.dtype.kind == "f" else argument
    return np.float32(argument) if isinstance(argument, float) else argument


DOUBLE = {  # rules of functions that give float64 for float32, or that Numba wants equal types of
    *("interpolated_number", "interpolated"),
}


@pytest.mark.parametrize("case", [c for c in SOME if c.rule not in DOUBLE], ids=title)
def test_single_precision_stays(case: Case) -> None:
    weights = cotangents(case)
    parts = weights if isinstance(weights, tuple) else (weights,)
    kinds = [np.asarray(r).dtype for r in results(case, tuple(map(narrow, case.arguments)))]
    given = tuple(np.asarray(w, k)[()] for w, k in zip(parts, kinds, strict=True))
    arguments = tuple(map(narrow, case.arguments))
    exact = adjoint_of(case, "python", case.arguments, weights)
    found = adjoint_of(case, "python", arguments, given if len(given) > 1 else given[0])
    for place, adjoint in found.items():
        assert np.asarray(adjoint).dtype == np.float32
        np.testing.assert_allclose(adjoint, exact[place], rtol=2e-3, atol=2e-3)


POINTS: list[tuple[Any, Any, Any]] = [  # where there is no derivative, and what is chosen there
    (lambda x: np.max(x), [1.0, 3.0, 3.0], [0.0, 1.0, 0.0]),
    (lambda x: np.min(x), [3.0, 1.0, 1.0], [0.0, 1.0, 0.0]),
    (lambda x: np.max(x, axis=0), [1.0, 3.0, 3.0], [0.0, 1.0, 0.0]),
    (lambda x: np.sort(x)[1], [2.0, 5.0, 2.0], [0.0, 0.0, 1.0]),
    (lambda x: np.median(x), [2.0, 5.0, 2.0], [0.0, 0.0, 1.0]),
    (lambda x: np.linalg.norm(x), [0.0, 0.0], [0.0, 0.0]),
    (lambda x: np.linalg.norm(x, 3), [0.0, 0.0], [0.0, 0.0]),
    (lambda x: np.linalg.norm(x, 1), [0.0, -2.0], [0.0, -1.0]),
    (lambda x: np.linalg.norm(x, axis=0), [0.0, 0.0], [0.0, 0.0]),
    (lambda x: np.std(x), [2.0, 2.0], [0.0, 0.0]),
    (lambda x: np.std(x, axis=0), [2.0, 2.0], [0.0, 0.0]),
    (lambda x: np.linalg.det(x), [[1.0, 2.0], [2.0, 4.0]], [[4.0, -2.0], [-2.0, 1.0]]),
    (lambda x: np.sum(np.linalg.eigh(x)[0]), [[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]),
]


@pytest.mark.parametrize(("function", "point", "expected"), POINTS)
def test_the_documented_choice_is_made(function: Any, point: Any, expected: Any) -> None:
    found = grad(function, target="python")(np.array(point))
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_singular_vectors_without_a_singular_value() -> None:
    def last_vector(x: Any) -> Any:
        u, _, _ = np.linalg.svd(x)
        return u[0, 3]

    for target in ("python", "cpu"):
        with pytest.raises(ValueError, match="full_matrices=False"):
            grad(last_vector, target=target)(np.arange(8.0).reshape(4, 2))


# --- forward mode ---


def tangents_of(case: Case, target: str, arguments: tuple[Any, ...], directions: Any) -> list[Any]:
    """Return the tangents of the results, one for each."""
    places = tuple(place for place, a in enumerate(case.arguments) if is_active(a))
    _, found = jvp(case.function, places, target=target)(*arguments, *directions)
    return list(found) if isinstance(found, tuple) else [found]


def directions_of(case: Case) -> list[Any]:
    """Return a random direction for each active argument."""
    shapes = [np.shape(a) for a in case.arguments if is_active(a)]
    return [numbers.normal(size=shape) if shape else float(numbers.normal()) for shape in shapes]


def compare_modes(case: Case, found: list[Any], directions: list[Any], rtol: float) -> None:
    """Check tangents against reverse mode, by the dot-product test, and against differences."""
    weights = cotangents(case)
    adjoints = adjoint_of(case, "python", case.arguments, weights)
    several = weights if isinstance(weights, tuple) else (weights,)
    known = [(w, t) for w, t in zip(several, found, strict=True) if t is not None]
    forward = sum(np.sum(w * t) for w, t in known)
    pairs = zip(adjoints.values(), directions, strict=True)
    reverse = sum(np.sum(adjoint * direction) for adjoint, direction in pairs)
    assert forward == pytest.approx(reverse, rel=rtol, abs=rtol)
    values = []
    for step in (STEP, -STEP):
        steps = iter(directions)
        moved = [a + step * next(steps) if is_active(a) else a for a in case.arguments]
        values.append(results(case, tuple(moved)))
    for high, low, rate in zip(*values, found, strict=True):
        if rate is not None:
            expected = (np.asarray(high) - np.asarray(low)) / (2.0 * STEP)
            np.testing.assert_allclose(rate, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("case", CASES, ids=title)
def test_the_rule_is_right_in_forward_mode(case: Case) -> None:
    directions = directions_of(case)
    found = tangents_of(case, "python", case.arguments, directions)
    compare_modes(case, found, directions, 1e-9)


SEVERAL = [case for case in FIRST if len(directions_of(case)) > 1]


@pytest.mark.parametrize("case", SEVERAL, ids=title)
def test_forward_mode_leaves_out_what_is_constant(case: Case) -> None:
    directions = directions_of(case)
    places = [place for place, a in enumerate(case.arguments) if is_active(a)]
    for number, place in enumerate(places):
        alone = [d if i == number else 0.0 * d for i, d in enumerate(directions)]
        every = tangents_of(case, "python", case.arguments, alone)
        _, own = jvp(case.function, place, target="python")(*case.arguments, directions[number])
        for one, other in zip(every, own if isinstance(own, tuple) else (own,), strict=True):
            if one is not None:
                np.testing.assert_allclose(other, one, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("case", SAMPLE, ids=title)
def test_the_compiled_rule_is_right_in_forward_mode(case: Case) -> None:
    directions = directions_of(case)
    found = tangents_of(case, "cpu", case.arguments, directions)
    compare_modes(case, found, directions, 1e-9)
