"""Random nests of loops that work in place, against the derivative by a complex step."""

from __future__ import annotations

import linecache
import random

import numpy as np
import pytest

import srcdiff

SIZE = 14  # of the array: no subscript is out of range for `n` and `m` that are small
RANGES = (
    *("n", "1, n", "n - 1, -1, -1", "n, 0, -1", "0, n, 2", "n, 0, -2", "3"),
    *("{c}", "{c} + 1", "{c} + 1, n", "{c}, n", "1, {c}", "{c}, -1, -1", "n - 1, {c}, -1"),
    *("max({c} - 1, 0), min({c} + 2, n)", "{c}, n, 2", "n - {c}", "-{c}, {c}", "m, {c}", "q"),
)
SUBSCRIPTS = (
    *("{c}", "{c}", "{c}", "{d}", "{c} + 1", "{c} - 1", "{c} - {d}", "{c} + {d}", "n - {c}"),
    *("n - 1 - {c}", "-1", "0", "-{c}", "{c} - n", "2 * {c}", "2 * {c} + 1", "m", "n", "q"),
    *("{c} + m", "{c} % 2", "-{c} - 1", "{c} + n"),
)
CONDITIONS = ("{c} != {d}", "{c} == {d}", "{c} < {d}", "{c} >= {d}", "{c} > 0", "{c} < n - 1")
STATEMENTS = (
    "a[{0}] -= 0.3 * a[{1}] * a[{2}]",
    "a[{0}] = np.sin(a[{1}]) * a[{2}] + 0.5",
    "a[{0}] = a[{0}] / (2.0 + a[{1}] * a[{1}])",
    "s = s * 0.5 + a[{0}] * a[{1}]",
    "a[{0}] = a[{0}] * s",
    "t = np.exp(-a[{0}] * a[{0}])\n{indent}a[{1}] = t\n{indent}s += t * a[{2}]",
    "t = a[{0}] * 0.7\n{indent}a[{0}] = a[{1}]\n{indent}a[{1}] = t",
    "b[{0}] = np.cos(a[{1}] + b[{2}])",
)


def drawn(source: random.Random) -> str:
    """Return the text of a random function."""
    lines: list[str] = []
    subscripts = [*SUBSCRIPTS]

    def filled(text: str, known: str) -> str:
        names = known or "mn"
        return text.replace("{c}", source.choice(names)).replace("{d}", source.choice(names))

    def search(indent: str, known: str) -> None:
        """Choose an integer `p`, which may be that of an iteration before, and use it from now."""
        if source.random() < 0.7:
            lines.append(f"{indent}p = {filled(source.choice(('{c}', 'm', '{c} + 1')), known)}")
        lines.append(f"{indent}for l in range({filled(source.choice(RANGES), known)}):")
        lines.append(f"{indent}    if (l * 7) % 3 == {source.choice('01')}:")
        lines.append(f"{indent}        p = l")
        subscripts.extend(["p"] * 8)

    def block(depth: int, known: str) -> None:
        indent = "    " * depth
        for _ in range(source.choice([1, 2, 2])):
            kind = source.random()
            if len(known) < 3 and (kind < 0.5 or not known):
                counter = "ijk"[len(known)]
                lines.append(
                    f"{indent}for {counter} in range({filled(source.choice(RANGES), known)}):"
                )
                block(depth + 1, known + counter)
            elif kind < 0.58 and known:
                search(indent, known)
            elif kind < 0.68 and depth < 4:
                lines.append(f"{indent}if {filled(source.choice(CONDITIONS), known)}:")
                block(depth + 1, known)
                if source.random() < 0.5:
                    lines.append(f"{indent}else:")
                    block(depth + 1, known)
            else:
                places = [filled(source.choice(subscripts), known) for _ in range(3)]
                text = source.choice(STATEMENTS).format(*places, indent=indent)
                lines.append(f"{indent}{text}")

    block(1, "")
    head = (
        "def f(x, n, m):",
        "a = x.copy()",
        "b = x * 0.5",
        "q = n - 1",
        "s = 0.1 * x[0]",
        "p = 1",
    )
    tail = ("return s + np.sum(a * a) + np.sum(b * x)",)
    return "\n".join((head[0], *(f"    {h}" for h in head[1:]), *lines, f"    {tail[0]}"))


def made(text: str, name: str):  # type: ignore[no-untyped-def]
    """Return a function with a text that can be read."""
    file = f"<{name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    namespace = {"np": np}
    exec(compile(text, file, "exec"), namespace)
    return namespace["f"]


def by_complex_step(f, x, n, m):  # type: ignore[no-untyped-def]
    """Return the gradient, each element by a step into the imaginary numbers."""
    found = np.empty_like(x)
    for place in range(len(x)):
        moved = x.astype(complex)
        moved[place] += 1e-30j
        found[place] = f(moved, n, m).imag / 1e-30
    return found


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_random_nests(first: int) -> None:
    for seed in range(first, first + 10):
        check(seed)


def check(seed: int, target: str = "python") -> None:
    """Compare the gradient of a random function for several arguments."""
    source = random.Random(seed)
    text = drawn(source)
    f = made(text, f"nest {seed}")
    gradient = srcdiff.grad(f, wrt="x", target=target)
    x = np.random.default_rng(seed).uniform(0.3, 1.2, SIZE)
    for n, m in ((4, 1), (3, -1), (1, 2), (0, 0)):
        with np.errstate(all="ignore"):
            expected = by_complex_step(f, x, n, m)
            if not np.all(np.isfinite(expected)) or np.max(np.abs(expected)) > 1e8:
                continue
            found = gradient(x.copy(), n, m)
        scale = 1.0 + np.max(np.abs(expected))
        assert np.allclose(found / scale, expected / scale, rtol=0, atol=1e-9), text
