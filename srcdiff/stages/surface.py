"""From Python as people write it to calls of known functions with arguments by position."""

from __future__ import annotations

from srcdiff.analyse.checks.deleted import check_deleted
from srcdiff.analyse.checks.identities import check_identities
from srcdiff.analyse.checks.own_raises import check_own_raises
from srcdiff.analyse.checks.read_early import check_read_early
from srcdiff.analyse.checks.tried_reads import check_tried_reads
from srcdiff.core.passes import Stage
from srcdiff.front.subset import check
from srcdiff.normalise.array_lists.list_slices import list_slices
from srcdiff.normalise.array_lists.list_spellings import list_spellings
from srcdiff.normalise.array_lists.list_sums import list_sums
from srcdiff.normalise.array_lists.nested_lists import nested_lists
from srcdiff.normalise.array_lists.one_list_name import one_list_name
from srcdiff.normalise.array_lists.separate_lists import separate_lists
from srcdiff.normalise.containers.dictionaries.default_dictionaries import default_dictionaries
from srcdiff.normalise.containers.dictionaries.dictionaries import dictionaries
from srcdiff.normalise.containers.dictionaries.keyed_lists import keyed_lists
from srcdiff.normalise.containers.dictionaries.separate_dictionaries import separate_dictionaries
from srcdiff.normalise.containers.fixed_lists import fixed_lists
from srcdiff.normalise.containers.from_iterables import from_iterables
from srcdiff.normalise.containers.split_tuple_lists import split_tuple_lists
from srcdiff.normalise.control_flow.inner_defaults import inner_defaults
from srcdiff.normalise.control_flow.loops.cartesian import cartesian
from srcdiff.normalise.control_flow.loops.index_tuples import index_tuples
from srcdiff.normalise.control_flow.loops.named_ranges import named_ranges
from srcdiff.normalise.control_flow.loops.word_loops import word_loops
from srcdiff.normalise.dialect.dtypes import dtypes
from srcdiff.normalise.exceptions.binding_marks import binding_marks
from srcdiff.normalise.exceptions.captured_flags import captured_flags
from srcdiff.normalise.exceptions.kept_reads import kept_reads
from srcdiff.normalise.exceptions.lookups import check_lookups
from srcdiff.normalise.functions.arguments.arguments import arguments
from srcdiff.normalise.functions.arguments.constant_options import options
from srcdiff.normalise.functions.arguments.expand_star_by_arity import expand_star_by_arity
from srcdiff.normalise.functions.arguments.keywords import keywords
from srcdiff.normalise.functions.arguments.named_lists import named_lists
from srcdiff.normalise.functions.arguments.starred import starred
from srcdiff.normalise.functions.function_choices import function_choices
from srcdiff.normalise.functions.function_loops import function_loops
from srcdiff.normalise.functions.imports import imports
from srcdiff.normalise.functions.inserted import inserted
from srcdiff.normalise.functions.lift import lift
from srcdiff.normalise.functions.maps import maps
from srcdiff.normalise.functions.resolve import resolve
from srcdiff.normalise.functions.scopes import scopes
from srcdiff.normalise.functions.specialise import specialise
from srcdiff.normalise.indexing.crossed_stores import crossed_stores
from srcdiff.normalise.indexing.flat_elements import flat_elements
from srcdiff.normalise.indexing.list_places import list_places
from srcdiff.normalise.indexing.pairwise import pairwise_to_slices
from srcdiff.normalise.numpy_calls.choices import choices
from srcdiff.normalise.numpy_calls.grid_points import grid_points
from srcdiff.normalise.numpy_calls.keyed_choices import keyed_choices
from srcdiff.normalise.numpy_calls.matrix_updates import matrix_updates
from srcdiff.normalise.numpy_calls.split_and_join import split_and_join
from srcdiff.normalise.numpy_calls.squeezes import squeezes
from srcdiff.normalise.numpy_calls.written_results import written_results
from srcdiff.normalise.partial_evaluation.discarded import discarded
from srcdiff.normalise.partial_evaluation.drop_warnings import drop_warnings
from srcdiff.normalise.partial_evaluation.messages import messages
from srcdiff.normalise.partial_evaluation.prune import prune
from srcdiff.normalise.partial_evaluation.strip import strip, unhide
from srcdiff.normalise.partial_evaluation.unused_lists import unused_lists
from srcdiff.normalise.queues.deques import deques
from srcdiff.normalise.queues.heaps import heaps
from srcdiff.normalise.queues.tried_pops import tried_pops
from srcdiff.normalise.records.records import records
from srcdiff.normalise.tuple_values.generated_tuples import generated_tuples
from srcdiff.normalise.tuple_values.replaced_fields import replaced_fields
from srcdiff.normalise.tuple_values.starred_targets import starred_targets
from srcdiff.normalise.tuple_values.unpacked_iterators import unpacked_iterators

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
        check_tried_reads,  # refuse `try` around attributes that only some numbers have
        discarded,  # drop expressions that are only evaluated, but for the calls in them
        drop_warnings,  # drop warnings
        messages,  # drop values from messages of errors
        replaced_fields,  # `_replace` of named tuples -> calls of their classes
        word_loops,  # unroll loops over strings
        separate_dictionaries,  # bind dictionaries one by one
        default_dictionaries,  # `defaultdict` with constant keys -> dictionaries
        keyed_lists,  # dictionaries with numbers as keys -> lists of keys and of values
        dictionaries,  # dictionaries with constant keys -> one variable per key
        pairwise_to_slices,  # `pairwise` -> two slices
        deques,  # deques -> lists
        heaps,  # functions of heaps -> loops over lists
        unused_lists,  # leave out lists that stay empty
        separate_lists,  # bind lists one by one
        list_sums,  # sums of lists with themselves -> `extend`
        list_spellings,  # one spelling for what can be done to a list
        list_slices,  # slices of lists that are deleted or replaced -> methods
        tried_pops,  # what is taken from empty lists in a `try` -> errors of its own
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
        generated_tuples,  # `tuple(... for c in t)` -> the parts, where the length of `t` is known
        expand_star_by_arity,  # expand stars by the arity of the function that is called
        unpacked_iterators,  # unpacking of `reversed` and `enumerate` -> of their arguments
        starred_targets,  # stars in targets -> slices
        keywords,  # expand `**options`
        written_results,  # `out=` -> assignment
        matrix_updates,  # `a @= b` -> a product that is written to `a`
        crossed_stores,  # writes to np.ix_ -> loops
        flat_elements,  # `.flat` -> elements in a row, and writes to them
        from_iterables,  # np.fromiter -> arrays of lists
        grid_points,  # np.mgrid and np.ogrid -> functions of coordinates along axes
        choices,  # np.choose -> np.where
        list_places,  # lists of integers as subscripts -> arrays
        split_and_join,  # split and join lists of arrays by indices
        fixed_lists,  # lists of arrays -> tuples
        arguments,  # keywords and defaults -> arguments by position
        named_lists,  # names for lists in calls that give nothing
        keyed_choices,  # keys of `min`, `max` and `sorted` -> functions of the library
        index_tuples,  # names of whole subscripts of np.ndindex -> counted loops
        squeezes,  # np.squeeze without an axis -> a number, or the one axis that goes
        dtypes,  # one spelling for each dtype
        specialise,  # functions as arguments -> specialised callees
        options,  # strings and booleans that are passed on -> constants
    ),
)
