"""Kernels that are refused, for arguments of vectors of float64."""

import math

import numpy as np
from numba import cuda
from numba.cuda import threadIdx


@cuda.jit
def counts_up(x, y):
    i = cuda.grid(1)
    k = cuda.atomic.add(y, 0, 1.0)
    y[i] = x[i] * k


@cuda.jit
def exchanges(x, y):
    i = cuda.grid(1)
    cuda.atomic.exch(y, 0, x[i])


@cuda.jit
def all_write(x, y):
    i = cuda.grid(1)
    if x[i] > 0.0:
        y[i] = x[i]
    y[0] = x[i]


@cuda.jit
def whole_blocks_write(x, y):
    y[cuda.blockIdx.x] = x[cuda.blockIdx.x] * 2.0


@cuda.jit
def in_place_stencil(x, y):
    i = cuda.grid(1)
    if 0 < i < x.size:
        y[i] = math.sin(y[i - 1]) * x[i]


@cuda.jit
def adds_and_reads(x, y):
    i = cuda.grid(1)
    cuda.atomic.add(y, 0, x[i])
    x[i] = y[0]


@cuda.jit
def unknown_loop(x, y):
    i = cuda.grid(1)
    v = x[i]
    while v < 10.0:
        v = v * v + 1.0
    y[i] = v


@cuda.jit
def waits(x, y):
    i = cuda.grid(1)
    y[i] = x[i] * x[i]
    cuda.syncthreads()


@cuda.jit
def some_wait(x, y):
    line = cuda.shared.array(8, np.float64)
    i = cuda.grid(1)
    if i < x.size:
        line[cuda.threadIdx.x] = x[i]
        cuda.syncthreads()
        y[i] = line[0]


@cuda.jit
def some_have_gone(x, y):
    line = cuda.shared.array(8, np.float64)
    i = cuda.grid(1)
    if i >= x.size:
        return
    line[cuda.threadIdx.x] = x[i]
    cuda.syncthreads()
    y[i] = line[0]


@cuda.jit
def waits_as_often_as_it_likes(x, y):
    line = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    line[t] = x[t]
    for _ in range(t):
        cuda.syncthreads()
    y[t] = line[0]


@cuda.jit
def waits_for_values(x, y):
    line = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    line[t] = x[t]
    cuda.syncthreads()
    while line[0] > 1.0:
        cuda.syncthreads()
        line[t] = line[t] * 0.5
        cuda.syncthreads()
    y[t] = line[t]


@cuda.jit
def waits_as_often_as_it_got(x, y):
    line = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    line[t] = x[t]
    far = 0
    for k in range(8):
        if x[t] > k:
            break
        far += 1
    for _ in range(far):
        cuda.syncthreads()
    y[t] = line[0]


@cuda.jit
def exchanges_by_arguments(x, y):
    line = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    line[t] = x[t]
    y[t] = line[t]
    cuda.syncthreads()
    x[t] = y[7 - t]


@cuda.jit
def shares_sometimes(x, y):
    i = cuda.grid(1)
    if x.size > 3:
        line = cuda.shared.array(8, np.float64)
        line[i] = x[i]
        y[i] = line[i]


@cuda.jit
def shares_as_much_as_the_launch_says(x, y):
    line = cuda.shared.array(0, np.float64)
    t = cuda.threadIdx.x
    line[t] = x[t]
    cuda.syncthreads()
    y[t] = line[7 - t]


@cuda.jit
def some_go_on(x, y):
    line = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    line[t] = x[t]
    for k in range(8):
        if x[t] > k:
            break
        if x.size > 4:
            return
    cuda.syncthreads()
    y[t] = line[0]


@cuda.jit(device=True)
def waited(x):
    cuda.syncthreads()
    return x


@cuda.jit(device=True)
def shared_by_halves(x, count):
    line = cuda.shared.array(count, np.float64)
    line[cuda.threadIdx.x] = x
    cuda.syncthreads()
    return line[0]


