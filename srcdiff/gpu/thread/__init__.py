"""A kernel as the plain function of one thread.

Intrinsics, guards, index arithmetic, arrays of a thread's own, and loads before their uses.
In: the tree of a kernel. Out: a function that all other passes take.
"""
