"""Functions that arrange the elements of arrays in other shapes, take and join them."""

from srcdiff.core.primitives.record import Axis, Weight, declare

declare("np.reshape", "linear holomorphic view method")
declare("np.ravel", "linear holomorphic view method", lists=(0,))
declare("np.ndarray.flatten", "linear holomorphic new method", weight=Weight.ELEMENTS)
declare("np.transpose", "holomorphic view method")
declare("np.swapaxes np.moveaxis", "holomorphic view")
declare("np.expand_dims", "holomorphic view", axis=Axis.OTHER)
declare("runtime.squeeze", "holomorphic", axis=Axis.OTHER)
declare("np.squeeze", weight=Weight.ELEMENTS)
declare("np.atleast_1d", "linear holomorphic", weight=Weight.ELEMENTS, at_least=1)
declare("np.atleast_2d", "linear holomorphic", at_least=2)
declare("np.atleast_3d", "linear holomorphic")
declare("np.broadcast_to", "linear holomorphic", weight=Weight.ELEMENTS)

declare("np.flip", "linear holomorphic view keeps_shape", lists=(0,))
declare("np.fliplr np.flipud", "holomorphic view")
declare("np.rot90", "linear holomorphic")
declare("np.roll", "linear holomorphic new keeps_shape", lists=(0,))
declare("np.tril np.triu", "linear holomorphic new keeps_shape")
declare("np.diag", "linear holomorphic new", lists=(0,))
declare("np.diagflat", "holomorphic")
declare("np.diagonal", "method", weight=Weight.ELEMENTS)

declare("np.take", "holomorphic new method", weight=Weight.ELEMENTS, lists=(0, 1))
declare("np.delete np.extract", "holomorphic new")
declare("np.repeat", "holomorphic new method", weight=Weight.ELEMENTS, lists=(0,))
declare("runtime.windows", "linear holomorphic")  # NumPy makes a view, which changes with the array
declare("runtime.tile np.append", "linear holomorphic new")
declare("np.tile", lists=(0,))
declare("np.concatenate np.stack np.column_stack np.hstack np.vstack np.dstack", "linear new joins")
