"""Products of arrays, and linear algebra."""

from srcdiff.core.primitives.record import Weight, declare

declare(
    "np.dot",
    "holomorphic new method matrix_product",
    weight=Weight.CONTRACTION,
    lists=(0, 1),
    out=2,
)
declare("np.matmul", "holomorphic", weight=Weight.CONTRACTION, out=2)
declare("np.vdot", "new", weight=Weight.CONTRACTION, lists=(0, 1))
declare("np.inner", weight=Weight.CONTRACTION, lists=(0, 1))
declare("np.outer", "holomorphic new", weight=Weight.CONTRACTION, lists=(0, 1))
declare("np.kron", "holomorphic new", lists=(0, 1), contiguous=(0, 1))
declare("np.cross", "holomorphic new", lists=(0, 1))
declare("runtime.cross_of_pairs", "new")
declare("runtime.contracted", "holomorphic")
declare("np.trace", "linear holomorphic new method", weight=Weight.TOTAL, lists=(0,))

declare("np.linalg.norm", "reduces", lists=(0,))
declare("np.linalg.det", "holomorphic", lists=(0,))
declare("np.linalg.matrix_rank", "constant")
declare("np.linalg.inv", "holomorphic new", lists=(0,))
declare("np.linalg.solve", "holomorphic new", lists=(0, 1))
declare("np.linalg.lstsq", "new", lists=(0, 1))
declare("np.linalg.cholesky np.linalg.qr np.linalg.svd np.linalg.pinv", "new", lists=(0,))
declare("np.linalg.eigh np.linalg.eigvalsh", "new", lists=(0,))
declare("np.linalg.eig np.linalg.eigvals runtime.real_eig", "new")
declare("runtime.matrix_power", "holomorphic new", same_at=1)
declare("runtime.matrix_function runtime.singular_value_function", "new")
