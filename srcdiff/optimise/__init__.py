"""Make derivatives short and fast; each pass keeps all values.

`dataflow` moves and removes statements, `arithmetic` rewrites expressions; here stand names and
augmented assignments, which come last.
In: the statements of a derivative. Out: the same derivative, in fewer and cheaper statements.
"""
