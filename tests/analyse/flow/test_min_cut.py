"""The minimum cut, against trying all sets of values."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from srcdiff.analyse.flow.min_cut import minimum_cut

Inputs = dict[str, tuple[str, ...] | None]


def suffices(saved: frozenset[str], inputs: Inputs, needed: set[str]) -> bool:
    """Return True if all needed values can be had from the saved ones."""

    def is_had(name: str) -> bool:
        parts = inputs[name]
        if name in saved or name not in inputs:
            return True
        return parts is not None and all(is_had(p) for p in parts if p in inputs)

    return all(is_had(name) for name in needed)


def least(weight: dict[str, float], inputs: Inputs, needed: set[str]) -> float:
    """Return the least weight of a set of values that suffices."""
    found = float("inf")
    for count in range(len(inputs) + 1):
        for some in combinations(inputs, count):
            if suffices(frozenset(some), inputs, needed):
                found = min(found, sum(weight[name] for name in some))
    return found


def graph(source: random.Random) -> tuple[dict[str, float], Inputs, set[str]]:
    """Return a random graph in which values are computed from earlier ones."""
    names = [f"v{k}" for k in range(source.randint(1, 8))]
    inputs: Inputs = {}
    for position, name in enumerate(names):
        count = source.randint(0, min(3, position))
        parts = (*source.sample(names[:position], count), *source.sample(["outside"], 1))
        inputs[name] = None if source.random() < 0.3 else parts
    weight = {name: source.choice([1.0, 8.0, 64.0]) for name in names}
    return weight, inputs, set(source.sample(names, source.randint(1, len(names))))


@pytest.mark.parametrize("seed", range(300))
def test_the_cut_suffices_and_weighs_the_least(seed: int) -> None:
    weight, inputs, needed = graph(random.Random(seed))
    cut = minimum_cut(weight, inputs, sorted(needed))
    assert suffices(cut, inputs, needed)
    assert sum(weight[name] for name in cut) == least(weight, inputs, needed)


@pytest.mark.parametrize("seed", range(100))
def test_nothing_is_saved_in_vain(seed: int) -> None:
    weight, inputs, needed = graph(random.Random(seed))
    cut = minimum_cut(weight, inputs, sorted(needed))
    assert not any(suffices(cut - {name}, inputs, needed) for name in cut)


def test_the_cut_does_not_depend_on_the_order() -> None:
    for seed in range(100):
        source = random.Random(seed)
        weight, inputs, needed = graph(source)
        names = list(inputs)
        source.shuffle(names)
        turned = {name: inputs[name] for name in names}
        shuffled = list(needed)
        source.shuffle(shuffled)
        assert minimum_cut(weight, turned, shuffled) == minimum_cut(weight, inputs, sorted(needed))


def test_of_equal_cuts_the_later_is_taken() -> None:
    inputs: Inputs = {"a": None, "b": ("a",), "c": ("b",)}
    assert minimum_cut(dict.fromkeys("abc", 1.0), inputs, ["c"]) == {"c"}


def test_what_is_computed_in_an_outer_loop_is_saved_there() -> None:
    inputs: Inputs = {"outer": None, "inner": ("outer",)}
    assert minimum_cut({"outer": 1.0, "inner": 8.0}, inputs, ["inner"]) == {"outer"}


def test_nothing_is_saved_where_nothing_is_needed() -> None:
    assert minimum_cut({"a": 1.0}, {"a": None}, []) == frozenset()
    assert minimum_cut({}, {}, ["outside"]) == frozenset()
    assert minimum_cut({"a": 1.0}, {"a": ()}, ["a"]) == frozenset()
