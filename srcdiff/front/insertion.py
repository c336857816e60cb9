"""Code that the user places in the backward pass."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

INSERTED = "_insert_grad_of_"  # in the names of functions that stand for blocks


@contextmanager
def insert_grad_of(x: Any) -> Iterator[Any]:
    """Place code in the backward pass: `with insert_grad_of(x) as d_x:`.

    In the gradient the block runs at this place of the backward pass, where the adjoint of
    what `x` is here is complete: it may print it, check it, assign to `d_x`, or change `d_x[...]`
    of an array. What it reads of other variables has the value that it has here. It runs once
    for each time that the function comes here, last one first, if the gradient depends on `x`.
    Forward mode, and the compiled `.primal`, leave the block out. In plain Python it runs with
    zeros as the gradient. Numba knows no such `with`: a function that has one can be decorated
    with `@njit` and differentiated, but not be called itself.

    >>> with insert_grad_of(3.0) as d_x:
    ...     print(d_x)
    0.0
    """
    yield np.zeros_like(x)[()]
