"""What is still in memory when backward parts run, and where statements stand."""

from __future__ import annotations

import pytest

from srcdiff.analyse.aliasing.memory import Memory, element, excluded
from srcdiff.analyse.flow.structure import copied, is_loop, structure
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.syntax import expression, statements, targets, unparse

from ..forms import Form, form

LOST = {  # whether what `t` or `b` is made from may have changed when its backward part runs
    "t = x[0]": False,
    "x[0] = s\nt = x[0]": False,
    "t = x[0]\nx[0] = s": True,
    "t = x[0]\nx[1] = s": False,
    "t = x[0]\nx[n] = s": True,
    "t = x[0]\ny[0] = s": False,
    "t = x[0]\nv = x[1:]\nv[0] = s": True,
    "b = np.sin(x)\nx[0] = s": True,
    "b = np.sin(x)\ny[0] = s": False,
    "x[0] = s\nb = np.sin(x)": False,
    "b = np.sin(x)\ny[0] = s\nx[1] = s": True,
    "t = x[0]\nx[:] = y": True,
    "if n > 0:\n    t = x[0]\nelse:\n    x[0] = s": False,
    "if n > 0:\n    t = x[0]\nif n > 1:\n    x[0] = s": True,
    "for i in range(n):\n    if i > 0:\n        t = x[0]\n    else:\n        x[0] = s": False,
    "for i in range(n):\n    if i < 1:\n        t = x[0]\n    else:\n        x[0] = s": True,
    "for i in range(n):\n    if s > p:\n        t = x[0]\n    else:\n        x[0] = s": True,
    "for i in range(n):\n    t = x[i]\n    x[i] = s": True,
    "for i in range(n):\n    t = x[i + 1]\n    x[i] = s": True,
    "for i in range(n):\n    t = x[i]\n    x[i + 1] = s": False,
    "for i in range(n):\n    x[i] = s\n    t = x[i]": False,
    "for i in range(n):\n    x[0] = s\n    t = x[0]": True,
    "for i in range(n):\n    t = x[i]\nfor j in range(n):\n    x[j] = s": True,
    "for i in range(n):\n    v = x[i:]\n    v[i] = s\n    t = v[i]": True,
    "v = x[1:]\nfor i in range(n):\n    v[i] = s\n    t = v[i]": False,
    "for i in range(n):\n    w = np.zeros(n)\n    t = w[0]": True,
    "w = np.zeros(n)\nfor i in range(n):\n    t = w[0]": False,
}
RERUN = {  # the same, where each iteration of the loop runs backward at once
    "for i in range(n):\n    t = x[i + 1]\n    x[i] = s": False,
    "for i in range(n):\n    t = x[i]\n    x[i] = s": True,
    "for i in range(n):\n    x[0] = s\n    t = x[0]": False,
    "for i in range(n):\n    w = np.zeros(n)\n    t = w[0]": False,
    "for i in range(n):\n    t = x[i]\nfor j in range(n):\n    x[j] = s": True,
}


def memory(
    found: Form, rerun: bool = False, divided: bool = False, filled: frozenset[str] = frozenset()
) -> Memory:
    """Return what happens to memory, if the outermost loop is run again, and fills some arrays."""
    loops = [s for s in found.layout.order if is_loop(s)]
    again = set(loops[:1]) if rerun else set()
    scratch = {s: filled if s in again else frozenset() for s in loops}
    iterations = Iterations(found.layout, found.types.__getitem__)
    return Memory(found.effects, iterations, set(found.layout.order), again, divided, scratch)


@pytest.mark.parametrize("text", LOST)
def test_what_may_have_changed(text: str) -> None:
    found = form(text)
    (reader,) = [s for s in found.layout.order if {"t", "b"} & set(targets(s))]
    assert memory(found).is_lost(reader) == LOST[text]
    assert memory(found).is_replaced(reader) == LOST[text]


@pytest.mark.parametrize("text", RERUN)
def test_what_may_have_changed_in_an_iteration(text: str) -> None:
    found = form(text)
    (reader,) = [s for s in found.layout.order if "t" in targets(s)]
    assert memory(found, rerun=True).is_lost(reader) == RERUN[text]


