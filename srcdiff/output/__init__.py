"""From a syntax tree to a file: text, line breaks, cache, fingerprints, standalone modules.

In: the trees of a module. Out: its file, and how it is found again.
"""
