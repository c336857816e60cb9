"""NumPy's arithmetic where compiled code computes otherwise.

Casts, promotion, integers of all widths, conditions that Numba does not compile.
In: a tree with types. Out: a tree whose compiled values are NumPy's.
"""
