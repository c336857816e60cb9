"""Records of NumPy, and arrays of them: fields that are read and written, in both modes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import (
    AliasedArguments,
    UnsupportedSyntax,
    UnsupportedType,
    WrongCall,
    adjoint,
    grad,
    jvp,
    value_and_grad,
    vjp,
)

FIELDS = [("x", "f8"), ("m", "f8"), ("k", "i8"), ("pos", "f8", (3,)), ("name", "U4")]
PACKED = np.dtype(FIELDS)
PADDED = np.dtype([("flag", "?"), *FIELDS[:4]], align=True)
REAL = ("x", "m", "pos")


def particles(kind: Any = PACKED, *shape: int) -> Any:
    """Return an array of records, of which the fields can be read as attributes, too."""
    new = np.zeros(shape or (4,), kind)
    count = new.size
    new["x"] = (1.0 + np.arange(count) / 3.0).reshape(new.shape)
    new["m"] = (0.5 + np.arange(count) / 7.0).reshape(new.shape)
    new["k"] = np.arange(count).reshape(new.shape) % 3
    new["pos"] = np.cos(np.arange(3.0 * count)).reshape((*new.shape, 3))
    return new.view(np.recarray)


def whole_fields(p, w):
    return np.sum(p["x"] ** 2 * p["m"]) * w + np.sum(p["pos"] ** 2) * np.sum(p["k"])


def elements(p, w):
    total = 0.0
    for i in range(len(p)):
        total += p[i].x * p[i]["m"] * p["k"][i] + p[i].pos[0] * w
    return total * p[-1].x


def loops(p, w):
    total = 0.0
    for r in p:
        total += r.x * r["m"] + r.pos[0] * r.pos[1]
    for i, r in enumerate(p):
        total += i * r.x * w
    for r, s in zip(p, p[::-1]["m"], strict=False):
        total += r.m * s
    for r in reversed(p):
        total = total * 0.9 + r.x
    return total + sum(r.x * r.m for r in p if r.k > 0)


def written(p, dt):
    for i in range(len(p)):
        q = p[i]
        q.x += dt * q.m
        q["m"] = q.x * q.m
        p[i].pos[1] = q.x * p[i].pos[0]
    p["x"] *= 2.0
    p["m"] = p["x"] * dt
    last = p[-1]
    again = last
    again.x = last.m * again.x
    return np.sum(p["x"] * p["m"]) + np.sum(p["pos"] ** 2)


def copies(p, w):
    q = p.copy()
    q[0] = q[1]
    q[1:]["m"] = w
    q[2] = (q[2].m, 3.0 * w, 4, q[3].pos)
    tail = q[1:]
    empty = np.zeros_like(p)
    empty[1:] = p[:-1]
    return np.sum(q["x"] * q["m"]) + tail[0].x + np.sum(tail["pos"] ** 2) + np.sum(empty["x"])


def chosen(p, k, w):
    r = p[k]
    p[k].x = r.x * r.m
    return r.x * w + np.sum(p[p["k"] > 0]["m"] ** 2) * p.shape[0] + p[k + 1].pos[2]


def energy(r, w):
    return r.x * r.m * w + r["pos"][1] ** 2


def move(p, dt, by=1.0):
    for r in p:
        r.x = r.x * r.m * dt + by


def nearness(p, r):
    return sum(q.m * abs(q.x - r.x) for q in p)


def called(p, w):
    near = nearness(p, p[1])
    move(p, w)
    move(by=2.0, dt=w, p=p)
    middle = lambda k: energy(p[k], w)  # noqa: E731
    return near + sum(energy(r, w) for r in p) + middle(1) * energy(r=p[2], w=2.0)


def plane(p, w):
    total = 0.0
    for i in range(p.shape[0]):
        for j in range(p.shape[1]):
            q = p[i, j]
            q.x *= w
            total += q.x * p[i, j].m * p["pos"][i, j, 2]
    return total


PROGRAMS: list[tuple[Any, tuple[Any, ...]]] = [
    (whole_fields, (particles(), 0.3)),
    (elements, (particles(), 0.3)),
    (loops, (particles(), 0.3)),
    (written, (particles(), 0.3)),
    (copies, (particles(np.dtype(FIELDS[:4])), 0.3)),
    (chosen, (particles(), 2, 0.3)),
    (called, (particles(), 0.3)),
    (plane, (particles(PADDED, 2, 3), 0.3)),
    (written, (particles(PADDED), 0.3)),
    (loops, (particles(PADDED)[::2], 0.3)),
]


def slopes(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Return records of differences."""
    first = arguments[0]
    found = np.zeros(first.shape, first.dtype)
    for field in REAL:
        for place in np.ndindex(first[field].shape):
            values = []
            for step in (1e-6, -1e-6):
                moved = first.copy()
                moved[field][place] += step
                values.append(function(moved, *arguments[1:]))
            found[field][place] = (values[0] - values[1]) / 2e-6
    return found


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(("function", "arguments"), PROGRAMS)
def test_arrays_of_records(function: Any, arguments: Any, target: str) -> None:
    first = arguments[0]
    before = first.copy()
    value, found = value_and_grad(function, target=target)(*arguments)
    assert value == pytest.approx(function(first.copy(), *arguments[1:]), rel=1e-12)
    assert found.dtype == first.dtype
    assert (first == before).all()
    expected = slopes(function, arguments)
    tangent = np.zeros(first.shape, first.dtype)
    for field in REAL:
        np.testing.assert_allclose(found[field], expected[field], rtol=2e-7, atol=2e-7)
        tangent[field] = 0.5
    _, rate = jvp(function, target=target)(*arguments, tangent)
    assert rate == pytest.approx(0.5 * sum(np.sum(found[field]) for field in REAL), rel=1e-10)


