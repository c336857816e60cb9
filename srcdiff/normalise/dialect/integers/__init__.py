"""Integers as Python and NumPy have them: they raise, wrap or become floating-point numbers.

In: arithmetic that compiled code does in 64 bits. Out: arithmetic with casts and checks.
"""
