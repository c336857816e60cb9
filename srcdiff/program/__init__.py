"""Functions that call each other, as one generated module.

In `units` the functions as they were written; here pairs of forward and backward functions,
tangents, and checks of what is asked for.
In: the source of the function that is asked for. Out: the trees of a module.
"""
