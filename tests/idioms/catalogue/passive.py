"""Arrays without derivative: constants, index arrays, masks; negative constants; integers."""

TEXT = """
constant with a second name in a branch
    weights = np.ones(N)
    other = np.zeros(N)
    if COND:
        other = weights
    other[IDX] = CONST
    => vec weights, vec other

constant with a second name in a loop
    weights = np.ones(N)
    for k in range(TRIPS):
        other = weights
        other[k % N] = CONST + k
    => vec weights, vec other

constant with two names, bound by iterations
    weights = np.ones(N)
    other = np.zeros(N)
    for k in range(TRIPS):
        other[k % N] = CONST
        other = weights
    => vec weights, vec other

constant by one of two
    even = np.zeros(N)
    odd = np.ones(N)
    for k in range(TRIPS):
        which = even if k % 2 == 0 else odd
        which[k % N] += POS
    => vec even, vec odd

constant returned twice
    | def twins(n):
    |     w = np.ones(n)
    |     return w, w
    h, t = twins(N)
    h[IDX] = CONST
    => vec h, vec t

constant and its view returned
    | def flat_and_square(n):
    |     w = np.arange(1.0, n * n + 1.0)
    |     return w, w.reshape(n, n)
    line, square = flat_and_square(N)
    line[0] = CONST
    square[1, 1] = POS
    total = np.sum(square[0] * VEC)
    => num total, mat square

constant given back by a helper
    | def same(u):
    |     return u
    weights = np.full(N, CONST)
    other = same(weights)
    other[IDX] = POS
    => vec weights

constant view in a branch
    weights = np.arange(N) * POS
    part = weights[1:]
    if COND:
        part = weights[:-1]
    part[0] = CONST
    => vec weights, part part

rows of a constant matrix
    table = np.ones((N, N))
    row = table[0]
    for k in range(1, N):
        row[k] = row[k - 1] + CONST
        row = table[k]
    => mat table

constant kept from the first pass
    for k in range(TRIPS):
        grid = np.zeros(N)
        grid[k % N] = POS
        if k == 0:
            kept = grid
    kept[IDX] = CONST
    => vec kept, vec grid

constants swapped
    a = np.zeros(N)
    b = np.ones(N)
    for k in range(TRIPS):
        a[k % N] = b[k % N] + k
        a, b = b, a
    => vec a, vec b

index array with a second name
    places = np.arange(N)
    other = places
    other[0] = N - 1
    => ivec places, ivec other

index array with a second name in a branch
    places = np.arange(N)
    other = np.zeros(N, dtype=np.int64)
    if COND:
        other = places
    other[1] = 0
    => ivec places, ivec other

index array with a second name in a loop
    places = np.zeros(N, dtype=np.int64)
    other = np.arange(N)
    for k in range(TRIPS):
        other[k % N] = (k + 1) % N
        other = places
    => ivec places, ivec other

index array kept
    order = np.arange(N)
    for k in range(TRIPS):
        turn = (order + k) % N
        if k == 0:
            kept = turn
    kept[0] = 1
    => ivec kept, ivec turn

index array returned twice
    | def twin_places(n):
    |     p = np.arange(n)
    |     return p, p
    p, q = twin_places(N)
    p[0] = p[-1]
    picked = VEC[q]
    => vec picked, ivec q

permutation
    p = np.arange(N)
    for i in range(N - 1):
        if VEC[i] > VEC[i + 1]:
            p[i], p[i + 1] = p[i + 1], p[i]
    picked = VEC1[p]
    => vec picked, ivec p

order of the values
    order = np.argsort(VEC)
    picked = VEC1[order] * CONST
    => vec picked, ivec order

mask with a second name
    mask = VEC > NUME
    other = mask
    other[IDX] = True
    total = np.sum(VEC1[mask])
    => num total, mask mask

mask with a second name in a branch
    mask = VEC > CONST
    other = VEC < CONST
    if COND:
        other = mask
    other[IDX] = not other[IDX]
    picked = np.where(mask, VEC, VEC1)
    => vec picked, mask mask, mask other

mask in each branch
    if COND:
        mask = VEC > POS
    else:
        mask = VEC < NUME
    mask[0] = True
    VEC1[mask] = CONST
    => mask mask

mask bound in a loop
    for k in range(TRIPS):
        mask = VEC > k * POS
        if k == 0:
            before = mask
    before[IDX] = False
    picked = np.where(before, VECE, CONST)
    => vec picked

flags by elements
    used = np.zeros(N, dtype=np.bool_)
    total = 0.0
    for k in range(TRIPS):
        i = (k * 2) % N
        if used[i]:
            continue
        used[i] = True
        total += VEC[i] * (k + POS)
    => num total

masked write
    VEC[VEC < CONST] = NUME

masked product
    out = VECE * (VEC > CONST)
    => vec out

square of negative constants
    a = np.array([CONST, -0.67, 1.0])
    b = a**2
    for _ in range(TRIPS):
        a = a - b
    total = a[0] * VEC[0] + a[1] * NUME
    => num total

power of a negative constant
    base = -POS
    total = base**2 * NUME + (-0.5) ** 3 * VEC[IDX] - 2.0**-1
    => num total

constants that fold
    a, b = -1.5, 2
    c = a * a - b ** -1.0
    d = -(a**b) / c
    out = VECE * d - c
    => vec out

polynomial with constant coefficients
    total = 0.0
    for coefficient in (1.0, -0.5, CONST):
        total = total * (0.5 * NUM) + coefficient
    => num total

table of constants
    | TABLE = np.array([0.5, -1.5, 2.0, -0.25])
    total = 0.0
    for k in range(3):
        total += TABLE[k] * VEC[k % N]
    local = TABLE.copy()
    local[0] = NUME
    => num total, part local

list of constants
    weights = [1.0, -2.0, 0.5]
    other = weights
    other[0] = CONST
    total = 0.0
    for k in range(3):
        total += weights[k] * VEC[k % N]
    => num total

floor and remainder
    q, r = (INT + 5) // 2, (INT - 7) % 3
    value = q * NUME + r * VEC[IDX] - (-INT // 2)
    => num value

floor and remainder of floats
    value = NUME // 0.7 + (NUME % 0.9) * CONST
    => num value

divmod
    q, r = divmod(INT * 3 + 4, 3)
    value = NUME * q - r
    => num value

division of integers, which may be by nothing [rare]
    value = NUME * (12 // (INT - 1))
    => num value

remainder of integers, which may be by nothing [rare]
    value = VEC[7 % INT % N] * CONST
    => num value

every second
    total = 0.0
    for i in range(0, N, 2):
        total += VEC[i] * NUME
    => num total

halving search
    low, high = 0, N - 1
    while low < high:
        middle = (low + high) // 2
        if VEC[middle] < CONST:
            low = middle + 1
        else:
            high = middle
    value = VEC1[low]
    => num value, int low

digits
    rest = 123 + INT
    total = 0.0
    while rest > 0:
        total += (rest % 10) * NUME
        rest //= 10
    => num total

bits
    code = (INT << 1 | 1) ^ 2
    total = 0.0
    while code:
        if code & 1:
            total += VEC[IDX]
        code >>= 1
    => num total

binary powering
    base, count, value = 0.5 * NUM, 5, 1.0
    while count > 0:
        if count % 2 == 1:
            value *= base
        base *= base
        count //= 2
    => num value

greatest common divisor
    a, b = 12 + INT, 8
    while b:
        a, b = b, a % b
    value = a * NUME
    => num value

place by truncation
    i = min(max(int(NUME * 2.0), 0), N - 1)
    value = VEC[i] * CONST
    => num value, int i

steps of a float
    count = 0
    level = abs(NUME) + 0.1
    while level < 3.0 and count < 6:
        level *= 1.7
        count += 1
    value = level * count
    => num value, int count

wrap around
    total = 0.0
    for i in range(N):
        total += VEC[i] * VEC[(i + 1) % N] - VEC[i - 1]
    => num total

number of hits
    hits = 0
    for e in VEC:
        if e > CONST:
            hits += 1
    value = NUME * hits
    => num value, int hits

sign by parity
    sign = -1
    total = 0.0
    for e in VEC:
        sign = -sign
        total += sign * e
    => num total

integers that become floats
    scale = 3
    if COND:
        scale = 0.5
    value = NUME * scale
    => num value
"""
