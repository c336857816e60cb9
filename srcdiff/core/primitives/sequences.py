"""Sums and differences along an array, sorting, searching, filters, polynomials."""

from srcdiff.core.primitives.record import Axis, Weight, declare

declare(
    "np.cumsum",
    "linear holomorphic new method",
    weight=Weight.TOTAL,
    axis=Axis.OTHER,
    lists=(0,),
)
declare("np.cumprod", "holomorphic new method", axis=Axis.OTHER, lists=(0,))
declare("runtime.cumprod_along", "holomorphic new", axis=Axis.OTHER)
declare("np.nancumsum np.nancumprod", "new")
declare("np.diff", "linear holomorphic new", same_at=0, lists=(0,), contiguous=(0,))
declare("np.ediff1d", "linear holomorphic new")
declare("np.unwrap", "linear new")
declare("np.trapezoid", lists=(0,), contiguous=(0, 1))
declare("np.trapz", contiguous=(0, 1))

declare("np.sort", "new keeps_shape", weight=Weight.ELEMENTS, lists=(0,))
declare("np.argsort", "constant new method", lists=(0,))
declare("np.argpartition", "constant", lists=(0,))
declare("np.partition", lists=(0,))
declare("np.unique", "new", lists=(0,))
declare("np.nonzero", "constant new method")
declare("np.flatnonzero np.argwhere", "constant")
declare("np.searchsorted np.digitize", "constant new")
declare("np.bincount", "new")
declare("np.interp", "new", lists=(0, 1, 2))

declare("np.convolve", "holomorphic new", lists=(0, 1))
declare("np.correlate", "new", lists=(0, 1))
declare("np.polyval", lists=(0,))
declare("runtime.polyval", "holomorphic new")
