"""Statements as people write them: the language, and whole arrays.

As in idioms.py, `x` and `y` stand for vectors, `n` for their length, `s` for a float of the
function, `e` for an expression, `K` for a number; here also `E` for an expression with a
vector of that length as its value, and `M` for a matrix.
"""

LANGUAGE = (
    # lists and comprehensions
    """
    items = []
    for ii in range(n):
        items.append(x[ii] * e)
    s = sum(items)
    """,
    """
    items = []
    for value in x:
        items.append(math.sin(value))
    s = items[0] * items[-1]
    """,
    """
    items = [e]
    while abs(items[-1]) > 0.2 and len(items) < 9:
        items.append(0.7 * items[-1] * math.cos(x[0]))
    s = sum(items) + items[-1] * len(items)
    """,
    """
    items = []
    part = 1.0
    while part > 0.3:
        items.append(part * e)
        if part < 0.8:
            items.append(x[0] * items[-1])
        part *= 0.7
    s = items[1] * items[-1] + max(items)
    """,
    """
    s = sum([value * value for value in x if value > K])
    """,
    """
    s = sum(x[ii] * y[ii] for ii in range(n))
    """,
    """
    s = max([value * value for value in x])
    """,
    """
    s = sum(x[ii] * y[jj] for ii in range(n) for jj in range(ii))
    """,
    # unpacking, walrus, chains
    """
    first, *rest = e, x[0], K
    s = first * rest[0] + rest[1]
    """,
    """
    (p0, p1), p2 = (e, x[-1]), K
    s = p0 * p1 + p2
    """,
    """
    pair = (e, x[0])
    p0, p1 = pair
    s = p0 * pair[1] - p1
    """,
    """
    *p0, p1 = x[0], e, x[-1]
    s = p0[0] * p0[1] * p1
    """,
    """
    p0, p1 = p1, p0 = e, x[0]
    s = p0 - 2.0 * p1
    """,
    """
    if (part := e) > K:
        s = part * part
    else:
        s = -part
    """,
    """
    s = (part := e) * part + x[0]
    """,
    """
    s = 0.0
    while (gap := abs(s - K)) > 0.3 and gap < 4.0:
        s += 0.5 * (K - s)
    s = s * e
    """,
    """
    s = 0.0
    if -1.0 < x[0] <= 0.4 < 1.0 + abs(e):
        s = e
    """,
    # tuples of arrays
    """
    both = (x * K, y + e)
    for kk in range(2):
        both[kk][0] = both[1 - kk][-1] * e
    s = np.sum(both[0] * both[1])
    """,
    """
    both = (x * e, np.append(y, K))
    for part in both[::-1]:
        part[-1] = part[0] * e
    s = np.sum(both[0]) * np.sum(both[1]) + both[-1][0]
    """,
    """
    held = y * e
    both = (held, x + K)
    s = 0.0
    for kk in range(len(both)):
        held[0] = x[0] * (kk + 1)
        for part in both:
            s += part[0] * both[kk][-1]
    """,
    # lists of arrays that do not change
    """
    both = [x * K, np.append(y, e)]
    for kk in range(2):
        both[kk][0] = both[1 - kk][-1] * e
    s = np.sum(both[0]) * both[1][0] + sum([np.sum(part * part) for part in both])
    """,
    """
    both = [x * 1.0, np.sin(x) * e]
    s = np.sum(np.vstack(both)[1]) + np.concatenate(both)[-1]
    for weight, part in zip([0.25, K], both):
        s += weight * part[0]
        part[-1] = s
    s += both[1][-1]
    """,
    # integers
    """
    s = 0.0
    for kk in range(-2, 3):
        s += 2**kk * e
    """,
    """
    s = 0.0
    found = 1
    for kk in range(-2, 3):
        s += 2**kk
        found *= 3**kk - 0.1
    s = s * e - found * x[0]
    """,
    """
    s = sum(10**-kk * x[0] for kk in range(3)) + (-1) ** n * e / 2 ** (n - 2)
    """,
    """
    found = int(x[0] > K) + int(y[-1] > K) + (e > K)
    s = found * e + 3 ** (found - 1) * x[0]
    """,
    """
    best = 0
    for value in x:
        best = max(best, value)
    s = best * e
    """,
    # functions
    """
    scale = lambda u: u * u + e
    s = scale(K) + scale(x[0])
    """,
    """
    def inner(u, v=0.3):
        return u * v + x[0]
    s = inner(e) * inner(K, e) + inner(v=x[-1], u=K)
    """,
    """
    def inner(u, *more):
        part = u
        for item in more:
            part = part * 0.5 + item
        return part
    s = inner(e, x[0], K)
    """,
    """
    def twice(g, u):
        return g(g(u))
    s = twice(math.sin, e) + twice(lambda u: u * K, x[0])
    """,
    """
    def inner(values):
        for value in values:
            if value > K:
                return value * value
        return e
    s = inner(x)
    """,
    # ways out of loops
    """
    s = 0.0
    for value in x:
        if value > K:
            break
        s += value * value
    else:
        s = s * e
    """,
    """
    s = 1.0
    for ii in range(n):
        if x[ii] < K:
            continue
        for jj in range(n):
            if y[jj] > 0.9:
                break
            s += x[ii] * y[jj]
    """,
    # options: what runs is decided by constants and types
    """
    def inner(u, kind="plain", extra=None):
        if kind == "plain":
            part = u * K
        elif kind in ("double", "twice"):
            part = 2.0 * u
        else:
            raise ValueError(kind)
        if extra is not None:
            part += extra * u
        return part
    s = inner(e) + inner(x[0], "twice") + inner(K, extra=e)
    """,
    """
    def inner(u, full=False):
        if full:
            return u * u, u - K
        return u
    s = inner(e)
    for part in inner(x[0], True):
        s = s * 0.5 + part
    """,
    """
    s = 0.0
    for name, weight in (("up", 0.5), ("down", K), ("up", e)):
        if name == "up":
            s += weight * x[0]
        else:
            s -= weight * e
    """,
    """
    s = 0.0
    for g in (math.sin, math.exp, abs):
        s += g(0.3 * math.tanh(e)) * x[0]
    """,
    # exceptions
    """
    def inner(u, low):
        if u < low:
            raise ValueError("too low")
        return u * u
    try:
        s = inner(x[0], K)
    except ValueError:
        s = e
    """,
    # sorting
    """
    s = 0.0
    for ii, value in enumerate(sorted([e, x[0], K])):
        s += (ii + 1) * value * value
    """,
    """
    ordered = sorted(x)
    s = ordered[0] * K
    """,
    """
    s = 0.0
    for left, right in sorted(zip(x, y)):
        s = 0.5 * s + left * right
    """,
    # state in tuples, swaps, and values from the last iteration
    """
    state = (e, K, x[0])
    for value in x:
        state = (state[1], 0.5 * state[2] + value, math.sin(state[0]))
    s = state[0] * state[1] - state[2]
    """,
    """
    older, old = 0.1, e
    for value in x:
        older, old = old, old * 0.5 + older * value
    s = older * old
    """,
    # what is not reached
    """
    if K > 100.0:
        s = np.nan
    else:
        s = e
    """,
    """
    s = math.inf
    for ii in range(n):
        s = min(s, x[ii] * x[ii])
    """,
    """
    s = -np.inf
    for value in x:
        if value > s:
            s = value
    """,
    """
    s = math.sqrt(e) if e > 0.0 else 0.0
    """,
    """
    s = 0.0
    for value in x:
        if value != 0.0:
            s += 1.0 / value if abs(value) > 0.1 else value
    """,
)

