"""Rewrites of expressions: constants, signs, products, sums, divisions, zeros.

In: a function. Out: the same function with simpler expressions.
"""
