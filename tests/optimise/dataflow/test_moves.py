"""What may stand in another place of the text, and what may change on the way."""

from __future__ import annotations

import pytest

from srcdiff.optimise.dataflow.moves import (
    Known,
    all_reads,
    fill,
    is_element,
    is_index,
    is_light,
    is_movable,
    is_only,
    is_read_inside,
    is_remade,
    loaded,
    spoils,
    writes_of,
)
from srcdiff.syntax import expression, statements, unparse
from srcdiff.syntax.names import ADJOINT, TAPE

KNOWN = Known(
    lambda name: True,
    lambda name: name[0] in "xyz" or name.startswith(ADJOINT),
    lambda name: name[0] in "ijk",
    lambda name: name != "f",
)
SAVED, D_X = f"x{TAPE}", f"{ADJOINT}x"


def found(check: object, *texts: str) -> list[str]:
    """Return the expressions of which something is true."""
    return [text for text in texts if check(expression(text))]  # type: ignore[operator]


def test_expressions_that_read_well_when_repeated() -> None:
    assert found(is_element, "x[i]", "x[i + 1, 2]", "x[f(i)]", "x[x[i]]", f"{SAVED}[i]", "i") == [
        "x[i]",
        "x[i + 1, 2]",
    ]
    texts = ("x[i]", "t", "2.0", "-t", "-x[i]", "t > 0.0", "x[i] > 0.0", "t + 1.0", "f(t)")
    assert found(is_light, *texts, "t > f(t)", "x[i] > t + 1.0") == [
        *("x[i]", "t", "2.0", "-t", "t > 0.0", "x[i] > 0.0")
    ]
    assert found(lambda value: is_index("i", value, KNOWN), "i + 1", "i", "i + x[i]") == ["i + 1"]
    assert not is_index("t", expression("t + 1"), KNOWN)


def test_expressions_with_effects_stay() -> None:
    assert found(
        lambda v: is_movable(v, KNOWN), "t + 1", "f(t)", "g(t) + f(t)", "g(t)", "(t, t)"
    ) == [*("t + 1", "g(t)")]


def test_arrays_that_each_evaluation_makes() -> None:
    def remade(name: str, *texts: str) -> list[str]:
        return found(lambda value: is_remade(name, value, KNOWN), *texts)

    assert remade("x", "y", "y[1:]", "y[z]", "y + z", "g(y)") == ["y[z]", "y + z", "g(y)"]
    assert remade("t", "y", "y[z]", "y + z") == []


@pytest.mark.parametrize(
    ("statement", "arrays", "expected"),
    [
        ("x[0] = t", "x", True),
        ("x[0] = t", "y", True),  # they may share memory
        ("x[0] += t", "y", True),
        ("x += t", "y", True),
        ("t += 1.0", "y", False),
        ("x = z", "y", False),
        (f"{D_X}[0] = t", "y", False),
        (f"{D_X}[0] = t", D_X, True),
        ("x[0] = t", D_X, False),
        (f"{SAVED}[0] = t", SAVED, True),
        (f"{SAVED}[0] = t", "y", False),
        ("f(t)", "y", True),
        ("g(t)", "y", False),
        ("t = f(t)", "y", True),
        ("x[0] = t", "", False),
        ("f(t)", "", False),
    ],
)
def test_statements_that_change_elements(statement: str, arrays: str, expected: bool) -> None:
    assert spoils(statements(statement)[0], set(arrays.split()), KNOWN) == expected


def test_names_that_are_read_and_bound() -> None:
    assert sorted(loaded(expression("x[i] + np.sum(y) + len(z) + u[0]"), KNOWN.is_array)) == [
        *("u", "x", "y")
    ]
    assert all_reads(statements("t += t * x[i]")[0]) == ["t", "t", "x", "i"]
    assert [
        writes_of(s) for s in statements("for i in r:\n    t = 1\nt += 1\nx[0] = 1\nt = 2")
    ] == [*(["i"], ["t", "t"], [], ["t"])]
    loop, test = statements("while t > 0:\n    s = 1\nif t > 0:\n    s = u")
    assert [is_read_inside(name, loop) for name in "ts"] == [True, False]
    assert [is_read_inside(name, test) for name in "tu"] == [False, True]
    lines = statements("s = t\ns += t\nx[0] = t\ns = t + 1\ng(t)\ns = u")
    assert [is_only("t", [line]) for line in lines] == [True, True, False, False, False, False]


def test_names_are_replaced_by_expressions() -> None:
    tree, value = statements("s = t + x[t] * u")[0], expression("a + b")
    assert unparse(fill(tree, "t", value)) == "s = a + b + x[a + b] * u"
    assert fill(tree, "v", value) is tree
    once = fill(statements("s = t")[0], "t", value, copied=False)
    assert once.value is value
    assert fill(statements("s = t")[0], "t", value).value is not value
