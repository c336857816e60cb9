"""What the backward pass needs of the forward pass: saved, computed again, or kept in memory.

In: the plan of analyse/flow/storage.py. Out: statements that save and restore values.
"""
