"""Derivatives of CUDA kernels: what users call.

`grad` gives the adjoint of a kernel, which is launched as the kernel is; `map_grad` the gradient
of a function of numbers for each of many samples. For derivatives that kernels call themselves
there is the target "cuda" of `srcdiff.grad`, `value_and_grad` and `vjp`.

They raise the errors of the other derivatives (srcdiff/api.py): a kernel is differentiated when
its adjoint is launched with arguments of new types.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from srcdiff.backends.cuda import python_function
from srcdiff.backends.kernel import KernelAdjoint
from srcdiff.backends.mapped import MapGradient
from srcdiff.front.door import DOOR
from srcdiff.front.options import Asked, Options, Wrt, names
from srcdiff.gpu.launch.frontend import request_for


def grad(
    kernel: Any = None,
    wrt: str | Sequence[str] | None = None,
    outputs: str | Sequence[str] | None = None,
    *,
    max_iterations: int | None = None,
    accumulate: bool = True,
    deterministic: bool = False,
    snapshots: bool = False,
    clear: bool = True,
) -> Any:
    """Return the adjoint of a kernel, made by `@cuda.jit` or plain.

    It is launched as the kernel: `adjoint[grid, block](x, d_x, y, d_y, n)`. It takes the
    arguments of the kernel, each array in `wrt` and `outputs` followed by its adjoint, an array
    like it, and each number in `wrt` by an array of one element. `wrt` is all arrays of
    floating-point numbers, and `outputs` those that the kernel writes to, if they are not named.

    Before the launch the adjoint of an output is the cotangent of what the kernel leaves in it;
    after it, the adjoint of what the kernel found there. Adjoints of inputs are added to.
    Arrays have to be as they were before the kernel; those that it overwrites may be overwritten.

    `max_iterations` says how often loops run at most of which that is not known before, in all
    for a loop inside another one: the launch raises OverflowError if it was more.

    Without `accumulate`, adjoints of inputs that are no outputs are assigned: what they held before
    does not matter. `deterministic` refuses adjoints that add in an order which is not fixed, so
    that results may differ in their last bits: the launch raises UnsupportedSyntax.

    With `snapshots`, a loop that runs n times saves what it carries about every sqrt(n) iterations
    only, and the backward part runs forward again from there: a thread needs memory for about
    2 * sqrt(n) values instead of n. `.report()` says which loops do, and why others do not.

    Without `clear`, adjoints of outputs may be left as they are where the kernel overwrites these:
    for adjoints that are set anew before the next launch, as when steps take turns with arrays.
    """
    if kernel is None:
        return lambda given: grad(
            given,
            wrt,
            outputs,
            max_iterations=max_iterations,
            accumulate=accumulate,
            deterministic=deterministic,
            snapshots=snapshots,
            clear=clear,
        )
    with DOOR:
        function = python_function(kernel)
        how = max_iterations, accumulate, deterministic, snapshots, clear
        return KernelAdjoint(kernel, request_for(function, wrt, outputs, *how))


def map_grad(function: Any = None, wrt: Wrt = 0, *, whole: str | Sequence[str] = ()) -> Any:
    """Return the gradient of a function of numbers for each of many samples, one thread a sample.

    It takes the arguments of the function. An array holds a value for each sample, of any rank and
    all of one shape; a number is the same for all samples, and so are the arrays that `whole`
    names, which the function reads as they are. It returns an array of the gradients with respect
    to one argument, or a tuple of those with respect to several if `wrt` is a tuple.

    Arrays are those of NumPy, of Numba's devices, or any with `__cuda_array_interface__`. The
    results are of NumPy if all samples are, else on the device; with `out=` they are written into
    the arrays that it gives. Numbers of Python are of single precision if all samples are. `stream`
    is the stream of the launch.

    The call raises WrongCall and WrongShape where arguments do not fit, AliasedArguments where
    `out` shares memory with them.

    >>> import numpy as np
    >>> slope = map_grad(lambda x, a: a * x * x)
    >>> slope(np.array([1.0, 2.0]), 3.0)  # doctest: +SKIP
    array([ 6., 12.])
    """
    if function is None:
        return lambda given: map_grad(given, wrt, whole=whole)
    with DOOR:
        own = python_function(function)
        chosen, single = names(own, wrt)
        kept, _ = names(own, whole, "whole")
        return MapGradient(own, Asked("grad", chosen, (), single, Options()), kept)
