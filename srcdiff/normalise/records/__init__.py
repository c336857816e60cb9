"""Structured arrays as one array for each field.

In: a tree with subscripts by field names. Out: a tree of plain arrays.
"""
