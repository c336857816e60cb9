"""Calls of NumPy and SciPy as calls of operations that have rules or are in library/.

In: calls as they are written. Out: calls with one spelling, or expressions.
"""
