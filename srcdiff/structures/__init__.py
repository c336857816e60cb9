"""Functions of dictionaries, objects and lists of them as functions of numbers and arrays.

In: a function, and of what its arguments consist (`Layout`). Out: a function whose parameters are
the numbers and arrays in them, its leaves. Scalar replacement of aggregates: the function is
run on descriptions of its values (`Value`), statement by statement, and what is left to compute
is written down. Nothing in here knows of derivatives.
"""
