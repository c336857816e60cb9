"""Copies and names of arrays, so that each array has one name when it is written.

In: a core form with effects. Out: the same with copies where memory would be shared.
To be replaced together with analyse/aliasing.
"""
