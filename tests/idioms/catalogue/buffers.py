"""Buffers that are swapped, filled, shifted and written round in a ring; work arrays."""

TEXT = """
double buffer
    old = VEC.copy()
    new = np.zeros(N)
    for k in range(TRIPS):
        for i in range(N):
            new[i] = 0.5 * old[i] + 0.2 * old[i - 1] ** 2
        old, new = new, old
    => vec old, vec new

double buffer on the argument
    old = VEC
    new = np.empty(N)
    for k in range(TRIPS):
        for i in range(N):
            new[i] = 0.4 * old[i] - NUME * 0.1
        old, new = new, old
    => vec old

a new buffer in each step
    now = VEC
    for k in range(TRIPS):
        after = np.empty(N)
        for i in range(N):
            after[i] = 0.5 * now[i] * now[N - 1 - i]
        now = after
    => vec now

two buffers for windows of each size
    total = NUME
    for size in range(N, 0, -1):
        now = VEC[:size] * POS
        then = np.zeros(size)
        for k in range(TRIPS):
            for i in range(len(now)):
                then[i] = 0.5 * now[i] + 0.1 * total
            now, then = then, now
        for i in range(now.shape[0]):
            total += 0.1 * math.sin(now[i] * total)
    => num total, vec now

buffer made once, copied back
    new = np.zeros_like(VEC)
    for k in range(TRIPS):
        for i in range(N):
            new[i] = 0.5 * (VEC[i - 1] + VEC[i])
        VEC[:] = new
    => vec new

three buffers in a circle
    a, b, c = VECE, VECE, VECN
    for k in range(TRIPS):
        a, b, c = b, c, a * POS
        c[IDX] += 0.5 * b[IDX]
    => vec a, vec b, vec c

swap by condition
    small, large = VEC, VEC1
    for k in range(N):
        if small[k] > large[k]:
            small, large = large, small
        small[k] += 0.1 * large[k] * large[k]
    => vec small, vec large

swap in every other step
    left, right = VECN, VECE
    for k in range(TRIPS):
        if k % 2 == 1:
            left, right = right, left
        left[k % N] = right[k % N] * CONST
    => vec left, vec right

swap through a third name
    left, right = VECN, VECN
    for k in range(TRIPS):
        spare = left
        left = right
        right = spare
        right[0] += left[1] * POS
    => vec left, vec right

ring of numbers
    ring = np.zeros(3)
    total = 0.0
    for k in range(TRIPS + 2):
        ring[k % 3] = VEC[k % N] * NUME
        total += ring[(k - 1) % 3] * ring[k % 3]
    => num total, part ring

ring of rows
    ring = np.zeros((2, N))
    ring[0] = VEC
    for k in range(TRIPS):
        ring[(k + 1) % 2] = 0.5 * ring[k % 2] + np.sin(VEC1)
    newest = ring[TRIPS % 2]
    => vec newest

history in rows
    path = np.zeros((4, N))
    path[0] = VECE
    for t in range(3):
        path[t + 1] = path[t] + 0.1 * np.sin(path[t]) * NUME
    end = path[-1]
    => vec end

history by elements
    trace = np.zeros(N + 1)
    trace[0] = NUME
    for t in range(N):
        trace[t + 1] = 0.8 * trace[t] + VEC[t]
    => part trace

two halves
    both = np.zeros(2 * N)
    both[:N] += VEC
    both[N:] += VECE * CONST
    => part both

scatter
    acc = np.zeros(N)
    for i in range(N):
        acc[IVEC[i]] += VEC[i] * NUME
    => vec acc

gather and scatter
    acc = np.zeros(N)
    for i in range(N):
        acc[i] = VEC[IVEC[i]]
        acc[IVEC[i]] = 0.5 * acc[i]
    => vec acc

shift by one
    for i in range(N - 1, 0, -1):
        VEC[i] = VEC[i - 1]
    VEC[0] = NUME

prefix sums in place
    for i in range(1, N):
        VEC[i] += VEC[i - 1]

sweep in place
    for k in range(TRIPS):
        for i in range(1, N - 1):
            VEC[i] = 0.5 * (VEC[i - 1] + VEC[i + 1])

sweep back and forth
    for i in range(1, N):
        VEC[i] = VEC[i] - 0.3 * VEC[i - 1]
    for i in range(N - 2, -1, -1):
        VEC[i] = VEC[i] * POS - 0.2 * VEC[i + 1]

work array
    work = np.empty(N)
    total = 0.0
    for k in range(TRIPS):
        work[:] = VECE * (k + CONST)
        total += np.sum(work * work)
    => num total, vec work

work array by elements
    work = np.zeros(2)
    total = 0.0
    for e in VEC:
        work[0] = e * NUME
        work[1] = 0.5 * work[1] + work[0] * e
        total += work[1]
    => num total, part work

results written into an array
    target = np.empty(N)
    np.multiply(VEC, VECE, out=target)
    np.sin(target, target)
    => vec target

sum of outer products
    gram = np.zeros((N, N))
    for k in range(TRIPS):
        gram += np.outer(VEC, VECE) * (k + POS)
    => mat gram

matrix by elements
    grid = np.zeros((N, N))
    for i in range(N):
        for j in range(N):
            grid[i, j] = VEC[i] * VEC1[j] + CONST
    => mat grid

lower triangle
    low = np.zeros((N, N))
    for i in range(N):
        for j in range(i + 1):
            low[i, j] = MAT[i, j] - 0.1 * low[i - 1, j]
    => mat low

fill with one value
    flat = np.empty(N)
    flat.fill(NUME)
    flat[IDX] *= VEC[IDX]
    => vec flat

accumulate into a window
    acc = np.zeros(N + 1)
    for i in range(N):
        acc[i : i + 2] += VEC[i] * POS
    => part acc

zeros, then two loops
    acc = np.zeros(N)
    for i in range(N):
        acc[i] += VEC[i]
    for i in range(N):
        acc[N - 1 - i] -= VEC1[i] * CONST
    => vec acc

counts
    counts = np.zeros(N, dtype=np.int64)
    for e in VEC:
        counts[int(abs(e)) % N] += 1
    scaled = VEC1 * counts
    => vec scaled

save and restore
    saved = VEC.copy()
    for k in range(TRIPS):
        VEC[k % N] *= NUME
        if VEC[k % N] > POS:
            VEC[:] = saved
    => vec saved

undo a step
    point = VECN
    for k in range(TRIPS):
        backup = point.copy()
        point -= 0.1 * np.sin(point) * (k + 1)
        if np.sum(point) < CONST:
            point = backup
    => vec point
"""
