"""Tell LLVM what is known of the counters of loops.

Numba counts how many iterations are left, beside the counter that the loop reads, and adds to that
as numbers are added that may wrap around. So LLVM cannot tell that the counter of
`range(k + 1, n)` is not negative, and keeps what Numba does for negative subscripts: such loops
are not vectorised, and take three to five times as long. Here the addition is said not to wrap
around, which no counter does that is read; of a range that goes down, that the counter is above
its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.cpu import CPUContext
from numba.core.imputils import RefType, iternext_impl

from srcdiff.analyse.types.types import types
from srcdiff.core.exchanged import exchanged

SIGNED = (types.range_iter32_type, types.range_iter64_type)


@contextmanager
def bounded_counters() -> Iterator[None]:
    """Compile loops over ranges with what is known of their counters.

    >>> import numba
    >>> def last(n):
    ...     for i in range(n - 1, 2, -1):
    ...         pass
    ...     return i
    >>> with bounded_counters():
    ...     numba.njit(last)(9)
    3
    """
    with exchanged(CPUContext, "get_function", steps_first(CPUContext.get_function)):
        yield


def steps_first(look_up: Callable[..., Any]) -> Callable[..., Any]:
    """Return Numba's method for implementations, with `step` for the counters of ranges."""

    def get_function(self: Any, function: Any, signature: Any, **more: Any) -> Any:
        if function == "iternext" and signature.args[0] in SIGNED:
            return partial(step, self, signature)
        return look_up(self, function, signature, **more)

    return get_function


def next_value(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    """Emit the step of a range to its next value."""
    (kind,), (iterator,) = sig.args, args
    from numba.cpython.rangeobj import make_range_iterator  # which Numba loads when it compiles

    own = make_range_iterator(kind)(context, builder, iterator)
    left = builder.load(own.count)
    one, zero = ir.Constant(left.type, 1), ir.Constant(left.type, 0)
    is_valid = builder.icmp_signed(">", left, zero)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        value = builder.load(own.iter)
        assume(builder, is_above_end(builder, own, value))
        result.yield_(value)
        builder.store(builder.sub(left, one, flags=["nsw"]), own.count)
        builder.store(builder.add(value, own.step, flags=["nsw"]), own.iter)


with_validity = iternext_impl(RefType.BORROWED)(next_value)


def step(context: Any, signature: Any, builder: Any, args: Any) -> Any:
    """Emit the step of a range, and return its next value with whether there is one."""
    return with_validity(context, builder, signature, args)


def is_above_end(builder: Any, iterator: Any, value: Any) -> Any:
    """Return the condition that a counter that goes down is above the end of its range."""
    goes_up = builder.icmp_signed(">", iterator.step, ir.Constant(value.type, 0))
    return builder.or_(goes_up, builder.icmp_signed(">", value, iterator.stop))


def assume(builder: Any, condition: Any) -> None:
    """Emit that a condition holds."""
    kind = ir.FunctionType(ir.VoidType(), [condition.type])
    builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.assume"), [condition])
