"""What runs forward, and which loops only run backward."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.flow.loops import Loops
from srcdiff.analyse.flow.schedule import Backward, Need, Schedule, schedule
from srcdiff.analyse.flow.structure import is_loop
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.syntax import unparse

from ..forms import Form, form


@dataclass(frozen=True)
class Case:
    """A function: what its backward parts and its caller need, and what runs forward then.

    The outermost loop has independent iterations, and fills the arrays in `filled` anew.
    """

    text: str
    backward: dict[str, str]  # of statements: names, and after a `;` arrays, that they need
    live: str  # the beginnings of the statements that run forward
    results: str = ""
    rerun: bool = False
    filled: str = ""
    divided: bool = False
    independent: bool = True


def needs(text: str) -> Backward:
    """Return what a backward part needs."""
    names, _, contents = text.partition(";")
    return Backward(frozenset(names.split()), frozenset(contents.split()))


def planned(case: Case) -> tuple[Form, Schedule]:
    """Return a function, and what of it runs forward."""
    made = form(case.text)
    every = [s for s in made.layout.order if is_loop(s)]
    first = every[:1]
    loops = Loops(
        {s: "" if s in first and case.independent else "it is not" for s in every},
        {s: NONE for s in every},
        {s: frozenset(case.filled if s in first else "") for s in every},
    )
    backward = {made[text]: needs(wanted) for text, wanted in case.backward.items()}
    asked = needs(case.results)
    need = Need(asked.names, asked.contents)
    tree, effects = made.core.tree, made.effects
    iterations = Iterations(made.layout, made.types.__getitem__)
    return made, schedule(tree, iterations, effects, loops, backward, need, case.divided)


BODY = "for i in range(n):\n    "
CASES = {
    "a result": Case("s = x[0]\nt = s + 1.0\nq = s * 2.0", {}, "s t", "t"),
    "an array": Case("a = np.sin(x)\na[0] = s\ny[0] = s", {}, "a a[0]", ";a"),
    "what runs in any case": Case("t = x[0]\nassert n > 0\nprint(n)", {}, "assert print"),
    "a backward part": Case("s = x[0]\nt = s * s", {"t = s * s": "s"}, "s"),
    "a branch": Case(
        "s = x[0]\nif n > 0:\n    t = s * s\nelse:\n    t = 1.0\nq = x[1]", {}, "s if t t", "t"
    ),
    "what a branch needs": Case(
        "k = n + 1\nq = x[0]\nif k > 0:\n    t = q * q", {"t = q * q": "q"}, "k q"
    ),
    "a loop for its result": Case(f"t = 0.0\n{BODY}t = t + x[i]\ns = t", {}, "t for t s", "s"),
    "a loop that nobody needs": Case(f"t = 0.0\n{BODY}t = t + x[i]", {}, ""),
    "a loop that checks": Case(f"{BODY}assert x[i] > 0.0", {}, "for assert"),
    "a loop that only runs backward": Case(
        f"s = x[0]\nq = x[1]\na = np.sin(x)\n{BODY}t = s * x[i]",
        {"t = s * x[i]": "s"},
        "s a",
        "a",
        rerun=True,
    ),
    "names that are needed afterwards": Case(
        f"q = x[1]\n{BODY}t = x[i]\ns = q", {"t = x[i]": "i"}, "q s", "s", rerun=True
    ),
    "a loop that others depend on": Case(
        f"t = 0.0\n{BODY}t = t * x[i]", {"t = t * x[i]": "t"}, "t for t", independent=False
    ),
    "what a loop reads is overwritten": Case(
        f"{BODY}s = x[i]\n    t = s * s\nx[0] = n", {"t = s * s": "s"}, "for s x[0]", ";x"
    ),
    "what nobody needs is overwritten": Case(
        f"{BODY}q = x[i]\n    s = y[i]\n    t = s * s\nx[0] = n",
        {"t = s * s": "s"},
        "s x[0]",
        ";x",
        rerun=True,
    ),
    "an array that a loop fills anew": Case(
        f"a = np.zeros(n)\na[0] = p\n{BODY}a[0] = q\n    t = a[0]",
        {"t = a[0]": ";a"},
        "a a[0]",
        rerun=True,
        filled="a",
    ),
    "an array that a loop reads": Case(
        f"a = np.zeros(n)\na[0] = p\n{BODY}t = a[0]", {"t = a[0]": ";a"}, "a a[0]", rerun=True
    ),
    "an array that is filled anew and needed": Case(
        f"a = np.zeros(n)\na[0] = p\n{BODY}a[1] = q\n    t = s\ns = t",
        {},
        "a a[0] for a[1] t s",
        "s;a",
        filled="a",
    ),
    "an array that a split loop fills anew": Case(
        f"t = 0.0\na = np.zeros(n)\na[1] = p\n{BODY}a[0] = q\n    t = t + a[0]",
        {},
        "t a for a[0] t",
        "t",
        filled="a",
        independent=False,
    ),
    "a name that is bound below": Case("q = x[0]\nt = x[1]", {"q = x[0]": "t"}, "t"),
    "a name that is bound below in a branch": Case(
        "if n > 0:\n    q = x[0]\n    t = x[1]", {"q = x[0]": "t"}, "if t"
    ),
    "a name that is bound later": Case(
        f"t = 0.0\n{BODY}q = t\n    t = q + x[i]", {"q = t": "t"}, "t for q t", independent=False
    ),
}


@pytest.mark.parametrize("title", CASES)
def test_what_runs_forward(title: str) -> None:
    case = CASES[title]
    made, found = planned(case)
    live = [unparse(s).split(" ")[0].split("(")[0] for s in made.layout.order if s in found.live]
    assert " ".join(live) == case.live
    assert bool(found.rerun) == case.rerun


def test_loops_around_statements() -> None:
    text = f"{BODY}for j in range(n):\n        t = x[j]"
    made, found = planned(Case(text, {"t = x[j]": "j"}, "", rerun=True))
    inner = made["t = x[j]"]
    outer_loop, inner_loop = made.layout.loops(inner)
    assert found.rerun == {outer_loop}
    assert found.region(inner, made.layout) is outer_loop
    assert found.split_loops(inner, made.layout) == (inner_loop,)
    assert found.active == {outer_loop, inner_loop, inner}
    assert found.function is None
    made, found = planned(Case(text, {"t = x[j]": "j"}, "", divided=True, independent=False))
    assert found.function is made.core.tree
    assert found.region(made["t = x[j]"], made.layout) is None
    split = found.split_loops(made["t = x[j]"], made.layout)
    assert split == (made.core.tree, *made.layout.loops(made["t = x[j]"]))
