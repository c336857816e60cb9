"""Shapes, extents, regions and bounds of subscripts.

What is known of the dimensions of arrays, of the elements that statements write, and of integers:
polynomials in counters, their bounds, and comparisons of them.
In: a core form with types. Out: shapes by name, regions that meet or not, small arrays.
"""
