"""Keep the best, the first, the previous; a reference of the first pass; what a search found."""

TEXT = """
read the array of the iteration before
    kept = VECE
    for k in range(TRIPS):
        if k > 0:
            kept = buffer
        buffer = VECN
        buffer[k % N] *= NUME
        value = kept[0] * kept[-1]
    => num value, vec kept

name the array of the iteration before
    value = NUME
    for k in range(TRIPS):
        if k > 0:
            before = made
            value += before[IDX] * CONST
        made = VEC * (k + NUME)
    => num value

keep the first
    for k in range(TRIPS):
        out = VECE * (k + 1.0)
        if k == 0:
            first = out
    => vec first

keep the first, then read it in each pass
    total = 0.0
    for k in range(TRIPS):
        value = VECE * (k + CONST)
        if k == 0:
            reference = value
        else:
            total += np.sum((value - reference) ** 2)
    => num total, vec reference

keep the best from None
    best = None
    low = 1e9
    for k in range(TRIPS):
        candidate = np.sin(VECE * (k + 1.0))
        value = np.sum(candidate)
        if best is None or value < low:
            best = candidate
            low = value
    => vec best, num low

keep the best without a name before
    low = 1e9
    for k in range(TRIPS):
        candidate = np.cos(VECE + k * CONST)
        if np.sum(candidate) < low:
            low = np.sum(candidate)
            kept = candidate
    => vec kept, num low

keep the best from the argument
    best = VEC
    for k in range(TRIPS):
        trial = best + POS * np.sin(VEC1 + k)
        if np.sum(trial * trial) > np.sum(best * best):
            best = trial
    => vec best

keep the best and change it afterwards
    low = 1e9
    for k in range(TRIPS):
        out = np.sin(VECE * (k + 1.0))
        if np.sum(out) < low:
            low = np.sum(out)
            kept = out
    kept[IDX] = kept[IDX] * NUME
    => vec kept

keep the last
    for k in range(TRIPS):
        last = VECE + k * NUME
    => vec last

keep the last of a number
    for k in range(TRIPS):
        latest = NUME * (k + 1)
    => num latest

keep the previous
    change = 0.0
    before = VEC
    for k in range(TRIPS):
        now = np.tanh(VECE + k)
        change += np.sum((now - before) ** 2)
        before = now
    => num change, vec before

keep the previous from None
    change = 0.0
    before = None
    for k in range(TRIPS):
        now = VECN * (1.0 + k)
        if before is not None:
            change += np.sum(now * before)
        before = now
    => num change

keep the one before the previous
    older = VEC
    old = VECE
    for k in range(TRIPS):
        fresh = POS * old - 0.5 * older
        older = old
        old = fresh
    => vec old, vec older

keep a row
    low = 1e9
    for i in range(N):
        row = MAT[i]
        size = np.sum(row)
        if size < low:
            low = size
            kept = row
    => vec kept, num low

keep a row of a fresh matrix
    table = np.outer(VECE, VECE)
    top = -1e9
    for row in table:
        if row[IDX1] > top:
            top = row[IDX1]
            highest = row
    highest *= CONST
    => vec highest, num top, mat table

keep a part
    low = 1e9
    for i in range(N - 1):
        piece = VEC[i:]
        if piece[0] < low:
            low = piece[0]
            tail = piece
    => part tail

keep the place of the largest
    best = 0
    for i in range(1, N):
        if VEC[i] > VEC[best]:
            best = i
    => int best

keep two at once
    high = -1e9
    for k in range(TRIPS):
        a = np.sin(VECE + k)
        b = VECE * CONST
        if np.sum(a) > high:
            high = np.sum(a)
            left, right = a, b
    => vec left, vec right

keep the best of some arrays
    top = -1e9
    for candidate in (VEC, VEC1, VECE):
        if np.sum(candidate) > top:
            top = np.sum(candidate)
            chosen = candidate
    => vec chosen, num top

one name for each of two passes
    for flag in (True, False):
        out = np.zeros(N)
        for i in range(N):
            out[i] = VEC[i] * (POS if flag else CONST)
        if flag:
            one = out
        else:
            two = out
    => vec one, vec two

bound behind continue
    for k in range(TRIPS + 1):
        if k < 1:
            continue
        kept = VECE * k
    => vec kept

bound before break
    for k in range(TRIPS):
        trial = VECE + k * POS
        if np.sum(trial) > CONST or k == 2:
            found = trial
            break
    else:
        found = VEC1
    => vec found

found in a loop without end
    k = 0
    while True:
        trial = VECE * (1.0 + k)
        if np.sum(trial) > 2.0 or k > 2:
            found = trial
            break
        k += 1
    => vec found

a number that becomes an array
    latest = 0
    k = 0
    while True:
        latest = VECE * 2.0
        k += 1
        if latest[0] > 0.0 or k > 2:
            break
    => vec latest

a float that becomes an array
    total = 0.0
    for k in range(TRIPS):
        total = total + VECE * (k + 1.0)
    => vec total

an integer that becomes an array by rows
    total = 0
    for row in MAT:
        total = total + row * row
    => vec total

an integer that becomes a float
    total = 0
    for e in VEC:
        total += e * CONST
    => num total

a vector that starts with one element
    grown = np.zeros(1)
    for k in range(TRIPS):
        grown = VECE * (k + 0.5)
    => vec grown

keep the first of a constant array
    for k in range(TRIPS):
        weights = np.ones(N) * (k + 1.0)
        if k == 0:
            base = weights
    => vec base, vec weights

keep the first, which is changed later
    moved = VECN
    for k in range(TRIPS):
        moved *= 1.0 + VEC[k % N]
        if k == 0:
            seen = moved
    => vec seen, vec moved

keep the smallest and the largest
    low, high = VEC[0], VEC[0]
    for e in VEC:
        if e < low:
            low = e
        elif e > high:
            high = e
    => num low, num high

stop when it no longer changes
    now = VECE
    for k in range(TRIPS + 2):
        after = POS * np.sin(now)
        gap = np.max(np.abs(after - now))
        now = after
        if gap < 0.3:
            break
    => vec now, num gap

keep the best by a flag
    done = False
    for k in range(TRIPS + 1):
        trial = VECE + k * CONST
        if not done and np.sum(trial) < POS:
            result = trial
            done = True
    if not done:
        result = VEC
    => vec result

keep the best row and its number
    where = 0
    kept = MAT[0]
    for i, row in enumerate(MAT):
        if row[0] > kept[0]:
            kept = row
            where = i
    => vec kept, int where

best so far, restarted in each pass
    total = 0.0
    for k in range(TRIPS):
        best = None
        for i in range(N):
            e = VEC[i] * (k + CONST)
            if best is None or e > best:
                best = e
        total += best * best
    => num total

keep what a helper made
    | def trial(u, c):
    |     return np.tanh(u * c)
    low = 1e9
    for k in range(TRIPS):
        out = trial(VECE, k + 0.5)
        if out[IDX1] < low:
            low = out[IDX1]
            kept = out
    => vec kept
"""
