"""The parts of `check_grads`: judging the derivative of each statement of a function.

In: a function and its arguments. Out: what differs, and at which statement.
"""
