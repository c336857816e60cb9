"""How Numba compiles generated source: with the passes and checks that it needs, and no others.

Parts of Numba are exchanged while a derivative is compiled; what users compile stays as it is.
In: a generated function. Out: what Numba compiles of it, on the disk as well.
"""
