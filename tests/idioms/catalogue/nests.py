"""Nests of loops that work in place: triangles, factorisations, substitutions, running values."""

TEXT = """
elimination
    square = MATE @ np.ones((MAT.shape[1], N)) + 4.0 * N * np.eye(MAT.shape[0], N)
    order = min(square.shape[0], square.shape[1])
    for k in range(order):
        for i in range(k + 1, order):
            square[i, k] /= square[k, k]
            for j in range(k + 1, order):
                square[i, j] -= square[i, k] * square[k, j]
    => mat square

cholesky
    spread = np.zeros((N, N))
    for i in range(N):
        for j in range(i + 1):
            rest = VEC[i] * VEC[j] + (3.0 if i == j else 0.0)
            for k in range(j):
                rest -= spread[i, k] * spread[j, k]
            if i == j:
                spread[i, i] = math.sqrt(rest)
            else:
                spread[i, j] = rest / spread[j, j]
    => mat spread

substitution forward
    solved = VECE.copy()
    for i in range(N):
        for j in range(i):
            solved[i] -= 0.2 * VEC[i] * solved[j]
        solved[i] = solved[i] / (2.0 + VEC[i] * VEC[i])
    => vec solved

substitution backward
    solved = VECE.copy()
    for i in range(N - 1, -1, -1):
        for j in range(i + 1, N):
            solved[i] -= 0.2 * VEC[j] * solved[j]
        solved[i] /= 2.0 + VEC[i] * VEC[i]
    => vec solved

sums of all before, and what is read again
    sums = np.zeros(N)
    for i in range(N):
        before = 0.0
        for j in range(i + 1):
            before += VEC[i - j] * sums[j - 1]
        sums[i] = math.sin(before) + VEC[i]
    => vec sums

triangle that is overwritten
    level = VECE.copy()
    for i in range(N - 1, -1, -1):
        for j in range(i):
            level[j] = max(0.7 * level[j] + 0.4 * level[j + 1] * POS, VEC[i] * VEC[j])
    => vec level

each second element
    parity = VECE.copy()
    for k in range(TRIPS):
        for i in range(0, N - 1, 2):
            parity[i] = math.sin(parity[i + 1]) * parity[i]
        for i in range(1, N, 2):
            parity[i] += parity[i - 1] * VEC[i]
    => vec parity

with the next and with the last
    ring = VECE.copy()
    for i in range(N):
        for j in range(i, N):
            ring[j] = 0.5 * ring[j] * ring[i - 1] + VEC[j]
    => vec ring

within a band
    banded = VECE.copy()
    for i in range(N):
        for j in range(max(0, i - 2), min(i, N)):
            banded[i] -= 0.3 * banded[j] * banded[j]
        banded[i] = math.tanh(banded[i])
    => vec banded

apart by a condition
    pairs = VECE.copy()
    for i in range(N):
        for j in range(N):
            if i != j:
                pairs[i] += 0.1 * math.sin(pairs[j])
            else:
                pairs[i] = pairs[i] * pairs[j]
    => vec pairs

forces of pairs
    force = np.zeros(N)
    for i in range(N):
        for j in range(i + 1, N):
            pull = math.sin(VEC[i] - VEC[j])
            force[i] += pull * VEC[j]
            force[j] -= pull * VEC[i]
    => vec force

pairs with themselves
    mixed = VECE.copy()
    for i in range(N):
        for j in range(N):
            mixed[i] += 0.3 * mixed[j] * VEC[i]
    => vec mixed

one element by two subscripts
    tail = VECE.copy()
    for i in range(TRIPS):
        for j in range(N - 1):
            tail[-1] += 0.5 * tail[j] * VEC[j]
            tail[N - 1] *= 0.9
    => vec tail

the next element of a row, and a view of it
    table = np.ones((N, N)) * POS
    for i in range(N):
        row = table[i]
        for j in range(i):
            row[0] += 0.2 * table[i, j] * VEC[j]
            table[i, i] -= row[0] * VEC[i]
    => mat table

element kept at times
    level = np.zeros(N)
    for i in range(N):
        for k in range(TRIPS):
            if VEC[i] * k < 0.8:
                level[i] = level[i] * 0.5 + math.cos(VEC[i] * k)
    => vec level

two totals of one array
    totals = np.zeros(N)
    for i in range(N):
        for j in range(i):
            totals[0] += VEC[i] * VEC[j]
            totals[i] += math.tanh(totals[0]) * VEC[j]
    => vec totals

sums that go down
    drops = VECE.copy()
    for i in range(N - 1, -1, -1):
        drops[i] = 0.0
        for j in range(N - 1, i, -1):
            drops[i] += drops[j] * VEC[j] + 0.1
        drops[i] = math.sin(drops[i]) + VEC[i]
    => vec drops

matrix product in place
    made = np.zeros((N, N))
    for i in range(N):
        for j in range(N):
            for k in range(N):
                made[i, j] += VEC[i] * VEC[k] * (k + 1.0) * VEC[j]
                made[i, j] *= 0.9
    => mat made
"""
