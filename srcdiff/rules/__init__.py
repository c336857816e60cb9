"""Rules: the derivative of each function, written as a small function.

The table is filled when a rule is looked up (registry.py): a process that finds its derivatives in
the cache needs none.
"""
