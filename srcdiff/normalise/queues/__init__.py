"""Queues of the standard library as lists.

In: `collections.deque`, and lists that functions of `heapq` change. Out: lists, and their methods.
"""
