"""Other ranks and shapes: cubes, new axes, reshapes; options, globals, names with two uses."""

TEXT = """
a cube of matrices
    cube = np.stack((MAT, MATE))
    plane = cube[0]
    plane[IDX] *= NUME
    value = np.sum(cube[:, 1, IDX] * cube[1, 0, 0])
    => num value, mat plane

a cube filled by planes
    cube = np.zeros((3, N, N))
    for k in range(3):
        cube[k] = MAT * (k + CONST)
        cube[k, 0] += VEC
    value = np.sum(cube[0] * cube[-1])
    => num value

keep the best plane
    cube = np.stack((MAT, MATE, MAT))
    top = -1e9
    for plane in cube:
        if np.sum(plane) > top:
            top = np.sum(plane)
            kept = plane
    kept[0, IDX] = NUME
    => mat kept, num top

a plane that moves on
    cube = np.zeros((2, N, N))
    plane = cube[0]
    for k in range(2):
        plane[IDX] += VEC * (k + 1)
        plane = cube[k]
    value = np.sum(cube * cube)
    => num value

sum over two axes
    cube = np.stack((MAT, MATE))
    out = cube.sum(axis=(0, 1)) * CONST
    => vec out

row as a matrix
    line = VEC.reshape(1, -1)
    out = (line @ MAT)[0]
    => vec out

squeeze
    column = np.expand_dims(VECE, 1)
    out = np.squeeze(column) * column[IDX, 0]
    => vec out

view by reshape that is written
    line = np.zeros(2 * N)
    pair = line.reshape(2, N)
    for k in range(2):
        half = pair[k]
        half += VEC * (k + POS)
    => part line

columns through the transpose
    for k, column in enumerate(MAT.T):
        column -= VEC * 0.5
        column[k % N] *= CONST

upper part by slices
    for i in range(N):
        MAT[i, i:] = VEC[i:] * NUME

matrix of views
    top = MAT[:1]
    rest = MAT[1:]
    rest -= top
    top *= CONST
    => part top, part rest

option by a string
    | def combined(u, w, way="sum"):
    |     if way == "sum":
    |         return u + w
    |     elif way == "first":
    |         return u
    |     return u * w
    out = combined(VEC, VECE, way="first")
    other = combined(VEC, VECE)
    out[IDX] = CONST
    => vec out, vec other

global matrix
    | WEIGHTS = np.array([[0.5, -1.0, 0.25], [1.5, 0.2, -0.3], [0.1, 0.7, -0.9]])
    total = 0.0
    for row in WEIGHTS:
        kept = row
        total += kept[0] * VEC[0] + kept[2] * VEC[IDX]
    => num total

global numbers
    | RATE, LIMIT = 0.25, -1.5
    value = NUME * RATE
    if value < LIMIT:
        value = LIMIT**2
    => num value

a name that is a number, then a vector
    q = NUME
    value = q * q
    q = VECE
    => num value, vec q

a name that is a vector, then a number
    q = VECE
    out = q * CONST
    q = np.sum(q)
    => vec out, num q

a name for a matrix and for its row
    q = MATE
    for k in range(TRIPS):
        r = q[k % N]
        q = np.outer(r, VEC) * POS
    => mat q, vec r

a counter that is used afterwards
    for k in range(TRIPS):
        last = VECE * k
    value = NUME * k
    => num value, vec last

a counter that is changed in its loop
    value = 0.0
    for k in range(TRIPS):
        value += VEC[k % N]
        k = 2 * k
        value *= 1.0 + 0.1 * k
    => num value

a loop variable that keeps an element
    for e in VEC:
        if e > CONST:
            break
    value = e * NUME
    => num value

a loop variable that keeps a row
    for row in MAT:
        if row[0] > CONST:
            break
    row[IDX] *= POS
    => vec row

an array bound in the else of a loop
    for k in range(TRIPS):
        out = VECE * (k + 1.0)
        if np.sum(out) > POS:
            break
    else:
        out = VEC
    out[IDX] *= NUME
    => vec out

a flag in place of a comparison
    rising = VEC[-1] > VEC[0]
    out = VECE
    if rising:
        out = out + VEC
    if not rising:
        out = out * CONST
    => vec out

the same branch twice
    test = NUME > CONST
    if test:
        part = VECE
    if test:
        value = np.sum(part * part)
    else:
        value = NUME
    => num value

bound in one branch, changed in the next
    test = VEC[IDX] > CONST
    part = VEC
    if test:
        part = VECN
    if test:
        part[IDX] = NUME
    => vec part

update by a dictionary of arrays
    p = {"gain": VEC, "shift": VECN}
    p["shift"] = p["shift"] + p["gain"] * NUME
    out = p["shift"] * p["gain"]
    => vec out

arrays in a tuple that is rebuilt
    pair = (VEC, VECN)
    for k in range(TRIPS):
        pair = (pair[1], pair[0] * POS)
    pair[0][IDX] = NUME
    out = pair[0] + pair[1]
    => vec out

arrays in a tuple that are written
    pair = (VEC, VECN)
    for u in pair:
        u[IDX] = NUME
    out = pair[1]
    => vec out

two arrays in one, by a helper that unpacks
    | def unpack(z):
    |     h = len(z) // 2
    |     return z[:h], z[h:]
    line = np.concatenate((VEC, VECE))
    front, back = unpack(line)
    front[0] = back[1] * CONST
    out = front + back
    => vec out

a helper that swaps
    | def swapped(u, w):
    |     return w, u
    a, b = swapped(VEC, VECN)
    a[IDX] = b[IDX] * NUME
    => vec a, vec b

a helper that keeps the best
    | def best_of(u, n):
    |     low = 1e9
    |     for k in range(n):
    |         trial = np.sin(u * (k + 1.0))
    |         if np.sum(trial) < low:
    |             low = np.sum(trial)
    |             kept = trial
    |     return kept, low
    out, low = best_of(VECE, TRIPS)
    out[IDX] *= low
    => vec out, num low

a helper that returns what a loop bound
    | def last_above(m, c):
    |     row = m[0]
    |     for r in m:
    |         if r[0] > c:
    |             row = r
    |     return row
    row = last_above(MAT, CONST)
    => vec row

a helper that returns a row, which is written
    | def largest(m):
    |     best = m[0]
    |     for r in m:
    |         if np.sum(r) > np.sum(best):
    |             best = r
    |     return best
    row = largest(MAT)
    row[IDX] = NUME
    => vec row

a helper that writes one of two
    | def bump(u, w, c):
    |     t = u if c > 0.5 else w
    |     t[0] = t[1] * c
    bump(VEC, VECN, NUME)

a helper that returns a number or its argument's element
    | def clipped(a, low, high):
    |     if a < low:
    |         return low
    |     if a > high:
    |         return high
    |     return a
    value = clipped(NUME, -0.5, 0.8) + clipped(NUME, CONST, 9.0)
    => num value

nothing happens to an empty matrix
    none = MAT[:0]
    value = NUME + np.sum(none)
    for row in none:
        value *= row[0]
    => num value

mean of what a mask leaves
    chosen = VEC[VEC > CONST]
    value = np.sum(chosen * chosen) if len(chosen) > 0 else NUME
    => num value

positions by where
    places = np.where(VEC > CONST)[0]
    value = NUME
    for p in places:
        value += VEC[p]
    => num value

minimum by comparison with a constant array
    bounds = np.array([0.5, -0.5, 0.1, 0.9])
    out = VEC.copy()
    for i in range(N):
        if out[i] > bounds[i]:
            out[i] = bounds[i]
    => vec out

narrow integers [rare]
    k = np.array([1, 2, 3], dtype=np.int8)
    value = NUME * (k[0] + k[1])
    => num value

narrow constants
    w = np.array([0.5, -1.5], dtype=np.float32)
    value = NUME * w[0] + w[1] ** 2
    => num value
"""
