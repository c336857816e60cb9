"""Lists, tuples, dictionaries; comprehensions, enumerate, zip, reversed; augmented assignments."""

TEXT = """
a list that grows
    found = []
    for e in VEC:
        found.append(e * NUME)
    value = sum(found)
    => num value, list found

a list that grows from its end
    chain = [NUME]
    for k in range(TRIPS):
        chain.append(chain[-1] * POS + VEC[k % N])
    value = chain[-1] - chain[0]
    => num value, list chain

a list with a second name
    u = [VEC[0], NUME]
    w = u
    w[0] = NUME
    w.append(CONST)
    value = u[0] + u[-1]
    => num value

a list changed by elements
    items = [NUME, CONST, VEC[IDX]]
    for i in range(len(items)):
        items[i] *= items[i - 1]
    value = items[0] + items[2]
    => num value, list items

a list read and written
    LIST[0] = LIST[-1] * NUME
    value = sum(LIST)
    => num value

a list that is kept
    for k in range(TRIPS):
        row = [NUME * (k + 1), CONST]
        if k == 0:
            kept = row
    value = kept[0] * kept[1]
    => num value

list of arrays that grows
    states = [VEC, VECE]
    for k in range(TRIPS):
        states.append(states[-1] * POS + CONST * states[-2])
    out = states[-1]
    => vec out

list of arrays, stacked
    rows = []
    for k in range(3):
        rows.append(VECE * (k + 1.0))
    table = np.stack(rows)
    value = np.sum(table[1] * table[2])
    => num value

list of arrays that are written
    rows = [VEC.copy(), VECN]
    rows[0][IDX] = NUME
    value = np.sum(rows[0] * rows[1])
    => num value

array from a comprehension
    made = np.array([e * NUME + CONST for e in VEC])
    => vec made

array from a comprehension with numbers
    made = np.array([VEC[i] * (i + 1) for i in range(N)])
    => vec made

sum over a comprehension
    value = sum([e * f for e, f in zip(VEC, VEC1)])
    => num value

largest of a generator
    value = max(e * NUM for e in VEC)
    => num value

comprehension with a condition
    value = sum(e * e for e in VEC if e > CONST)
    => num value

nested comprehension
    table = np.array([[e * f for e in VEC] for f in VECE])
    => mat table

enumerate
    value = 0.0
    for i, e in enumerate(VEC):
        value += i * e * CONST
    => num value

enumerate from one
    value = NUME
    for i, e in enumerate(VEC, 1):
        value = value * 0.5 + e / i
    => num value

zip
    value = 0.0
    for a, b in zip(VEC, VEC1):
        value += a * b - CONST * a
    => num value

zip of an array and its tail
    value = 0.0
    for a, b in zip(VEC, VEC[1:]):
        value += (b - a) ** 2
    => num value

zip with numbers
    value = 0.0
    for i, a in zip(range(N), VEC):
        value += a * VEC1[i]
        VEC1[i] = 0.5 * a
    => num value

reversed
    value = NUME
    for e in reversed(VEC):
        value = 0.5 * value + e
    => num value

reversed numbers
    for i in reversed(range(N - 1)):
        VEC[i] += POS * VEC[i + 1]

loop over what is written in it
    value = 0.0
    for i, e in enumerate(VEC):
        VEC[i] = e * POS
        value += VEC[i - 1] * e
    => num value

tuple that is swapped
    a, b = NUME, NUME
    for k in range(TRIPS):
        a, b = b, a * CONST + b
    => num a, num b

tuple of a state
    state = (VECE, NUME)
    for k in range(TRIPS):
        u, c = state
        state = (u * POS, c + np.sum(u))
    u, c = state
    => vec u, num c

tuple rotated
    a, b, c = NUME, CONST, VEC[IDX]
    for k in range(TRIPS):
        a, b, c = c, a, b + a * POS
    => num a, num b, num c

tuple of arrays in a loop
    value = 0.0
    for u in (VEC, VEC1, VECE):
        value += np.sum(u * u) * NUME
    => num value

nested unpacking
    a, (b, *rest) = NUME, (CONST, VEC[0], VEC[1])
    value = a * b + rest[0] * rest[1]
    => num value

unpacked array
    a, *rest = VEC
    value = a * sum(rest)
    => num value

dictionary of parameters
    p = {"rate": NUME, "shift": CONST}
    p["rate"] *= POS
    value = p["rate"] * VEC[IDX] + p["shift"]
    => num value

dictionary loop
    p = {"a": NUME, "b": NUME}
    value = 0.0
    for key, e in p.items():
        value += p[key] * e
    => num value

list of lists
    grid = [[0.0] * 2 for _ in range(2)]
    grid[0][1] = NUME
    for row in grid:
        row[0] += VEC[IDX]
    value = grid[0][0] * grid[0][1] + grid[1][0]
    => num value

sorted
    value = 0.0
    for rank, e in enumerate(sorted(VEC)):
        value += rank * e
    => num value

sorted pairs
    value = NUME
    for a, b in sorted(zip(VEC, VECE)):
        value = 0.5 * value * a + b
    => num value

list of pairs
    pairs = [(0, NUME), (2, CONST)]
    value = 0.0
    for i, e in pairs:
        value += e * VEC[i % N]
    => num value

sums of a list slice
    items = [NUME, VEC[0], CONST] + [VEC[IDX]]
    part = items[1:]
    part[0] = POS
    value = sum(part) * items[1]
    => num value

add to a number
    NUM += VEC[IDX] * CONST

subtract from a number
    NUM -= NUME

multiply a number
    NUM *= 0.5 + VEC[IDX]

divide a number
    NUM /= 1.0 + np.sum(VEC * VEC)

raise a number to a power
    value = NUME
    value **= 2
    => num value

remainder of a number
    value = NUME
    value %= 1.3
    => num value

floor of a number
    value = NUME
    value //= 0.4
    value += VEC[IDX]
    => num value

add to an array
    VEC += VECE

subtract from an array
    VEC -= NUME * VEC1

multiply an array by its element
    VEC *= VEC[IDX]

divide an array by its sum
    VEC /= 1.0 + np.sum(VEC * VEC)

array squared in place
    VEC **= 2

array modulo
    out = VECN
    out %= POS
    => vec out

add an array to itself
    VEC += VEC

subtract the mean
    VEC -= VEC.mean()

matrix product in place
    power = MATE
    for k in range(TRIPS):
        power = power @ MAT * 0.3
    => mat power

add to a slice
    VEC[1:] += NUME

add a copy of the part before
    VEC[1:] += VEC[:-1].copy()

add the part before [refused]
    VEC[1:] += VEC[:-1]

multiply a slice by a slice
    VEC[:-1] *= VEC1[1:]

add to a row
    MAT[IDX] += VECE

add to a column
    MAT[:, IDX] -= VEC * CONST

add to an element of an element
    VEC[IVEC[IDX]] += NUME

add at several places
    VEC[IVEC] = VECE

add to a name of a row
    row = MAT[IDX]
    row += VECE
    row = row * CONST
    row -= 1.0
    => vec row
"""