OF_ARRAYS = (
    # masks and places
    """
    mask = x > K
    s = np.sum(y[mask]) * e
    """,
    """
    mask = (x > K) & (y < 1.0)
    s = 0.0
    for ii in range(n):
        if mask[ii]:
            s += x[ii]
    """,
    """
    order = np.argsort(x)
    ranked = y[order]
    s = ranked[0] * ranked[-1]
    """,
    """
    s = 0.0
    for value in x:
        s += np.where(value > K, value * e, np.where(value > 0.0, 1, value))
    """,
    """
    s = np.sum(np.where(x > K, np.exp(x) * e, np.where(x > 0.0, E, x * y)))
    """,
    """
    where = np.argmax(x)
    s = x[where] * y[where]
    """,
    """
    x[x < K] = 0.25
    """,
    """
    x[y > K] = e
    """,
    # overlapping parts
    """
    x[1:] = x[:-1]
    """,
    """
    x[:-1] = x[1:] * K
    """,
    """
    x[:] = x[::-1]
    """,
    """
    x[1:-1] = 0.5 * x[:-2] + 0.5 * x[2:]
    """,
    """
    x[::2] = K * x[::2]
    """,
    """
    x[1:] += x[:-1].copy()
    """,
    """
    for ii in range(1, n):
        x[ii:] += K * x[ii - 1]
    """,
    """
    for ii in range(n):
        x[: ii + 1] *= 0.9
    s = np.sum(x[1:] * x[:-1])
    """,
    # views of views
    """
    tail = x[1:]
    inner = tail[::-1]
    inner *= K
    s = np.sum(tail)
    """,
    """
    back = x[::-1]
    back[0] = e
    s = x[-1] * back[-1]
    """,
    """
    part = x[: n // 2 + 1]
    for ii in range(len(part)):
        part[ii] = part[ii] * K
    """,
    # whole arrays in loops
    """
    state = x.copy()
    for kk in range(3):
        state = state + 0.1 * np.sin(state) * E
    s = np.sum(state)
    """,
    """
    state = x * K
    for kk in range(2):
        state[1:] = 0.5 * (state[1:] + state[:-1])
        state *= 1.1
    s = state[0] + state[-1]
    """,
    """
    total_of = np.zeros(n)
    for ii in range(n):
        total_of += x[ii] * E
    s = np.dot(total_of, y)
    """,
    """
    weights = np.exp(np.sin(x))
    weights /= np.sum(weights)
    s = np.sum(weights * E)
    """,
    """
    centred = x - np.mean(x)
    s = np.sum(centred * centred) / n
    """,
    """
    gaps = x[:, None] - y[None, :]
    s = np.sum(1.0 / (1.0 + gaps * gaps))
    """,
    """
    s = np.sum(np.sqrt(0.2 + (x[:, np.newaxis] - x) ** 2))
    """,
    """
    trail = np.empty((n, 2))
    for ii in range(n):
        trail[ii] = x[ii] * K, y[ii]
    s = np.sum(trail * trail)
    """,
    """
    trail = np.zeros((3, n))
    trail[0] = E
    for kk in range(1, 3):
        trail[kk] = K * trail[kk - 1] + np.sin(x)
    s = np.sum(trail[-1])
    """,
    # matrices
    """
    for ii in range(M.shape[0]):
        s = np.sum(M[ii] * M[ii, ::-1])
    """,
    """
    s = 0.0
    for line in M:
        s += np.sum(np.sin(line)) * line[0]
    """,
    """
    gram = M.T @ M
    s = np.trace(gram) + gram[0, -1]
    """,
    """
    work_of = M.copy()
    work_of[:, 0] = K
    work_of[0] += work_of[-1]
    s = np.sum(work_of * M)
    """,
    """
    scaled = M / (1.0 + np.sum(M * M, axis=0))
    s = np.sum(scaled)
    """,
    """
    flat = M.copy().ravel()
    flat[0] = e
    s = np.sum(flat * flat)
    """,
    """
    turned = M.copy().T
    turned[0] = K
    s = np.sum(turned * turned)
    """,
    """
    system = np.eye(n) + 0.1 * np.outer(x, y)
    s = np.sum(np.linalg.solve(system, E))
    """,
    # arrays of constant shape
    """
    turn = np.array([[math.cos(e), -math.sin(e)], [math.sin(e), math.cos(e)]])
    point = turn @ np.array([x[0], K])
    for kk in range(3):
        point = turn @ point + 0.1 * point[::-1]
    s = point[0] * point[1]
    """,
    """
    spread = np.eye(2) * K
    for value in x:
        spread = spread @ spread.T * 0.1 + np.outer(np.array([value, 1.0]), np.array([K, value]))
    s = np.sum(spread) * spread[0, 1]
    """,
    """
    axis = np.cross(np.array([e, 1.0, K]), np.array([x[0], x[-1], 0.5]))
    s = np.dot(axis, axis)
    """,
    # other shapes of the same elements
    """
    square = np.empty(4).reshape(2, 2)
    square[0] = e, x[0]
    square[1] = K * square[0]
    flat = square.ravel()
    flat[2] *= 3.0
    s = square[1, 0] * np.sum(flat)
    """,
    """
    row = x.reshape(1, -1)
    row[0, 0] = e
    s = np.sum(row * x)
    """,
    # running sums and products
    """
    s = np.sum(np.cumsum(x) * y) + np.prod(0.5 + 0.1 * x)
    """,
    """
    gaps = np.diff(x)
    s = np.sum(gaps * gaps) + e
    """,
    """
    s = np.sum(np.concatenate((x[1:], y[:1] * K, E)) ** 2)
    """,
    """
    s = np.sum(np.stack((x, E, x * y)) * x)
    """,
    # new arrays in each step
    """
    level = x
    for size in range(n - 1, 0, -1):
        above = np.empty(size)
        for jj in range(size):
            above[jj] = level[jj] * level[jj + 1] + K
        level = above
    s = np.sum(level)
    """,
    # arrays of another length in each step, that are read after the loop
    """
    s = K
    for ii in range(n + 2):
        piece = x[: ii % n + 1] * e
        s += 0.3 * np.sum(piece) * piece[0]
    s = s * piece[0] + np.sum(piece)
    """,
    """
    for ii in range(4):
        filled = np.zeros(ii % 3 + 1)
        before = filled + x[ii % n]
        for jj in range(len(filled)):
            filled[jj] = before[jj] * K
        filled[-1] += e
    s = np.sum(filled * filled) + before[0]
    """,
    """
    piece = x
    while len(piece) > 1:
        ends = piece[:1] * e
        piece = piece[1:] * piece[:-1] + ends[0]
        if piece[0] < K:
            break
    s = np.sum(piece) * piece[-1]
    """,
    """
    longest = x[:1] * 2.0
    for ii in range(n):
        piece = x[ii:] * y[ii]
        if np.sum(piece) > K:
            longest = piece
    s = np.sum(longest) * longest[0] + piece[0]
    """,
    # numbers and arrays that share a name
    """
    grown = e
    grown = grown + x
    s = np.sum(grown)
    """,
    """
    if e > K:
        picked = x
    else:
        picked = y * 2.0
    s = np.sum(picked * picked)
    """,
)

