"""Functions whose result has derivative zero wherever it has one.

Roundings, comparisons, tests, positions and sizes, and conversions to integers.
"""

from __future__ import annotations

import builtins
import cmath
import math
import operator

import numpy as np

from srcdiff import runtime
from srcdiff.rules.registry import constant

# comparisons, logic, integer arithmetic
constant(
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    operator.is_,
    operator.is_not,
    operator.contains,
    operator.not_,
    operator.truth,
    operator.and_,
    operator.or_,
    operator.xor,
    operator.invert,
    operator.lshift,
    operator.rshift,
    operator.floordiv,
    np.equal,
    np.not_equal,
    np.less,
    np.less_equal,
    np.greater,
    np.greater_equal,
    np.logical_and,
    np.logical_or,
    np.logical_xor,
    np.logical_not,
    np.bitwise_and,
    np.bitwise_or,
    np.bitwise_xor,
    np.invert,
    np.left_shift,
    np.right_shift,
    np.floor_divide,
    np.gcd,
    np.lcm,
    math.gcd,
)

# roundings, signs, the distance to the next number
constant(
    builtins.round,
    math.floor,
    math.ceil,
    math.trunc,
    np.floor,
    np.ceil,
    np.trunc,
    np.rint,
    np.round,
    np.around,
    np.sign,
    np.signbit,
    np.spacing,
)

constant(runtime.stop_gradient)  # as its user says

# tests
constant(
    math.isnan,
    math.isinf,
    math.isfinite,
    cmath.isnan,
    cmath.isinf,
    cmath.isfinite,
    cmath.isclose,
    np.isnan,
    np.isinf,
    np.isfinite,
    np.isneginf,
    np.isposinf,
    np.isclose,
    np.allclose,
    np.array_equal,
    np.iscomplex,
    np.isreal,
    np.iscomplexobj,
    np.isrealobj,
    np.isscalar,
    np.isin,
    np.all,
    np.any,
    builtins.all,
    builtins.any,
    builtins.isinstance,
)

# positions, counts and sizes
constant(
    builtins.len,
    builtins.range,
    runtime.section,
    runtime.about_section,
    np.shape,
    np.size,
    np.argmax,
    np.argmin,
    np.nanargmax,
    np.nanargmin,
    np.argsort,
    np.argpartition,
    np.argwhere,
    np.nonzero,
    np.flatnonzero,
    np.count_nonzero,
    np.linalg.matrix_rank,
    np.searchsorted,
    np.digitize,
)

# arrays of zeros and ones
constant(
    np.eye,
    np.identity,
    np.tri,
)

# conversions to integers and booleans
constant(
    builtins.int,
    builtins.bool,
    np.bool_,
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.uint8,
    np.uint16,
    np.uint32,
    np.uint64,
)
