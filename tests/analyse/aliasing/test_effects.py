"""Which memory names stand for, and which memory statements read and write, one by one."""

from __future__ import annotations

import pytest

from srcdiff.analyse.aliasing.statement_effects import FRESH, Summary, Walk, origin
from srcdiff.analyse.types.types import types

from ..forms import Form, form

SUMMARIES = {
    "made": Summary(results=(frozenset({FRESH}),), made=(frozenset({0}),)),
    "first": Summary(reads=frozenset({1}), results=(frozenset({0}),)),
    "either": Summary(results=(frozenset({0, FRESH}),), made=(frozenset({0}),)),
    "twice": Summary(
        results=(frozenset({FRESH}), frozenset({FRESH})), made=(frozenset({0}), frozenset({0}))
    ),
    "saving": Summary(results=(frozenset({0}), frozenset({FRESH})), made=(frozenset(),)),
    "fixed": Summary(results=(frozenset({FRESH}),), made=(frozenset({0}),), fixed=frozenset({0})),
    "recursive": Summary(),  # nothing is known of it yet
    "filled": Summary(writes=frozenset({1}), fills={1: frozenset({()})}),
    "shaped": Summary(results=(frozenset({FRESH}),), made=(frozenset({0}),), shapes={0: 1}),
    "printing": Summary(impure=True),
    "checking": Summary(impure=True, checking=True),
    "inserting": Summary(inserts=True),
}
KINDS = {
    "c": types.Array(types.complex128, 1, "C"),
    "mask": types.Array(types.boolean, 1, "C"),
    "places": types.Array(types.int64, 1, "C"),
}

ROOTS = {  # of what `a` is bound to
    "a = x": "x",
    "a, b = (y, x)": "y",
    "b, a = (y, x)": "x",
    "a = x[1:]": "x",
    "a = mx[0]": "m",
    "a = x[mask]": "a",
    "a = x[places]": "a",
    "a = x.T": "x",
    "a = x.reshape(n)": "x",
    "a = x + y": "a",
    "a = np.sin(x)": "a",
    "a = np.zeros(n)": "a",
    "a = np.conj(c)": "a",
    "a = np.conj(x)": "a",
    "a = x.conj()": "ax",
    "a = c.conj()": "a",
    "a = np.asarray(c)": "ac",
    "a = x.astype(np.float32)": "a",
    "a = x.nonzero()": "a",
    "a = x.squeeze()": "ax",
    "a = np.diag(x)": "a",
    "a = np.diag(mx)": "am",
    "a = np.asarray(x)": "ax",
    "a = np.broadcast_arrays(x, y)": "axy",
    "a = runtime.expit(x)": "a",
    "a = made(x)": "a",
    "a = first(x, y)": "x",
    "a = first(y, x)": "y",
    "a = either(x)": "ax",
    "b, a = twice(x)": "b",
    "a, b = twice(x)": "a",
    "a = fixed(x)": "a",
    "b, a = saving(x)": "a",
    "a = recursive(x)": "a",
    "a = 2.0": "a",
}

READ = {  # the memory that the last statement reads
    "t = x[n]": "x",
    "b = x[1:]": "",
    "b = x[places]": "px",
    "t = x[np.argmax(y)]": "xy",
    "b = x": "",
    "b, d = (x, y)": "",
    "b = x.T": "",
    "b = x + y": "xy",
    "b = x + len(y)": "x",
    "b = np.zeros_like(x)": "",
    "n = len(x)": "",
    "b = np.sin(x)": "x",
    "b = first(x, y)": "y",
    "b = made(x)": "",
    "x[0] = t": "",
    "x[0] += t": "x",
    "x[:] = y": "y",
    "x[:] += y": "xy",
    "x[places] = t": "p",
    "x[n] = y[n]": "y",
    "if x[0] > y.any():\n    pass": "xy",
    "while n < len(x):\n    n = n + 1": "",
    "t = x @ y": "xy",
    "k = not x.any()": "x",
    "assert x.sum() > y[0]": "xy",
    "printing(x)": "",
}

