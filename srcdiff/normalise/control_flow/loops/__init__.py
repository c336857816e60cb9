"""Loops over anything as loops over ranges, which read their items.

In: loops over arrays, tuples, `zip`, `enumerate`, `np.ndindex` and the like. Out: counted loops.
"""
