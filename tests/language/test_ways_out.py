"""What docs/supported-python.md says to do instead of what is refused works."""

from __future__ import annotations

from pathlib import Path

import pytest

from .compare import check
from .test_supported import REFUSALS, Row, arguments, example_of, is_readable, rows

# what is refused, and what its advice makes of it: the body of a function, as in the tables
WAYS: dict[str, str] = {
    "try:\n    z = x\nexcept* ValueError:\n    z = y": "z = x",
    "with context():\n    z = x": "z = x",
    "match n, x:\n    case 3, k if k > 1.0:\n        z = k": (
        "if n == 3 and x > 1.0:\n    z = x\nelif n == 4:\n    z = y"
    ),
    "class Point:\n    pass": "z = Pair(x, y).first * y",
    "yield z": "found = np.empty(2)\nfound[0] = z\nfound[1] = z * x\nz = np.sum(found)",
    "yield from v": "found = v * x\nz = np.sum(found)",
    "async def inner():\n    return x": "def inner():\n    return x * y\nz = inner()",
    "global LEVEL\nLEVEL = x": "level = x * y\nreturn level",
    "def inner(k):\n    nonlocal z\n    z = z * x\n"
    "    return z if k < 1 else inner(k - 1)\ninner(n)": (
        "def inner(a):\n    return a * x\nz = y\nfor _ in range(n + 1):\n    z = inner(z)"
    ),
    "a = x * y\nif n > 2:\n    del a\nz = a": "a = x * y\nif n > 2:\n    del a\n    a = x\nz = a",
    "a = v.copy()\ndel a[0]": "a = v.copy()\na = a[1:]\nz = np.sum(a * a)",
    "import no_such_module\nz = no_such_module.square(x)": (
        "import operator\nz = operator.mul(x, y)"
    ),
    "from math import no_such_function\nz = no_such_function(x)": (
        "from math import sin\nz = sin(x)"
    ),
    "if isinstance(x, np.floating):\n    z = x": (
        "if isinstance(x, (float, np.floating)):\n    z = x"
    ),
    "a = {n: x}": 'a = {"n": x}\na["n"] *= y\nb = np.zeros(n + 1)\nb[n] = x\nz = a["n"] * b[n]',
    "a = {(k, k): x for k in range(n)}": "a = np.array([x * k for k in range(n)])\nz = a[1] * y",
    "a = {x, y}": "a = np.unique(np.array([x, y]))\nz = a[0] * a[0] * a[1]",
    "a = {e * x for e in v}": "a = np.unique(np.array([e * x for e in v]))\nz = a[0] * a[1]",
    'text = f"{n}"\nif text == "3":\n    z = x': 'text = "3"\nif text == "3":\n    z = x',
    "def inner(**options):\n    return x * max(options)\nz = inner(a=y)": (
        'def inner(**options):\n    return x * options["a"]\nz = inner(a=y)'
    ),
    "a = v * 1j\nz = np.max(a).real": "a = v * 1j * x\nz = np.max(a.imag) + np.sum(a).imag",
    "v.level = x": "level = x * y\nz = level * level",
    "a = None\nif y > 0.0:\n    a = y\nz = a * x if x > 0.0 else y": (
        "a = None\nif y > 0.0:\n    a = y\nz = a * x if a is not None else y"
    ),
    "a = (x, y)\nb = a\nz = x if a is b else y": "a = (x, y)\nb = a\nz = x if a == b else y",
    "z = ((v[0] > 0.0) + (v[1] > 0.0)) * x": "z = (int(v[0] > 0.0) + int(v[1] > 0.0)) * x",
    "a = [2, x]\nfor i in range(a[0]):\n    z = x * i": (
        "a = [2, x]\nfor i in range(int(a[0])):\n    z += x * i * a[1]"
    ),
    "try:\n    z = v[n]\nexcept IndexError:\n    z = x": "z = v[n] * x if n < len(v) else x",
    "try:\n    z = x\n    if v > y:\n        z = y\nexcept ValueError:\n    z = x * y": (
        "try:\n    z = x\n    if np.any(v > y):\n        z = y\nexcept ValueError:\n    z = x * y"
    ),
    "if n > 2:\n    g = math.sin\nz = x + sum([g(a) for a in v if a > y])": (
        "g = math.cos\nif n > 2:\n    g = math.sin\nz = x + sum([g(a) for a in v if a > y])"
    ),
    "try:\n    z = 1.0 / x\nexcept ZeroDivisionError as error:\n    z = x * len(error.args)": (
        "try:\n    z = 1.0 / x\nexcept ZeroDivisionError:\n    z = x"
    ),
    "try:\n    z = 1.0 / x\nfinally:\n    return x": (
        "try:\n    z = 1.0 / x\nfinally:\n    z *= y\nreturn x * z"
    ),
    "z = np.sum(np.union1d(v, w))": "for a in v:\n    for b in w:\n        z += a * b",
    "a = v.copy()\nnp.random.shuffle(a)\nz = a[0]": (
        "a = v.copy()\nfor k in range(3):\n    a[k], a[k + 1] = a[k + 1], a[k] * x\nz = a[0] * a[3]"
    ),
    "a = np.empty(4)\nnp.sqrt(w, out=a, where=v > 0.0)\nz = a[0]": (
        "a = np.empty(4)\nfor k in range(4):\n    a[k] = np.sqrt(w[k]) if v[k] > 0.0 else x\n"
        "z = a[0] * a[2]"
    ),
    "a = m.copy()\na[np.argsort(m, axis=0), 1:] = x\nz = np.sum(a * a)": (
        "a = m.copy()\nfor i in range(4):\n    for j in range(1, 4):\n        a[i, j] = x * j\n"
        "z = np.sum(a * a)"
    ),
    "a = m.copy()\na[1] = a[:, 3]\nz = a[1, 2]": "a = m.copy()\na[1] = a[:, 3].copy()\nz = a[1, 2]",
    "z = np.random.normal(x, 1.0)": "z = x * y + 0.0 * np.random.normal(0.0, 1.0)",
}


def test_every_refusal_has_a_way_out() -> None:
    shown = [row.example for row in rows("Refused")]
    assert sorted(WAYS) == sorted(shown)


@pytest.mark.parametrize("row", REFUSALS, ids=lambda row: row.example.splitlines()[0])
def test_the_way_out_has_the_right_gradient(row: Row, tmp_path: Path) -> None:
    way = Row(("", "", ""), WAYS[row.example])
    assert is_readable(way)
    check(example_of(way, tmp_path), *arguments())
