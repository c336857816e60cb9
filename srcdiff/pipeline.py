"""READ ME FIRST: the way from a function to its derivative, pass by pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import gast

from srcdiff.analyse.activity import Activity
from srcdiff.analyse.arrays import arrays
from srcdiff.analyse.bound_shapes import Place
from srcdiff.analyse.cheap import Again, is_cheap
from srcdiff.analyse.checks import (
    check_callees,
    check_effects,
    check_references,
    check_shared_results,
    check_stores,
)
from srcdiff.analyse.cut_off import check_cut_off
from srcdiff.analyse.deleted import check_deleted
from srcdiff.analyse.effects import Effects, effects
from srcdiff.analyse.flow import check_flow
from srcdiff.analyse.global_arrays import check_global_arrays
from srcdiff.analyse.identities import check_identities
from srcdiff.analyse.inference import ResultOf, infer
from srcdiff.analyse.least_types import LeastOf, unknown_least
from srcdiff.analyse.lookups import check_lookups
from srcdiff.analyse.loops import loops
from srcdiff.analyse.named_slices import check_slices
from srcdiff.analyse.operand_kinds import check_operands
from srcdiff.analyse.overlaps import check_overlaps
from srcdiff.analyse.own_raises import check_own_raises
from srcdiff.analyse.owners import same_shapes
from srcdiff.analyse.read_early import check_read_early
from srcdiff.analyse.schedule import Need, schedule
from srcdiff.analyse.small import Small, is_worth, small
from srcdiff.analyse.statement_effects import SummaryOf
from srcdiff.analyse.storage import storage
from srcdiff.analyse.structure import structure
from srcdiff.analyse.truth_values import check_truth_values
from srcdiff.analyse.types import Type, Types, lengths, with_arrays
from srcdiff.analyse.whole_numbers import check_whole_numbers
from srcdiff.analyse.without_dimensions import check_without_dimensions
from srcdiff.differentiate.adjoints import adjoints
from srcdiff.differentiate.calls import Rewritten, backward_needs
from srcdiff.differentiate.complex_numbers import may_read_result
from srcdiff.differentiate.context import Context
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.quote import headings, quote
from srcdiff.normalise import Core
from srcdiff.normalise.absent import absent
from srcdiff.normalise.arguments import arguments
from srcdiff.normalise.array_conditions import array_conditions
from srcdiff.normalise.array_hazards import array_hazards
from srcdiff.normalise.asked_results import asked_results
from srcdiff.normalise.assignments import assignments
from srcdiff.normalise.attempts import attempts
from srcdiff.normalise.calls import calls
from srcdiff.normalise.cartesian import cartesian
from srcdiff.normalise.casts import casts
from srcdiff.normalise.chained import chained
from srcdiff.normalise.collected import collected, placeholders
from srcdiff.normalise.columns import columns
from srcdiff.normalise.comparisons import comparisons
from srcdiff.normalise.comprehensions import comprehensions
from srcdiff.normalise.contiguous import contiguous, reshaped
from srcdiff.normalise.conversions import conversions
from srcdiff.normalise.counted import counted
from srcdiff.normalise.crosses import crosses
from srcdiff.normalise.dictionaries import dictionaries
from srcdiff.normalise.discarded import discarded
from srcdiff.normalise.displays import displays
from srcdiff.normalise.dtypes import dtypes
from srcdiff.normalise.ellipses import ellipses
from srcdiff.normalise.exits import exits
from srcdiff.normalise.extensions import extensions
from srcdiff.normalise.fixed_lists import fixed_lists
from srcdiff.normalise.flatten import flatten
from srcdiff.normalise.function_choices import function_choices
from srcdiff.normalise.function_loops import function_loops
from srcdiff.normalise.gathers import gathers
from srcdiff.normalise.given_back import BackOf, given_back
from srcdiff.normalise.grown import grown
from srcdiff.normalise.imports import imports
from srcdiff.normalise.inplace import inplace
from srcdiff.normalise.inserted import inserted, insertions
from srcdiff.normalise.inside_conditions import inside_conditions
from srcdiff.normalise.integer_powers import integer_powers
from srcdiff.normalise.iterate import iterate
from srcdiff.normalise.joins import joins
from srcdiff.normalise.kept_reads import kept_reads, without_reads
from srcdiff.normalise.keywords import keywords
from srcdiff.normalise.lift import lift
from srcdiff.normalise.listed import listed
from srcdiff.normalise.lists import lists
from srcdiff.normalise.maps import maps
from srcdiff.normalise.matrix_functions import matrix_functions
from srcdiff.normalise.membership import membership
from srcdiff.normalise.messages import messages
from srcdiff.normalise.mixed_products import mixed_products
from srcdiff.normalise.named import named, unnamed
from srcdiff.normalise.named_ranges import named_ranges
from srcdiff.normalise.narrow_integers import narrow_integers
from srcdiff.normalise.neighbours import neighbours
from srcdiff.normalise.of_numbers import of_numbers
from srcdiff.normalise.once import once
from srcdiff.normalise.optionals import optionals
from srcdiff.normalise.options import options
from srcdiff.normalise.parts import parts
from srcdiff.normalise.picked import picked
from srcdiff.normalise.pieces import pieces
from srcdiff.normalise.promoted import promoted
from srcdiff.normalise.prune import prune
from srcdiff.normalise.quiet import quiet
from srcdiff.normalise.raising import raising
from srcdiff.normalise.ranks import ranks
from srcdiff.normalise.reachable import reachable
from srcdiff.normalise.records import records
from srcdiff.normalise.reductions import reductions
from srcdiff.normalise.references import references
from srcdiff.normalise.remainders import remainders
from srcdiff.normalise.resolve import RESERVED, resolve
from srcdiff.normalise.returns import returns
from srcdiff.normalise.rows import rows
from srcdiff.normalise.scalarise import Scalars, scalarise
from srcdiff.normalise.scattered import scattered
from srcdiff.normalise.scopes import scopes
from srcdiff.normalise.sequences import sequences
from srcdiff.normalise.single import single
from srcdiff.normalise.slices import slices
from srcdiff.normalise.snapshots import snapshots
from srcdiff.normalise.sortings import sortings
from srcdiff.normalise.specialise import specialise
from srcdiff.normalise.stacks import stacks
from srcdiff.normalise.starred import starred
from srcdiff.normalise.starred_targets import starred_targets
from srcdiff.normalise.strip import strip, unhide
from srcdiff.normalise.truth_differences import truth_differences
from srcdiff.normalise.tuples import tuples
from srcdiff.normalise.type_limits import type_limits
from srcdiff.normalise.unbound import bound, typable
from srcdiff.normalise.unbound_reads import unbound_reads
from srcdiff.normalise.unnested import unnested
from srcdiff.normalise.unpacked import unpacked
from srcdiff.normalise.unrolled import unrolled
from srcdiff.normalise.unshared import unshared
from srcdiff.normalise.unsigned import unsigned
from srcdiff.normalise.valueless import valueless
from srcdiff.normalise.varying import varying
from srcdiff.normalise.walrus import walrus
from srcdiff.normalise.wheres import wheres
from srcdiff.normalise.wholes import wholes
from srcdiff.normalise.wide_masks import wide_masks
from srcdiff.normalise.widened import widened
from srcdiff.normalise.word_loops import word_loops
from srcdiff.normalise.written_results import written_results
from srcdiff.normalise.zero_divisors import zero_divisors
from srcdiff.optimise.augment import augment
from srcdiff.optimise.branches import branches
from srcdiff.optimise.common import common
from srcdiff.optimise.conditions import conditions
from srcdiff.optimise.copies import copies
from srcdiff.optimise.dead_code import dead_code
from srcdiff.optimise.distant import distant
from srcdiff.optimise.divisions import divisions
from srcdiff.optimise.fills import fills
from srcdiff.optimise.identities import identities
from srcdiff.optimise.integers import integers
from srcdiff.optimise.names import names
from srcdiff.optimise.nest import nest
from srcdiff.optimise.order import order
from srcdiff.optimise.products import products
from srcdiff.optimise.propagate import propagate
from srcdiff.optimise.signs import signs
from srcdiff.optimise.simplify import simplify_all
from srcdiff.optimise.sizes import sizes
from srcdiff.optimise.stores import stores
from srcdiff.optimise.sums import sums
from srcdiff.optimise.symbols import Symbols
from srcdiff.optimise.updates import updates
from srcdiff.optimise.webs import webs
from srcdiff.optimise.zeros import zeros
from srcdiff.parse import Source
from srcdiff.rebound import handed_over
from srcdiff.rules.registry import reads_operands, rule_of_user
from srcdiff.subset import check
from srcdiff.syntax import clone, key, parameters, targets

Pass = Callable[[gast.FunctionDef], gast.FunctionDef]


def core_form(
    source: Source, given: tuple[Type, ...], keeps: bool = True, is_python: bool = True
) -> Core:
    """Bring a function, for arguments of some types, to the core form (normalise/__init__.py).

    With `keeps` for reverse mode; with `is_python` variables without value raise as in Python.
    """
    written = source.written or source.tree
    check_deleted(source.tree)  # refuse reads of what `del` may have unbound
    check_read_early(source.tree)  # refuse functions inside and imports that are used before
    source = imports(source)  # no imports
    source = records(source)  # no records
    source = inserted(source, keeps)  # functions for code in the backward pass
    tree = kept_reads(source.tree)  # what raises if it has no value is read
    tree = strip(tree)  # no docstring, no annotations
    tree = discarded(tree)  # no expressions for nothing but the calls in them
    tree = quiet(tree, source.namespace)  # no warnings
    tree = messages(tree, source.namespace)  # no values in messages of errors
    tree = word_loops(tree)  # no loops over words
    tree = dictionaries(tree, given)  # no dictionaries that the function makes
    tree = neighbours(tree, source.namespace)  # slices for pairs of neighbours
    source = columns(replace(source, tree=tree))  # no lists of tuples
    tree = prune(source.tree, given, source.namespace)  # no options that types decide
    check_own_raises(tree, source.namespace)  # refuse calls that the library is not written for
    check_identities(tree, source.namespace)  # refuse `is` but with what there is once
    check_lookups(tree, given, source.namespace)  # refuse `try` where subscripts may be wrong
    tree = scopes(tree)  # variables of comprehensions that hide no others
    tree = maps(tree, source.namespace)  # no `map`, no `filter`
    tree = named_ranges(tree)  # no names of ranges that loops go through
    tree = cartesian(tree, source.namespace)  # no products of ranges
    tree = function_loops(tree, source.namespace)  # no loops over functions
    tree = function_choices(tree, source.namespace)  # no names of several functions
    source = lift(replace(source, tree=tree))  # no functions inside
    check(source.tree)  # refuse what is not supported
    tree = unhide(source.tree, RESERVED)  # no variables called `np` or `max`
    found = resolve(tree, source.namespace)  # one spelling for each free name
    tree = starred(found.tree, found.constants, found.functions)  # no stars before known tuples
    tree = counted(tree, found.functions)  # no stars before as many parts as a function takes
    tree = starred_targets(tree)  # no stars in targets
    tree, functions = keywords(tree, found.functions)  # no `**options`
    tree = written_results(tree)  # no `out`
    tree = pieces(tree)  # no functions of lists of arrays
    tree = fixed_lists(tree, given)  # tuples for lists of arrays
    tree = arguments(tree, functions)  # arguments by position
    tree = dtypes(tree)  # one spelling for each type of elements
    tree, functions = specialise(tree, functions)  # no functions as arguments
    tree = options(tree, given)  # texts that are passed on as constants
    tree = parts(tree)  # no elements of real and imaginary parts
    tree = membership(tree)  # no `in` over constants
    tree = comparisons(tree, functions)  # no chains with calls
    tree = once(tree, functions)  # no calls in targets of `+=`
    tree = remainders(tree)  # no divmod
    tree = sequences(tree, given, functions)  # arrays for functions of arrays
    tree = sortings(tree)  # no `sorted`
    tree = extensions(tree)  # no `extend` by what is written out
    tree = grown(tree)  # no comprehensions of lists that grow
    tree = lists(tree)  # no lists that grow
    tree = reductions(tree, found.constants)  # sums of arrays over their elements
    tree = comprehensions(tree)  # no comprehensions
    tree = asked_results(tree, functions)  # names for what is asked whether it is None
    tree = walrus(tree)  # no assignments in expressions
    tree = picked(tree)  # no tuples of which one part is taken
    if is_python:  # checks of variables that some paths leave unbound
        tree = unbound_reads(tree, lengths(parameters(tree), given), found.constants)
    tree = without_reads(tree)  # no names that nothing else reads
    tree = absent(tree, given, found.constants)  # attributes that objects only have raise
    tree, functions = raising(tree, functions, found.constants)  # exceptions in `try` raised
    tree = attempts(tree, found.constants)  # no `try`
    tree = iterate(tree, found.constants)  # loops over ranges only
    tree = rows(tree)  # no tuples stored in arrays
    tree = crosses(tree)  # cross products of two components by their own function
    tree = calls(tree)  # standard functions as they have rules
    tree = returns(tree)  # one return, at the end
    tree = assignments(tree)  # one target for each assignment
    tree = slices(tree)  # no names of slices in subscripts
    kinds = dict(zip(parameters(tree), given, strict=False))
    tree, functions = optionals(tree, kinds, functions)  # flags for what may be None
    tree = exits(tree)  # no break, no continue
    tree = flatten(tree, frozenset(functions))  # one operation in each statement
    tree = single(tree)  # one name for each value
    return Core(tree, functions, found.constants, source.origin, written)


def inferable(core: Core) -> Core:
    """Return a core form of which types can be inferred."""
    return replace(core, tree=typable(reshaped(core.tree)))


def typed_form(
    core: Core,
    given: tuple[Type, ...],
    result_of: ResultOf,
    back_in: Callable[[Core, Types], BackOf],
    is_python: bool = True,
    least_of: LeastOf = unknown_least,
) -> tuple[Core, Types]:
    """Find the types in a core form, and do what only they allow.

    With `is_python` its integers are those of Python and NumPy, not those of a kernel.
    """
    check_stores(core)  # refuse writes to global arrays
    core = replace(core, tree=wholes(core.tree))  # a name for what is unpacked

    def types_of(core: Core) -> Types:
        return infer(inferable(core), given, result_of)

    kept_one_by_one = placeholders(core.tree)
    core, types = collected(core, types_of)  # the types of what comprehensions collect
    core = replace(core, tree=array_hazards(core.tree, types))  # no exceptions of arrays
    core = replace(core, tree=type_limits(core.tree, types))  # no limits of types
    core, types = promoted(core, types, types_of)  # calls as the kinds of all operands want it
    check_operands(core, types.names)  # refuse operands that rules are not written for
    # refuse writes to arrays that may be of integers
    check_cut_off(core, types.names, least_of, collects=kept_one_by_one)
    check_whole_numbers(core, types.names)  # refuse ranges and slices of other numbers
    check_truth_values(core, types.names)  # refuse sums of truth values
    check_without_dimensions(core, types.names)  # refuse changes of what becomes a number
    if is_python:
        core, types = of_python(core, types, types_of)
    core = replace(core, tree=ellipses(core.tree, types))  # no `...` for no dimension
    core = replace(core, tree=unsigned(core.tree, types))  # no signs that may not be moved
    core = replace(core, tree=valueless(core.tree, types.is_none))  # no names of nothing
    returned = types.result
    without = named(core, types)  # tuples instead of named ones
    without = listed(without, types)  # arrays instead of lists of numbers
    given = tuple(map(with_arrays, given))
    if without is not core:
        core, result_of = without, unnamed(result_of)
        types = infer(inferable(core), given, result_of)
    core = replace(core, tree=reachable(core.tree, types.names))  # what can never run
    core = replace(core, tree=ranks(core.tree, types))  # no conditions on dimensions
    core = replace(core, tree=chained(core.tree, types))  # one subscript for `a[i][j]`
    core = stacks(core, types)  # products of single matrices
    functions_of = matrix_functions(core.tree, types)  # functions of matrices as operations
    mixed = mixed_products(functions_of, types)  # products of arrays of one kind
    tree = widened(mixed, types)  # no means and products of small integers
    tree = conversions(tree, types)  # no arrays of what is an array, or a number
    tree = inside_conditions(tree, types)  # no conditions that Numba does not compile
    tree = truth_differences(tree, types)  # no differences of truth values
    tree = integer_powers(tree, types)  # no powers of integers that may be none
    is_converted = key(tree) != key(core.tree)
    core = replace(core, tree=unpacked(tree, types.is_array))  # no arrays unpacked
    core = replace(core, tree=wheres(core.tree, types))  # no `np.where` of numbers
    core = replace(core, tree=gathers(core.tree, types))  # one array of places
    core = replace(core, tree=wide_masks(core.tree, types))  # masks of one dimension
    core = replace(core, tree=scattered(core.tree, types))  # no writes to several places
    core = replace(core, tree=contiguous(core.tree, types))  # other shapes of whole arrays only
    if is_converted or types.has_gaps(core):
        types = infer(replace(core, tree=typable(core.tree)), given, result_of)
    core = replace(core, tree=inplace(core.tree, types.ndim))  # x += y as x = x + y
    tree = given_back(core.tree, back_in(core, types))  # no other name for what a call gives back
    tree = insertions(tree, core.functions, types.is_array)  # blocks for their effect
    core = replace(core, tree=references(tree, types.is_array))  # one name for each array
    core = replace(core, tree=bound(core.tree, types.names, types.some_value))  # no gaps
    if types.has_gaps(core):
        types = infer(core, given, result_of)
    while types.has_tuples(core):
        tree = unrolled(core.tree, types.parts, types.holds_arrays)  # arrays of tuples by number
        if key(tree) != key(core.tree):
            core = replace(core, tree=single(tree))
            types = infer(core, given, result_of)
        # no varying parts of them
        core = replace(core, tree=varying(core.tree, types.parts, types.holds_arrays))
        core = replace(core, tree=rows(core.tree, types.parts))
        core = replace(core, tree=tuples(core.tree, types.parts))  # no names of tuples
        types = infer(core, given, result_of)
        core = replace(core, tree=reachable(core.tree, types.names))  # what can never run now
        core = replace(core, tree=references(core.tree, types.is_array))
    tree, functions = specialise(core.tree, core.functions)  # no tuples as arguments
    core = replace(core, tree=tree, functions=functions)
    core = replace(core, tree=of_numbers(core.tree, types))  # no methods of numbers
    core = replace(core, tree=casts(core.tree, types))  # no casts by methods
    core = replace(core, tree=displays(core.tree, types))  # no arrays that are written out
    core = replace(core, tree=unnested(core.tree, types.is_empty))  # no tuples in results
    check_callees(core)  # refuse calls of what is a name of several functions
    check_slices(core, types)  # refuse subscripts by slices with unknown bounds
    return core, types.returning(returned)


def of_python(core: Core, types: Types, types_of: Callable[[Core], Types]) -> tuple[Core, Types]:
    """Compute and raise as Python and NumPy do, not as compiled code does."""
    outside, functions = types.constants.keys(), frozenset(core.functions)
    tree = array_conditions(core.tree, types)  # conditions that are arrays raise
    core = replace(core, tree=zero_divisors(tree, types, outside))  # divisors checked
    tree = widened(core.tree, types)  # what reductions of small integers give is no narrow integer
    if key(tree) != key(core.tree):
        core = replace(core, tree=tree)
        types = types_of(core)
    while True:  # arrays of narrow integers
        tree = narrow_integers(core.tree, types, functions, outside, of_arrays=True)
        if key(tree) == key(core.tree):
            break
        core = replace(core, tree=tree)
        types = types_of(core)
    tree = narrow_integers(core.tree, types, functions, outside)  # and numbers
    core = replace(core, tree=tree)
    return core, types_of(core) if types.has_gaps(core) else types


def small_arrays(place: Place, whole: bool) -> Small | None:
    """Return the arrays of a function whose elements can be variables, if that is worth it.

    Without `whole`, the function takes and returns elements itself.
    """
    banned: frozenset[str] = frozenset()
    while True:
        found = small(place, banned)
        if not found.shapes or (whole and not is_worth(found, place.layout)):
            return None
        left = in_variables(place, found, whole).left
        if not left:
            return found
        banned |= left


def in_variables(place: Place, found: Small, whole: bool) -> Scalars:
    """Return a function with its small arrays held in variables."""
    new = scalarise(place.core.tree, place.types, found, place.sizes, whole)
    types = replace(place.types, names={**place.types.names, **new.kinds})
    tree = wheres(new.tree, types)  # no `np.where` of elements
    return replace(new, tree=single(tree, new.variables))  # one name for each value


def tidy(core: Core, types: Types, summary_of: SummaryOf, keeps: bool = True) -> tuple[Core, Types]:
    """Simplify a core form before it is differentiated; with `keeps` in reverse mode.

    There the passes of rebound.py come first.
    """
    memory = effects(core, types, summary_of)
    check_effects(core, types, memory)  # what cannot be followed
    check_global_arrays(core, types, summary_of)
    if types.has_arrays:
        core, types, memory = of_own_memory(core, types, summary_of, keeps)
    layout = structure(core.tree.body)
    check_overlaps(core, types, memory, layout)  # what depends on the order of elements
    tree = common(core.tree, memory, layout.is_single, types.fits)  # each value once
    return replace(core, tree=tree), types


def of_own_memory(
    core: Core, types: Types, summary_of: SummaryOf, keeps: bool
) -> tuple[Core, Types, Effects]:
    """Copy arrays where two names stand for one, or where one changes that is read later."""
    layout = structure(core.tree.body)
    if keeps:
        memory = effects(core, types, summary_of, with_owners=False)
        handed = handed_over(core, types, summary_of, memory, layout)
        tree = joins(core.tree, memory, layout, types.has_adjoints, handed, types.is_in_columns)
        core = replace(core, tree=tree)
    memory = effects(core, types, summary_of)
    layout = structure(core.tree.body)
    # memory of their own
    apart = unshared(core.tree, memory, layout, types.has_adjoints, types.is_in_columns)
    if apart.copies:
        core, types = replace(core, tree=apart.tree), types.with_copies(apart.copies)
        memory = effects(core, types, summary_of)
        layout = structure(core.tree.body)
    if keeps:
        ruled = frozenset(n for n, f in core.functions.items() if rule_of_user(f) is not None)
        # copies of what changes
        read = may_read_result(types), reads_operands
        kinds = types.has_adjoints, types.is_in_columns
        kept = snapshots(core.tree, memory, layout, types.is_array, *read, ruled, *kinds)
        core, types = replace(core, tree=kept.tree), types.with_copies(kept.copies)
        memory = effects(core, types, lambda call: summary_of(kept.before.get(call, call)))
    return core, types, memory


def facts_of(
    rewritten: Rewritten,
    types: Types,
    memory: Effects,
    active: Activity,
    results: Need,
    divided: bool,
    again: Again = is_cheap,
) -> Facts:
    """Find out all that has to be known before a function is differentiated."""
    core = rewritten.core
    check_flow(core, types, active, rewritten.types)  # refuse what could be silently wrong
    layout = structure(core.tree.body)
    kinds = arrays(core, types, memory)
    alike = same_shapes(memory.owners, layout, kinds.shape)
    check_references(core, types, active, kinds, alike)
    sites = {s: tuple(range(len(targets(s)))) for s in rewritten.sites}
    check_shared_results(core, memory, active, sites)
    independent = loops(core, types, memory, active, layout)
    context = Context(core, types, memory, active, layout, kinds, rewritten.ruled)
    rules = adjoints(context, rewritten.sites)
    needs = backward_needs(rules, rewritten.sites, memory, kinds)
    order = schedule(core.tree, layout, memory, independent, needs, results, divided)
    plan = storage(types, layout, memory, order, needs, again)
    return Facts(
        core, types, memory, active, kinds, layout, independent, rules, rewritten.sites, order, plan
    )


def settled(tree: gast.FunctionDef, *passes: Pass) -> gast.FunctionDef:
    """Run passes in turn, again and again, until they change nothing any more.

    That is where so many in a row change nothing, or where all of them together leave what was.
    """
    quiet = 0
    while True:
        before = tree
        for change in passes:
            new = change(tree)
            quiet = quiet + 1 if key(new) == key(tree) else 0
            tree = new
            if quiet == len(passes):
                return tree
        if key(tree) == key(before):
            return tree


def optimise(tree: gast.FunctionDef, symbols: Symbols) -> gast.FunctionDef:
    """Make a derivative short, before it gets its final names."""
    tree = identities(clone(tree), symbols.identities)  # calls that give their argument back
    tree = webs(tree)  # one name for each value of a part
    is_array, is_double, shape = symbols.is_array, symbols.is_double, symbols.shape
    tree = settled(
        tree,
        lambda tree: propagate(tree, symbols.follows),  # copies and constants
        lambda tree: simplify_all(tree, is_double, symbols.is_complex),  # arithmetic
        lambda tree: updates(tree, is_array),  # adjoints that stay in their elements
        lambda tree: zeros(tree, is_array, symbols.is_element),  # zeros in adjoints of arrays
        lambda tree: dead_code(tree, symbols.is_pure_statement, is_array),  # what nobody reads
    )
    tree = settled(
        tree,
        lambda tree: nest(tree, symbols.known),  # parts back into expressions
        lambda tree: distant(tree, symbols.known),  # and into other branches
        # arrays of one number
        lambda tree: fills(tree, symbols.is_double_array, is_double, shape),
        lambda tree: sizes(tree, is_array, is_double, shape),  # shapes of expressions
        lambda tree: sums(tree, symbols.known),  # contributions of one statement
        lambda tree: conditions(tree, symbols.known),  # neighbouring `if`s
        branches,  # what does nothing
        lambda tree: dead_code(tree, symbols.is_pure_statement, is_array),
    )
    tree = stores(tree)  # arrays saved without a copy in between
    tree = copies(tree, symbols.is_in_rows)  # arithmetic on arrays, not on copies of them
    tree = divisions(tree)  # one division by each value
    tree = order(tree)  # updates of arrays, so that loops vectorise
    tree = zeros(tree, is_array, symbols.is_element)  # once more, now that updates are in order
    tree = products(tree, is_double, symbols.is_float)  # numbers in front
    tree = integers(tree, symbols.is_long)  # sums of integers, and ranges
    return simplify_all(tree, is_double, symbols.is_complex)


def finish(tree: gast.FunctionDef, written: gast.FunctionDef, symbols: Symbols) -> gast.FunctionDef:
    """Make a derivative readable: comments, names, `+=`."""
    tree = headings(quote(tree, written))
    final = names(tree, symbols.kind, symbols.reserved)
    tree = augment(branches(final.tree), symbols.dimensions(final.names))
    return signs(tree, symbols.floats(final.names))
