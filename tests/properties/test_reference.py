"""What checks the derivatives is checked itself: dual numbers, kinks, verdicts, reduction."""

from __future__ import annotations

import math

import numpy as np
import pytest

from .check import judge
from .dual import SMOOTH, Dual, watch
from .reduce import reduced
from .reference import load, tangents

POINTS = {"asin": 0.3, "acos": 0.3, "lgamma": 2.2}
BINARY = ("atan2", "hypot", "copysign", "pow")


@pytest.mark.parametrize("name", sorted(SMOOTH))
def test_functions_of_dual_numbers(name: str) -> None:
    """Each function has the derivative that finite differences have."""
    x, y, h = POINTS.get(name, 1.3), 0.7, 1e-6
    others = (y,) if name in BINARY else ()
    found = SMOOTH[name](Dual(x, 1.0 + 0j), *others)
    real = getattr(math, name)
    slope = (real(x + h, *others) - real(x - h, *others)) / (2.0 * h)
    assert found.value == pytest.approx(real(x, *others), rel=1e-15)
    assert found.tangent.real == pytest.approx(slope, rel=1e-7)


def test_two_directions() -> None:
    """The parts of the complex tangent are directions of their own."""
    text = "WRT = ('x',)\ndef f(x):\n    return x[0] * x[1] ** 2\ndef inputs():\n    return None,\n"
    program = load("import numpy as np\n" + text.replace("None", "np.array([3.0, 5.0])"))
    found = tangents(program, [np.array([1.0, 1j])])
    assert found.parts[0].tangent == pytest.approx(25.0 + 30j)


def test_margin() -> None:
    """Comparisons of numbers that depend on the directions are seen."""
    seen = watch()
    assert Dual(1.0, 1j) < Dual(1.5)
    assert seen.margin == pytest.approx(0.2)
    assert Dual(1.0) < Dual(1.0 + 1e-9)
    assert seen.margin == pytest.approx(0.2)
    assert abs(Dual(-1e-9, 1.0)).value == 1e-9
    assert seen.margin < 1e-5


PROGRAM = """
import numpy as np
G = 3.0
WRT = ("x", "k")


def f(x, k):
    s = 0.0
    for i in range(len(x)):
        s += k * x[i] * G
    return RESULT


def inputs():
    return np.array([0.5, -0.25]), 2.0
"""


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ("s * s", "ok"),
        ("s * 3 ** ((k > 3) - 1)", "ok"),
        ("s if s > 1.5 else k", "discarded"),
        ("s / (s - s)", "discarded"),
        ("s * 1e9", "discarded"),
        ("s, s", "discarded"),
        ("eval('s') * s", "refused"),
    ],
)
def test_verdicts(result: str, kind: str) -> None:
    """Programs that say nothing are discarded; refusals are told apart."""
    assert judge(PROGRAM.replace("RESULT", result)).kind == kind


def test_reduction() -> None:
    """What a property does not need is left out."""
    small = reduced(PROGRAM.replace("RESULT", "s * s"), lambda text: "k * x[i]" in text)
    assert "G" not in small.replace("range", "")
    assert len(small) < 110
