"""Threads that take several indices: what they hold in registers between these.

In: the adjoint of one thread. Out: the adjoint of a thread for several indices.
"""