@cuda.jit
def some_wait_elsewhere(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = shared_by_halves(x[i], 8)


@cuda.jit
def shares_as_much_as_it_likes(x, y):
    i = cuda.grid(1)
    y[i] = shared_by_halves(x[i], x.size)


@cuda.jit(device=True)
def calls_itself(x, n):
    if n < cuda.blockDim.x:
        return calls_itself(x * x, n + 1)
    return x


@cuda.jit
def descends(x, y):
    i = cuda.grid(1)
    y[i] = calls_itself(x[i], 0)


@cuda.jit
def passes_too_much(x, y):
    i = cuda.grid(1)
    y[i] = waited(x[i], 2.0)


@cuda.jit
def adds_what_waits(x, y):
    i = cuda.grid(1)
    y[i] += shared_by_halves(x[i], 8)


@cuda.jit(device=True)
def by_lane(x):
    return x * threadIdx.x


@cuda.jit
def asks_by_another_name(x, y):
    i = cuda.grid(1)
    y[i] = by_lane(x[i])


@cuda.jit(device=True)
def own_place(i):
    return i + 0 * cuda.threadIdx.x


@cuda.jit
def adds_where_a_function_says(x, y):
    i = cuda.grid(1)
    y[own_place(i)] += x[i]


@cuda.jit(device=True)
def put_or_taken(x, put):
    line = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    if put:
        line[t] = x
    cuda.syncthreads()
    return line[7 - t]


@cuda.jit
def takes_what_another_call_has_left(x, y):
    i = cuda.grid(1)
    put_or_taken(x[i] * x[i], x.size > 3)
    y[i] = put_or_taken(0.0, x.size < 0)


@cuda.jit(device=True)
def applied(function, x):
    return function(x)


@cuda.jit
def hands_on_what_waits(x, y):
    i = cuda.grid(1)
    y[i] = applied(waited, x[i])


@cuda.jit(device=True)
def bend(part):
    for _ in range(3):
        part[0] = part[0] * part[0] + math.sin(part[0])


@cuda.jit
def writes_elsewhere(x, y):
    i = cuda.grid(1)
    bend(x[i : i + 1])
    y[i] = x[i]


@cuda.jit
def saves_an_array(x, y):
    i = cuda.grid(1)
    y[i] = x[i]
    bend(y[i : i + 1])


@cuda.jit
def waits_elsewhere(x, y):
    i = cuda.grid(1)
    y[i] = waited(x[i])


@cuda.jit
def some_shuffle(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = cuda.shfl_down_sync(0xFFFFFFFF, x[i], 1)


@cuda.jit
def shuffles_after_some_have_gone(x, y):
    i = cuda.grid(1)
    if i >= x.size:
        return
    y[i] = cuda.shfl_xor_sync(-1, x[i], 1)


@cuda.jit
def shuffles_for_values(x, y):
    i = cuda.grid(1)
    v = x[i]
    while v < 1.0:
        v += cuda.shfl_xor_sync(-1, v, 1) + 1.0
    y[i] = v


@cuda.jit
def shuffles_in_an_expression(x, y):
    i = cuda.grid(1)
    y[i] = cuda.shfl_up_sync(-1, x[i], 1) if i > 3 else 0.0


@cuda.jit
def shuffles_in_a_condition(x, y):
    i = cuda.grid(1)
    v = x[i]
    if v > 0.0 and cuda.shfl_up_sync(-1, v, 1) > 0.0:
        y[i] = v


@cuda.jit
def shuffles_among_some(x, y):
    i = cuda.grid(1)
    y[i] = cuda.shfl_down_sync(0xFFFF, x[i], 1)


@cuda.jit
def shuffles_among_those_who_ask(x, y):
    i = cuda.grid(1)
    lanes = 0xFFFFFFFF
    if x.size > 5:
        lanes = 0xFF
    y[i] = cuda.shfl_down_sync(lanes, x[i], 1)


@cuda.jit
def takes_from_any_lane(x, y):
    i = cuda.grid(1)
    y[i] = cuda.shfl_sync(0xFFFFFFFF, x[i], (i * 7) % 32)


@cuda.jit
def takes_from_as_far_as_it_got(x, y):
    i = cuda.grid(1)
    far = 0
    for k in range(5):
        if x[i] > k:
            break
        far += 1
    y[i] = cuda.shfl_down_sync(0xFFFFFFFF, x[i], far)


@cuda.jit(device=True)
def written_to(numbers, value):
    numbers[0] = value


@cuda.jit
def takes_from_where_a_function_says(x, y):
    i = cuda.grid(1)
    numbers = cuda.local.array(1, np.int64)
    written_to(numbers, i)
    y[i] = cuda.shfl_down_sync(0xFFFFFFFF, x[i], numbers[0])


@cuda.jit
def takes_from_where_a_view_says(x, y):
    i = cuda.grid(1)
    numbers = cuda.local.array((2, 2), np.int64)
    row = numbers[1]
    row[0] = i
    y[i] = cuda.shfl_xor_sync(0xFFFFFFFF, x[i], numbers[1, 0])


@cuda.jit
def takes_from_where_one_of_a_pair_says(x, y):
    i = cuda.grid(1)
    numbers = cuda.local.array(2, np.int64)
    numbers[0], numbers[1] = i, 1
    y[i] = cuda.shfl_down_sync(0xFFFFFFFF, x[i], numbers[0])


@cuda.jit
def takes_from_where_an_element_of_a_row_says(x, y):
    i = cuda.grid(1)
    numbers = cuda.local.array((2, 2), np.int64)
    numbers[1][0] = i
    y[i] = cuda.shfl_up_sync(0xFFFFFFFF, x[i], numbers[1][0])


@cuda.jit
def takes_from_where_one_of_two_views_says(x, y):
    i = cuda.grid(1)
    numbers = cuda.local.array((2, 2), np.int64)
    first, second = numbers[0], numbers[1]
    first[0] = second[0] = i
    y[i] = cuda.shfl_down_sync(0xFFFFFFFF, x[i], numbers[0, 0])


@cuda.jit
def takes_from_where_a_loop_has_written(x, y):
    i = cuda.grid(1)
    numbers = cuda.local.array(2, np.int64)
    for numbers[1] in range(i):
        pass
    _, far = numbers
    y[i] = cuda.shfl_xor_sync(0xFFFFFFFF, x[i], far)


@cuda.jit(device=True)
def first_of(numbers):
    return numbers[0]


@cuda.jit
def takes_from_where_a_function_reads(x, y):
    i = cuda.grid(1)
    numbers = cuda.local.array(1, np.int64)
    numbers[0] = i
    y[i] = cuda.shfl_down_sync(0xFFFFFFFF, x[i], first_of(numbers))


@cuda.jit
def takes_from_as_far_as_some_got(x, y):
    i = cuda.grid(1)
    far = 0
    for k in range(5):
        for _ in range(k):
            if far > 7:
                break
        else:
            if x[i] > k:
                break
        far += 1
    y[i] = cuda.shfl_down_sync(0xFFFFFFFF, x[i], far)


@cuda.jit
def votes(x, y):
    i = cuda.grid(1)
    y[i] = x[i] if cuda.any_sync(0xFFFFFFFF, x[i] > 0.0) else 0.0


@cuda.jit
def waits_for_a_warp(x, y):
    i = cuda.grid(1)
    cuda.syncwarp()
    y[i] = x[i]


@cuda.jit
def atomic_on_a_part(x, y):
    i = cuda.grid(1)
    cuda.atomic.add(y[1:], i, x[i])


@cuda.jit
def takes_what_was_there(x, y):
    i = cuda.grid(1)
    y[i] = cuda.atomic.max(x, 0, y[i])


@cuda.jit
def takes_the_largest_number(x, y):
    i = cuda.grid(1)
    cuda.atomic.nanmax(y, 0, x[i])


@cuda.jit
def takes_both(x, y):
    i = cuda.grid(1)
    cuda.atomic.max(y, 0, x[i])
    cuda.atomic.min(y, 1, x[i])


@cuda.jit
def reads_the_largest(x, y):
    i = cuda.grid(1)
    cuda.atomic.max(y, 0, x[i])
    x[i] = y[0]


@cuda.jit
def largest_of_a_block(x, y):
    top = cuda.shared.array(1, np.float64)
    cuda.atomic.max(top, 0, x[cuda.grid(1)])
    cuda.syncthreads()
    y[0] = top[0]


@cuda.jit
def adds_up_a_part(x, y):
    i = cuda.grid(1)
    y[i] = np.sum(x[i : i + 2])


@cuda.jit
def asks_for_what_the_cpu_has(x, y):
    i = cuda.grid(1)
    y[i] = np.sinc(x[i])


KERNELS = [
    counts_up,
    exchanges,
    all_write,
    whole_blocks_write,
    in_place_stencil,
    adds_and_reads,
    unknown_loop,
    waits,
    some_wait,
    some_have_gone,
    waits_as_often_as_it_likes,
    waits_for_values,
    waits_as_often_as_it_got,
    some_go_on,
    exchanges_by_arguments,
    shares_sometimes,
    shares_as_much_as_the_launch_says,
    waits_elsewhere,
    writes_elsewhere,
    saves_an_array,
    some_wait_elsewhere,
    shares_as_much_as_it_likes,
    descends,
    passes_too_much,
    adds_what_waits,
    hands_on_what_waits,
    takes_what_another_call_has_left,
    adds_where_a_function_says,
    asks_by_another_name,
    some_shuffle,
    shuffles_after_some_have_gone,
    shuffles_for_values,
    shuffles_in_an_expression,
    shuffles_in_a_condition,
    shuffles_among_some,
    shuffles_among_those_who_ask,
    takes_from_any_lane,
    takes_from_as_far_as_it_got,
    takes_from_where_a_function_says,
    takes_from_where_a_view_says,
    takes_from_where_one_of_a_pair_says,
    takes_from_where_an_element_of_a_row_says,
    takes_from_where_one_of_two_views_says,
    takes_from_where_a_loop_has_written,
    takes_from_where_a_function_reads,
    takes_from_as_far_as_some_got,
    votes,
    waits_for_a_warp,
    atomic_on_a_part,
    takes_what_was_there,
    takes_the_largest_number,
    takes_both,
    reads_the_largest,
    largest_of_a_block,
    adds_up_a_part,
    asks_for_what_the_cpu_has,
]
