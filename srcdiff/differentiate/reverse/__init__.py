"""Reverse mode: adjoints of statements, in reverse order.

The adjoint of each operation by its rule, of branches, loops and calls, and how functions that
call each other hand adjoints over.
In: a core form with facts. Out: forward and backward functions, or one that is both.
"""
