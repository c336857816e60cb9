"""The rules of srcdiff itself: importing this fills the table."""

from srcdiff.rules import (
    along,
    arithmetic,
    bessel,
    complex_numbers,
    creation,
    elementary,
    exponentials,
    integrals,
    linear_algebra,
    matrix_functions,
    products,
    reductions,
    sequences,
    shapes,
    special,
    statistics,
)
