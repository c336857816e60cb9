"""The output of every pass is Python that runs, and computes what the function computes."""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import gast
import numpy as np
import pytest

from srcdiff.analyse.inference import infer, runnable
from srcdiff.analyse.types import Types, typeof
from srcdiff.normalise import Core
from srcdiff.normalise.arguments import arguments
from srcdiff.normalise.assignments import assignments
from srcdiff.normalise.attempts import attempts
from srcdiff.normalise.calls import calls
from srcdiff.normalise.comparisons import comparisons
from srcdiff.normalise.comprehensions import comprehensions
from srcdiff.normalise.exits import exits
from srcdiff.normalise.flatten import flatten
from srcdiff.normalise.inplace import inplace
from srcdiff.normalise.iterate import iterate
from srcdiff.normalise.lift import lift
from srcdiff.normalise.lists import lists
from srcdiff.normalise.membership import membership
from srcdiff.normalise.messages import messages
from srcdiff.normalise.optionals import optionals
from srcdiff.normalise.pieces import pieces
from srcdiff.normalise.quiet import quiet
from srcdiff.normalise.raising import raising
from srcdiff.normalise.ranks import ranks
from srcdiff.normalise.reachable import reachable
from srcdiff.normalise.reductions import reductions
from srcdiff.normalise.references import references
from srcdiff.normalise.remainders import remainders
from srcdiff.normalise.resolve import RESERVED, resolve
from srcdiff.normalise.returns import returns
from srcdiff.normalise.scopes import scopes
from srcdiff.normalise.sequences import sequences
from srcdiff.normalise.single import single
from srcdiff.normalise.specialise import specialise
from srcdiff.normalise.starred import starred
from srcdiff.normalise.strip import strip, unhide
from srcdiff.normalise.tuples import tuples
from srcdiff.normalise.unbound import bound, typable
from srcdiff.normalise.unbound_reads import unbound_reads
from srcdiff.normalise.walrus import walrus
from srcdiff.normalise.zero_divisors import zero_divisors
from srcdiff.optimise.augment import augment
from srcdiff.optimise.branches import branches
from srcdiff.optimise.conditions import conditions
from srcdiff.optimise.dead_code import dead_code
from srcdiff.optimise.distant import distant
from srcdiff.optimise.divisions import divisions
from srcdiff.optimise.integers import integers
from srcdiff.optimise.names import names
from srcdiff.optimise.nest import nest
from srcdiff.optimise.order import order
from srcdiff.optimise.products import products
from srcdiff.optimise.propagate import propagate
from srcdiff.optimise.simplify import simplify_all
from srcdiff.optimise.sums import sums
from srcdiff.optimise.symbols import Symbols
from srcdiff.optimise.updates import updates
from srcdiff.optimise.webs import webs
from srcdiff.optimise.zeros import zeros
from srcdiff.parse import Source, source_of
from srcdiff.pipeline import core_form, tidy, typed_form
from srcdiff.program import Program
from srcdiff.syntax import is_comment, key, walk_statements, with_body

from .analyse.facts import known
from .golden.programs import PROGRAMS as GOLDEN
from .normalise.programs import PROGRAMS

Tree = gast.FunctionDef
EVERY = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)


