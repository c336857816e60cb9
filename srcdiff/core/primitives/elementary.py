"""Functions of numbers, and of arrays element by element."""

from fractions import Fraction

from srcdiff.core.primitives.record import Weight, declare, standard

LARGE = 709.782712893384  # the exponential of more is larger than any number
LARGE_HYPERBOLIC = 710.4758600739439
POLE = "x <= 0 and x == math.floor(x)"

# arithmetic
declare("np.add", "holomorphic", weight=Weight.SUM)
declare("np.subtract", "holomorphic", weight=Weight.DIFFERENCE)
declare("np.multiply", "holomorphic", weight=Weight.PRODUCT)
declare("np.divide", "holomorphic", weight=Weight.QUOTIENT)
declare("np.negative", "holomorphic", slope="-1.0", weight=Weight.OTHER_SIGN)
declare("np.positive", "holomorphic", weight=Weight.SAME_SIGN)
declare("np.reciprocal", "holomorphic", slope="-(y * y)", power=Fraction(-1), noun="a division")
declare("np.square", "holomorphic", slope="2.0 * x", power=Fraction(2))
declare("np.power", weight=Weight.POWER)
declare(
    "math.pow",
    weight=Weight.POWER,
    domain="x == 0 and y < 0 or x < 0 and y != math.floor(y)",
    overflow=f"x != 0 and y * math.log(abs(x)) > {LARGE}",
)
declare("math.fmod", domain="y == 0 or math.isinf(x)")

# exponentials, logarithms, roots
declare("np.exp", "holomorphic", slope="y", weight=Weight.EXPONENTIAL)
declare("np.expm1", "holomorphic", slope="y + 1.0")
declare("np.log", "holomorphic", slope="1.0 / x", weight=Weight.LOGARITHM)
declare("np.log1p", "holomorphic", slope="1.0 / (x + 1.0)")
declare("np.exp2 np.log2 np.log10", "holomorphic")
declare("np.sqrt", "holomorphic", slope="0.5 / y", power=Fraction(1, 2))
declare("np.cbrt", slope="y / (3.0 * x)", power=Fraction(1, 3))
declare("math.exp", "gives_floats", weight=Weight.EXPONENTIAL, overflow=f"x > {LARGE}")
declare("math.expm1", "gives_floats", overflow=f"x > {LARGE}")
declare("math.log", "gives_floats", weight=Weight.LOGARITHM, domain="x <= 0")
declare("math.log2", domain="x <= 0")
declare("math.log10", "gives_floats", domain="x <= 0")
declare("math.log1p", "gives_floats", domain="x <= -1")
declare("math.sqrt", "gives_floats", power=Fraction(1, 2), domain="x < 0")

# of angles, and hyperbolic ones
declare("np.sin", "holomorphic", slope="np.cos(x)")
declare("np.cos", "holomorphic", slope="-np.sin(x)")
declare("np.sinh", "holomorphic", slope="np.cosh(x)")
declare("np.cosh", "holomorphic", slope="np.sinh(x)")
declare("np.tanh", "holomorphic", slope="1.0 - y * y")
declare("np.arctan", "holomorphic", slope="1.0 / (1.0 + x * x)")
declare("np.tan np.arcsin np.arccos np.arcsinh np.arccosh np.arctanh", "holomorphic")
declare("math.sin math.cos math.tan", "gives_floats", domain="math.isinf(x)")
declare("math.asin math.acos", "gives_floats", domain="abs(x) > 1")
declare("math.sinh math.cosh", "gives_floats", overflow=f"abs(x) > {LARGE_HYPERBOLIC}")
declare("math.acosh", "gives_floats", domain="x < 1")
declare("math.atanh", "gives_floats", domain="abs(x) >= 1")
declare("math.atan math.atan2 math.tanh math.asinh math.hypot", "gives_floats")

# special functions
declare("math.erf math.erfc", "gives_floats")
declare("math.gamma", "gives_floats", domain=POLE, overflow="x > 171.6243769563027")
declare("math.lgamma", "gives_floats", domain=POLE)
declare("np.sinc", "new")

# absolute values, choices
declare("np.abs", "cheap", slope="np.sign(x)", weight=Weight.TOTAL)
declare("math.fabs", "cheap gives_floats", weight=Weight.TOTAL)
declare("np.fabs", weight=Weight.TOTAL)
declare("math.copysign", "cheap")
declare("np.maximum np.minimum", "cheap", weight=Weight.CHOICE)
declare("np.fmax np.fmin", weight=Weight.CHOICE)
declare("np.where", "holomorphic new elementwise", lists=(1, 2))
declare("np.clip", "new elementwise method", out=3)
declare("np.nan_to_num", "elementwise")

# complex numbers
declare("np.real np.imag", "linear elementwise")
declare("np.conj np.conjugate", "linear method")
declare("np.angle", "new elementwise")
for word in (
    *("sin", "cos", "tan", "asin", "acos", "atan", "log10", "sqrt"),
    *("sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
):
    declare(f"cmath.{word}", of_reals=standard(f"math.{word}"))
declare("cmath.exp", of_reals=standard("math.exp"), weight=Weight.EXPONENTIAL)
declare("cmath.log", of_reals=standard("math.log"), weight=Weight.LOGARITHM)
declare("np.complex128 np.complex64", of_reals=standard("operator.pos"))
