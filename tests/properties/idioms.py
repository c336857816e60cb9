"""Loops as people write them: recurrences, stencils, sorting, double buffers, Newton steps.

In a pattern `x` and `y` stand for vectors, `n` for their length, `s` for a float of the
function, `e` for an expression, `K` for a number.
"""

from __future__ import annotations

import re

from .arrays import ArrayExpressions
from .library import LIBRARY
from .patterns import ARRAYS, LANGUAGE
from .scope import Scope
from .values import VALUES

PATTERNS = (
    """
    for ii in range(n - 1):
        x[ii + 1] = 0.6 * x[ii] + K * math.sin(x[ii + 1])
    """,
    """
    for ii in range(1, n - 1):
        y[ii] = x[ii - 1] - 2.0 * x[ii] + x[ii + 1]
    """,
    """
    for ii in range(n):
        x[ii] = x[ii] + 0.3 * x[ii - 1]
    """,
    """
    part = x[1:]
    for ii in range(n - 1):
        part[ii] = 0.5 * part[ii] + K * math.sin(x[ii])
    """,
    """
    turned = x[::-1]
    for ii in range(n):
        turned[ii] += 0.3 * x[ii] * x[ii]
    """,
    """
    s = e
    for ii in range(n - 1):
        part = x[ii:]
        s += part[1] * part[1]
        part[0] = math.sin(s)
    """,
    """
    left, right = x[:-1], x[1:]
    for ii in range(n - 2, -1, -1):
        right[ii] += 0.4 * left[ii] * right[ii]
        left[ii] -= 0.2 * right[ii]
    """,
    """
    moved = np.empty(n)
    window = moved[1:]
    for ii in range(n - 1):
        window[ii] = x[ii] * math.sin(x[ii + 1])
    moved[0] = e
    if e > K:
        for jj in range(3):
            moved = moved * x[0]
    y[0] = moved[0] + moved[n - 1]
    """,
    """
    moved = x.copy()
    window = moved[::2]
    window[0] *= e
    for jj in range(3):
        fresh = np.zeros(n)
        window = fresh[::-1]
        for ii in range(n):
            window[ii] = moved[ii] * math.sin(moved[ii - 1])
        moved = fresh
    y[0] = moved[0] * moved[n - 1]
    """,
    """
    table = x.reshape(1, n)
    for ii in range(n - 1):
        before = table[0, ii]
        x[ii] = 0.0
        x[ii] = before * table[0, ii + 1] + before
        table[0, ii] *= K
    """,
    """
    s = 1.0
    for ii in range(n):
        s = s * (1.0 + 0.2 * x[ii])
    """,
    """
    s = x[0]
    for ii in range(1, n):
        if x[ii] > s:
            s = x[ii]
    """,
    """
    best = 0
    for ii in range(1, n):
        if x[ii] > x[best]:
            best = ii
    s = x[best] * e
    """,
    """
    for ii in range(n):
        for jj in range(n - 1 - ii):
            if x[jj] > x[jj + 1]:
                x[jj], x[jj + 1] = x[jj + 1], x[jj]
    """,
    """
    new = np.zeros_like(x)
    for kk in range(3):
        for ii in range(n):
            new[ii] = 0.5 * (x[ii - 1] + x[ii])
        for ii in range(n):
            x[ii] = new[ii]
    """,
    """
    old = x.copy()
    new = np.zeros(n)
    for kk in range(2):
        for ii in range(n):
            new[ii] = 0.5 * old[ii] + 0.2 * old[ii - 1] ** 2
        old, new = new, old
    s = old[0] + new[0]
    """,
    """
    old = x.copy()
    for kk in range(2):
        new = np.empty(n)
        for ii in range(n):
            new[ii] = old[ii] * old[n - 1 - ii]
        old = new
    s = old[-1]
    """,
    """
    root = 1.0
    trips = 0
    goal = 1.5 + math.sin(e)
    while abs(root * root - goal) > 0.001 and trips < 20:
        root = 0.5 * (root + goal / root)
        trips += 1
    s = root
    """,
    """
    s = 0.0
    for ii in range(n):
        for jj in range(ii + 1, n):
            gap = x[ii] - x[jj]
            s += 1.0 / (1.0 + gap * gap)
            y[ii] += 0.1 * gap
            y[jj] -= 0.1 * gap
    """,
    """
    before = 0.0
    for ii in range(n):
        now = x[ii] * K + before
        y[ii] = now - before
        before = now
    s = before
    """,
    """
    a0, a1 = 0.3, e
    for ii in range(n):
        a0, a1 = a1, math.sin(a0 + a1 * x[ii])
    s = a0 * a1
    """,
    """
    scratch = np.zeros(2)
    for ii in range(n):
        scratch[0] = x[ii] * K
        scratch[1] = scratch[0] * scratch[0] + scratch[1] * 0.5
        y[ii] = scratch[1]
    """,
    """
    for ii in range(n):
        inner = np.zeros(3)
        for jj in range(3):
            inner[jj] = math.sin(x[ii] * (jj + 1))
        y[ii] = inner[0] * inner[1] + inner[2]
    """,
    """
    for ii in range(n):
        value = x[ii]
        jj = ii - 1
        while jj >= 0 and x[jj] > value:
            x[jj + 1] = x[jj]
            jj -= 1
        x[jj + 1] = value
    """,
    """
    total_weight = 0.0
    for ii in range(n):
        x[ii] = math.exp(math.sin(x[ii]))
        total_weight += x[ii]
    for ii in range(n):
        x[ii] /= total_weight
    """,
    """
    for ii in range(n):
        if x[ii] > 0.0:
            part = math.sqrt(0.1 + x[ii])
        else:
            part = math.exp(x[ii])
        x[ii] = part * part
    """,
    """
    span = slice(1, n)
    x[span] *= K
    y[span] = y[span] * x[span] + e
    """,
    """
    span, others = slice(None, n - 1), slice(1, None)
    kept = x[span].copy()
    x[span] = x[others] * e
    x[others] += kept
    """,
    """
    for ii in range(n):
        span = slice(ii, n)
        x[span] *= K
        y[ii] += np.sum(x[span] * x[slice(ii, n)])
    """,
    """
    turn = slice(None, None, -1)
    x[turn] = E * K
    s = np.sum(x[turn] * y) * e
    """,
    """
    axis, whole = None, ...
    x[whole] *= K
    s = np.sum(x[:, axis] * y[axis, :]) * e
    """,
    """
    span = slice(0, 1)
    for ii in range(n):
        x[span] = x[span] * x[span] * K
        span = slice(ii, n)
    """,
)


