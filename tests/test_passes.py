"""Every optimisation keeps what a derivative computes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import gast
import numpy as np
import pytest

from srcdiff import pipeline
from srcdiff.analyse.types.runnable import runnable
from srcdiff.analyse.types.types import Types, typeof
from srcdiff.core import Core
from srcdiff.core.passes import name_of
from srcdiff.core.passes import step as passed
from srcdiff.front.parse import source_of
from srcdiff.optimise.augment import augment
from srcdiff.optimise.generated_function import GeneratedFunction
from srcdiff.optimise.names import names
from srcdiff.optimise.symbols import Symbols
from srcdiff.program.program import Program
from srcdiff.program.units.units import Units
from srcdiff.syntax import is_comment, walk_statements, with_body

from .analyse.facts import known
from .golden.programs import PROGRAMS as GOLDEN
from .normalise.programs import PROGRAMS
from .walk import outcome, positional

Tree = gast.FunctionDef
EVERY = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
OPTIMISING = (
    *(pipeline.START, pipeline.SIMPLIFY, pipeline.SUBSTITUTE),
    *(pipeline.POLISH, pipeline.ELEMENTS),
)


def optimisation(change: Callable[..., Tree]) -> Callable[[Tree, Symbols], Tree]:
    """Return a pass as a function of a tree and of symbols."""
    return lambda tree, symbols: passed(GeneratedFunction(tree, symbols), change).tree


OPTIMISED: dict[str, Callable[[Tree, Symbols], Tree]] = {
    **{name_of(p): optimisation(p) for stage in OPTIMISING for p in stage.passes},
    "names": lambda tree, symbols: names(tree, symbols.kind, symbols.reserved).tree,
    "augment": lambda tree, symbols: augment(tree, dimensions(tree, symbols)),
}
# they change adjoints by rounding errors
ROUNDED = ("updates", "sums", "divisions", "products", "loops")
DERIVED = {
    title: (derivative, given)
    for title, (derivative, given) in GOLDEN.items()
    if derivative.srcdiff_request.kind == "grad"
}


def dimensions(tree: Tree, symbols: Symbols) -> dict[str, int]:
    """Return the number of dimensions of the arrays in a tree."""
    found = {node.id for node in gast.walk(tree) if isinstance(node, gast.Name)}
    return symbols.dimensions({name: name for name in found})


def derived(title: str) -> tuple[Tree, Symbols, Mapping[str, Any], tuple[Any, ...]]:
    """Return a derivative as it is first written, and what it calls."""
    derivative, given = DERIVED[title]
    found = known(derivative.srcdiff_function, derivative.srcdiff_request.wrt, *given)
    own: dict[str, Any] = dict(found.program.units.constants)
    for name, tree in found.program.trees.items():
        own[name] = runnable(Core(tree, {}, {}, found.facts.core.origin, tree), own)
    return uncommented(found.derivative()), found.symbols, own, given


def uncommented(tree: Tree) -> Tree:
    """Return a function without the comments, which differ where statements go."""
    return with_body(tree, [s for s in tree.body if not is_comment(s)])


def run(tree: Tree, own: Mapping[str, Any], given: tuple[Any, ...]) -> Any:
    """Return what a tree computes, and what it leaves in its arguments."""
    return outcome(runnable(Core(tree, {}, {}, ORIGIN, tree), own), given)


ORIGIN = source_of(PROGRAMS[0][0]).origin


@pytest.mark.parametrize("step", OPTIMISED)
@pytest.mark.parametrize("title", DERIVED)
def test_every_optimisation_keeps_the_derivative(title: str, step: str) -> None:
    tree, symbols, own, given = derived(title)
    expected = run(tree, own, given)
    found = run(OPTIMISED[step](tree, symbols), own, given)
    check(found, expected, exact=step not in ROUNDED)


@pytest.mark.parametrize("title", DERIVED)
def test_the_optimisations_keep_the_derivative_one_after_the_other(title: str) -> None:
    tree, symbols, own, given = derived(title)
    expected = run(tree, own, given)
    again = ("propagate", "simplify_all", "updates", "zeros", "dead_code") * 3
    for step in ("live_ranges", *again, "nest", "forward_substitute_blocks", "divisions"):
        before = sum(1 for _ in walk_statements(tree.body))
        tree = OPTIMISED[step](tree, symbols)
        assert step == "divisions" or sum(1 for _ in walk_statements(tree.body)) <= before
        check(run(tree, own, given), expected, exact=step != "divisions")
    for step in ("order", "products", "integers", "simplify_all", "names", "branches", "augment"):
        tree = OPTIMISED[step](tree, symbols)
        check(run(tree, own, given), expected, exact=False)


@EVERY
@pytest.mark.parametrize("step", OPTIMISED)
def test_every_optimisation_keeps_the_function(program: Any, step: str) -> None:
    function, inputs = program
    plain, symbols, own = core_of(function, tuple(map(typeof, inputs[0])))
    tree = OPTIMISED[step](plain, symbols)
    for given in inputs:
        check(run(tree, own, given), run(plain, own, given), exact=True)


@functools.cache
def core_of(function: Any, given: tuple[Any, ...]) -> tuple[Tree, Symbols, dict[str, Any]]:
    """Return the core form of a function, which no optimisation changes."""
    made = Program(Units())
    unit = made.units.unit(function, given)
    symbols = made.symbols(Types(unit.types.names, unit.types.result))
    return unit.core.tree, symbols, positional({**unit.core.functions, **made.units.constants})


def check(found: Any, expected: Any, exact: bool) -> None:
    """Compare results, to the last bit or nearly."""
    if exact:
        np.testing.assert_equal(found, expected)
        return
    for one, other in zip(flat(found), flat(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-13, atol=1e-15)


def flat(value: Any) -> list[Any]:
    """Return the parts of nested tuples that are not None."""
    if isinstance(value, tuple):
        return [part for item in value for part in flat(item)]
    return [] if value is None else [value]
