"""Tuples as their parts.

In: names of tuples, named tuples, nested ones. Out: one name for each part.
"""
