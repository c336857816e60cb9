"""Refusals: what could not be differentiated rightly is an error with its place.

Each module refuses one kind of statement.
In: a core form, types, effects or activity. Out: nothing, or one of the errors of errors.py.
"""
