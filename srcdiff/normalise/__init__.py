"""From Python to the core form (core/__init__.py), one small pass after the other.

A folder for each subject: calls and names in `functions`, then `control_flow`, `exceptions`,
`containers`, `records`, `tuple_values`, `optional_values`, `indexing`, NumPy's dialect in `dialect`
and `numpy_calls`, `small_arrays`, `memory`, and `partial_evaluation` of what types decide.
In: the tree of a function. Out: the same function, with fewer constructs.
"""
