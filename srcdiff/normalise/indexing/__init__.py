"""Subscripts: slices, masks, arrays of indices, chains of them.

In: a tree with subscripts as NumPy takes them. Out: those of the core form.
"""
