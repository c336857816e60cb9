"""Shifts that cancel, as the maximum in a log-sum-exp: results do not depend on them.

A weight says how a value depends on a shift: by adding it, or by a factor of its exponential.
In: a core form with types and effects. Out: the names of the shifts that need no derivative.
"""
