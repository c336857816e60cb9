"""Copy propagation, common subexpressions, dead code, forward substitution, live ranges.

In: a function. Out: the same function with fewer statements and names.
"""
