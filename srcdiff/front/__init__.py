"""From what a user passes to a syntax tree.

Which function a callable runs, its source, options, the subset of Python that is read, and why
something is no function.
In: a callable. Out: a `Source`, or an error that says what to do.
"""
