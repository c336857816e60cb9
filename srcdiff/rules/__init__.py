"""Rules: the derivative of each function, written as a small function.

Importing this package fills the table.
"""

from srcdiff.rules import (
    along,
    arithmetic,
    complex_numbers,
    constant,
    creation,
    elementary,
    linear_algebra,
    products,
    reductions,
    sequences,
    shapes,
    special,
)

__all__ = [
    "along",
    "arithmetic",
    "complex_numbers",
    "constant",
    "creation",
    "elementary",
    "linear_algebra",
    "products",
    "reductions",
    "sequences",
    "shapes",
    "special",
]
