"""Write loops over elements as a person would write them who wants them to be fast.

In: the statements of a derivative, as short as they get. Out: the same derivative, in which
neighbouring statements on whole arrays of one shape are one loop, without arrays in between
(`loops`), and inner loops hold the elements in variables that they add to (`held`).
"""
