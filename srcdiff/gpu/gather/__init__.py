"""Adjoints of kernels without atomic additions, where each element can be gathered.

Which thread adds to which element, and the kernels that gather sums instead.
In: the adjoint of one thread. Out: gathered, assigned or atomic updates.
"""
