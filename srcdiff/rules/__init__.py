"""Rules: the derivative of each function, written as a small function.

Importing this package fills the table.
"""

from srcdiff.rules import (
    along,
    arithmetic,
    bessel,
    complex_numbers,
    constant,
    creation,
    elementary,
    exponentials,
    integrals,
    linear_algebra,
    products,
    reductions,
    sequences,
    shapes,
    special,
    statistics,
)

__all__ = [
    "along",
    "arithmetic",
    "bessel",
    "complex_numbers",
    "constant",
    "creation",
    "elementary",
    "exponentials",
    "integrals",
    "linear_algebra",
    "products",
    "reductions",
    "sequences",
    "shapes",
    "special",
    "statistics",
]
