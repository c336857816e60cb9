"""Values that may be None, and attributes that only some objects have.

In: a tree in which a name may be None. Out: a flag and a value for each of them.
"""
