"""Statements with functions of NumPy that few programs call, and linear algebra.

The letters are those of patterns.py.
"""

LIBRARY = (
    # products and sums
    """
    s = np.einsum("i,i->", x, y) * e
    """,
    """
    s = np.sum(np.einsum("i,j->ij", x, y)[0]) + np.einsum("i,i", x, x)
    """,
    """
    s = np.sum(np.einsum("ij,i->j", M, x)) + np.einsum("ij,ij->", M, M)
    """,
    """
    s = np.sum(np.einsum("ij,kj->ik", M, M) * K)
    """,
    """
    s = np.tensordot(x, y, 1) + np.sum(np.tensordot(M, M.T, 1))
    """,
    """
    s = np.inner(x, y) + np.vdot(x, E)
    """,
    """
    s = np.sum(np.kron(x, y) * np.kron(y, x)) * K
    """,
    """
    s = np.sum(np.cumprod(0.7 + 0.2 * np.sin(x)) * y)
    """,
    """
    s = np.sum(np.convolve(x, np.array([e, K]))) + np.sum(np.correlate(x, y))
    """,
    """
    s = np.sum(np.outer(x, E) * np.tril(np.outer(y, x))) + np.trace(np.outer(x, y))
    """,
    """
    s = np.sum(np.triu(np.outer(x, y), 1)) - np.sum(np.diag(np.outer(x, E)))
    """,
    """
    s = np.sum(np.diag(x) * K) + np.sum(np.vander(np.array([e, K]), 3))
    """,
    # along axes
    """
    s = np.sum(M / (2.0 + np.sum(M * M, axis=1, keepdims=True)))
    """,
    """
    s = np.sum(np.mean(M, axis=0) * np.prod(0.5 + 0.1 * M, axis=0))
    """,
    """
    s = np.sum(np.max(M, axis=1) - np.min(M, axis=1)) + np.ptp(x)
    """,
    """
    s = np.sum(np.cumsum(M, axis=0) * M) + np.sum(M.sum(axis=1) * x)
    """,
    """
    s = np.sum(np.var(M, axis=0)) + np.var(x) * K
    """,
    """
    s = np.average(x, weights=1.5 + np.sin(y)) * e
    """,
    """
    s = np.median(x) * e
    """,
    # other shapes
    """
    s = np.sum(np.tile(x, 2) * np.repeat(y, 2))
    """,
    """
    s = np.sum(np.roll(x, 1) * y) + np.sum(np.flip(x) * y)
    """,
    """
    s = np.sum(np.squeeze(x.reshape(1, n), axis=0) * np.expand_dims(y, 0)[0])
    """,
    """
    s = np.sum(np.vstack((x, E)) * np.stack((y, x))) + np.hstack((x, y))[0] * K
    """,
    """
    s = np.sum(np.column_stack((x, y, E))[:, 1] * x)
    """,
    """
    s = np.sum(np.swapaxes(M, 0, 1) * M.T) + np.sum(np.transpose(M)[0])
    """,
    """
    s = np.sum(np.append(x, e) ** 2) + np.sum(np.take(x, np.array([0, 0, n - 1])))
    """,
    """
    s = np.sum(np.broadcast_to(x, (2, n)) * np.stack((y, E)))
    """,
    """
    s = np.sum(np.atleast_2d(x) * y) + np.sum(np.ravel(M) * K)
    """,
    # places
    """
    found = np.searchsorted(np.sort(x), K)
    s = x[min(found, n - 1)] * e
    """,
    """
    s = x[np.argmin(y)] * y[np.argmax(x)]
    """,
    """
    s = 0.0
    for ii in np.nonzero(x > K)[0]:
        s += x[ii] * y[ii]
    """,
    """
    s = np.sum(x[np.flatnonzero(y > K)]) if np.any(y > K) else e
    """,
    """
    s = e if np.all(x > -9.0) else K
    """,
    """
    counts = np.zeros(3)
    np.add.at(counts, np.array([0, 2, 0]), np.array([e, K, x[0]]))
    s = counts[0] * counts[2]
    """,
    """
    s = np.interp(e, np.linspace(-2.0, 2.0, 5), np.array([K, 1.0, e, 0.3, x[0]]))
    """,
    """
    s = np.sum(np.interp(x, np.array([-1.0, 0.1, 1.2]), np.array([e, K, 0.8])))
    """,
    # element by element
    """
    s = np.sum(np.power(1.2 + x * x, 1.5) + np.reciprocal(2.0 + np.sin(y)))
    """,
    """
    s = np.sum(np.logaddexp(x, E)) + np.sum(np.log2(2.0 + x * x))
    """,
    """
    s = np.sum(np.arcsin(0.4 * np.tanh(x)) * np.log10(3.0 + y * y))
    """,
    """
    s = np.sum(np.sign(x) * y + np.fabs(x)) + np.sum(np.heaviside(y, 0.5) * x)
    """,
    """
    s = np.sum(np.fmax(x, K) * np.exp2(0.3 * np.sin(y)))
    """,
    """
    s = np.sum(np.select([x > K, x > 0.0], [x * y, x], e))
    """,
    """
    s = np.trapezoid(x, dx=0.5) * e
    """,
    # linear algebra
    """
    system = np.eye(n) + 0.1 * np.outer(x, y)
    s = np.linalg.det(system) + np.sum(np.linalg.inv(system) @ E)
    """,
    """
    gram = np.eye(n) + 0.2 * np.outer(x, x)
    s = np.sum(np.linalg.cholesky(gram)) + np.linalg.slogdet(gram)[1]
    """,
    """
    gram = np.diag(np.arange(1.0, n + 1.0)) + 0.1 * np.outer(x, x)
    s = np.linalg.eigvalsh(gram)[0] * e
    """,
    """
    gram = np.diag(np.arange(1.0, n + 1.0)) + 0.1 * np.outer(x, x)
    levels, states = np.linalg.eigh(gram)
    s = np.sum(levels * x) + np.sum(states * states * gram) * e
    """,
    """
    tall = np.vstack((np.eye(n), 0.3 * np.outer(x, y))) + 0.2
    s = np.sum(np.linalg.svd(tall, full_matrices=False)[1] * E)
    """,
    """
    tall = np.vstack((np.eye(n), 0.3 * np.outer(x, y)))
    turned, upper = np.linalg.qr(tall)
    s = np.sum(turned * turned * tall) + np.sum(upper * upper) * K
    """,
    """
    tall = np.vstack((np.eye(n), 0.3 * np.outer(x, y)))
    s = np.sum(np.linalg.pinv(tall) * K)
    """,
    """
    tall = np.vstack((np.eye(n), 0.3 * np.outer(x, y)))
    s = np.sum(np.linalg.lstsq(tall, np.concatenate((E, x)))[0])
    """,
    """
    s = np.linalg.norm(1.0 + 0.3 * np.sin(M)) + np.linalg.norm(x - 3.0)
    """,
    """
    system = np.eye(n) + 0.1 * np.outer(x, y)
    s = np.sum(np.linalg.solve(system, np.column_stack((E, x)))) * K
    """,
)
