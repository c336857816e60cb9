"""The types of names and expressions, as Numba would infer them.

A fast inference of our own, statement by statement, and Numba's for what that does not know.
In: a core form, and the types of the arguments. Out: `Types`.
"""
