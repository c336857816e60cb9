"""Statements with named tuples, options, casts and the rest of the language.

The letters are those of patterns.py. `DEFINITIONS` stand at the beginning of such a program.
"""

DEFINITIONS = """
from collections import namedtuple

from numba import prange

Pair = namedtuple("Pair", ("left", "right"))


def turned(pair, by=0.5):
    return Pair(pair.right, by * pair.left - pair.right)


def total_of_any(given, weight=None):
    if isinstance(given, np.ndarray):
        found = np.sum(given * given)
    elif isinstance(given, tuple):
        found = given[0] * given[1]
    else:
        found = 3.0 * given
    return found if weight is None else found * weight


def falls(value, depth):
    if depth == 0:
        return 0.5 * value
    return rises(value * 0.8, depth - 1) - value


def rises(value, depth):
    if depth == 0:
        return math.sin(value)
    return falls(value + 0.3, depth - 1) * 0.7


def both_ways(value, *others, by=1.0, start=None):
    found = value if start is None else start
    for other in others:
        found = 0.6 * found + by * other
    return found, (found * value, len(others))


def first_above(values, low):
    for place, value in enumerate(values):
        if value > low:
            return place, value
    return -1, low
"""

VALUES = (
    # named tuples
    """
    pair = Pair(e, x[0])
    s = pair.left * pair.right + pair[0]
    """,
    """
    pair = Pair(right=e, left=x[-1])
    left, right = pair
    s = left * right - pair.left
    """,
    """
    pair = Pair(K, e)
    for value in x:
        pair = Pair(pair.right, 0.5 * pair.left + value)
    s = pair.left - pair.right
    """,
    """
    s = turned(turned(Pair(e, K)), by=x[0]).right
    """,
    """
    if e > K:
        pair = Pair(e, K)
    else:
        pair = Pair(x[0], e)
    s = pair.left * pair.right
    """,
    # what types decide
    """
    s = total_of_any(x) + total_of_any(e)
    """,
    """
    s = total_of_any((e, x[0]), K) + total_of_any(x[-1], weight=e)
    """,
    """
    def inner(u, start=None, scale=1.0):
        start = K if start is None else start
        return u * start * scale
    s = inner(e) + inner(x[0], e) + inner(x[-1], scale=K)
    """,
    """
    before = None
    s = 0.0
    for value in x:
        if before is not None:
            s += value * before
        before = value
    """,
    """
    best = None
    for value in x:
        if best is None or value > best:
            best = value
    s = best * e
    """,
    """
    weights = None
    if n > 2:
        weights = x * K
    s = e if weights is None else np.sum(weights)
    """,
    # calls
    """
    given = (e, K)
    s, more = both_ways(*given)
    s += more[0]
    """,
    """
    s, (part, count) = both_ways(e, x[0], *(K, x[-1]), by=0.4)
    s = s * part + count
    """,
    """
    s = both_ways(e, by=K, start=x[0])[1][0]
    """,
    """
    s = falls(e, 3) + rises(x[0], 2)
    """,
    """
    place, value = first_above(x, K)
    s = value * e if place >= 0 else e
    """,
    """
    pick = math.sin if K > 0.0 else math.cos
    s = pick(e) * pick(x[0])
    """,
    """
    def inner(u):
        def deeper(v):
            return u * v + e
        return deeper(K) * deeper(u)
    s = inner(x[0])
    """,
    # casts
    """
    s = type(e)(0.5) * e + float(n) * x[0]
    """,
    """
    s = float(x[0]) * float(3) + int(2.7) * e
    """,
    """
    count = int(2.0 + math.sin(e))
    s = x[0] * count
    """,
    """
    s = np.float64(e) * np.int64(2) + x[0] * (n > 2)
    """,
    """
    whole, rest = divmod(n, 2)
    s = e * whole - x[0] * rest
    """,
    # names that go
    """
    part = e * e
    s = part + x[0]
    del part
    """,
    """
    fresh = x * K
    part = fresh[1:]
    del fresh
    s = np.sum(part * part) + e
    """,
    # loops
    """
    s = 0.0
    for ii in prange(n):
        s += x[ii] * y[ii]
    """,
    """
    s = 0.0
    for ii, (left, right) in enumerate(zip(x, y)):
        s += left * right * (ii + 1)
    """,
    """
    s = 0.0
    for ii, value in enumerate(x, 1):
        s += value * value / ii
    """,
    """
    s = 0.0
    for left, right in zip(x[1:], reversed(y)):
        s = 0.7 * s + left * right
    """,
    """
    s = 1.0
    for ii, jj in np.ndindex(2, n):
        s += x[jj] * (ii - K) * s * 0.1
    """,
    """
    s = 0.0
    for ii in reversed(range(n)):
        s = 0.5 * s + x[ii] * e
    """,
    """
    ii = 0
    s = e
    while True:
        s = 0.8 * s + x[ii]
        ii += 1
        if ii >= n or s > 2.0:
            break
    """,
    """
    s = e if all([value < 9.0 for value in x]) else K
    if any([value > K for value in y]):
        s = s * x[0]
    """,
    """
    assert n >= 1, "nothing to add"
    s = min(e, K, x[0]) + max(x[0], x[-1], 0.1)
    """,
    """
    s = sum([value * K for value in x], e)
    """,
    """
    groups = ((0.5, K), (1.5, -0.2))
    s = 0.0
    for left, right in groups:
        s += left * e + right * x[0]
    """,
    """
    table = [e, x[0]]
    table.append(K * e)
    table[1] *= 2.0
    table.extend([x[-1], 1.0])
    s = table[0] * table[1] + table[2] * table[-2]
    """,
    """
    rows = [[e, K], [x[0], x[-1]]]
    s = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
    """,
    """
    first, second, *_ = (e, x[0], K, 2.0)
    second, first = first, second * first
    s = first - second
    """,
)
