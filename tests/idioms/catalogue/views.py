"""Second names, rows, parts and views that move, are written, and kept."""

TEXT = """
a row that moves on
    row = MAT[0]
    for k in range(1, N):
        row[k] = row[k - 1] * row[k]
        row = MAT[k]
    => vec row

the row before
    upper = MAT[0]
    for k in range(1, N):
        lower = MAT[k]
        lower += POS * upper
        upper = lower
    => vec upper

the largest row, scaled
    kept = MAT[0]
    for row in MAT:
        if row[1] > kept[1]:
            kept = row
    kept *= CONST
    => vec kept

half by a condition
    half = VEC[::2] if COND else VEC[1::2]
    half *= NUME
    => part half

one of two by a condition
    which = VEC if COND else VEC1
    which[IDX] = which[IDX] * NUME
    => vec which

one of two in a branch
    if COND:
        which = VEC
    else:
        which = VEC1
    which[IDX] = NUME
    => vec which

one of two in each step
    for k in range(1, N):
        if VEC[k] > VEC1[k]:
            w = VEC
        else:
            w = VEC1
        w[k] = w[k - 1] * VEC[k]
    => vec w

a fresh one or the argument
    which = VEC
    if COND:
        which = VECN
    which[IDX] += NUME
    => vec which

a column
    column = MAT[:, IDX]
    column *= NUME
    => vec column

columns in a loop
    for j in range(N):
        column = MAT[:, j]
        column[0] = column[-1] * CONST
    => vec column

read backwards and written
    back = VEC[::-1]
    back[0] = NUME
    back[1] += back[0]
    => vec back

a part, and then its array is written
    tail = VEC[1:]
    VEC[1] = NUME
    VEC[-1] *= CONST
    => part tail

a part that is written
    head = VEC[:-1]
    head[0] = head[-1] * NUME
    => part head

flat view
    flat = MAT.reshape(-1)
    flat[IDX] = flat[-1] * NUME
    => part flat

ravel
    flat = MAT.ravel()
    flat[1] *= CONST
    => part flat

a grid over a vector
    line = np.concatenate((VEC, VECE))
    grid = line.reshape(2, N)
    grid[1] *= POS
    grid[0, 0] += grid[1, 0]
    => part line

transpose written
    turned = MAT.T
    turned[0, 1] = NUME
    turned[1] += VEC
    => mat turned

rows changed in a loop
    for row in MAT:
        row *= CONST
        row[0] = row[1] * 0.5

rows of the transpose
    for line in MAT.T:
        line[0] += line[1] * NUME

second name
    again = VEC
    again[IDX] = NUME
    => vec again

second name of a fresh array
    fresh = VECN
    again = fresh
    again[IDX] *= NUME
    => vec again, vec fresh

two targets
    a = b = VECE * CONST
    a[IDX] = b[IDX] * NUME
    => vec a, vec b

the old array under another name
    now = VECN
    other = now
    for k in range(N):
        other[k] = other[k] * VEC[k]
        now = now + other
    => vec now, vec other

second name in a loop
    for k in range(TRIPS):
        again = VEC
        again[k % N] += 0.1 * VEC1[IDX]
    => vec again

rows with their numbers
    total = 0.0
    for i, row in enumerate(MAT):
        total += row[i % N] * NUME
        row[0] = total * 0.1
    => num total

pairs of rows
    total = 0.0
    for upper, lower in zip(MAT[:-1], MAT[1:]):
        total += np.sum(upper * lower)
        lower[0] += upper[1] * CONST
    => num total

window
    total = 0.0
    for i in range(N - 1):
        window = VEC[i : i + 2]
        total += window[0] * window[1]
    => num total, part window

window that is written
    for i in range(N - 1):
        window = VEC[i : i + 2]
        window[1] += POS * window[0]

nothing of an array
    total = NUME
    total += np.sum(VEC[N:]) + np.sum(VEC[1:1] * CONST)
    => num total

loop over nothing
    total = NUME
    for e in VEC[N:]:
        total *= e
    => num total

a column that gets a vector
    MAT[:, IDX] = VECE

a row that gets a vector
    MAT[IDX] = VEC * NUME

a row that gets a column [refused]
    MAT[1] = MAT[:, 2]

swap two rows
    for k in range(N - 1):
        if MAT[k, 0] < MAT[k + 1, 0]:
            spare = MAT[k].copy()
            MAT[k] = MAT[k + 1]
            MAT[k + 1] = spare

swap two elements
    for i in range(N - 1):
        if VEC[i] > VEC[i + 1]:
            VEC[i], VEC[i + 1] = VEC[i + 1], VEC[i]

block of a matrix
    block = MAT[1:, 1:]
    block -= np.outer(VEC[1:], VECE[1:])
    MAT[0, 0] = block[0, 0] * CONST

view of a view
    outer = VEC[1:]
    inner = outer[::-1]
    inner[0] = NUME
    outer[0] *= CONST
    => part inner, part outer

new axis
    column = VEC[:, np.newaxis]
    table = column * VECE
    => mat table

a diagonal by elements
    for i in range(N):
        MAT[i, i] += VEC[i] * CONST

rows kept under two names
    first = MAT[0]
    last = MAT[-1]
    first += last * NUME
    last[IDX] = first[IDX]
    => vec first, vec last

asarray
    same = np.asarray(VEC)
    same[IDX] = NUME * same[IDX]
    => vec same

copy in one branch, view in the other
    if COND:
        part = VEC[1:]
    else:
        part = VEC1[1:].copy()
    part[0] *= CONST
    => part part

a row in a nested loop
    total = 0.0
    for i in range(N):
        row = MAT[i]
        for j in range(i):
            row[j] -= 0.2 * MAT[j, i]
            total += row[j]
    => num total

moving view of a fresh array
    base = VECN
    seen = base[1:]
    for k in range(TRIPS):
        base = np.cos(base)
        seen[0] += base[0]
        seen = base[::-1]
    => vec base
"""
