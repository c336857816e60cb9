"""Loops over ranges, conditions, one exit, flat statements, SSA.

In: a tree as it was written. Out: statements of the core form, in which names are bound once.
"""
