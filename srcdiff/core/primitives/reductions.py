"""Reductions of all elements, or along an axis, and statistics."""

from srcdiff.core.primitives.record import Axis, Weight, declare

declare(
    "np.sum",
    "linear holomorphic new method reduces reduces_masks one_number",
    weight=Weight.TOTAL,
    axis=Axis.REDUCED,
    lists=(0,),
)
declare("np.nansum", weight=Weight.TOTAL, axis=Axis.REDUCED, lists=(0,))
declare(
    "np.mean",
    "linear holomorphic new method reduces one_number",
    weight=Weight.ELEMENTS,
    axis=Axis.REDUCED,
    lists=(0,),
)
declare(
    "np.max np.min",
    "new method reduces one_number",
    weight=Weight.ELEMENTS,
    axis=Axis.REDUCED,
    lists=(0,),
)
declare("np.amax np.amin", "reduces one_number", lists=(0,))
declare("np.nanmax np.nanmin", "one_number", lists=(0,))
declare("np.prod", "holomorphic new method reduces one_number", lists=(0,))
declare("np.all np.any", "constant method reduces_masks", lists=(0,))
declare("np.count_nonzero", "constant reduces_masks", lists=(0,))
declare("np.argmax np.argmin", "constant new method", axis=Axis.OTHER, lists=(0,))
declare("np.nanargmax np.nanargmin", "constant")

declare("runtime.mean_along", "linear holomorphic new", weight=Weight.ELEMENTS, axis=Axis.REDUCED)
declare("runtime.max_along runtime.min_along", "new", weight=Weight.ELEMENTS, axis=Axis.REDUCED)
declare("runtime.prod_along", "holomorphic new", axis=Axis.OTHER)
declare("runtime.var_along runtime.std_along runtime.norm_along", "new", axis=Axis.OTHER)
declare("runtime.kept", "linear holomorphic", weight=Weight.ELEMENTS)

declare("np.var np.std", "new method", lists=(0,))
declare("np.median", "new", lists=(0,))
declare("np.cov np.nanpercentile np.nanquantile", "new")
declare("np.ptp np.quantile np.percentile np.nanmedian", lists=(0,))
declare("np.nanmean np.nanprod np.nanvar np.nanstd", lists=(0,))
declare("runtime.median runtime.quantile runtime.percentile", "new")

declare("runtime.logsumexp", weight=Weight.LOGARITHM_OF_SUM, lists=(0,))
declare("runtime.logsumexp_along", "new", weight=Weight.LOGARITHM_OF_SUM, axis=Axis.REDUCED)
declare("runtime.softmax runtime.log_softmax", "new", lists=(0,))
declare("runtime.softmax_along runtime.log_softmax_along", "new", axis=Axis.OTHER)
