"""Control flow and data flow: structure, liveness, activity, loops, and what is saved.

The order and nesting of statements, definite assignment, which values carry derivatives, which
loops have independent iterations, the schedule of the backward pass and the smallest cut of
values that it needs.
In: a core form with types and effects. Out: frozen facts by statement or by name.
"""
