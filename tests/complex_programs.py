"""Programs with complex numbers: loops, branches, arrays in place, calls, precision."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .rules.array_cases import Case

numbers = np.random.default_rng(11)
PROGRAMS: list[Case] = []


def program(*arguments: Any) -> Callable[[Any], Any]:
    """Enter a function with arguments to try it with."""

    def enter(function: Any) -> Any:
        PROGRAMS.append(Case(function.__name__, function, arguments))
        return function

    return enter


def z(*shape: int) -> Any:
    """Return an array of complex numbers."""
    return numbers.uniform(0.3, 1.5, shape) + 1j * numbers.uniform(0.2, 1.0, shape)


def x(*shape: int) -> Any:
    """Return an array of real numbers."""
    return numbers.uniform(0.5, 2.0, shape)


@program(x(4), np.array([0.5, 1.5]))
def characteristic_function(weights, points):
    total = 0.0
    for t in points:
        phi = 0j
        for k in range(len(weights)):
            phi += weights[k] * np.exp(1j * t * k)
        total += abs(phi) ** 2 + phi.imag
    return total


@program(50.0, 0.1, 1e-3, 2.0)
def impedance(r, inductance, c, omega):
    coil = 1j * omega * inductance
    capacitor = 1.0 / (1j * omega * c)
    parallel = 1.0 / (1.0 / coil + 1.0 / (r + capacitor))
    gain = parallel / (r + parallel)
    return 20.0 * math.log10(abs(gain)) + cmath.phase(gain)


@program(0.3 + 0.2j, 1.5, 0.4)
def lens(w, mass, shear):
    image = w
    for _ in range(4):
        image = w + mass / image.conjugate() - shear * image.conjugate()
    return image


@program(z(3, 3) + 2 * np.eye(3), 0.7)
def green(h, energy):
    n = h.shape[0]
    g = np.linalg.inv((energy + 0.1j) * np.eye(n) - h)
    return -np.trace(g).imag / math.pi


@program(x(4))
def discrete_fourier_transform(signal):
    n = len(signal)
    spectrum = np.zeros(n, np.complex128)
    for k in range(n):
        for j in range(n):
            spectrum[k] += signal[j] * np.exp(-2j * math.pi * k * j / n)
    return np.sum(np.abs(spectrum) ** 2 * np.arange(n))


@program(z(8))
def fast_fourier_transform(signal):
    data = signal.copy()
    size = 1
    while size < len(data):
        step = cmath.exp(-1j * math.pi / size)
        for start in range(0, len(data), 2 * size):
            turn = 1.0 + 0j
            for k in range(start, start + size):
                odd = turn * data[k + size]
                even = data[k]
                data[k] = even + odd
                data[k + size] = even - odd
                turn = turn * step
        size = 2 * size
    return data


@program(z(3), x(3))
def elements(a, b):
    a = a.copy()
    a[0] = b[1]
    a[1] += b[2] * a[2]
    a[2] *= a[1]
    a[1:] -= b[:2]
    a[:1] = b[2:]
    return a


@program(0.5, 0.3 + 0.4j)
def real_or_complex(a, b):
    if a > 0.2:
        c = a * a
    else:
        c = b * a
        c += 1.0
    total = 0.0
    for k in range(3):
        total = total * b + c * k
    return total


@program(1.5)
def real_start(a):
    w = a
    for _ in range(3):
        w = w * w + 0.3j * a
    return w.real * w.imag


def twist(a, t):
    return a * cmath.exp(1j * t), a.conjugate() * t


def rotate(array, t):
    for i in range(len(array)):
        array[i] = array[i] * cmath.exp(1j * t)


def modulus(a):
    return abs(a) if a.real > 0.0 else a.imag


@program(0.5 - 0.3j, 0.8)
def calls(a, t):
    first, second = twist(a, t)
    return first * second + modulus(first) * t + modulus(a)


@program(z(3), 0.8)
def writing_callee(a, t):
    b = a * t
    rotate(b, t)
    return b


def power(a, n):
    return a if n == 1 else a * power(a, n - 1)


@program(0.5 - 0.3j)
def recursive(a):
    return power(a, 4)


@program(z(3), z(3))
def both_parts(a, b):
    return a.real + 2.0 * b.imag, a * b, 1.5, abs(a[0])


@program(0.4 + 0.1j)
def escape(c):
    w = 0j
    steps = 0
    while abs(w) < 4.0 and steps < 20:
        w = w * w + c
        steps += 1
    return abs(w) * steps


@program(z(4))
def overwritten_modulus(a):
    b = np.abs(a)
    c = b * b
    b[0] = 3.0
    return b * c


@program(z(2, 3), x(3))
def whole(a, b):
    c = a * np.exp(1j * b) + b / a - a**2
    d = np.where(np.abs(c) > 1.0, c, 1j * c.conj())
    return d @ b.astype(np.complex128)


@program(z(4), x(4))
def arrays_of_parts(a, b):
    c = a.real * b + a.imag
    d = np.zeros(4, np.complex128)
    for i in range(4):
        d.real[i] = c[i]
        d.imag[i] = b[i] * c[i - 1]
    return d * d


@program(z(4))
def parts_of_what_is_written(a):
    b = a * 2.0
    for i in range(1, 4):
        b[i] = b[i - 1] * a[i]
    return np.sum(b.real.copy() * b.imag.copy()) + b.real[1] + b[1:].imag[0]


@program(z(4), 0.5)
def copies_of_parts_that_are_written(a, x):
    b = a * x
    real = b.real.copy()
    real[0] += x * x
    imaginary = b.imag.copy()
    imaginary *= real
    b[1] = 2.0
    return np.sum(imaginary) + b[1] * a[0]


@program(z(4), 0.5)
def parts_of_elements(a, s):
    b = a.copy()
    for i in range(3):
        b.imag[i] += s * b[i + 1].real
        b.real[i] *= s
    return b


@program(z(3, 3), z(3))
def norms(a, b):
    c = a @ b
    return np.linalg.norm(c) + np.var(c) + np.vdot(b, c).imag


@program(0.3 + 0.4j, z(3))
def number_and_array(s, a):
    b = s * a + s
    b += s.conjugate()
    return b - s.real


@program(-0.7, -0.3)
def negative_roots(a, b):
    return cmath.sqrt(a) * complex(a, b) ** 0.5 + complex(b) ** 1.5


@program(z(5))
def recurrence(a):
    w = 1.0 + 0j
    for v in a:
        w = (v + w) / (1.0 + v.conjugate() * w)
    return w


@program(z(2, 2))
def transposed(a):
    b = a.conj().T.copy()
    b[0] = b[1]
    return (a @ b).T


@program(x(3))
def parts_of_what_was_filled(a):
    w = np.zeros(3, dtype=np.complex128)
    for i in range(3):
        w[i] = np.exp(1j * a[i]) * a[i]
    real = w.real.copy()
    total = real[0] * real[1] + real[2]
    for k in range(2):
        total += np.sum(w.imag * a)
        w[k] *= 2.0 - 1.0j
        u = np.zeros(3, dtype=np.complex128)
        u[k] = a[k] * 1j * a[0]
        v = np.imag(u)
        total += v[k] * v[0]
    return total + np.real(w).copy()[0]


@program(x(3))
def parts_returned(a):
    w = np.zeros(len(a), dtype=np.complex128)
    for i in range(len(a)):
        w[i] = a[i] * (1.0 + 2.0j) * a[i - 1]
    return np.real(w)
