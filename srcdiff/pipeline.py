"""READ ME FIRST: the way from a function to its derivative, pass by pass.

It is longer than other modules, as it is the table of all passes in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import gast

from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.aliasing.overlaps import check_overlaps
from srcdiff.analyse.aliasing.statement_effects import SummaryOf
from srcdiff.analyse.checks.checks import check_callees, check_effects, check_stores
from srcdiff.analyse.checks.deleted import check_deleted
from srcdiff.analyse.checks.global_arrays import check_global_arrays
from srcdiff.analyse.checks.identities import check_identities
from srcdiff.analyse.checks.integer_truncation import check_cut_off
from srcdiff.analyse.checks.integer_uses import check_whole_numbers
from srcdiff.analyse.checks.list_uses import check_list_uses
from srcdiff.analyse.checks.named_slices import check_slices
from srcdiff.analyse.checks.own_raises import check_own_raises
from srcdiff.analyse.checks.read_early import check_read_early
from srcdiff.analyse.checks.sharing import MayShare
from srcdiff.analyse.checks.zero_d_arrays import check_without_dimensions
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.inference import ResultOf
from srcdiff.analyse.types.least_types import LeastOf, unknown_least
from srcdiff.analyse.types.operand_kinds import check_operands
from srcdiff.analyse.types.types import Type, Types
from srcdiff.core import Core
from srcdiff.core.passes import Stage, run
from srcdiff.differentiate.reverse.complex_numbers import may_read_result
from srcdiff.front.parse import Source
from srcdiff.front.subset import check
from srcdiff.normalise.array_lists.absent_elements import absent_elements
from srcdiff.normalise.array_lists.boxed_lists import boxed_lists
from srcdiff.normalise.array_lists.counted_lists import counted_lists
from srcdiff.normalise.array_lists.empty_lists import empty_lists
from srcdiff.normalise.array_lists.joined_lists import joined_lists
from srcdiff.normalise.array_lists.lengths_in_order import lengths_in_order
from srcdiff.normalise.array_lists.list_elements import list_elements
from srcdiff.normalise.array_lists.list_lengths import list_lengths
from srcdiff.normalise.array_lists.list_pops import list_pops
from srcdiff.normalise.array_lists.list_slices import list_slices
from srcdiff.normalise.array_lists.list_spellings import list_spellings
from srcdiff.normalise.array_lists.nested_lists import nested_lists
from srcdiff.normalise.array_lists.one_list_name import one_list_name
from srcdiff.normalise.array_lists.separate_lists import separate_lists
from srcdiff.normalise.array_lists.stacked_lists import stacked_lists
from srcdiff.normalise.array_lists.walked_lists import walked_lists
from srcdiff.normalise.containers.collected import collected
from srcdiff.normalise.containers.comprehensions import comprehensions
from srcdiff.normalise.containers.dictionaries import dictionaries
from srcdiff.normalise.containers.extensions import extensions
from srcdiff.normalise.containers.fixed_lists import fixed_lists
from srcdiff.normalise.containers.list_append import list_append
from srcdiff.normalise.containers.lists import lists
from srcdiff.normalise.containers.membership import membership
from srcdiff.normalise.containers.sortings import sortings
from srcdiff.normalise.containers.split_tuple_lists import split_tuple_lists
from srcdiff.normalise.control_flow.assignments import assignments
from srcdiff.normalise.control_flow.cartesian import cartesian
from srcdiff.normalise.control_flow.comparisons import comparisons
from srcdiff.normalise.control_flow.exits import exits
from srcdiff.normalise.control_flow.flatten import flatten
from srcdiff.normalise.control_flow.index_tuples import index_tuples
from srcdiff.normalise.control_flow.inner_defaults import inner_defaults
from srcdiff.normalise.control_flow.iterate import iterate
from srcdiff.normalise.control_flow.named_ranges import named_ranges
from srcdiff.normalise.control_flow.once import once
from srcdiff.normalise.control_flow.range_variables import range_variables
from srcdiff.normalise.control_flow.ssa import ssa
from srcdiff.normalise.control_flow.unbound import bound
from srcdiff.normalise.control_flow.walrus import walrus
from srcdiff.normalise.control_flow.word_loops import word_loops
from srcdiff.normalise.dialect.as_python import as_python
from srcdiff.normalise.dialect.calls import calls
from srcdiff.normalise.dialect.casts import casts
from srcdiff.normalise.dialect.conversions import conversions
from srcdiff.normalise.dialect.dtypes import dtypes
from srcdiff.normalise.dialect.inside_conditions import inside_conditions
from srcdiff.normalise.dialect.integer_powers import integer_powers
from srcdiff.normalise.dialect.integer_reductions import integer_reductions
from srcdiff.normalise.dialect.mixed_products import mixed_products
from srcdiff.normalise.dialect.numbers_first import numbers_first
from srcdiff.normalise.dialect.promote_operands import promote_operands
from srcdiff.normalise.dialect.remainders import remainders
from srcdiff.normalise.dialect.scalar_methods import scalar_methods
from srcdiff.normalise.dialect.truth_differences import truth_differences
from srcdiff.normalise.dialect.truth_values import check_truth_values
from srcdiff.normalise.dialect.type_limits import type_limits
from srcdiff.normalise.dialect.unsigned import unsigned
from srcdiff.normalise.dialect.wheres import wheres
from srcdiff.normalise.draft import Draft
from srcdiff.normalise.exceptions.array_hazards import array_hazards
from srcdiff.normalise.exceptions.binding_marks import binding_marks
from srcdiff.normalise.exceptions.captured_flags import captured_flags
from srcdiff.normalise.exceptions.checks_first import checks_first
from srcdiff.normalise.exceptions.kept_reads import kept_reads, without_reads
from srcdiff.normalise.exceptions.lookups import check_lookups
from srcdiff.normalise.exceptions.lower_try import lower_try
from srcdiff.normalise.exceptions.raising import raising
from srcdiff.normalise.exceptions.sure_raises import sure_raises
from srcdiff.normalise.exceptions.unbound_reads import unbound_reads
from srcdiff.normalise.functions.arguments import arguments
from srcdiff.normalise.functions.constant_options import options
from srcdiff.normalise.functions.expand_star_by_arity import expand_star_by_arity
from srcdiff.normalise.functions.function_choices import function_choices
from srcdiff.normalise.functions.function_loops import function_loops
from srcdiff.normalise.functions.imports import imports
from srcdiff.normalise.functions.inserted import inserted, insertions
from srcdiff.normalise.functions.keywords import keywords
from srcdiff.normalise.functions.lift import lift
from srcdiff.normalise.functions.maps import maps
from srcdiff.normalise.functions.resolve import resolve
from srcdiff.normalise.functions.returns import returns
from srcdiff.normalise.functions.scopes import scopes
from srcdiff.normalise.functions.specialise import specialise
from srcdiff.normalise.functions.starred import starred
from srcdiff.normalise.indexing.chained import chained
from srcdiff.normalise.indexing.contiguous import contiguous
from srcdiff.normalise.indexing.ellipses import ellipses
from srcdiff.normalise.indexing.gathers import gathers
from srcdiff.normalise.indexing.known_bounds import known_bounds
from srcdiff.normalise.indexing.pairwise import pairwise_to_slices
from srcdiff.normalise.indexing.parts import parts
from srcdiff.normalise.indexing.scattered import scattered
from srcdiff.normalise.indexing.slices import slices
from srcdiff.normalise.indexing.tuples_of_places import tuples_of_places
from srcdiff.normalise.indexing.view_lengths import view_lengths
from srcdiff.normalise.indexing.wide_masks import wide_masks
from srcdiff.normalise.memory.buffered import buffered
from srcdiff.normalise.memory.first_shapes import with_first_shapes
from srcdiff.normalise.memory.inplace import inplace
from srcdiff.normalise.memory.own_memory import of_own_memory
from srcdiff.normalise.memory.references import references
from srcdiff.normalise.memory.returned_arguments import returned_arguments
from srcdiff.normalise.numpy_calls.batched_linalg import batched_linalg
from srcdiff.normalise.numpy_calls.crosses import crosses
from srcdiff.normalise.numpy_calls.keyed_choices import keyed_choices
from srcdiff.normalise.numpy_calls.matrix_functions import matrix_functions
from srcdiff.normalise.numpy_calls.reductions import reductions
from srcdiff.normalise.numpy_calls.sequences import sequences
from srcdiff.normalise.numpy_calls.split_and_join import split_and_join
from srcdiff.normalise.numpy_calls.squeezes import squeezes
from srcdiff.normalise.numpy_calls.written_results import written_results
from srcdiff.normalise.optional_values.asked_results import asked_results
from srcdiff.normalise.optional_values.attribute_errors import attribute_errors
from srcdiff.normalise.optional_values.optionals import optionals
from srcdiff.normalise.optional_values.valueless import valueless
from srcdiff.normalise.partial_evaluation.discarded import discarded
from srcdiff.normalise.partial_evaluation.drop_warnings import drop_warnings
from srcdiff.normalise.partial_evaluation.messages import messages
from srcdiff.normalise.partial_evaluation.prune import prune
from srcdiff.normalise.partial_evaluation.ranks import ranks
from srcdiff.normalise.partial_evaluation.reachable import reachable
from srcdiff.normalise.partial_evaluation.strip import strip, unhide
from srcdiff.normalise.partial_evaluation.type_questions import type_questions
from srcdiff.normalise.records.records import records
from srcdiff.normalise.retyped import (
    arrays_for_lists,
    collecting,
    completed,
    inferred,
    marked,
    renewed,
    unrolled_arrays,
)
from srcdiff.normalise.small_arrays.array_literals import array_literals
from srcdiff.normalise.tuple_values.fold_tuple_index import fold_tuple_index
from srcdiff.normalise.tuple_values.name_unpacked import name_unpacked
from srcdiff.normalise.tuple_values.replaced_fields import replaced_fields
from srcdiff.normalise.tuple_values.rows import rows
from srcdiff.normalise.tuple_values.shape_arguments import shape_arguments
from srcdiff.normalise.tuple_values.starred_targets import starred_targets
from srcdiff.normalise.tuple_values.tuples import tuples
from srcdiff.normalise.tuple_values.unnested import unnested
from srcdiff.normalise.tuple_values.unpacked import unpacked
from srcdiff.normalise.tuple_values.varying import varying
from srcdiff.normalise.typed_draft import BackIn, Looked, RowsIn, TypedDraft
from srcdiff.optimise.arithmetic.conditions import conditions
from srcdiff.optimise.arithmetic.divisions import divisions
from srcdiff.optimise.arithmetic.fills import fills
from srcdiff.optimise.arithmetic.identities import identities
from srcdiff.optimise.arithmetic.integers import integers
from srcdiff.optimise.arithmetic.products import products
from srcdiff.optimise.arithmetic.signs import signs
from srcdiff.optimise.arithmetic.simplify import simplify_all
from srcdiff.optimise.arithmetic.sizes import sizes
from srcdiff.optimise.arithmetic.sums import sums
from srcdiff.optimise.arithmetic.zeros import zeros
from srcdiff.optimise.augment import augment
from srcdiff.optimise.dataflow.branches import branches
from srcdiff.optimise.dataflow.common import common
from srcdiff.optimise.dataflow.copies import copies
from srcdiff.optimise.dataflow.dead_code import dead_code
from srcdiff.optimise.dataflow.forward_substitute_blocks import forward_substitute_blocks
from srcdiff.optimise.dataflow.live_ranges import live_ranges
from srcdiff.optimise.dataflow.nest import nest
from srcdiff.optimise.dataflow.order import order
from srcdiff.optimise.dataflow.propagate import propagate
from srcdiff.optimise.dataflow.stores import stores
from srcdiff.optimise.dataflow.updates import updates
from srcdiff.optimise.generated_function import GeneratedFunction
from srcdiff.optimise.names import names
from srcdiff.optimise.plain_lengths import plain_lengths
from srcdiff.optimise.symbols import Symbols
from srcdiff.output.quote import headings, quote
from srcdiff.syntax import clone

SURFACE = Stage(
    "surface",
    (
        check_deleted,  # refuse reads of what `del` may have unbound
        check_read_early,  # refuse functions inside and imports that are used before they are bound
        binding_marks,  # mark where functions and modules are bound, if they may be unbound
        captured_flags,  # flags of variables for functions inside, if they may be unbound
        imports,  # imports inside the function -> its namespace
        records,  # structured arrays -> one array per field
        inserted,  # `with insert_grad_of(x)` -> functions with code of the backward pass
        kept_reads,  # keep reads that raise where a variable is unbound
        strip,  # drop docstrings and annotations
        discarded,  # drop expressions that are only evaluated, but for the calls in them
        drop_warnings,  # drop warnings
        messages,  # drop values from messages of errors
        replaced_fields,  # `_replace` of named tuples -> calls of their classes
        word_loops,  # unroll loops over strings
        dictionaries,  # dictionaries with constant keys -> one variable per key
        pairwise_to_slices,  # `pairwise` -> two slices
        separate_lists,  # bind lists one by one
        list_spellings,  # one spelling for what can be done to a list
        list_slices,  # slices of lists that are deleted or replaced -> methods
        nested_lists,  # lists of lists that get longer -> all elements, and their places
        one_list_name,  # one name for each list
        split_tuple_lists,  # split lists of tuples into one list per field
        prune,  # drop branches that the types of arguments decide
        check_own_raises,  # refuse calls that the library is not written for
        check_identities,  # refuse `is` but with None, True, False and the like
        check_lookups,  # refuse `try` around subscripts that may be out of range
        scopes,  # rename variables of comprehensions that hide others
        maps,  # `map` and `filter` -> comprehensions
        named_ranges,  # put named ranges into the loops over them
        cartesian,  # `itertools.product` of ranges -> nested loops
        function_loops,  # unroll loops over functions
        function_choices,  # names of several functions -> branches with calls
        inner_defaults,  # defaults of nested functions -> variables
        lift,  # nested functions -> functions with their free variables as arguments
        check,  # refuse constructs outside the subset
    ),
)
CALLS = Stage(
    "calls",
    (
        unhide,  # rename variables that hide `np`, `max` and the like
        resolve,  # one spelling for each free name
        starred,  # expand stars before tuples of known length
        expand_star_by_arity,  # expand stars by the arity of the function that is called
        starred_targets,  # stars in targets -> slices
        keywords,  # expand `**options`
        written_results,  # `out=` -> assignment
        split_and_join,  # split and join lists of arrays by indices
        fixed_lists,  # lists of arrays -> tuples
        arguments,  # keywords and defaults -> arguments by position
        keyed_choices,  # keys of `min`, `max` and `sorted` -> functions of the library
        index_tuples,  # names of whole subscripts of np.ndindex -> counted loops
        squeezes,  # np.squeeze without an axis -> a number, or the one axis that goes
        dtypes,  # one spelling for each dtype
        specialise,  # functions as arguments -> specialised callees
        options,  # strings and booleans that are passed on -> constants
    ),
)
VALUES = Stage(
    "values",
    (
        range_variables,  # variables that are ranges -> start, stop and step
        parts,  # `x.real[i]` -> `x[i].real`
        membership,  # `in` over constants -> comparisons
        comparisons,  # split chained comparisons with calls
        once,  # evaluate targets of `+=` once
        remainders,  # `divmod` -> `//` and `%`
        sequences,  # functions of lists -> functions of arrays
        sortings,  # `sorted` -> `np.sort`
        extensions,  # `extend` -> `append`
        list_append,  # comprehensions that append -> loops
        absent_elements,  # None in lists that get values -> elements of their type
        lengths_in_order,  # lengths of lists before and after something is taken out
        boxed_lists,  # numbers in lists that shrink -> arrays of one element
        empty_lists,  # lists that begin empty -> no elements of a known type
        walked_lists,  # count in loops over lists of arrays that change on the way
        list_elements,  # name elements of lists of arrays that are changed in place
        counted_lists,  # elements counted from the ends of lists -> from the front
        lists,  # lists that grow -> arrays with a capacity
        reductions,  # `sum` of arrays -> sums of their elements
        comprehensions,  # comprehensions -> loops
        joined_lists,  # one spelling for what joins lists of arrays
        asked_results,  # name results that are compared with None
        walrus,  # `:=` -> assignments
        fold_tuple_index,  # fold subscripts of tuples that are written out
    ),
)
CONTROL = Stage(
    "control",
    (
        unbound_reads,  # raise UnboundLocalError where a variable may be unbound
        without_reads,  # drop reads that were kept, where nothing else reads the variable
        attribute_errors,  # raise AttributeError where an object has no such attribute
        raising,  # raise errors of operations inside `try` explicitly
        lower_try,  # `try` -> flags and branches
        iterate,  # loops over arrays and tuples -> loops over ranges
        rows,  # tuples stored in arrays -> stores of their parts
        crosses,  # cross products of vectors of two by their own function
        calls,  # one spelling for each standard function
        walrus,  # `:=` for what these read twice -> assignments
        returns,  # one `return`, at the end
        assignments,  # one target in each assignment
        slices,  # put named slices into the subscripts that use them
    ),
)
CORE = Stage(
    "core",
    (
        optionals,  # variables that may be None -> a flag and a value
        exits,  # `break` and `continue` -> flags
        flatten,  # three-address code: one operation in each statement
        ssa,  # convert to SSA
        sure_raises,  # drop what stands behind a check that always raises
        checks_first,  # move the `else` of a branch that raises behind it
    ),
)
TYPES = Stage(
    "types",
    (
        check_stores,  # refuse writes to global arrays
        name_unpacked,  # name what is unpacked
        type_questions,  # answer what asks for types of what is computed
        collecting,
        collected,  # types of what comprehensions collect
        array_hazards,  # no exceptions of Python's arithmetic for arrays
        type_limits,  # limits of types -> numbers
        promote_operands,  # promote operands of calls to one type
        check_operands,  # refuse operands that rules are not written for
        check_cut_off,  # refuse writes to arrays that may be of integers
        check_whole_numbers,  # refuse ranges and slices by what is no integer
        check_truth_values,  # refuse sums of booleans
        check_without_dimensions,  # refuse uses of 0-d arrays that differ from scalars
        as_python,  # integers, divisions and conditions as Python has them
        ellipses,  # drop `...` that stands for no dimension
        unsigned,  # negation and differences of unsigned integers as NumPy has them
        valueless,  # drop names of None
        arrays_for_lists,  # named tuples -> tuples, lists of numbers -> arrays
        reachable,  # drop what has no type, as it never runs
        ranks,  # fold conditions on the number of dimensions
        chained,  # `a[i][j]` -> `a[i, j]`
        known_bounds,  # raise where subscripts leave arrays of known sizes
        batched_linalg,  # products of single matrices -> those of stacks
    ),
)
ARITHMETIC = Stage(
    "arithmetic",
    (
        list_pops,  # `pop(0)` of lists of arrays -> moves, and `pop()`
        stacked_lists,  # arrays of lists of arrays -> loops that copy
        list_lengths,  # name lengths of lists of arrays
        matrix_functions,  # functions of matrices by eigenvalues -> operations
        mixed_products,  # promote operands of matrix products
        integer_reductions,  # means and products of small integers in 64 bits
        conversions,  # drop `np.array` of arrays, and of numbers
        inside_conditions,  # name operands in conditions that Numba does not compile
        truth_differences,  # differences of booleans -> `!=`
        integer_powers,  # powers of integers as Python has them
    ),
)
SUBSCRIPTS = Stage(
    "subscripts",
    (
        unpacked,  # arrays that are unpacked -> subscripts
        tuples_of_places,  # names of tuples of arrays in subscripts -> their parts
        wheres,  # `np.where` of numbers -> conditional expressions
        gathers,  # several index arrays -> one flat one
        wide_masks,  # masks of several dimensions -> flat ones
        scattered,  # writes through index arrays -> loops
        contiguous,  # reshape only arrays that are contiguous
        renewed,
        numbers_first,  # flags for names of a number first, and of arrays from then on
        inplace,  # `x += y` of arrays -> `x[...] += y`
        returned_arguments,  # calls that return an argument -> that argument
        insertions,  # blocks of inserted code -> statements
        references,  # one name for each array
        bound,  # initialise variables that are undefined on some paths
        completed,
        reachable,  # and what these types show never to run
    ),
)
TUPLES = Stage(
    "tuples",
    (
        unrolled_arrays,  # unroll loops over tuples of arrays
        varying,  # variable subscripts of tuples -> branches
        rows,  # tuples stored in arrays -> stores of their parts
        tuples,  # names of tuples -> one name for each part
        inferred,
        reachable,  # drop what has no type, as it never runs
        references,  # one name for each array
    ),
)
TYPED = Stage(
    "typed",
    (
        shape_arguments,  # shapes that functions are called with -> tuples of extents
        specialise,  # tuples as arguments -> callees that take their parts
        scalar_methods,  # methods of scalars -> functions
        casts,  # `astype` of scalars -> casts
        array_literals,  # array literals -> stores of their elements
        unnested,  # nested tuples in results -> flat ones
        check_callees,  # refuse calls of names of several functions
        check_slices,  # refuse subscripts by slices with unknown bounds
        view_lengths,  # lengths of rows -> those of whole arrays, in ranges of inner loops
    ),
)
START = Stage(
    "start",
    (
        identities,  # calls that return their argument -> copies
        live_ranges,  # split temporaries into live ranges
    ),
)
SIMPLIFY = Stage(
    "simplify",
    (
        propagate,  # copy and constant propagation
        simplify_all,  # algebraic simplification
        updates,  # adjoints that stay in their elements
        zeros,  # drop zeros that are added or stored
        dead_code,  # dead-code elimination
    ),
    repeated=True,
)
SUBSTITUTE = Stage(
    "substitute",
    (
        nest,  # forward-substitute single-use temporaries
        forward_substitute_blocks,  # and into other branches
        fills,  # `np.full` of numbers that arrays are combined with -> the numbers
        sizes,  # shapes of expressions -> shapes of their operands
        sums,  # merge contributions to one adjoint
        conditions,  # merge neighbouring `if`s
        branches,  # drop branches that do nothing
        dead_code,  # dead-code elimination
    ),
    repeated=True,
)
POLISH = Stage(
    "polish",
    (
        stores,  # save arrays without a copy in between
        copies,  # arithmetic on arrays, not on copies of them
        divisions,  # divide by each value once
        order,  # order updates of arrays so that loops vectorise
        zeros,  # drop zeros again, now that updates are in order
        products,  # constant factors first
        integers,  # fold sums of integers, and ranges
        simplify_all,  # algebraic simplification
        plain_lengths,  # lengths of lists -> `len`
    ),
)


def show(function: Callable[..., Any], *given: Any, after: str = "", **asked: Any) -> None:
    """Print what the passes make of a function and of its gradient, for arguments like those given.

    With `after`, the name of a pass, as they are whenever that has changed them; without, after
    each stage. `asked` are options of `grad`, such as `wrt`. Raises WrongCall if no such pass ran,
    and what `grad` raises.

    >>> def f(x):
    ...     return sum(k * x for k in range(3))
    >>> show(f, 0.5, after="comprehensions")
    # after comprehensions
    def f(x):
        return·sum = 0
        for k in range(3):
            return·sum = return·sum + k * x
        return return·sum
    <BLANKLINE>
    """
    from srcdiff.output.stages import ran_passes, shown  # they run this pipeline

    print(shown(ran_passes(function, given, **asked), after))


def core_form(
    source: Source,
    given: tuple[Type, ...],
    keeps: bool = True,
    is_python: bool = True,
    of_arrays: frozenset[str] = frozenset(),
    boxed: frozenset[str] = frozenset(),
    filled: Mapping[str, str] | None = None,
    nested: frozenset[str] = frozenset(),
) -> Core:
    """Bring a function, for arguments of some types, to the core form (core/__init__.py).

    With `keeps` for reverse mode; with `is_python` it raises as Python does. `of_arrays` are names
    of lists that hold arrays, and change, `boxed` those of lists of numbers that shrink;
    `filled` has elements, as text, for lists that begin with None; `nested` are names of lists of
    lists that get longer, or differ in length.
    """
    draft = Draft(
        source,
        source.tree,
        given,
        keeps,
        is_python,
        of_arrays=of_arrays | boxed,
        boxed=boxed,
        filled=filled or {},
        nested=nested,
    )
    draft = run(draft, (SURFACE, CALLS, VALUES, CONTROL, CORE))
    return draft.core(source.written or source.tree)


def typed_form(
    core: Core,
    given: tuple[Type, ...],
    result_of: ResultOf,
    back_in: BackIn,
    rows_in: RowsIn,
    is_python: bool = True,
    least_of: LeastOf = unknown_least,
) -> tuple[Core, Types, Looked]:
    """Infer the types in a core form, and do what only they allow.

    With `is_python` its integers are those of Python and NumPy, not those of a kernel. With the
    result comes what is looked at again when all calls are known.
    """
    draft = TypedDraft(core, given, result_of, back_in, rows_in, is_python, least_of)
    draft = run(draft, (TYPES,))
    draft = marked(draft, run(draft, (ARITHMETIC,)))
    draft = run(draft, (SUBSCRIPTS,))
    while draft.types.has_tuples(draft.core):
        draft = run(draft, (TUPLES,))
    draft = run(draft, (TYPED,))
    return draft.core, draft.types.returning(draft.returned), Looked(draft.numbers, draft.asked)


def tidy(
    core: Core,
    types: Types,
    summary_of: SummaryOf,
    keeps: bool = True,
    may_share: MayShare = lambda call, positions: False,
) -> tuple[Core, Types]:
    """Simplify a core form before it is differentiated; with `keeps` in reverse mode.

    There the passes of normalise/memory/buffer_swaps.py come first. `may_share` tells of calls
    whether arguments that are written to may share memory.
    """
    memory = effects(core, types, summary_of)
    check_effects(core, types, memory, may_share)  # refuse effects that cannot be followed
    check_list_uses(core, types, memory)  # refuse lists of arrays used as a whole
    check_global_arrays(core, types, summary_of)
    if types.has_arrays:
        if keeps:  # shapes of what inner loops hand over, by those of what they begin with
            core, memory = with_first_shapes(core, types, memory, summary_of)
        core, types = buffered(core, types, memory)  # copy what overlaps the array it is added to
        core, types, memory = of_own_memory(core, types, summary_of, keeps, may_read_result(types))
    layout = structure(core.tree.body)
    check_overlaps(core, types, memory, layout)  # refuse what depends on the order of elements
    tree = common(core.tree, memory, layout.is_single, types.fits)  # common subexpressions
    return replace(core, tree=tree), types


def optimise(tree: gast.FunctionDef, symbols: Symbols) -> gast.FunctionDef:
    """Make a derivative short and fast, before it gets its final names."""
    function = GeneratedFunction(clone(tree), symbols)
    return run(function, (START, SIMPLIFY, SUBSTITUTE, POLISH)).tree


def finish(tree: gast.FunctionDef, written: gast.FunctionDef, symbols: Symbols) -> gast.FunctionDef:
    """Make a derivative readable: comments, names, `+=`."""
    tree = headings(quote(tree, written))
    final = names(tree, symbols.kind, symbols.reserved)
    tree = augment(branches(final.tree), symbols.dimensions(final.names))
    return signs(tree, symbols.floats(final.names))
