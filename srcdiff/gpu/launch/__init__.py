"""Kernels as users launch them: launches, modules, reports, device functions.

In: a `@cuda.jit` function and its launch. Out: the text of a module with its adjoint kernels.
"""
