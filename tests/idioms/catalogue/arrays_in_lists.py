"""Lists of arrays: made, grown, given to helpers, returned, chosen, written through, joined."""

TEXT = """
rows in a display
    rows = [VEC, VECE, VECN]
    => rows rows

rows of a matrix
    rows = []
    for k in range(N):
        rows.append(MAT[k])
    => rows rows

rows made in a loop
    rows = [VECN]
    for k in range(TRIPS):
        rows.append(rows[-1] * POS + VEC * CONST)
    => rows rows

rows that begin empty
    rows = []
    for k in range(TRIPS):
        rows.append(VECE)
    => rows rows

the same array several times
    rows = []
    for k in range(TRIPS):
        rows.append(VEC)
        VEC[IDX] += NUME
    => rows rows

helper returns new rows
    | def steps_of(u, count):
    |     found = [u * CONST]
    |     for k in range(count):
    |         found.append(found[-1] * u)
    |     return found
    rows = steps_of(VEC, INT)
    => rows rows

helper returns its argument among rows
    | def with_steps(u, count):
    |     found = [u]
    |     for k in range(count):
    |         found.append(found[-1] * CONST)
    |     return found
    rows = with_steps(VEC, INT)
    => rows rows

helper returns two of three
    | def two_of(a, b, c):
    |     return [b, a] if c > CONST else [a, b]
    rows = two_of(VEC, VEC1, NUM)
    => rows rows

helper hands rows on
    | def copies_of(u):
    |     return [u.copy(), u * CONST]
    | def more_copies(u):
    |     return copies_of(u)
    rows = more_copies(VECE)
    => rows rows

helper adds up rows
    | def total_of(found):
    |     s = 0.0
    |     for row in found:
    |         s += np.sum(row * row)
    |     return s
    value = total_of(ROWS)
    => num value

helper appends to rows
    | def grow(found, u):
    |     found.append(u)
    grow(ROWS, VECE)

helper changes a row
    | def change_first(found, c):
    |     found[0][IDX] = c
    change_first(ROWS, NUME)

helper returns one of its rows
    | def last_of(found):
    |     return found[-1]
    row = last_of(ROWS)
    row[IDX] *= CONST
    => vec row

read a row
    row = ROWS[0]
    => vec row

write through a name of a row
    row = ROWS[-1]
    row[IDX] = NUME
    => vec row

write an element of a row
    ROWS[-1][IDX] = NUME

scale a row in place
    ROWS[0] *= CONST

put another array in
    ROWS[0] = VECE

exchange rows
    ROWS[0], ROWS[-1] = ROWS[-1], ROWS[0]

append an array
    ROWS.append(VECE)

insert an array
    ROWS.insert(0, VECE)

take the last one
    ROWS.append(VECN)
    row = ROWS.pop()
    => vec row

take the first one
    ROWS.append(VECE)
    row = ROWS.pop(0)
    => vec row

remember at most two
    for k in range(TRIPS):
        ROWS.append(VECE * (k + 0.5))
        if len(ROWS) > 2:
            ROWS.pop(0)

turn a list of rows
    ROWS.reverse()

another name of a list of rows
    others = ROWS
    others.append(VECE)
    => rows others

a copy of a list of rows
    others = ROWS[:]
    others[0][IDX] += NUME
    => rows others

the end of a list of rows
    others = ROWS[-1:]
    => rows others

two lists of rows joined
    others = ROWS + [VECE]
    => rows others

rows of a comprehension
    others = [row * NUME for row in ROWS]
    => rows others

rows chosen by a comprehension
    others = [row for row in ROWS if row[0] > CONST] + [VEC]
    => rows others

weighted rows
    value = 0.0
    for k, row in enumerate(ROWS):
        value += row[IDX] * (k + 1.0)
    => num value

rows changed while they are walked over
    for row in ROWS:
        row[IDX] *= NUME

rows beside other rows
    value = 0.0
    for row, other in zip(ROWS, ROWS[::-1]):
        value += row @ other
    => num value

neighbouring rows
    for k in range(1, len(ROWS)):
        ROWS[k] = ROWS[k - 1] * POS + ROWS[k]

sum of rows
    total = 0.0
    for row in ROWS:
        total = total + row
    value = np.sum(total * total)
    => num value

sum of rows by sum
    total = sum(ROWS)
    => vec total

rows as an array
    table = np.array(ROWS)
    value = np.sum(table[0] * table[-1])
    => num value

rows on top of each other
    table = np.vstack(ROWS)
    value = np.sum(table * table)
    => num value

rows one behind the other
    line = np.concatenate(ROWS)
    value = line[0] * line[-1] + np.sum(line)
    => num value

the largest row
    best = ROWS[0]
    for row in ROWS:
        if np.sum(row) > np.sum(best):
            best = row
    best[IDX] = NUME
    => vec best

arrays of different lengths
    parts = [VEC[:k + 1] for k in range(N)]
    parts[-1][0] *= CONST
    value = np.sum(parts[0]) * np.sum(parts[-1])
    => num value

stack of arrays
    stack = [VEC]
    value = 0.0
    while stack:
        top = stack.pop()
        value += top[0] * top[-1]
        if len(top) > 1:
            stack.append(top[1:] * POS)
    => num value

rows in two lists
    a = [VEC, VEC1]
    b = [a[1], a[0]]
    b[0][IDX] = NUME
    => rows a

rows kept from a loop
    kept = []
    work = VECN
    for k in range(TRIPS):
        work[k % N] += NUME
        if COND:
            kept.append(work)
    kept.append(work.copy())
    => rows kept

rows kept as copies
    kept = [VEC.copy()]
    for k in range(TRIPS):
        VEC[k % N] *= POS
        kept.append(VEC.copy())
    => rows kept

None in a list, then arrays
    cache = [None, None, None]
    for k in range(3):
        cache[k] = VECE
    value = cache[0][IDX] * cache[-1][IDX]
    => num value

a list of lists of arrays
    pairs = [[VEC, VECE], [VEC1, VECN]]
    pairs[1][0][IDX] = NUME
    value = np.sum(pairs[0][0] * pairs[1][0])
    => num value

a stack of numbers
    stack = [NUME]
    value = 0.0
    while len(stack) > 0:
        top = stack.pop()
        value += top * CONST
        if len(stack) < 3 and value < 9.0 and abs(top) > 0.2:
            stack.append(top * 0.5)
    => num value

the last numbers
    window = [NUME]
    for k in range(TRIPS):
        window.append(window[-1] * POS + VEC[k % N])
        if len(window) > 2:
            window.pop(0)
    value = window[0] * window[-1]
    => num value

a list with two names that shrinks
    u = [NUME, NUME]
    w = u
    w.append(VEC[IDX])
    u[0] = w.pop() * u[1]
    value = sum(w) * len(u)
    => num value

rows and a number of a helper
    | def with_size(u):
    |     return [u, u * CONST], np.sum(u)
    rows, size = with_size(VEC)
    => rows rows, num size
"""
