"""Refuse device functions that may read what another call has left in their shared array.

In the adjoint each call has an array of its own. Numba gives calls with arguments of the same types
one array. That makes no difference where a call writes to the array before it reads it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.gpu.barriers.shuffles import own_parts
from srcdiff.gpu.thread.intrinsics import Place
from srcdiff.gpu.thread.uniform import Flow, elements_written
from srcdiff.syntax import Block, Statement, blocks, dotted, walk, whole_target


def check_leftovers(
    tree: gast.FunctionDef, places: Mapping[str, Place], shared: Collection[str]
) -> None:
    """Refuse shared arrays of functions that are called again, and may read them first.

    `places` are the parameters that tell of the place of a thread. Raises UnsupportedSyntax.
    """
    made = [s for s in tree.body if whole_target(s) in shared]
    count = Counter((s.lineno, s.col_offset) for s in made)  # of calls, by a line of a function
    again = [s for s in made if count[s.lineno, s.col_offset] > 1]
    flow = Flow(tree, places) if again else None
    for statement in again:
        if flow is not None and is_read_first(tree.body, whole_target(statement), flow):
            raise UnsupportedSyntax(
                "a call of this device function may read what another one has left in its shared "
                "array",
                statement,
                "make the array in the kernel, and pass it",
            )


def is_read_first(block: Block, array: str, flow: Flow) -> bool | None:
    """Return True if a block may read a shared array before it writes it; None if it does neither.

    A part that only some threads run counts as run: others write to other elements, or to none.

    >>> from srcdiff.gpu.thread.intrinsics import PLACES
    >>> from srcdiff.syntax import function
    >>> places = {"t": PLACES["threadIdx.x"][0]}
    >>> def found(text):
    ...     tree = function(f"def f(x, n, t):\\n  if {text}:\\n    s[t] = x\\n  y = s[0]")
    ...     return is_read_first(tree.body, "s", Flow(tree, places))
    >>> found("t < n"), found("n > 0")
    (False, True)
    """
    for statement in block:
        found = is_read_first_in(statement, array, flow)
        if found is not None:
            return found
    return None


def is_read_first_in(statement: Statement, array: str, flow: Flow) -> bool | None:
    """Tell the same of one statement."""
    own = [node for part in own_parts(statement) for node in walk(part)]
    stores = sum(dotted(element.value) == array for element in elements_written(statement))
    uses = sum(
        isinstance(node, gast.Name) and node.id == array and isinstance(node.ctx, gast.Load)
        for node in own
    )
    if uses > stores or (stores and isinstance(statement, gast.AugAssign)):
        return True
    found = [is_read_first(block, array, flow) for block in blocks(statement)]
    if True in found:
        return True
    sure = not isinstance(statement, gast.If) or None not in found or flow.parts(statement)
    return False if stores or (False in found and sure) else None
