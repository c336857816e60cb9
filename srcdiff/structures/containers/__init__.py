"""Dictionaries, lists and tuples: their methods, and loops and comprehensions over them."""
