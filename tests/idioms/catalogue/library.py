"""NumPy's functions as they are used in the middle of a computation, and other widths."""

TEXT = """
cumsum
    out = np.cumsum(VECE) * CONST
    => vec out

cumprod
    out = np.cumprod(np.tanh(VECE))
    => vec out

where
    out = np.where(VEC > CONST, VECE, VEC1 * NUME)
    => vec out

clip
    out = np.clip(VECE, -0.8, 0.9)
    => vec out

maximum
    out = np.maximum(VECE, VEC) + np.minimum(VEC1, CONST)
    => vec out

largest of each row
    out = np.max(MAT, axis=1) - np.min(MAT, axis=0)
    => vec out

sum along an axis
    out = np.sum(MAT, axis=IDX % 2) if COND else MAT.sum(axis=0)
    => vec out

sort
    out = np.sort(VECE)
    => vec out

sort in place
    out = VECN
    out.sort()
    => vec out

dot
    value = np.dot(VEC, VECE) + VEC1 @ VEC
    => num value

matrix times vector
    out = MAT @ VECE - VEC @ MAT
    => vec out

matrix product
    out = MATE @ MATE
    => mat out

outer
    out = np.outer(VEC, VECE)
    => mat out

interp
    value = np.interp(NUME, np.array([-1.0, 0.3, 1.5]), np.array([0.2, 1.1, -0.5]))
    => num value

interp of values
    grid = np.linspace(-2.0, 2.0, N)
    value = np.interp(NUME, grid, VEC)
    => num value

solve
    out = np.linalg.solve(MAT + 4.0 * np.eye(N), VECE)
    => vec out

inverse and determinant
    value = np.linalg.det(np.eye(N) * 2.0 + 0.2 * MAT)
    out = np.linalg.inv(np.eye(N) * 3.0 + MAT)
    => num value, mat out

norm
    value = np.linalg.norm(VECE + POS)
    => num value

mean, variance
    value = np.mean(VEC) * np.var(VECE) + np.std(VEC1 + np.arange(N))
    => num value

diff
    steps = np.diff(VECE)
    value = np.sum(steps * steps)
    => num value, part steps

convolve
    out = np.convolve(VEC, np.array([0.25, 0.5, 0.25]))[:N]
    => vec out

roll
    out = np.roll(VEC, 1) - np.roll(VECE, -1)
    => vec out

concatenate
    line = np.concatenate((VEC, VECE[1:]))
    => part line

stack
    table = np.stack((VEC, VECE))
    value = np.sum(table[0] * table[1, ::-1])
    => num value

append and hstack
    line = np.hstack((VEC, np.append(VEC1, NUME)))
    => part line

stable log of a sum
    top = np.max(VEC)
    value = top + np.log(np.sum(np.exp(VEC - top)))
    => num value

softmax
    shifted = np.exp(VECE - np.max(VEC))
    out = shifted / np.sum(shifted)
    => vec out

product
    value = np.prod(np.cos(VECE))
    => num value

einsum
    value = np.einsum("i,ij,j->", VEC, MAT, VECE)
    => num value

add at repeated places
    acc = np.zeros(N)
    np.add.at(acc, IVEC, VECE)
    => vec acc

trace and diagonal
    value = np.trace(MATE)
    out = np.diag(MAT) * CONST
    => num value, vec out

triangles
    out = np.triu(MAT) - np.tril(MATE)
    => mat out

polyval
    value = np.polyval(VEC, 0.5 * NUM)
    => num value

place in a sorted array
    grid = np.linspace(-1.0, 1.0, 5)
    i = np.searchsorted(grid, NUME) % N
    value = VEC[i] * CONST
    => num value

largest element by place
    value = VEC[np.argmax(VEC)] - VEC1[np.argmin(VEC)]
    => num value

flip
    out = np.flip(VECE) * NUME
    => vec out

tile and repeat
    line = np.repeat(VEC, 2)
    value = np.sum(line * np.tile(VECE, 2))
    => num value

narrow floats
    small = VEC.astype(np.float32)
    out = small * 2.0 + np.float32(0.5)
    value = np.sum(VECE.astype(np.float64))
    => num value

complex numbers
    z = VEC + 1j * VECE
    out = np.abs(z * z) + z.real
    => vec out

any and all
    value = NUME
    if np.any(VEC > POS) and np.all(VEC1 < 50.0):
        value = value + np.sum(VEC1)
    => num value

finite
    out = VECE
    if not np.isfinite(np.sum(out)):
        out = VEC
    => vec out

signs
    out = np.sign(VEC) * VECE + np.abs(VEC1)
    => vec out

round
    out = VECE - np.round(VEC) * CONST + np.floor(VEC1)
    => vec out

hypot and arctan
    value = math.hypot(NUME, 1.0) + math.atan2(NUME, POS)
    => num value

functions of numbers
    value = math.exp(-abs(NUME)) * math.sqrt(1.0 + NUM * NUM) + math.tanh(NUME)
    => num value

power of arrays
    out = (np.abs(VEC) + 0.1) ** NUM1 * POS
    => vec out

zeros like and ones like
    out = np.zeros_like(VEC) + np.ones_like(VEC1) * NUME
    out[IDX] = VEC[IDX]
    => vec out

full and linspace
    out = np.full(N, NUME) * np.linspace(0.0, CONST, N)
    => vec out

copies
    a = np.copy(VEC)
    b = VEC.copy()
    a[0] = b[1] * NUME
    => vec a, vec b

median
    value = np.median(VECE)
    => num value

several places at once
    out = VEC[IVEC] * VECE
    => vec out

select rows
    rows = MAT[IVEC]
    value = np.sum(rows * MAT)
    => num value, mat rows

nonzero
    value = 0.0
    for i in np.nonzero(VEC > CONST)[0]:
        value += VEC[i]
    => num value

Newton's root
    root = 1.0
    goal = 1.5 + math.sin(NUME)
    while abs(root * root - goal) > 1e-12:
        root = 0.5 * (root + goal / root)
    => num root

bisection
    low, high = 0.0, 2.0
    for k in range(12):
        middle = 0.5 * (low + high)
        if middle * middle > abs(NUM):
            high = middle
        else:
            low = middle
    value = low * NUME
    => num value

Runge and Kutta
    state = VEC
    for k in range(2):
        k1 = np.sin(state)
        k2 = np.sin(state + 0.05 * k1)
        k3 = np.sin(state + 0.05 * k2)
        state = state + 0.1 * (k1 + 2.0 * k2 + k3) / 4.0
    => vec state

three diagonals
    upper = np.zeros(N)
    right = VECN
    upper[0] = 0.25
    right[0] = 0.25 * right[0]
    for i in range(1, N):
        pivot = 4.0 - upper[i - 1]
        upper[i] = 1.0 / pivot
        right[i] = (right[i] - right[i - 1]) / pivot
    for i in range(N - 2, -1, -1):
        right[i] -= upper[i] * right[i + 1]
    => vec right

Cholesky by hand
    low = np.zeros((N, N))
    spd = MAT @ MAT.T + 3.0 * np.eye(N)
    for i in range(N):
        for j in range(i + 1):
            total = spd[i, j]
            for k in range(j):
                total -= low[i, k] * low[j, k]
            if i == j:
                low[i, j] = math.sqrt(total)
            else:
                low[i, j] = total / low[j, j]
    => mat low

elimination
    work = MAT + 4.0 * np.eye(N)
    right = VEC.copy()
    for k in range(N - 1):
        for i in range(k + 1, N):
            factor = work[i, k] / work[k, k]
            work[i, k:] -= factor * work[k, k:]
            right[i] -= factor * right[k]
    value = right[-1] / work[-1, -1]
    => num value, vec right

gradient descent with momentum
    point, speed = VEC, np.zeros(N)
    for k in range(TRIPS):
        speed = 0.9 * speed - 0.1 * point * point
        point = point + speed
    => vec point, vec speed

power iteration
    direction = VECE + 2.0
    for k in range(TRIPS):
        direction = MAT @ direction
        direction /= 1.0 + np.linalg.norm(direction)
    => vec direction

a scalar filter
    mean, spread = NUME, 1.0
    for e in VEC:
        gain = spread / (spread + POS)
        mean += gain * (e - mean)
        spread *= 1.0 - gain
    => num mean

running mean and variance
    count, mean, square = 0, 0.0, 0.0
    for e in VEC:
        count += 1
        delta = e - mean
        mean += delta / count
        square += delta * (e - mean)
    => num mean, num square

cheapest path
    cost = np.zeros((N, N))
    for i in range(N):
        for j in range(N):
            best = 0.0
            if i > 0:
                best = cost[i - 1, j]
            if j > 0 and (i == 0 or cost[i, j - 1] < best):
                best = cost[i, j - 1]
            cost[i, j] = best + MAT[i, j]
    value = cost[-1, -1]
    => num value

maximum of sums
    score = VEC.copy()
    for t in range(TRIPS):
        after = np.zeros(N)
        for j in range(N):
            best = score[0] + MAT[0, j]
            for i in range(1, N):
                trial = score[i] + MAT[i, j]
                if trial > best:
                    best = trial
            after[j] = best
        score = after
    => vec score

pair forces
    force = np.zeros(N)
    for i in range(N):
        for j in range(i + 1, N):
            gap = VEC[i] - VEC[j]
            push = gap / (1.0 + gap * gap)
            force[i] += push
            force[j] -= push
    => vec force

moving average
    smooth = np.zeros(N)
    for i in range(N):
        low = max(0, i - 1)
        smooth[i] = np.mean(VEC[low : i + 1])
    => vec smooth

exponential average
    level = VEC[0]
    smooth = np.empty(N)
    for i, e in enumerate(VEC):
        level = 0.7 * level + 0.3 * e
        smooth[i] = level
    => vec smooth, num level

line search
    rate = 1.0
    point = VECE
    start = np.sum(point * point)
    for k in range(4):
        trial = point - rate * 2.0 * point
        if np.sum(trial * trial) < start:
            break
        rate *= 0.4
    => vec trial, num rate
"""
