"""Read arrays that are broadcast by code of which LLVM makes little more.

For each axis of each operand Numba asks whether it has more than one element, in the innermost
loop over all elements. LLVM takes such questions out of the loops, by a copy of the loops for each
answer: two arrays of four axes have 256 combinations of answers, and `a * b` takes 20 seconds to
compile. For three arrays LLVM gives up, and the questions are asked for each element, which takes
five to ten times as long to run. Here only the last axis is asked about; the index along another
axis is masked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from numba.core import types

from srcdiff.core.exchanged import exchanged


@contextmanager
def broadcast_quickly() -> Iterator[None]:
    """Mask the indices along all axes but the last one while functions are compiled.

    >>> import numba
    >>> import numpy as np
    >>> with broadcast_quickly():
    ...     numba.njit(lambda a, b: a * b)(np.ones((2, 1)), np.array([[2.0, 3.0]]))
    array([[2., 3.],
           [2., 3.]])
    """
    from numba.np.npyimpl import _ArrayIndexingHelper  # which Numba loads when it compiles

    with exchanged(_ArrayIndexingHelper, "update_indices", update_indices):
        yield


def update_indices(self: Any, loop_indices: Sequence[Any], name: str) -> None:
    """Store at which element of an operand loops are: 0 along axes of one element."""
    builder = self.array.builder
    one = self.array.context.get_constant(types.intp, 1)
    own = loop_indices[len(loop_indices) - len(self.indices) :]  # axes before these are not its own
    places = [*zip(own, self.indices, self.array.shape, strict=True)]
    for index, stored, length in places[:-1]:
        has_more = builder.icmp_unsigned(">", length, one)
        builder.store(builder.and_(index, builder.sext(has_more, index.type)), stored)
    for index, stored, length in places[-1:]:
        with builder.if_then(builder.icmp_unsigned(">", length, one)):
            builder.store(index, stored)
