"""Names and calls of functions: free names, arguments, nested functions, options.

In: a tree with its namespace. Out: calls by position of functions that are known.
"""
