"""Functions that call each other, as one generated module.

A unit is a function for given types; pairs of forward and backward functions, tangents, and
which results share memory with arguments.
In: the source of the function that is asked for. Out: the trees of a module.
"""
