"""Kernels whose threads meet at barriers.

Segments between barriers, shared arrays, shuffles, and what is computed anew behind a barrier.
In: the function of one thread. Out: its adjoint with barriers in reverse order.
"""
