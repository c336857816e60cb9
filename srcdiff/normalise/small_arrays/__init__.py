"""Small arrays with constant shapes, held in one variable for each element.

In: a core form with types and shapes. Out: scalar statements.
"""
