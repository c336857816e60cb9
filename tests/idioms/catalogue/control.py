"""Loops, branches, early exits and exceptions; names bound on some paths only."""

TEXT = """
a loop [weight 4]
    for k in range(TRIPS):
        BODY

a loop that may not run [weight 1.5]
    for k in range(TRIPS0):
        BODY

a nest of loops
    for i in range(2):
        for j in range(i + 1):
            BODY

a branch [weight 3]
    if COND:
        BODY

two branches [weight 3]
    if COND:
        BODY
    else:
        BODY

three branches
    if COND:
        BODY
    elif COND:
        BODY
    else:
        BODY

a branch on the counter
    for k in range(TRIPS):
        if k == 0:
            BODY
        else:
            BODY

while with a counter
    k = 0
    while k < TRIPS:
        BODY
        k += 1

while a number is large
    level = abs(NUME) + 1.0
    while level > 0.5:
        level *= 0.4
        BODY
    => num level

without end, with break
    k = 0
    while True:
        BODY
        k += 1
        if COND or k > 2:
            break

break before the rest
    for k in range(TRIPS + 1):
        BODY
        if COND and k > 0:
            break
        BODY

continue before the rest
    for k in range(TRIPS + 1):
        if k % 2 == 1:
            continue
        BODY

continue by a value
    for k in range(TRIPS):
        if VEC[k % N] > CONST:
            continue
        BODY

loop with else
    for k in range(TRIPS):
        if COND:
            break
        BODY
    else:
        BODY

break out of two loops
    stop = False
    for i in range(2):
        for j in range(2):
            if VEC[j] * (i + 1) > POS:
                stop = True
                break
            BODY
        if stop:
            break

early return [weight 0.7]
    if COND:
        return NUME

early return from a loop [weight 0.7]
    for k in range(TRIPS):
        BODY
        if np.sum(VEC) > 2.0 + k:
            return NUME + np.sum(VEC)

result in both branches
    if COND:
        out = VECE
    else:
        out = VEC
    out[IDX] = out[IDX] * NUME
    => vec out

number in both branches
    if COND:
        value = NUME
    else:
        value = CONST
    => num value

number before, else in a branch
    value = CONST
    if COND:
        value = NUME
    => num value

None before, bound in a branch
    extra = None
    if COND:
        extra = VECE
    value = 0.0 if extra is None else np.sum(extra)
    => num value

None before, bound in a loop
    latest = None
    for k in range(TRIPS0):
        latest = NUME * (k + 1.0)
    value = CONST if latest is None else latest
    => num value

only bound in a loop
    for k in range(TRIPS):
        inside = NUME + k
    value = inside * CONST
    => num value

only bound in a loop, which may not run [rare]
    for k in range(TRIPS0):
        inside = NUME + k
    value = inside * CONST
    => num value

only bound in a branch [rare]
    if COND:
        inside = NUME
    value = inside * POS
    => num value

read in a branch that does not run
    value = NUME
    if value > 1e6:
        if late < 2:
            late = 0
            value = VEC[late]
    => num value

bound to itself
    if COND:
        out = VECE
    else:
        out = np.cos(VEC)
    if COND:
        out = out
    out -= CONST
    => vec out

bound in the first pass, read in the others
    total = 0.0
    for k in range(TRIPS + 1):
        if k > 0:
            total += np.sum(made) * k
        made = VECE * (k + POS)
    => num total, vec made

a number of the first pass
    total = 0.0
    for k in range(TRIPS + 1):
        if k == 0:
            start = NUME
        total += start * (k + 1)
    => num total

a number of the pass before
    total = 0.0
    for k in range(TRIPS + 1):
        now = NUME * (k + 1)
        if k > 0:
            total += now * past
        past = now
    => num total

try a division
    try:
        value = 1.0 / (NUM - NUM)
    except ZeroDivisionError:
        value = NUME
    => num value

try a logarithm
    try:
        value = math.log(NUME - POS)
    except ValueError:
        value = NUME * CONST
    => num value

try, else, finally
    try:
        value = math.sqrt(NUME)
    except ValueError:
        value = POS
    else:
        value *= 2.0
    finally:
        shift = NUME
    value += shift
    => num value

bound behind a try in a loop
    for k in range(TRIPS + 1):
        try:
            root = math.sqrt(VEC[k % N] - 0.5)
        except ValueError:
            continue
        kept = root * NUME
        BODY
    value = NUME
    => num value

bound in an except
    tried = VEC
    for k in range(TRIPS):
        try:
            scale = math.log(VEC[k % N])
        except ValueError:
            tried = VECE
            scale = 0.5
        tried = tried * scale
    => vec tried

raise behind a loop [rare]
    if np.sum(VEC) > POS:
        raise ValueError("too large")

assert
    assert np.sum(VEC * VEC) >= 0.0
    value = NUME
    => num value

walrus
    value = CONST
    if (size := np.sum(VEC * VEC1)) > 0.5:
        value = size * NUME
    => num value

conditional expression
    value = NUME if COND else NUME
    => num value

conditional arrays
    out = VECE if COND else VEC
    => vec out

chained comparison
    value = NUME
    if -1.0 < value <= 2.0:
        value *= VEC[IDX]
    => num value

and, or
    value = NUME
    if (COND and value > CONST) or not COND:
        value = VEC[IDX] - value
    => num value

delete
    spare = VECE
    value = np.sum(spare * spare)
    del spare
    => num value

zero trips
    value = NUME
    for k in range(0):
        value = value * VEC[k]
    => num value

loop whose length is another's result
    count = 0
    for e in VEC:
        if e > POS:
            count += 1
    value = NUME
    for k in range(count):
        value += VEC[k] * CONST
    => num value

nested keep
    outside = VECE
    for i in range(2):
        for k in range(TRIPS):
            inside = VECE * (k + i + 1.0)
            if k == 0:
                held = inside
        outside = outside + held * CONST
    => vec outside, vec held

branch that binds an array seen later in the loop
    total = 0.0
    for k in range(TRIPS):
        if k % 2 == 0:
            even = VECE * (k + 1.0)
        total += np.sum(even)
        even[IDX] = CONST
    => num total, vec even

skip the first
    latest = VEC
    for k, e in enumerate(VEC1):
        if k == 0:
            continue
        latest = latest * e + VEC
    => vec latest

what is asked for its type
    asked = VECE
    value = NUME
    if hasattr(asked, "__len__") and isinstance(asked, np.ndarray):
        value = value + asked[0]
    if np.isscalar(value) and not callable(asked):
        value = value * CONST
    => num value

a list that is asked for its type
    parts = [NUME, NUME, CONST]
    value = CONST
    if isinstance(parts, (list, tuple)) and not hasattr(parts, "shape"):
        value = value * parts[0] + parts[1]
    => num value
"""
