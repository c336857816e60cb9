"""A second judge: real programs, changed a little at random, each with its derivative.

`sources` finds programs with arguments, `change` applies some of the kinds of changes of
`statements`, `expressions`, `names` and `layouts`, `reference` runs the plain result and takes
differences, `judge` holds every mode of srcdiff against them, `workers` survives crashes and
hangs, `reduce` makes failures small. Nothing here is shared with tests/properties.
"""