def outcome(function: Callable[..., Any], given: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Return the result of a function, and what it leaves in its arguments."""
    own = copy.deepcopy(given)
    result = function(*own)
    return copy.deepcopy(result), own


def same(tree: Tree, surroundings: Mapping[str, Any], program: Any, title: str) -> None:
    """Check that a tree does what the function does."""
    function, inputs = program
    form = Core(tree, {}, {}, source_of(function).origin, tree)
    run = runnable(form, surroundings)
    for given in inputs:
        expected, found = outcome(function, given), outcome(run, given)
        np.testing.assert_equal(found, expected, f"after {title}:\n{text(tree)}")


def text(tree: Tree) -> str:
    """Return the text of a tree, whose new nodes need have no place."""
    plain = gast.gast_to_ast(gast.Module([tree], []))
    return ast.unparse(ast.fix_missing_locations(plain))


def normalised(source: Source) -> Iterator[tuple[str, Tree, Mapping[str, Any]]]:
    """Return the tree after each pass, in their order, and what its free names mean."""
    tree = strip(source.tree)
    yield "strip", tree, source.namespace
    tree = quiet(tree, source.namespace)
    yield "quiet", tree, source.namespace
    tree = messages(tree, source.namespace)
    yield "messages", tree, source.namespace
    tree = scopes(tree)
    yield "scopes", tree, source.namespace
    source = lift(replace(source, tree=tree))
    yield "lift", source.tree, source.namespace
    tree = unhide(source.tree, RESERVED)
    yield "unhide", tree, source.namespace
    found = resolve(tree, source.namespace)
    own = {**found.functions, **found.constants}
    special, functions = specialise(
        arguments(pieces(starred(found.tree, found.constants)), found.functions), found.functions
    )

    def kept(made: tuple[Tree, dict[str, Any]]) -> Tree:
        """Remember the functions that a pass made, and return its tree."""
        functions.update(made[1])
        own.update(made[1])
        return made[0]

    steps: list[tuple[str, Callable[[Tree], Tree]]] = [
        ("resolve", lambda _: found.tree),
        ("starred", lambda tree: starred(tree, found.constants)),
        ("pieces", pieces),
        ("arguments", lambda tree: arguments(tree, found.functions)),
        ("specialise", lambda _: special),
        ("membership", membership),
        ("comparisons", lambda tree: comparisons(tree, functions)),
        ("remainders", remainders),
        ("sequences", lambda tree: sequences(tree, (), functions)),
        ("lists", lists),
        ("reductions", lambda tree: reductions(tree, found.constants)),
        ("comprehensions", comprehensions),
        ("walrus", walrus),
        ("unbound_reads", lambda tree: unbound_reads(tree, {}, found.constants)),
        ("raising", lambda tree: kept(raising(tree, functions, found.constants))),
        ("attempts", lambda tree: attempts(tree, found.constants)),
        ("iterate", lambda tree: iterate(tree, found.constants)),
        ("calls", calls),
        ("returns", returns),
        ("assignments", assignments),
        ("optionals", lambda tree: kept(optionals(tree, {}, functions))),
        ("exits", exits),
        ("flatten", lambda tree: flatten(tree, frozenset(functions))),
        ("single", single),
    ]
    for title, step in steps:
        tree = step(tree)
        # the user's functions are called with all arguments by position from here on
        yield title, tree, own if title in ("resolve", "starred", "pieces") else positional(own)
        if title == "arguments":
            own = {**functions, **found.constants}


def positional(own: Mapping[str, Any]) -> dict[str, Any]:
    """Return functions that take all arguments by position, those after a star too."""
    return {name: in_order(value) if callable(value) else value for name, value in own.items()}


def in_order(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that takes all its arguments by position."""
    if not hasattr(function, "__code__"):
        return function
    code = function.__code__
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return lambda *given: function(**dict(zip(parameters, given, strict=True)))


@EVERY
def test_every_normal_form_runs(program: Any) -> None:
    for title, tree, surroundings in normalised(source_of(program[0])):
        same(tree, {**vars(builtins), **surroundings}, program, title)


@EVERY
def test_the_passes_are_those_of_the_pipeline(program: Any) -> None:
    source = source_of(program[0])
    *_, (_, last, _) = normalised(source)
    assert text(core_form(source, ()).tree) == text(last)


@EVERY
def test_a_pass_that_is_done_changes_nothing(program: Any) -> None:
    core = core_form(source_of(program[0]), ())
    for step in (calls, returns, assignments, exits):
        assert key(step(core.tree)) == key(core.tree), step.__name__


def typed(program: Any) -> tuple[Program, Core, tuple[Any, ...]]:
    """Return a core form, and the types of its arguments."""
    function, inputs = program
    return Program(), core_form(source_of(function), ()), tuple(map(typeof, inputs[0]))


TYPED = [p for p in PROGRAMS if p[0].__name__ != "recursion"]  # its type is found by trial


@pytest.mark.parametrize("program", TYPED, ids=lambda program: program[0].__name__)
def test_every_typed_form_runs(program: Any) -> None:
    made, core, given = typed(program)
    own = positional({**core.functions, **core.constants})
    result_of = made.units.result_of
    types = infer(replace(core, tree=typable(core.tree)), given, result_of)
    for title, tree in (
        ("reachable", reachable(core.tree, types.names)),
        ("ranks", ranks(core.tree, types)),
        ("references", references(core.tree, types.is_array)),
        ("unbound", bound(core.tree, types.names, types.some_value)),
    ):
        same(tree, own, program, title)
    core = replace(core, tree=zero_divisors(core.tree, types))
    same(core.tree, own, program, "zero_divisors")
    core = replace(core, tree=reachable(core.tree, types.names))
    core = replace(core, tree=ranks(core.tree, types))
    core = replace(core, tree=references(core.tree, types.is_array))
    core = replace(core, tree=bound(core.tree, types.names, types.some_value))
    core = replace(core, tree=inplace(core.tree, types.ndim))
    same(core.tree, own, program, "inplace")
    while types.has_tuples(core):
        core = replace(core, tree=tuples(core.tree, types.parts))
        same(core.tree, own, program, "tuples")
        types = infer(core, given, result_of)
    assert text(
        typed_form(typed(program)[1], given, result_of, made.units.back_in)[0].tree
    ) == text(core.tree)
    unit = made.units.unit(program[0], given)
    core, _ = tidy(unit.core, unit.types, made.units.summary_of(unit))
    same(core.tree, positional({**core.functions, **core.constants}), program, "common")


# --- what comes after the derivative is written ---

OPTIMISED: dict[str, Callable[[Tree, Symbols], Tree]] = {
    "webs": lambda tree, symbols: webs(tree),
    "propagate": lambda tree, symbols: propagate(tree, symbols.follows),
    "simplify": lambda tree, symbols: simplify_all(tree, symbols.is_double),
    "updates": lambda tree, symbols: updates(tree, symbols.is_array),
    "zeros": lambda tree, symbols: zeros(tree, symbols.is_array, symbols.is_element),
    "dead_code": lambda tree, symbols: dead_code(tree, symbols.is_pure_statement, symbols.is_array),
    "nest": lambda tree, symbols: nest(tree, symbols.known),
    "distant": lambda tree, symbols: distant(tree, symbols.known),
    "conditions": lambda tree, symbols: conditions(tree, symbols.known),
    "sums": lambda tree, symbols: sums(tree, symbols.known),
    "divisions": lambda tree, symbols: divisions(tree),
    "order": lambda tree, symbols: order(tree),
    "products": lambda tree, symbols: products(tree, symbols.is_double, symbols.is_float),
    "integers": lambda tree, symbols: integers(tree, symbols.is_long),
    "names": lambda tree, symbols: names(tree, symbols.kind, symbols.reserved).tree,
    "branches": lambda tree, symbols: branches(tree),
    "augment": lambda tree, symbols: augment(tree, dimensions(tree, symbols)),
}
ROUNDED = ("updates", "sums", "divisions", "products")  # they change adjoints by rounding errors
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
    again = ("propagate", "simplify", "updates", "zeros", "dead_code") * 3
    for step in ("webs", *again, "nest", "distant", "divisions"):
        before = sum(1 for _ in walk_statements(tree.body))
        tree = OPTIMISED[step](tree, symbols)
        assert step == "divisions" or sum(1 for _ in walk_statements(tree.body)) <= before
        check(run(tree, own, given), expected, exact=step != "divisions")
    for step in ("order", "products", "integers", "simplify", "names", "branches", "augment"):
        tree = OPTIMISED[step](tree, symbols)
        check(run(tree, own, given), expected, exact=False)


@EVERY
@pytest.mark.parametrize("step", OPTIMISED)
def test_every_optimisation_keeps_the_function(program: Any, step: str) -> None:
    function, inputs = program
    made = Program()
    unit = made.units.unit(function, tuple(map(typeof, inputs[0])))
    symbols = made.symbols(Types(unit.types.names, unit.types.result))
    tree = OPTIMISED[step](unit.core.tree, symbols)
    own = positional({**unit.core.functions, **made.units.constants})
    for given in inputs:
        check(run(tree, own, given), run(unit.core.tree, own, given), exact=True)


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
