"""The types that names have at a place: of the last value, of several paths, and of loops."""

from __future__ import annotations

import pytest

from srcdiff.analyse.types.own_inference.expression_types import Untyped
from srcdiff.analyse.types.own_inference.names_so_far import NamesSoFar
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.types import types
from srcdiff.normalise.control_flow.unbound import UNBOUND
from srcdiff.syntax import expression, statements

NUMBER, COPY = expression("x + 1"), expression("b")


def test_a_place_has_the_type_of_the_last_value_and_the_name_one_for_all() -> None:
    walk = NamesSoFar({}, {"a": [NUMBER, COPY]})
    walk.enter("a", types.float64)
    assert (walk.names, walk.of_all, walk.is_new) == ({"a": types.float64}, walk.names, True)
    walk.is_new = False
    walk.enter("a", types.int64)
    assert (walk.names, walk.of_all) == ({"a": types.int64}, {"a": types.float64})
    assert not walk.is_new


def test_paths_that_join_have_one_type() -> None:
    walk = NamesSoFar({"a": types.int64, "b": types.int64}, {})
    before = walk.here(["a", "c"])
    walk.enter("a", types.float64)
    walk.enter("c", types.int64)
    first = walk.here(["a", "c"])
    walk.go_back(before)
    assert walk.names == {"a": types.int64, "b": types.int64}
    walk.join(first)
    assert walk.names == {"a": types.float64, "b": types.int64, "c": types.int64}
    with pytest.raises(Undecided):
        walk.join({"a": types.unicode_type})


def test_arrays_in_the_order_of_columns_are_left_to_numba_where_paths_join() -> None:
    walk = NamesSoFar({"a": types.Array(types.float64, 2, "F")}, {})
    with pytest.raises(Undecided):
        walk.join({"a": types.Array(types.float64, 2, "C")})


def test_what_a_loop_passes_on_is_there_in_the_next_round() -> None:
    (loop,) = statements("while c:\n    a = b\n    d = a")
    walk = NamesSoFar({"a": types.int64, "b": types.float64}, {})
    for reached in (types.int64, types.float64):
        walk.changed = walk.is_new = False
        with walk.repeated(loop):
            assert walk.names["a"] == reached
            walk.enter("a", types.float64)
            walk.enter("d", types.float64)
        assert walk.names == dict.fromkeys("abd", types.float64)
        assert walk.changed == walk.is_new == (reached == types.int64)
        walk.go_back({"a": types.int64, "d": None})


def test_what_is_asked_for_too_early_waits_and_binds_nothing() -> None:
    walk = NamesSoFar({"a": types.int64}, {})
    with walk.until_known("a"):
        raise Untyped
    assert walk.missed
    assert not walk.names


def test_names_without_value() -> None:
    none, other = expression(f"{UNBOUND}()"), expression("a")
    walk = NamesSoFar({}, {"a": [none, other], "b": [none, NUMBER], "c": [other]})
    assert walk.without_value({"a", "b", "c"}) == {"a", "c"}
    assert walk.without_value({"c"}) == set()
