"""Kernels: from a `@cuda.jit` function to the function of one thread, and back.

A kernel is read as a plain function of the thread's place in the grid, so that all other passes
need not know of threads. What its adjoint does to arrays that other threads see is then made
safe (writes.py), and the places are taken from `cuda` again.
"""
