"""Arguments and results of helpers and of NumPy that change after the call."""

import numpy as np


def _v(f):
    z = np.exp(f)
    return z


def _w(y, x):
    y *= x


def a1(x):
    y = _v(x)
    _w(y, x)
    return np.sum(y * x)


def a4(x):
    y = _v(x)
    for k in range(3):
        y[k] = y[k - 1] * x[k]
    return np.sum(y * y)


def _o(x):
    y = _v(x)
    y *= x
    return y


def a5(x):
    return np.sum(_o(x) * x)


def a8(x):
    y = _v(x)
    z = y
    y = _v(z)
    z[0] = 0.5
    return np.sum(y * z)


def a9(x):
    y = _v(x)
    y.sort()
    y[0] *= x[1]
    return np.sum(y * y)


def e8(x):
    s = 0.0
    for _ in range(2):
        y = _v(x)
        y += x
        s += np.sum(y * x)
    return s


def _dv(f):
    return 1.0 / f


def b6(x):
    y = _dv(x)
    y[0] *= y[1]
    return np.sum(y * x)


def _inv(f):
    return np.linalg.inv(f)


def e9(x):
    y = _inv(np.outer(x, x) + np.eye(3))
    y += x
    return np.sum(y * y)


def _chol(f):
    return np.linalg.cholesky(f)


def c2(x):
    L = _chol(np.outer(x, x) + np.eye(3))
    L[0, 0] = x[1]
    return np.sum(L * L * x)


def _sol(A, b):
    z = np.linalg.solve(A, b)
    return z


def c3(x):
    A = np.outer(x, x) + np.eye(3)
    z = _sol(A, x)
    z[0] = x[1]
    A[0] = 1.0
    return np.sum(z * z * x)


def _s(f):
    if np.ndim(f) == 0:
        return f * f
    return np.tanh(f)


def r7(x):
    y = _s(x * 1.2)
    y *= x[0]
    return np.sum(y * y)


def _v2(f):
    z = np.exp(f)
    return z, np.sum(z)


def e5(x):
    y, s = _v2(x)
    y[0] = 0.3
    return np.sum(y * x) * s


def _u(f):
    z = f * f
    return z, np.sin(z)


def b2(x):
    y, s = _u(x)
    y[0] = 0.3
    s[1] = y[2]
    return np.sum(y * s)


def _cmp(f):
    z = f * 1.5
    z *= z
    q = np.prod(z)
    return z, q


def b6q(x):
    z, q = _cmp(x)
    z[0] = q
    z, q = _cmp(z)
    z[1] = 0.2
    return np.sum(z * x) + q


def _so(f):
    i = np.argsort(f)
    return f[i], i


def b2i(x):
    y, i = _so(x * 1.1)
    i[0] = i[1]
    return np.sum(x[i] * y)


def k1(x):
    y = np.corrcoef(x * 1.3, np.cos(x))
    y *= x[0]
    return np.sum(y * y)


def k2(x):
    y = np.average(np.outer(x, x), axis=0, weights=x * 1.1)
    y *= x[0]
    return np.sum(y * y)


def q1(x):
    y = np.linalg.qr(np.outer(x, x) + np.eye(3))[1]
    y[0] = 0.3
    return np.sum(y * y)


def q2(x):
    q, r = np.linalg.qr(np.outer(x, x) + np.eye(3))
    r[0] = 0.3
    return np.sum(r * r) + np.sum(q * x)


def q5(x):
    y = np.linalg.lstsq(np.outer(x, x) + np.eye(3), x)[0]
    y[0] = 0.3
    return np.sum(y * y)


def _car2(f):
    z = np.exp(f)
    r = np.real(z)
    s = np.sum(np.sin(r) * r)
    return z, s


def n2(x):
    y, s = _car2(x)
    y[0] *= x[1]
    return np.sum(y * y) * s


def _nest(f):
    y = _v(f)
    return y


def n3(x):
    y = _nest(x)
    y *= x
    z = _nest(y)
    z[1] = y[0]
    y[2] = z[2]
    return np.sum(y * z)


def _nest2(f):
    y, s = _car2(f)
    return y, s * s


def n4(x):
    y, s = _nest2(x)
    y[0] *= x[1]
    return np.sum(y * y) * s


