"""Tests of srcdiff.analyse.checks.flow: nothing takes names that have no type for harmless."""

import gast
import pytest

import srcdiff
from srcdiff.analyse.checks.flow import check_flow, is_lossy
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.optimise.arithmetic.shared_arrays import shared
from srcdiff.optimise.dataflow.moves import loaded
from srcdiff.syntax import expression, function
from srcdiff.syntax.origin import Origin


def core_of(text: str) -> tuple[Core, gast.FunctionDef]:
    """Return a core form of a text."""
    tree = function(text)
    return Core(tree, {}, {}, Origin("f", "f.py", 1, 0, text.splitlines()), tree), tree


def test_missing_type() -> None:
    """A name without a type is no None, and may carry a derivative."""
    known = Types({"x": numba_types.float64, "n": numba_types.none}, numba_types.float64)
    assert known.is_none("n")
    assert not known.is_none("y")
    assert is_lossy(known["y"])
    assert not is_lossy(known["n"])


@pytest.mark.parametrize("kind", [None, numba_types.undefined])
def test_flow(kind: object) -> None:
    """What depends on an argument and has no type is not differentiated."""
    core, _ = core_of("def f(x):\n    y = x * x\n    z = 2.0 * y\n    return z")
    names = dict.fromkeys("xz", numba_types.float64) | ({"y": kind} if kind else {})
    active = Activity(frozenset("xyz"), frozenset(), frozenset("xyz"))
    with pytest.raises(srcdiff.SrcdiffError, match=r"has no type|which is not differentiated"):
        check_flow(core, Types(names, numba_types.float64), active)


def test_stores() -> None:
    """Neither is what it is stored into."""
    core, _ = core_of("def f(x, a):\n    a[0] = x\n    return x")
    kinds = {"x": numba_types.float64, "a": numba_types.undefined}
    active = Activity(frozenset("xa"), frozenset("a"), frozenset("xa"))
    with pytest.raises(srcdiff.UnsupportedType, match="which is not differentiated"):
        check_flow(core, Types(kinds, numba_types.float64), active)


def test_generated_names() -> None:
    """What has subscripts is an array, and other names of unknown type may be views."""
    assert loaded(expression("t[i] * u"), lambda name: False) == {"t"}
    body = function("def f(a):\n  b = a\n  c = a[1:]\n  d = a[0]\n  e = a.shape[0]").body
    assert shared(body, lambda name: False) == {"a", "b", "c"}


def test_types_that_may_carry_a_derivative() -> None:
    """Arrays of floats are differentiated, those of integers carry none; others are refused."""
    kinds = {
        kind: is_lossy(kind)
        for kind in (
            numba_types.float64,
            numba_types.float32,
            numba_types.complex128,
            numba_types.int64,
            numba_types.boolean,
            numba_types.unicode_type,
            *(
                numba_types.Array(dtype, 1, "C")
                for dtype in (numba_types.float64, numba_types.int64)
            ),
            numba_types.Array(numba_types.boolean, 2, "C"),
            numba_types.Array(numba_types.complex128, 1, "C"),
        )
    }
    assert not any(kinds.values()), kinds
    record = numba_types.Record([("a", {"type": numba_types.float64, "offset": 0})], 8, False)
    for kind in (
        numba_types.List(numba_types.float64),
        numba_types.Array(numba_types.NPDatetime("D"), 1, "C"),
        numba_types.Array(record, 1, "C"),
    ):
        assert is_lossy(kind), kind


def test_what_forward_functions_pass_on_has_no_type() -> None:
    """Neither has it to be of a type that can be differentiated."""
    core, _ = core_of("def f(x):\n    y = g(x)\n    return x")
    names = {"x": numba_types.float64}
    active = Activity(frozenset("xy"), frozenset(), frozenset("xy"))
    check_flow(core, Types(names, numba_types.float64), active, passed={"y"})
    with pytest.raises(srcdiff.errors.InternalError, match="has no type"):
        check_flow(core, Types(names, numba_types.float64), active)
    known = Types({**names, "y": numba_types.float64}, numba_types.float64)
    check_flow(core, known, active)