# conditions on an array that changes before they are asked again
TESTS = (
    "np.any(held > 0.4)",
    "(held < 0.1).any()",
    "(held > 0.2)[0]",
    "np.count_nonzero(held > 0.3)",
    "bool(held[0] > 0.3)",
    "int(held[-1] + 1.5)",
    "np.where(held > 0.2, 1, 0)[-1]",
    "not (held > 0.3).all()",
)
ASKED = (
    """
    held = x.copy()
    s = 0.0
    if {test}:
        s += e
    held[0] = K
    if {test}:
        s += x[-1] * held[0]
    """,
    """
    held = x.copy()
    s = 0.0
    for kk in range(3):
        if {test}:
            s += held[-1]
        held *= -1.3
        s += x[0] * held[0] if {test} else x[-1]
    """,
    """
    held = x.copy()
    if {test}:
        held += 0.7
    if {test}:
        held *= K
    s = np.sum(held * x)
    """,
)
PLACES = (
    """
    s = 0.0
    for ii, jj in np.ndindex(M.shape):
        s += M[ii, jj] * M[ii, jj]
        ii = ii // 2
        s += M[ii, jj] * e
    """,
)
ARRAYS = (*OF_ARRAYS, *PLACES, *(text.format(test=test) for text in ASKED for test in TESTS))
