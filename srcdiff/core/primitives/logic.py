"""Comparisons, tests, integer arithmetic, roundings, conversions: derivatives are zero or none."""

from srcdiff.core.primitives.record import declare

# comparisons, logic, integer arithmetic
declare("operator.eq operator.ne operator.lt operator.le operator.gt operator.ge", "constant")
declare("operator.is_ operator.is_not operator.contains operator.not_ operator.truth", "constant")
declare("np.equal np.not_equal np.less np.less_equal np.greater np.greater_equal", "constant")
declare("np.logical_and np.logical_or np.logical_xor np.logical_not", "constant is_logical")
declare("np.bitwise_and np.bitwise_or np.bitwise_xor np.invert", "constant")
declare("np.left_shift np.right_shift np.floor_divide np.gcd np.lcm math.gcd", "constant")

# roundings, signs, the distance to the next number
declare("math.floor math.ceil", "constant cheap gives_integers")
declare("math.trunc", "constant gives_integers")
declare("np.floor np.ceil np.trunc np.rint np.signbit np.spacing", "constant")
declare("np.round", "constant elementwise new method")
declare("np.around", "constant elementwise")
declare("np.sign", "constant cheap")

declare("runtime.stop_gradient", "constant new")  # as its user says

# tests
declare("math.isnan math.isinf math.isfinite", "constant")
declare("cmath.isnan cmath.isinf cmath.isfinite cmath.isclose", "constant")
declare("np.isnan np.isinf np.isfinite", "constant is_test")
declare("np.isneginf np.isposinf np.isclose np.allclose np.array_equal", "constant")
declare("np.iscomplex np.isreal np.iscomplexobj np.isrealobj np.isscalar np.isin", "constant")

# sizes and places
declare("np.shape np.size runtime.section runtime.about_section", "constant")

# conversions to integers and booleans
declare("np.bool_ np.int8 np.int16 np.int32 np.int64", "constant")
declare("np.uint8 np.uint16 np.uint32 np.uint64", "constant")