def test_local_arrays_of_divided_functions_are_lost() -> None:
    found = form("w = np.zeros(n)\nt = w[0]\ns = x[0]")
    assert memory(found, divided=True).is_lost(found["t = w[0]"])
    assert not memory(found, divided=True).is_lost(found["s = x[0]"])
    assert not memory(found).is_lost(found["t = w[0]"])
    again = form("for i in range(n):\n    w = np.zeros(n)\n    t = w[0]")
    assert not memory(again, rerun=True, divided=True).is_lost(again["t = w[0]"])


def test_what_is_filled_anew_is_as_it_was() -> None:
    text = "w = np.zeros(n)\nfor i in range(n):\n    w[0] = s\n    t = w[0]\n    w[0] = p\nw[1] = s"
    found = form(text)
    plain, filled = memory(found, True), memory(found, True, filled=frozenset("w"))
    assert plain.is_replaced(found["t = w[0]"])
    assert not filled.is_replaced(found["t = w[0]"])
    assert filled.is_lost(found["t = w[0]"])
    behind = form(text.replace("\n    w[0] = p", ""))  # only what follows the loop writes to it
    assert memory(behind, True).is_lost(behind["t = w[0]"]) is False  # another element
    other = form(text.replace("\n    w[0] = p", "").replace("w[1]", "w[0]"))
    assert memory(other, True).is_lost(other["t = w[0]"])
    assert not memory(other, True, filled=frozenset("w")).is_lost(other["t = w[0]"])


def test_elements_of_statements() -> None:
    texts = ["t = x[n]", "x[n] = t", "x[n] += t", "b = x", "t = n + 1", "f(x)"]
    found = [element(s) for s in statements("\n".join(texts))]
    assert [unparse(part) if part else "" for part in found] == ["x[n]"] * 3 + [""] * 3


def test_branches_that_exclude_each_other() -> None:
    text = "if n > 0:\n    t = 1.0\n    s = 2.0\nelse:\n    q = 3.0\nif n > 1:\n    p = 4.0"
    found = form(text)
    t, s, q, p = (found[line] for line in ("t = 1.0", "s = 2.0", "q = 3.0", "p = 4.0"))
    assert excluded(t, q, found.layout)
    assert excluded(q, s, found.layout)
    assert not any(excluded(t, other, found.layout) for other in (t, s, p))
    assert not excluded(q, p, found.layout)


def test_what_loops_pass_on() -> None:
    text = "a = x\nb = y\nfor i in range(n):\n    c = a\n    a = c * b\n    d = a\n    a = d\ne = a"
    found = form(text)
    layout, loop = found.layout, found["for i in range(n)"]
    assert layout.carried(loop) == ("a",)
    assert layout.carrier("a", found["a = d"]) is loop
    assert layout.carrier("c", found["c = a"]) is None
    assert layout.carrier("a", found["a = x"]) is None
    assert [layout.is_carried(n) for n in "abc"] == [True, False, False]
    assert [layout.initial(n) for n in "abcx"] == ["x", "", "", ""]
    assert layout.loops(found["c = a"]) == (loop,)
    assert layout.definitions["i"] == (loop,)
    assert layout.readers["n"] == (loop,)
    assert [layout.is_single(n) for n in "abx"] == [False, True, True]
    assert layout.place("a") == (0, 0)
    assert layout.dominates(found["b = y"], found["c = a"])
    assert not layout.dominates(found["c = a"], found["b = y"])
    assert layout.is_over(found["b = y"], found["e = a"])
    assert not layout.is_over(found["c = a"], found["d = a"])


def test_names_at_the_beginning_of_loops() -> None:
    body = statements("for i in r:\n    a = b\nc = a")
    layout = structure(body)
    assert layout.initial("a") == ""  # nothing binds it before
    pair = structure(statements("b, a = f(x)\nwhile c:\n    a = a.copy()"))
    assert pair.place("a") == (0, 1)
    assert pair.initial("a") == ""
    assert structure(statements("a = x.copy()\nwhile c:\n    a = b")).initial("a") == "x"
    texts = "x", "x.copy()", "x.copy(1)", "x + 1", "f(x)", "x.sum()"
    assert [copied(expression(text)) for text in texts] == ["x", "x", "", "", "", ""]
