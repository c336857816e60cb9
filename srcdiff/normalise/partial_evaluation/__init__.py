"""What types and constants decide before the function runs.

In: a tree with the types of its arguments. Out: a tree without branches that never run.
"""
