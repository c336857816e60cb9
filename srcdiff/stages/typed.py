"""What only types allow in the core form: checks, Python's arithmetic, subscripts, tuples."""

from __future__ import annotations

from srcdiff.analyse.checks.checks import check_callees, check_stores
from srcdiff.analyse.checks.integer_truncation import check_cut_off
from srcdiff.analyse.checks.integer_uses import check_whole_numbers
from srcdiff.analyse.checks.named_slices import check_slices
from srcdiff.analyse.checks.zero_d_arrays import check_without_dimensions
from srcdiff.analyse.types.operand_kinds import check_operands
from srcdiff.core.passes import Stage
from srcdiff.normalise.array_lists.list_lengths import list_lengths
from srcdiff.normalise.array_lists.list_pops import list_pops
from srcdiff.normalise.array_lists.stacked_lists import stacked_lists
from srcdiff.normalise.containers.collected import collected
from srcdiff.normalise.control_flow.unbound import bound
from srcdiff.normalise.dialect.as_python import as_python
from srcdiff.normalise.dialect.casts import casts
from srcdiff.normalise.dialect.conversions import conversions
from srcdiff.normalise.dialect.held_numbers import held_numbers
from srcdiff.normalise.dialect.inside_conditions import inside_conditions
from srcdiff.normalise.dialect.integers.integer_powers import integer_powers
from srcdiff.normalise.dialect.integers.integer_reductions import integer_reductions
from srcdiff.normalise.dialect.integers.unsigned import unsigned
from srcdiff.normalise.dialect.mixed_products import mixed_products
from srcdiff.normalise.dialect.numbers_first import numbers_first
from srcdiff.normalise.dialect.promote_operands import promote_operands
from srcdiff.normalise.dialect.scalar_methods import scalar_methods
from srcdiff.normalise.dialect.truth_differences import truth_differences
from srcdiff.normalise.dialect.truth_values import check_truth_values
from srcdiff.normalise.dialect.type_limits import type_limits
from srcdiff.normalise.dialect.wheres import wheres
from srcdiff.normalise.exceptions.array_hazards import array_hazards
from srcdiff.normalise.functions.inserted import insertions
from srcdiff.normalise.functions.specialise import specialise
from srcdiff.normalise.indexing.chained import chained
from srcdiff.normalise.indexing.contiguous import contiguous
from srcdiff.normalise.indexing.ellipses import ellipses
from srcdiff.normalise.indexing.gathers import gathers
from srcdiff.normalise.indexing.known_bounds import known_bounds
from srcdiff.normalise.indexing.lengths_first import lengths_first
from srcdiff.normalise.indexing.scattered import scattered
from srcdiff.normalise.indexing.tuples_of_places import tuples_of_places
from srcdiff.normalise.indexing.view_lengths import view_lengths
from srcdiff.normalise.indexing.wide_masks import wide_masks
from srcdiff.normalise.memory.inplace import inplace
from srcdiff.normalise.memory.references import references
from srcdiff.normalise.memory.returned_arguments import returned_arguments
from srcdiff.normalise.numpy_calls.batched_linalg import batched_linalg
from srcdiff.normalise.numpy_calls.matrix_functions import matrix_functions
from srcdiff.normalise.optional_values.valueless import valueless
from srcdiff.normalise.partial_evaluation.ranks import ranks
from srcdiff.normalise.partial_evaluation.reachable import reachable
from srcdiff.normalise.partial_evaluation.type_questions import type_questions
from srcdiff.normalise.retyped import (
    arrays_for_lists,
    collecting,
    completed,
    inferred,
    renewed,
    unrolled_arrays,
)
from srcdiff.normalise.small_arrays.array_literals import array_literals
from srcdiff.normalise.tuple_values.name_unpacked import name_unpacked
from srcdiff.normalise.tuple_values.rows import rows
from srcdiff.normalise.tuple_values.shape_arguments import shape_arguments
from srcdiff.normalise.tuple_values.tuples import tuples
from srcdiff.normalise.tuple_values.unnested import unnested
from srcdiff.normalise.tuple_values.unpacked import unpacked
from srcdiff.normalise.tuple_values.varying import varying

TYPES = Stage(
    "types",
    (
        check_stores,  # refuse writes to global arrays
        name_unpacked,  # name what is unpacked
        type_questions,  # answer what asks for types of what is computed
        collecting,
        collected,  # types of what comprehensions collect
        held_numbers,  # numbers beside arrays -> arrays of one element
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
        ranks,  # fold conditions on the number of dimensions, and on None
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
        lengths_first,  # move lengths of arrays before loops
        view_lengths,  # lengths of rows -> those of whole arrays, in ranges of inner loops
    ),
)
