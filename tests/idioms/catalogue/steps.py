"""Steps of simulations as functions that loops call: they read rows of arrays and write others."""

TEXT = """
step writes the next row [weight 2]
    | def step(s, x, v, c):
    |     for i in range(x.shape[1]):
    |         force = -c * x[s, i] - 0.1 * x[s, i] ** 3
    |         if i > 0:
    |             force += x[s, i - 1] - x[s, i]
    |         v[s + 1, i] = 0.9 * v[s, i] + 0.1 * force
    |         x[s + 1, i] = x[s, i] + 0.1 * v[s + 1, i]
    x = np.zeros((6, N))
    v = np.zeros((6, N))
    x[0] = VEC
    v[0, 0] = NUME
    for s in range(5):
        step(s, x, v, NUM)
    last = x[-1].copy()
    => vec last

steps of two functions
    | def rates(s, x, f, w):
    |     n = len(f)
    |     for i in range(n):
    |         f[i] = math.sin(w[i] * x[s, i]) * x[s, i - 1]
    | def advance(s, x, f, h):
    |     x[s + 1] = x[s] + h * f
    x = np.zeros((TRIPS + 2, N))
    x[0] = VEC
    f = VECN
    for s in range(TRIPS):
        rates(s, x, f, VEC1)
        advance(s, x, f, CONST)
        rates(s, x, f, VEC)
        advance(s, x, f, NUME)
    value = np.sum(x * x)
    => num value

step from the end
    | def back(k, x):
    |     x[-k - 1] = 0.8 * x[-k] * x[1 - k] + 0.1 * x[k - 1]
    x = np.zeros(8)
    x[-1] = NUME
    x[-2] = 0.5
    for k in range(2, 7):
        back(k, x)
    value = np.sum(x * x)
    => num value

step writes a row that it has read, and rows twice
    | def again(s, x, c):
    |     x[s] = x[s] * x[s] + c
    |     for i in range(x.shape[1]):
    |         x[s, i] *= 0.5 + 0.1 * x[s - 1, i]
    |     x[s - 1, 0] = x[s, -1] * c
    for k in range(TRIPS):
        for s in range(MAT.shape[0]):
            again(s, MAT, CONST)

step over one array given twice
    | def pulled(s, a, b, c):
    |     for i in range(len(a) - 1):
    |         a[i] = a[i] + c * b[s % len(b)] * b[i + 1]
    for s in range(TRIPS):
        pulled(s, VEC, VEC, CONST)

step over parts of one array
    | def pulled(s, a, b):
    |     for i in range(len(b)):
    |         a[i] += 0.3 * b[i] * b[s % len(b)]
    for s in range(N):
        pulled(s, VEC[1:], VEC[:-1])

step to and fro
    | def spread(a, b, c):
    |     b[0] = a[0]
    |     for i in range(1, len(a)):
    |         b[i] = a[i] + c * (a[i - 1] - a[i]) * a[i]
    here, there = VEC.copy(), VECN
    for k in range(TRIPS):
        spread(here, there, CONST)
        here, there = there, here
    => vec here, vec there

step with row views
    | def onward(old, new, c):
    |     for i in range(len(old)):
    |         new[i] = old[i] * math.cos(old[i - 1]) + c
    x = np.zeros((4, N))
    x[0] = VEC
    for s in range(3):
        onward(x[s], x[s + 1], NUME)
    out = x[3]
    => vec out

step that reads what the loop writes
    | def rate(x, s, i, c):
    |     if i == 0:
    |         return -c * x[s, i]
    |     return c * x[s, i - 1] * x[s, i]
    x = np.zeros((5, N))
    x[0] = VEC
    for s in range(4):
        for i in range(N):
            x[s + 1, i] = x[s, i] + 0.2 * rate(x, s, i, NUM)
    value = np.sum(x[4])
    => num value

step that ends early
    | def limited(s, x, c):
    |     for i in range(len(x)):
    |         if x[i] > 5.0:
    |             return i
    |         x[i] = x[i] + 0.1 * x[s % len(x)] * c
    |     return -1
    count = 0
    for s in range(TRIPS):
        count += limited(s, VEC, NUME)

step with an index of its own
    | def moved(s, x, c):
    |     s = s + 1
    |     x[s] = x[s - 1] * c + x[s]
    |     c = c * 0.5
    |     x[s - 1] *= c
    |     return c
    s = 0
    c = CONST
    while s < N - 1:
        c = moved(s, VEC, c)
        s += 1
    => num c

step inside a step
    | def inner(s, x, c):
    |     for i in range(x.shape[1]):
    |         x[s + 1, i] = c * x[s, i] * x[s, i - 1] + 0.1
    | def outer(x, c, count):
    |     for s in range(count):
    |         inner(s, x, c)
    |         if s % 2 == 0:
    |             inner(s, x, x[s + 1, 0])
    x = np.zeros((TRIPS + 1, N))
    x[0] = VEC
    for k in range(2):
        outer(x, NUM, x.shape[0] - 1)
        x[0] = x[-1]
    value = np.sum(x)
    => num value

step of slices
    | def sliced(s, x, v, c):
    |     v[s + 1, :] = v[s, :] - c * np.sin(x[s, :])
    |     x[s + 1, :] = x[s, :] + 0.1 * v[s + 1, :]
    x = np.zeros((4, N))
    v = np.zeros((4, N))
    x[0, :] = VEC
    for s in range(3):
        sliced(s, x, v, NUM)
    row = x[3] + v[3]
    => vec row

helpers on vectors of three [weight 2]
    | def crossed(a, b, out):
    |     out[0] = a[1] * b[2] - a[2] * b[1]
    |     out[1] = a[2] * b[0] - a[0] * b[2]
    |     out[2] = a[0] * b[1] - a[1] * b[0]
    | def turned(axis, point):
    |     out = np.empty(3)
    |     crossed(axis, point, out)
    |     if axis[0] < 0.2:
    |         return point + out
    |     return point * math.cos(axis[1]) + 0.5 * out
    axes = np.ones((3, 3)) * POS
    axes[0, 1] = NUME
    point = np.array([NUME, NUME, CONST])
    value = 0.0
    for k in range(3):
        point = turned(axes[k], point) * 0.5
        value += np.sum(point * turned(point, axes[k]))
    => num value

helper that fills a small array twice
    | def filled(a, c, out):
    |     for i in range(2):
    |         out[i] = a[i] * c + out[i - 1]
    value = 0.0
    for k in range(TRIPS):
        pair = np.zeros(2)
        filled(VEC, NUM, pair)
        filled(pair, CONST, pair)
        value += pair[0] * pair[1]
    => num value

helper with a small array of its own
    | def weighed(u, c):
    |     w = np.array([1.0, c, 0.5])
    |     for i in range(3):
    |         w[i] *= u[i % len(u)]
    |     return w
    value = 0.0
    for k in range(TRIPS):
        w = weighed(VEC, NUM)
        w[1] += 0.1 * value
        value += np.sum(w * w)
    => num value
"""
