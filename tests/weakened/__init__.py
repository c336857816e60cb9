"""Tests of the tests: conditions of srcdiff are weakened one by one, and a test has to fail.

`edits` finds what can be weakened in a function, `sample` picks some of all that by a seed,
`patched` puts a weaker function in the place of the right one, `session` runs the tests that reach
the line, in processes of their own. `equivalent` lists the edits that change nothing, and why.
"""