def n5(x):
    y = _v(x)
    for k in range(3):
        y = _v(y * 0.3)
        y[k] *= x[k]
    return np.sum(y * y)


def _rec(f, n):
    if n == 0:
        return np.exp(f)
    y = _rec(f * 0.5, n - 1)
    y[0] *= f[1]
    return y


def n6(x):
    y = _rec(x, 3)
    y *= x
    return np.sum(y * y)


def t1(x):
    w = np.outer(np.cos(x), x)
    y = np.take(w, 1, axis=1)
    w -= 0.1 * x
    return np.sum(y * y)


def t2(x):
    w = np.outer(np.cos(x), x)
    y = np.take(w, 1, axis=0)
    y[0] = 0.0
    return np.sum(w * w) + np.sum(y * y)


def _taken(w, i):
    return np.take(w, i[0], axis=1)


def _again(w, i):
    t = _taken(w, i)
    return t


def t3(x):
    w = np.outer(np.cos(x), x) * x
    y = _again(w, np.array([1, 0, 2]))
    w -= 0.1 * x
    return np.sum(y * y)


def t4(x):
    w = np.outer(np.cos(x), x)
    y = np.take(w, np.array([1, 2]), axis=1)
    w -= 0.1 * x
    return np.sum(y * y)


def ta1(x):
    w = np.outer(x, np.sin(x)) + x
    y = np.take_along_axis(w, np.argsort(w, axis=0), axis=-2)
    return np.sum(y * y * x[0] + y[0] * x)


def ta2(x):
    w = np.outer(x, np.sin(x)) + x
    y = np.take_along_axis(w, np.array([[2], [0]]), axis=0)
    return np.sum(y * x)


def ta3(x):
    w = np.outer(x, np.sin(x)) + x
    y = np.take_along_axis(w, np.array([[2, 0]]), axis=1)
    return np.sum(y * x[:, None])


def as1(x):
    w = np.outer(x, np.cos(3 * x))
    i = np.argsort(w, axis=-2)
    return np.sum(w[i[0], 0] * x) + np.sum(w[i[1], 1] * x) + np.sum(i[:, 2] * x)


def in1(x):
    y = np.insert(np.array([1, 2]), 1, 1.7)
    return np.sum(y * x)


def in2(x):
    y = np.insert(np.arange(3), 1, x[0])
    return np.sum(y[:3] * x) + x[0]


def in3(x):
    y = np.insert(x, 1, x[0] * x[1])
    return np.sum(y[:3] * x) + x[0]


def m1(x):
    w = np.outer(x, np.sin(x))
    np.multiply.at(w, np.array([1, 0]), x)
    return np.sum(w * x)


def m2(x):
    w = x * 1.0
    np.multiply.at(w, np.array([1, 0, 1]), x)
    np.multiply.at(w, 2, x[0])
    return np.sum(w * x)


def m3(x):
    w = np.outer(x, np.sin(x))
    np.multiply.at(w, (np.array([1, 0]), np.array([2, 2])), x[:2])
    return np.sum(w * x)


def m4(x):
    v2 = np.ones((3, 2)) * x[1]
    v2[:, 0] = x[0] * x
    np.multiply.at(v2, np.arange(2), np.max(v2, axis=0))
    return np.sum(v2 * v2)


def g1(x):
    c = np.arange(1.0, 7.0)
    c[1:] += c[:-1].copy()
    c[:3] += c[3:]
    c[0] += c[1]
    return np.sum(x * c[:3]) * x[0]


def g2(x):
    a = x.copy()
    a += a * 2
    a *= a.sum()
    a[1:] += 2 * a[:-1]
    return np.sum(x * a) * x[0]


def g3(x):
    c = np.arange(1.0, 10.0).reshape(3, 3)
    c[1] += c[0]
    c[:, 0] -= c[:, 1]
    for i in range(2):
        c[i] += c[i + 1]
    return np.sum(x * c[0]) * x[0]


def places_of_one_number(x):
    out = np.zeros((2, 3))
    for i in range(out.size):
        row = i // out.shape[1]
        column = i % out.shape[1]
        out[row, column] = np.exp(x[column] * row)
    return np.sum(out * out)
