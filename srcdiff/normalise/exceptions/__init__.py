"""`try`, `raise`, and reads of unbound variables.

In: a tree with handlers. Out: flags and branches, which raise what Python raises.
"""
