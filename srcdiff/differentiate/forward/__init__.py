"""Forward mode: the tangent of each statement stands beside it.

In: a core form with types and activity. Out: one function with values and tangents.
"""