def one(r, w):
    r.x = r.x * r.m
    return energy(r, w) * r.x


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [energy, one])
def test_a_single_record(function: Any, target: str) -> None:
    array = particles()
    d_r = grad(function, "r", target=target)(array[1], 0.3)

    def of_array(p, w):
        return function(p[1], w)

    expected = slopes(of_array, (array, 0.3))[1]
    for field in REAL:
        np.testing.assert_allclose(d_r[field], expected[field], rtol=2e-7, atol=2e-7)
    _, rate = jvp(function, ("r", "w"), target=target)(array[1], 0.3, d_r, 1.0)
    squares = sum(np.sum(np.square(d_r[field])) for field in REAL)
    assert rate == pytest.approx(squares + grad(function, "w")(array[1], 0.3))


def test_single_precision_stays() -> None:
    kind = np.dtype([("x", "f4"), ("n", "i4")])
    array = np.array([(1.5, 2), (0.5, 3)], kind)

    def total(p):
        return np.sum(p["x"] * p["x"] * p["n"])

    found = grad(total)(array)
    assert found.dtype == kind
    assert found["x"].tolist() == [6.0, 3.0]


def test_complex_fields() -> None:
    array = np.array([(1.5 + 1.0j,), (0.5j,)], [("z", "c16")])

    def total(p):
        return np.sum(np.abs(p["z"]) ** 2)

    np.testing.assert_allclose(grad(total)(array)["z"], 2.0 * array["z"])


def test_records_beside_others() -> None:
    array, v = particles(), np.arange(4.0)
    value, (d_p, d_s) = value_and_grad(lambda p, s: np.sum(p["x"] * v) * s, ("p", "s"))(array, 2.0)
    np.testing.assert_allclose(d_p["x"], 2.0 * v)
    assert value == pytest.approx(2.0 * d_s)
    both = vjp(lambda p, s: (p["x"] * s, p[0].m), ("p", "s"))(array, 2.0, (v, 3.0))
    np.testing.assert_allclose(both[0]["x"], 2.0 * v)
    assert both[0]["m"].tolist() == [3.0, 0.0, 0.0, 0.0]


