"""Loops over ranges, conditions, one exit, flat statements, SSA.

Loops over anything are in `loops`.
In: a tree as it was written. Out: statements of the core form, in which names are bound once.
"""
