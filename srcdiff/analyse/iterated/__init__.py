"""What iterations of loops have to do with each other.

In: the loops of a function, as bounds of counters and conditions, in sums of integers (`linear`).
Out: whether two places in arrays are ever the same in two iterations (`dependences`), by
inequalities that contradict each other. Storage, tapes and independence ask it.
"""
