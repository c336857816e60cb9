"""From a derivative as it is first written to one that is short and fast."""

from __future__ import annotations

from srcdiff.core.passes import Stage
from srcdiff.optimise.arithmetic.conditions import conditions
from srcdiff.optimise.arithmetic.divisions import divisions
from srcdiff.optimise.arithmetic.fills import fills
from srcdiff.optimise.arithmetic.identities import identities
from srcdiff.optimise.arithmetic.integers import integers
from srcdiff.optimise.arithmetic.products import products
from srcdiff.optimise.arithmetic.simplify import simplify_all
from srcdiff.optimise.arithmetic.sizes import sizes
from srcdiff.optimise.arithmetic.sums import sums
from srcdiff.optimise.arithmetic.zeros import zeros
from srcdiff.optimise.dataflow.branches import branches
from srcdiff.optimise.dataflow.copies import copies
from srcdiff.optimise.dataflow.dead_code import dead_code
from srcdiff.optimise.dataflow.forward_substitute_blocks import forward_substitute_blocks
from srcdiff.optimise.dataflow.live_ranges import live_ranges
from srcdiff.optimise.dataflow.nest import nest
from srcdiff.optimise.dataflow.order import order
from srcdiff.optimise.dataflow.propagate import propagate
from srcdiff.optimise.dataflow.same_members import same_members
from srcdiff.optimise.dataflow.stores import stores
from srcdiff.optimise.dataflow.updates import updates
from srcdiff.optimise.dataflow.where_nonzero import where_nonzero
from srcdiff.optimise.elements.held import held
from srcdiff.optimise.elements.loops import loops
from srcdiff.optimise.plain_lengths import plain_lengths

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
        same_members,  # arrays that are taken out of a list twice -> one name
        simplify_all,  # algebraic simplification
        plain_lengths,  # lengths of lists -> `len`
    ),
)
ELEMENTS = Stage(
    "elements",
    (
        where_nonzero,  # loops that only multiply zero -> into the branch where it is not zero
        loops,  # neighbouring statements on whole arrays -> one loop over elements
        held,  # elements that an inner loop adds to -> variables meanwhile
    ),
)
