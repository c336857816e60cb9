"""A fixed part of the second judge: mutants of the programs of this repository."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from srcdiff import derivative, insert_grad_of

from .change import CHANGES, mutant
from .judge import judge
from .plain import Discard, slopes
from .reduce import reduced
from .sources import Program, sources
from .workers import answers

PROGRAMS = sources()
UNCOMPILED = range(100_000, 100_040)
COMPILED = range(200_000, 200_004)
BATCH = 20
MISFIT = """w = np.arange(-1) * k
    for _ in range(2):
        k *= (w - np.ones(2))[1]
    return k"""
TAKEN = """try:
        w = np.zeros(int(k) - 2)
    except ValueError:
        w = x
    return w[0] * k"""
SPACE = {"math": math, "np": np, "insert_grad_of": insert_grad_of}


@pytest.mark.parametrize("first", UNCOMPILED[::BATCH])
def test_uncompiled(first: int) -> None:
    """No derivative of a mutant is wrong, and few mutants say nothing."""
    counts: Counter[str] = Counter()
    for answer in answers(PROGRAMS, list(range(first, first + BATCH)), "python", 1):
        verdict = answer.verdict
        assert not verdict.failed, f"seed {answer.seed}: {verdict.signature}\n{verdict.message}"
        counts[verdict.kind] += 1
    assert counts["right"] > BATCH / 2, counts


def test_compiled() -> None:
    """Nor are compiled ones."""
    for answer in answers(PROGRAMS, list(COMPILED), "cpu", 1):
        verdict = answer.verdict
        assert not verdict.failed, f"seed {answer.seed}: {verdict.signature}\n{verdict.message}"


def test_every_change_is_made() -> None:
    """Each kind of change occurs, and a seed is always the same mutant."""
    found = [mutant(PROGRAMS, seed) for seed in range(600)]
    assert {change for one in found for change in one.changes} >= set(CHANGES)
    assert found[7].program.text == mutant(PROGRAMS, 7).program.text


def program(text: str) -> Program:
    """Return a program of one argument."""
    return Program("own", text, "f", (np.array([0.3, 0.7]), 0.5), (0, 1), SPACE)


def test_what_the_judge_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge knows right, refused and senseless programs, and programs at kinks."""
    monkeypatch.setattr("tests.mutations.judge.SECONDS", 0.5)
    kinds = {
        "return x[0] * k + abs(k)": "right",
        "return x[2] * k": "right",  # raises an IndexError, as the derivative does
        "return abs(x[0] - 0.3)": "discarded",
        "return math.sqrt(k - k) + k": "discarded",  # no derivative there
        "return (np.array([k, x[0]]) / np.array([0.0, 1.0]))[1]": "discarded",  # 0 * inf
        "return None": "discarded",
        "return x[0] + undefined": "discarded",
        "return np.empty(3)[0] * k": "discarded",  # what memory happens to hold
        "w = np.empty(3)\n    return w.size * k": "right",
        "w = np.empty(1)\n    return k if w[0] > 1.0 else k * k": "discarded",
        "if x[2] > 0.0:\n        y = x\n    return k": "discarded",  # needed by nothing
        "if x[2] > 0.0:\n        k *= 2.0\n    return k": "right",
        "while x[2] > 0.0:\n        break\n    return k": "discarded",  # needed by nothing
        "while x[2] > 0.0:\n        k *= 2.0\n    return k": "right",
        "y = np.empty(3)\n    y[0] = k\n    y[1:] = np.ones(3) * k\n    return k": "discarded",
        "y = np.empty(2)\n    x[2:][0] = 1.0\n    return k + y[0]": "discarded",
        "y = x\n    y[0] = y[2]\n    return k": "discarded",
        "return k + x @ np.ones(1)": "discarded",  # needed by the value, and not by the gradient
        "if x[2] > 0.0:\n        w = k\n    if k > 9.0:\n        v = k\n    return v": "discarded",
        "with insert_grad_of(k) as d_k:\n        assert d_k > 9.0\n    return k": "discarded",
        "assert k > 9\n    with insert_grad_of(k) as d_k:\n        d_k *= 1\n    return k": "right",
        TAKEN: "discarded",  # what NumPy raises is taken by no handler
        MISFIT: "right",  # the derivative's own check raises an AssertionError
        "while True:\n        k *= 1.0": "discarded",
        "global g\n    g = k\n    return k": "refused",
    }
    for body, kind in kinds.items():
        assert judge(program(f"def f(x, k):\n    {body}\n")).kind == kind, body


def test_a_wrong_derivative_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is off by one part in a thousand gives the verdict "wrong"."""
    text = (
        "import math\ndef helper(a):\n    return math.sin(a)\ndef f(x, k):\n    return helper(k)\n"
    )
    one = program(text)
    assert judge(one).kind == "right"
    text = text.replace("math.sin(a)", "wrong(a)")
    wrong = lambda a: math.sin(a)  # noqa: E731

    @derivative(wrong)
    def rule(g: float, y: float, a: float) -> float:
        return g * 1.001 * math.cos(a)

    other = Program("own", text, "f", one.arguments, one.wrt, {"wrong": wrong})
    verdict = judge(other)
    assert (verdict.kind, verdict.reason) == ("wrong", "gradient")


def test_rough_functions_say_nothing() -> None:
    """Differences at two steps, and on two sides, show kinks and roughness."""
    for function in (np.abs, lambda t: np.sin(1e7 * t) * 1e-4, np.floor, lambda t: t * np.inf):
        with pytest.raises(Discard), np.errstate(all="ignore"):
            slopes(lambda step, function=function: np.array([function(step)]), False)


def test_reduction() -> None:
    """A program is made as small as it can be."""
    text = "def g(a):\n    return a\ndef f(x, k):\n    b = k\n    if b > 0:\n        x[0] *= 2.0\n"
    text += "    return k\n"
    assert reduced(text, "f", lambda t: "*=" in t) == "def f(x, k):\n    x[0] *= 2.0"
