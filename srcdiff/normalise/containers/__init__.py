"""Lists and dictionaries as arrays and variables.

In: a tree with lists, comprehensions and dictionaries. Out: a tree with arrays and tuples.
"""
