"""Kernels for Warp, which differentiates these."""

import warp as wp

Vector = wp.array(dtype=wp.float32)
Matrix = wp.array2d(dtype=wp.float32)


@wp.kernel
def waves(x: Vector, b: Vector, amplitude: wp.float32, y: Vector):
    i = wp.tid()
    y[i] = amplitude * wp.sin(x[i]) + x[i] * b[i]


@wp.kernel
def membrane(before: Matrix, now: Matrix, speed: Matrix, after: Matrix):
    i, j = wp.tid()
    n = now.shape[0]
    m = now.shape[1]
    if i > 0 and i < n - 1 and j > 0 and j < m - 1:
        bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1] - 4.0 * now[i, j]
        after[i, j] = 2.0 * now[i, j] - before[i, j] + speed[i, j] * bend


@wp.kernel
def bodies(x: Matrix, mass: Vector, softening: wp.float32, force: Matrix):
    i = wp.tid()
    n = x.shape[0]
    f0 = wp.float32(0.0)
    f1 = wp.float32(0.0)
    f2 = wp.float32(0.0)
    for j in range(n):
        r0 = x[j, 0] - x[i, 0]
        r1 = x[j, 1] - x[i, 1]
        r2 = x[j, 2] - x[i, 2]
        near = 1.0 / wp.sqrt(r0 * r0 + r1 * r1 + r2 * r2 + softening)
        pull = mass[j] * near * near * near
        f0 += pull * r0
        f1 += pull * r1
        f2 += pull * r2
    force[i, 0] = f0
    force[i, 1] = f1
    force[i, 2] = f2
