"""Helpers that return their argument, a view, one array twice; closures, recursion, defaults."""

TEXT = """
helper returns its argument
    | def same(u):
    |     return u
    other = same(VEC)
    other[IDX] = NUME
    => vec other, fn same

helper returns a view
    | def turned(u):
    |     return u[::-1]
    other = turned(VEC)
    other[IDX] *= NUME
    => vec other, fn turned

helper that writes to one of its arguments, and reads one
    | def moving(u, w, k):
    |     chosen = u
    |     for i in range(k):
    |         chosen *= 1.25
    |         chosen = w
    |     return np.sum(chosen * chosen)
    value = moving(VEC, VEC1, TRIPS) + moving(VEC, VEC1, 0) * CONST
    value += moving(VEC1, VEC, 1)
    => num value

helper that writes, called in a comparison and a product
    | def grown(u, k):
    |     u[k] = u[k] * 1.25 + 0.1
    |     return u[k]
    value = VEC[IDX] if VEC[IDX] - 0.01 < grown(VEC, IDX) else NUME
    value += np.sum(VEC * VEC * grown(VEC, IDX)) + np.sum(VEC * 2.0 > grown(VEC, IDX))
    => num value, fn grown

helper returns a row
    | def second(m):
    |     return m[1]
    row = second(MAT)
    row[0] = row[1] * row[-1]
    => vec row

helper returns one array twice
    | def doubled(u):
    |     w = u.copy()
    |     return w, w
    h, t = doubled(VECE)
    h[IDX] = NUME
    => vec h, vec t

helper makes rows of a number
    | def table_of(c):
    |     table = np.zeros((3, 2))
    |     for row in table:
    |         row[1] += c
    |     return table, row
    table, row = table_of(NUME)
    row[0] = NUME
    value = table[2, 0] * table[0, 1]
    => num value

helper returns an array and its view
    | def with_view(u):
    |     w = u * CONST
    |     return w, w[::-1]
    a, b = with_view(VEC)
    a[IDX] = NUME
    => vec a, vec b

helper returns its argument and more
    | def counted(u):
    |     return u, np.sum(u * u)
    a, size = counted(VEC)
    a[IDX] *= CONST
    => vec a, num size

helper fills its argument
    | def fill(u, w, c):
    |     for i in range(len(u)):
    |         u[i] = w[i] * c
    target = np.zeros(N)
    fill(target, VEC, NUME)
    => vec target

helper adds to its argument
    | def add_to(u, w):
    |     for i in range(len(u)):
    |         u[i] += 0.3 * w[i] * w[i]
    add_to(VEC, VEC1)

helper gets one array twice
    | def add_to(u, w):
    |     for i in range(len(u)):
    |         u[i] += 0.3 * w[i] * w[i]
    add_to(VEC, VEC)

helper gets two parts of one array
    | def add_to(u, w):
    |     for i in range(len(u)):
    |         u[i] += 0.3 * w[i] * w[i]
    add_to(VEC[:1], VEC[1:2])

helper gets a row
    | def normed(u):
    |     u /= 1.0 + np.sum(u * u)
    for k in range(N):
        normed(MAT[k])

helper with early return
    | def limited(u, c):
    |     if np.sum(u) > c:
    |         return u * c
    |     return np.sin(u)
    out = limited(VECE, NUME)
    => vec out

helper returns from a loop
    | def first_above(u, c):
    |     for e in u:
    |         if e > c:
    |             return e * c
    |     return c
    hit = first_above(VEC, CONST)
    => num hit

helper returns its argument or a fresh one
    | def maybe(u, c):
    |     if c > 0.3:
    |         return u
    |     return u * c
    out = maybe(VEC, NUME)
    => vec out

helper returns its argument or a fresh one, which is changed
    | def maybe(u, c):
    |     if c > 0.3:
    |         return u
    |     return u * c
    out = maybe(VEC, NUME)
    out[IDX] = CONST * out[IDX]
    => vec out

helper returns one of two
    | def larger(u, w):
    |     if np.sum(u) > np.sum(w):
    |         return u
    |     return w
    out = larger(VEC, VEC1)
    => vec out

helper changes and returns
    | def push(u, c):
    |     u[0] += c
    |     return u
    out = push(VEC, NUME)
    out = push(out, CONST)
    => vec out

helper whose array result is not used
    | def both(u):
    |     return u[::-1] * 1.0, np.sum(u)
    v, total = both(VEC)
    v += VEC1
    => num total

helper with a result left out
    | def three(u):
    |     return u * 2.0, np.sum(u), np.max(u)
    out, _, top = three(VECE)
    => vec out, num top

helper that may return None
    | def found(u, c):
    |     for e in u:
    |         if e > c:
    |             return e
    |     return None
    hit = found(VEC, CONST)
    value = 0.5 if hit is None else hit * NUME
    => num value

helper of a number
    | def bent(a, b=CONST):
    |     return math.sin(a) * b
    value = bent(NUME) + bent(NUME, b=NUME)
    => num value

helper that binds in its branches
    | def chosen(u, c):
    |     if c > 1.0:
    |         r = u * 2.0
    |     elif c > 0.0:
    |         r = u
    |     else:
    |         r = np.cos(u)
    |     return np.sum(r * r)
    value = chosen(VEC, NUME)
    => num value

step of a state
    | def step(p, v, h):
    |     v = v - h * np.sin(p)
    |     p = p + h * v
    |     return p, v
    pos, vel = VEC, VEC1
    for k in range(TRIPS):
        pos, vel = step(pos, vel, POS)
    => vec pos, vec vel

step in place
    | def advance(p, v, h):
    |     for i in range(len(p)):
    |         v[i] -= h * p[i]
    |         p[i] += h * v[i]
    for k in range(TRIPS):
        advance(VEC, VEC1, 0.1)

step in place on rows
    | def advance(s, rows):
    |     for i in range(rows.shape[1]):
    |         rows[s, i] = rows[s - 1, i] + 0.1 * rows[s, i] * rows[s, i]
    for k in range(1, N):
        advance(k, MAT)

function inside, reading what is outside
    shift = NUME
    def inner(u):
        return u * shift
    out = inner(VECE)
    => vec out

function inside, called in a loop
    def inner(u, k):
        return np.sin(u + k)
    acc = VECN
    for k in range(TRIPS):
        acc = acc + inner(VEC, k)
    => vec acc

function inside, its outer name bound later
    gain = CONST
    def inner(a):
        return a * gain
    value = inner(NUME)
    gain = NUME
    value += inner(POS)
    => num value

function inside that writes outside
    acc = np.zeros(N)
    def inner(i, a):
        acc[i] += a
    for k in range(N):
        inner(k, VEC[k] * NUME)
    => vec acc

lambda
    bent = lambda a: a * a * CONST + POS
    value = bent(NUME) + bent(VEC[IDX])
    => num value

recursion with a number
    | def power(a, n):
    |     return 1.0 if n == 0 else a * power(a, n - 1)
    value = power(0.5 * NUM, 3)
    => num value

recursion with two calls
    | def fib(a, n):
    |     if n < 2:
    |         return a
    |     return fib(a, n - 1) + fib(a * 0.5, n - 2)
    value = fib(NUME, 3)
    => num value

recursion with an array
    | def halved(u, n):
    |     if n == 0:
    |         return u
    |     return halved(u * 0.5, n - 1)
    out = halved(VEC, 2)
    => vec out

recursion that may return its argument
    | def halved(u, n):
    |     if n == 0:
    |         return u
    |     return halved(u * 0.5, n - 1)
    out = halved(VEC, INT1 if INT1 < 3 else 0)
    => vec out

recursion over a part
    | def summed(u):
    |     if len(u) == 1:
    |         return u[0] * u[0]
    |     h = len(u) // 2
    |     return summed(u[:h]) - 0.5 * summed(u[h:])
    value = summed(VEC)
    => num value

function as an argument
    | def twice(g, a):
    |     return g(g(a))
    value = twice(math.sin, NUME)
    => num value

stars in a helper
    | def total_of(*parts):
    |     return sum(parts)
    value = total_of(NUME, VEC[IDX], CONST)
    => num value

helper that raises, caught
    | def checked(a):
    |     if a < CONST:
    |         raise ValueError("small")
    |     return a * a
    try:
        value = checked(NUME)
    except ValueError:
        value = NUME
    => num value

helper chain
    | def inner_sum(u):
    |     return np.sum(u * u)
    | def outer_sum(m):
    |     s = 0.0
    |     for row in m:
    |         s += inner_sum(row)
    |     return s
    value = outer_sum(MAT)
    => num value

helper with a work array
    | def smooth(u, work):
    |     for i in range(len(u)):
    |         work[i] = 0.5 * (u[i] + u[i - 1])
    |     return work
    work = np.empty(N)
    out = smooth(VEC, work)
    after = smooth(out, np.zeros(N))
    => vec out, vec after

helper that works on a copy
    | def sorted_by_hand(u):
    |     u = u.copy()
    |     for i in range(1, len(u)):
    |         j = i
    |         while j > 0 and u[j - 1] > u[j]:
    |             u[j - 1], u[j] = u[j], u[j - 1]
    |             j -= 1
    |     return u
    order = sorted_by_hand(VEC)
    => vec order, fn sorted_by_hand

helper that binds its parameter again
    | def shifted(u, c):
    |     if c > 0.0:
    |         u = u + c
    |     u[0] = c
    |     return u
    out = shifted(VEC, NUME)
    => vec out

helper of one loop variable
    | def at(u, i):
    |     return u[i] * u[i - 1]
    total = 0.0
    for k in range(N):
        total += at(VEC, k) * CONST
    => num total

apply a helper that is there
    out = FN(VECE)
    out[IDX] += NUME
    => vec out
"""
