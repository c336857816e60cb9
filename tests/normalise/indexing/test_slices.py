"""Slices that have names: what they take is a view, as with bounds that are written out."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, check_grads, grad


def scaled(u, k):
    a = u * 1.0
    part = slice(1, 3)
    a[part] *= k
    return np.sum(a)


def written_out(u, k):
    a = u * 1.0
    a[slice(1, 3)] *= k
    a[slice(None, None, -1)] *= np.sin(u)
    return np.sum(a * a)


def swapped(u, k):
    a = u * 1.0
    s, t = slice(1, 3), slice(None, 2)
    c = a[t].copy()
    a[t] = a[s]
    a[s] = c * k
    a[s] = np.sin(a[s])
    a[s] += k
    return np.sum(a * a)


def changing(u, k):
    a = u * 1.0
    part = slice(0, 2)
    for i in range(3):
        a[part] = a[part] * a[part] * k
        part = slice(i, 3)
    return a[0] * a[2] + np.sum(a[part])


def stale(u, k):
    a = u * 1.0
    for i in range(3):
        if i == 1:
            part = slice(i, i + 2)
        if i > 0:
            a[part] *= k
    return np.sum(a * a)


def of_a_matrix(u, k):
    a = np.outer(u, u)
    part = slice(0, 2)
    a[part, 0] *= k
    a[1, part] *= k
    a[..., part] = a[..., part] * k
    return np.sum(a * a)


def in_a_tuple(u, k):
    a = np.outer(u, u)
    place = (1, slice(0, 2))
    a[place] *= k
    return np.sum(a)


def of_two_kinds(u, k):
    a = u * 1.0
    part = slice(1, None)
    if k > 0.0:
        part = slice(0, 2)
    a[part] *= k
    return np.sum(a)


def of_dimensions(u, k):
    a = u * 1.0
    new, rest = None, ...
    a[new] *= k
    a[rest] *= u
    b = a[:, new] * a[new, :]
    axis = np.newaxis
    b[axis, 1] *= k
    return np.sum(b * b)


LAST = 2


def of_globals(u, k):
    a = u * 1.0
    a[LAST] *= k
    a[:LAST] += k
    part = slice(LAST, None)
    a[part] *= u[part]
    return np.sum(a * a)


def bound_by_loops(u, k):
    a = u * 1.0
    part, axis = slice(0, 1), None
    for part in range(3):
        a[part] *= k
    for axis in range(2):
        a[axis] += u[axis]
    return np.sum(a * a)


def of_one_part(u, k):
    a = u * 1.0
    a[(slice(1, None),)] *= k
    a[:2,] += a[(slice(2, None),)]
    a[(...,)] = a * u
    a[([0, 3],)] = k
    return np.sum(a[(slice(None, None, 2),)] ** 2)


U = np.array([0.5, 1.2, 0.7, 0.9])


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_what_is_written_through_a_slice_passes_its_adjoint_on(target):
    d_u, d_k = grad(scaled, wrt=("u", "k"), target=target)(np.arange(1.0, 5.0), 2.0)
    np.testing.assert_array_equal(d_u, [1.0, 2.0, 2.0, 1.0])
    assert d_k == 5.0


@pytest.mark.parametrize(
    "f",
    [
        scaled,
        written_out,
        swapped,
        changing,
        stale,
        of_a_matrix,
        of_dimensions,
        of_globals,
        of_one_part,
        bound_by_loops,
    ],
    ids=lambda f: f.__name__,
)
def test_slices_with_names(f):
    check_grads(f, (U, 1.3), wrt=("u", "k"))


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_names_that_loops_bind_are_no_slices(target):
    def loops(u, k):
        a = u * 1.0
        part = slice(0, 1)
        for part in range(3):
            a[part] *= k
        return np.sum(a)

    d_u, d_k = grad(loops, wrt=("u", "k"), target=target)(np.arange(1.0, 5.0), 2.0)
    np.testing.assert_array_equal(d_u, [2.0, 2.0, 2.0, 1.0])
    assert d_k == 6.0


@pytest.mark.parametrize("f", [in_a_tuple, of_two_kinds], ids=lambda f: f.__name__)
def test_slices_with_unknown_bounds_are_refused(f):
    with pytest.raises(UnsupportedSyntax, match="is no number"):
        grad(f, wrt=("u", "k"))(U, 1.3)
