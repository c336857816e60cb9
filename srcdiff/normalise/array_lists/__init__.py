"""Lists of arrays that change: one spelling, one name, lengths by name, functions that move them.

In: a tree with lists that grow, shrink, and go in and out of functions. Out: a tree with lists that
only `append`, `pop`, `insert`, `reverse` and stores change, in functions that neither take nor
return them, for which normalise/memory/paired.py keeps a list of adjoints beside each.
"""