WRITTEN = {
    "b = x + y": "",
    "x[0] = t": "x",
    "x[0] += t": "x",
    "filled(x, y)": "y",
    "t = filled(y, x)": "x",
    "first(x, y)": "",
    "printing(x)": "",
    "b = np.sin(x)": "",
}


def short(roots: frozenset[str]) -> str:
    """Return the first letters of some roots."""
    return "".join(sorted(root[0] for root in roots))


def made(text: str) -> Form:
    """Return a core form with the functions and arrays of this file."""
    return form(text, "x, y, n, mx, mask, places, c", SUMMARIES, KINDS)


@pytest.mark.parametrize("text", ROOTS)
def test_what_memory_a_name_stands_for(text: str) -> None:
    assert short(made(text).effects.roots.get("a", frozenset())) == ROOTS[text]


@pytest.mark.parametrize("text", READ)
def test_what_memory_is_read(text: str) -> None:
    found = made(text)
    assert short(found.effects.reads[found.core.tree.body[-1]]) == READ[text]


@pytest.mark.parametrize("text", WRITTEN)
def test_what_memory_is_written(text: str) -> None:
    found = made(text)
    assert short(found.effects.writes[found.core.tree.body[-1]]) == WRITTEN[text]


def test_what_else_calls_do() -> None:
    lines = ["filled(x, y)", "filled(x, y[1:])", "printing(x)", "checking(x)", "inserting(x)"]
    lines += ["a = shaped(x, y)", "b = x + y", "print(n)", "assert n > 0", "t = np.random.rand()"]
    found = made("\n".join(lines))
    body, effects = found.core.tree.body, found.effects
    kept = {s: [lines[body.index(s)]] for s in body}

    def texts(statements: frozenset[object]) -> list[str]:
        return [text for s in body if s in statements for text in kept[s]]

    assert texts(effects.impure) == [*lines[2:4], *lines[7:]]
    assert texts(effects.checks) == [lines[3], lines[8]]
    assert texts(effects.inserts) == [lines[4]]
    assert effects.fills[body[0]] == {"y": frozenset({()})}
    assert effects.shapes == {body[5]: {"a": "y"}}
    assert effects.parameters == {"x", "y", "mx", "mask", "places", "c"}


def test_what_a_loop_carries_is_all_that_it_may_be() -> None:
    found = made("a = x\nfor i in range(n):\n    a[0] = 1.0\n    b = a\n    a = y")
    assert short(found.effects.roots["b"]) == "xy"
    assert short(found.effects.writes[found["a[0] = 1.0"]]) == "xy"
    assert short(found.effects.written(found.core.tree.body)) == "xy"
    assert found.effects.of(found["b = a"].value) == found.effects.roots["a"]


def test_memory_that_is_handed_over() -> None:
    """Two buffers that a loop swaps have one name each, and memory of their own."""
    text = "a = x + y\nb = x - y\nfor i in range(n):\n    b[i] = a[i]\n    a, b = (b, a)\nt = a[0]"
    found = made(text)
    assert found.effects.owners == frozenset()  # each stands for both, as core forms have copies
    lines = ["e = x + y", "h = x - y", "a = e", "b = h", "for i in range(n):", "    b[i] = a[i]"]
    swapped = made("\n".join([*lines, "    a, b = (b, a)", "t = a[0]"]))
    assert swapped.effects.owners == {"a", "b"}
    assert swapped.effects.roots["a"] == {"a"}
    assert short(swapped.effects.stored()) == "b"
    swap = swapped["a, b = (b, a)"]
    assert short(swapped.effects.writes[swap]) == short(swapped.effects.reads[swap]) == "ab"
    kept = made("\n".join([*lines, "    a, b = (b, a)", "t = e[0]"]))  # another name of `a`
    assert "a" not in kept.effects.owners


def test_results_that_may_be_global_arrays() -> None:
    for text, wanted in (("a = fixed(x)", {"a", "table"}), ("a = made(x)", {"a"})):
        found = made(text)
        walk = Walk(found.types, lambda s: SUMMARIES[s.value.func.id], shared=frozenset({"table"}))
        assert origin(found.core.tree.body[0], 0, "a", walk) == wanted
