"""Facts about functions in core form; nothing here changes a tree.

Six folders: `types`, `arrays` (shapes and regions), `aliasing` (who shares memory), `flow`
(orders, loops, liveness, what is saved), `shifts` (which cancel) and `checks` (refusals).
In: a core form, and facts that are known already. Out: frozen dataclasses, or an error with the
place in the user's source.
"""
