"""Write statements on whole arrays as loops over their elements.

In: the statements of a derivative, as short as they get. Out: the same derivative, in which
neighbouring statements on whole arrays of one shape are one loop, without arrays in between.
"""
