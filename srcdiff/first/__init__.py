"""What is there as soon as srcdiff is imported, before a derivative is written or loaded.

What users write in their functions, and what compiled code that is loaded from a disk finds by
name. It is imported in every process, and so imports nothing else of srcdiff.
In: nothing. Out: `stop_gradient`, and the cells of SciPy's functions.
"""
