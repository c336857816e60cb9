"""From such Python to the core form: values, then loops and branches, then one operation a line."""

from __future__ import annotations

from srcdiff.core.passes import Stage
from srcdiff.normalise.array_lists.absent_elements import absent_elements
from srcdiff.normalise.array_lists.boxed_lists import boxed_lists
from srcdiff.normalise.array_lists.counted_lists import counted_lists
from srcdiff.normalise.array_lists.empty_lists import empty_lists
from srcdiff.normalise.array_lists.joined_lists import joined_lists
from srcdiff.normalise.array_lists.lengths_in_order import lengths_in_order
from srcdiff.normalise.array_lists.list_elements import list_elements
from srcdiff.normalise.array_lists.walked_lists import walked_lists
from srcdiff.normalise.containers.begun_by_parts import begun_by_parts
from srcdiff.normalise.containers.comprehensions import comprehensions
from srcdiff.normalise.containers.extensions import extensions
from srcdiff.normalise.containers.list_append import list_append
from srcdiff.normalise.containers.lists import lists
from srcdiff.normalise.containers.membership import membership
from srcdiff.normalise.containers.sortings import sortings
from srcdiff.normalise.control_flow.assignments import assignments
from srcdiff.normalise.control_flow.comparisons import comparisons
from srcdiff.normalise.control_flow.exits import exits
from srcdiff.normalise.control_flow.flatten import flatten
from srcdiff.normalise.control_flow.loops.iterate import iterate
from srcdiff.normalise.control_flow.loops.range_variables import range_variables
from srcdiff.normalise.control_flow.once import once
from srcdiff.normalise.control_flow.ssa import ssa
from srcdiff.normalise.control_flow.walrus import walrus
from srcdiff.normalise.dialect.calls import calls
from srcdiff.normalise.dialect.integers.remainders import remainders
from srcdiff.normalise.exceptions.checks_first import checks_first
from srcdiff.normalise.exceptions.conditional_reads import conditional_reads
from srcdiff.normalise.exceptions.kept_reads import without_reads
from srcdiff.normalise.exceptions.lower_try import lower_try
from srcdiff.normalise.exceptions.none_operands import none_operands
from srcdiff.normalise.exceptions.raising import raising
from srcdiff.normalise.exceptions.sure_raises import sure_raises
from srcdiff.normalise.exceptions.unbound_reads import unbound_reads
from srcdiff.normalise.functions.returns import returns
from srcdiff.normalise.indexing.parts import parts
from srcdiff.normalise.indexing.slices import slices
from srcdiff.normalise.numpy_calls.crosses import crosses
from srcdiff.normalise.numpy_calls.reductions import reductions
from srcdiff.normalise.numpy_calls.sequences import sequences
from srcdiff.normalise.optional_values.asked_results import asked_results
from srcdiff.normalise.optional_values.attribute_errors import attribute_errors
from srcdiff.normalise.optional_values.optionals import optionals
from srcdiff.normalise.tuple_values.fold_tuple_index import fold_tuple_index
from srcdiff.normalise.tuple_values.rows import rows

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
        begun_by_parts,  # lists that grow and begin as parts of others -> lists of their own
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
        conditional_reads,  # branches where a call decides if a variable is read that is unbound
        unbound_reads,  # raise UnboundLocalError where a variable may be unbound
        without_reads,  # drop reads that were kept, where nothing else reads the variable
        attribute_errors,  # raise AttributeError where an object has no such attribute
        none_operands,  # raise TypeError where a `try` computes with None
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