def test_from_compiled_code() -> None:
    derivative = grad(whole_fields)

    @njit  # type: ignore[untyped-decorator]
    def step(p, w):
        d_p = derivative(p, w)
        return d_p["m"][1] * p[1].x

    array = particles()
    assert step(array, 0.3) == pytest.approx(0.3 * array[1].x ** 3)


def test_the_primal_writes_to_the_records() -> None:
    array, other = particles(), particles()
    assert grad(written).primal(array, 0.3) == pytest.approx(written(other, 0.3))
    np.testing.assert_allclose(array["x"], other["x"])


# --- what is refused ---


def unknown_field(p):
    return np.sum(p["y"])


def text_field(p):
    return len(p[0].name) * p[0].x


def as_a_whole(p):
    return np.sum(np.sort(p)["x"])


def returned(p):
    return p


def swapped(p):
    p[0], p[1] = p[1], p[0]
    return p[0].x


def shared(p):
    return changed(p[0])


def changed(r):
    r.x = 2.0 * r.m
    return r.x


def several(p, q):
    r = p[0]
    r = q[0]
    return r.x


def places(p):
    r = p[np.argsort(p["x"])]
    return np.sum(r.x)


def paired(p):
    both = (p, 2.0)
    return both[0]["x"][0]


def mixed(p):
    return first_of(p, p[0])


def first_of(p, r):
    p[0].x = 5.0
    return r.x


REFUSED = [
    (unknown_field, "no field `y`"),
    (text_field, "no field `name`"),
    (as_a_whole, "used as a whole"),
    (returned, "used as a whole"),
    (swapped, "parts of a tuple"),
    (shared, "part of an array is written"),
    (several, "several arrays"),
    (places, "int"),
    (paired, "parts of a tuple"),
    (mixed, "passed to a function that writes"),
]


@pytest.mark.parametrize(("function", "reason"), REFUSED)
def test_what_is_refused(function: Any, reason: str) -> None:
    arguments = [particles()] * function.__code__.co_argcount
    with pytest.raises((UnsupportedSyntax, UnsupportedType), match=reason) as caught:
        grad(function, target="python")(*arguments)
    assert "-->" in str(caught.value)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_the_same_records_twice(target: str) -> None:
    def both(p, q):
        p[0].x = 2.0 * q[1].x
        return q[0].x * q[0].m

    array = particles()
    with pytest.raises(AliasedArguments, match="share memory"):
        grad(both, target=target)(array, array)
    with pytest.raises(AliasedArguments, match="share memory"):
        jvp(both, target=target)(array, array, array)
    assert grad(both, target=target)(array, array.copy())["x"].tolist() == [0.0] * 4


def test_wrong_calls() -> None:
    array = particles()
    with pytest.raises(WrongCall, match="1-d array of records, and an adjoint takes"):
        adjoint(whole_fields, "p")(array, np.zeros_like(array), 0.3, 1.0)
    with pytest.raises(WrongCall, match="stands for records: only arrays"):
        vjp(move, "dt", outputs="p")(array, 0.3, 1.0, array)
    for derivative in (grad(first_of), jvp(first_of)):
        with pytest.raises(WrongCall, match="`r` may be a part of an array"):
            derivative(*(array, array[0], array)[: 2 + (derivative.srcdiff_request.kind == "jvp")])
    with pytest.raises(WrongCall, match="no tuples of records"):
        value_and_grad(energy)(array[0], 0.3)
    with pytest.raises(UnsupportedSyntax, match="parts of a tuple"):
        grad(lambda pair: pair[0]["x"][0], target="python")((array, 2.0))
    with pytest.raises(WrongCall, match="tangent of `p`"):
        jvp(whole_fields, "p")(array, 0.3, np.ones(4))
