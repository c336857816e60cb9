"""From the text of a derivative to what can be called: Python, Numba on the CPU, CUDA.

Dispatch by types of arguments, Numba's pipelines, the compile cache, and the check of a whole
program at its first calls (verify.py).
In: generated modules. Out: callables.
"""
