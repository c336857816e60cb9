"""Type inference of our own for core forms: one walk, without bytecode, much faster than Numba's.

Statements from expressions, expressions from signatures, which Numba tells of single operations.
In: a core form, and the types of the arguments. Out: types of names, or None: then Numba is asked.
"""