TABLES = {"patterns", "values", "library"}  # features with patterns besides those above


def choose(expressions: ArrayExpressions, scope: Scope, names: tuple[str, ...]) -> list[str]:
    """Return the lines of an idiom, or none if it does not fit; enter what it binds."""
    rng = expressions.rng
    length = expressions.features.sizes[0]
    pattern = rng.choice(tables(expressions))
    written = re.search(r"^ *(x|y|back|tail|part|turned|left|right)\b.*=", pattern, re.MULTILINE)
    vectors = scope.vectors(writable=written is not None)
    vectors = [n for n in vectors if scope.arrays[n].shape == (length,)]
    matrices = [*scope.matrices(), ""]
    matrix = rng.choice(matrices[:-1] or matrices)
    if not vectors or length < 1 or ("M" in pattern and not matrix):
        return []
    chosen = {
        "x": rng.choice(vectors),
        "y": rng.choice(vectors),
        "n": expressions.size(scope, length),
        "e": f"({expressions.float(scope, 1)})",
        "E": f"({expressions.array(scope, (length,), 1)})",
        "K": expressions.number(),
        "M": matrix,
        "s": rng.choice([n for n in names if n not in scope.held]),
    }
    text = re.sub(r"\b[xyneEKMs]\b", lambda found: chosen[found.group()], pattern)
    if re.search(r"^ *s =", pattern, re.MULTILINE):
        scope.add_float(chosen["s"])
        scope.unsure -= {chosen["s"]}
    return [line[4:] for line in text.strip("\n").splitlines() if line.strip()]


def tables(expressions: ArrayExpressions) -> tuple[str, ...]:
    """Return the patterns that a program may use."""
    features = expressions.features
    found = PATTERNS if "idioms" in features else ()
    if "patterns" in features:
        found += LANGUAGE
        found += ARRAYS if "whole_arrays" in features else ()
    found += VALUES if "values" in features else ()
    found += LIBRARY if "library" in features else ()
    return found
