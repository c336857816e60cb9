"""Functions that make arrays, fill them, and convert to them."""

from srcdiff.core.primitives.record import Fill, Weight, declare

declare("np.empty", "linear new sized", fill=Fill.UNSET, dtype=1)
declare("np.zeros", "linear new sized", fill=Fill.ZEROS, dtype=1)
declare("np.ones", "linear new sized", fill=Fill.ONES, dtype=1)
declare("np.empty_like", "linear new elementwise like", fill=Fill.UNSET, dtype=1)
declare("np.zeros_like", "linear new elementwise like", fill=Fill.ZEROS, dtype=1, slope="0.0")
declare("np.ones_like", "linear new elementwise like", fill=Fill.ONES, dtype=1, slope="0.0")
declare("np.identity", "constant new sized", fill=Fill.IDENTITY, dtype=1)
declare("np.eye", "constant new sized", fill=Fill.IDENTITY, dtype=3)
declare("np.tri", "constant new sized")
declare("np.full", "linear holomorphic new sized", dtype=2)
declare("np.full_like", "linear holomorphic new keeps_shape", dtype=2)
declare("np.arange", "new", dtype=3)
declare("np.linspace", "linear holomorphic new", dtype=5)
declare("np.logspace np.geomspace", "new")
declare("np.vander", "holomorphic new", lists=(0,))

declare("np.array", "linear holomorphic new joins from_lists", weight=Weight.ELEMENTS, dtype=1)
declare("np.asarray", "holomorphic from_lists", weight=Weight.ELEMENTS, dtype=1)
declare("np.asanyarray", dtype=1)
declare("np.ascontiguousarray", "holomorphic", weight=Weight.ELEMENTS, dtype=1, order="C")
declare("np.asfortranarray", "holomorphic", order="F")
declare(
    "np.copy",
    "linear holomorphic new elementwise method",
    weight=Weight.ELEMENTS,
    slope="1.0",
)
declare("np.float64 np.float32", weight=Weight.ELEMENTS)

declare("np.copyto np.fill_diagonal np.place np.put np.putmask np.random.shuffle", "writes")
