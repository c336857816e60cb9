"""The types that names have so far: of one value, of several, and of what loops pass on."""

from __future__ import annotations

import pytest

from srcdiff.analyse.types.own_inference.names_so_far import NamesSoFar
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.types import types
from srcdiff.normalise.control_flow.unbound import UNBOUND
from srcdiff.syntax import expression, statements

NUMBER, COPY = expression("x + 1"), expression("b")


def test_types_of_several_values_are_unified() -> None:
    walk = NamesSoFar({}, {"a": [NUMBER], "b": [COPY, COPY]})
    walk.enter("a", types.int64)
    assert (walk.names, walk.is_new, walk.changed) == ({"a": types.int64}, True, False)
    walk.is_new = False
    walk.enter("a", types.int64)
    assert (walk.is_new, walk.changed) == (False, False)
    walk.enter("a", types.float64)
    assert (walk.names, walk.is_new, walk.changed) == ({"a": types.float64}, False, True)
    walk.changed = False
    walk.enter("a", types.int64)
    assert (walk.names, walk.changed) == ({"a": types.float64}, False)
    walk.enter_all({"b": types.int64, "c": types.float64})
    assert walk.names == {"a": types.float64, "b": types.int64, "c": types.float64}
    assert walk.is_new


def test_values_of_several_types_have_to_be_copies() -> None:
    walk = NamesSoFar({"a": types.int64}, {"a": [NUMBER, COPY]})
    with pytest.raises(Undecided):
        walk.enter("a", types.float64)
    walk = NamesSoFar({"a": types.float64}, {"a": [NUMBER, COPY]})
    with pytest.raises(Undecided):
        walk.enter("a", types.int64)
    walk = NamesSoFar({"a": types.int64}, {"a": [COPY, COPY]})
    walk.enter("a", types.float64)
    walk.is_strict = True
    with pytest.raises(Undecided):
        walk.enter("a", types.int64)


def test_what_a_loop_passes_on_waits_for_the_next_iteration() -> None:
    (loop,) = statements("while c:\n    a = b")
    walk = NamesSoFar({"a": types.int64}, {"a": [COPY]})
    walk.around, walk.carried, walk.passed_on = [loop], {loop: {"a"}}, {loop: {}}
    walk.add("a", types.float64)
    assert walk.names == {"a": types.int64}
    assert walk.passed_on[loop] == {"a": types.float64}
    assert walk.changed
    walk.changed = False
    walk.add("a", types.int64)
    assert walk.passed_on[loop] == {"a": types.float64}
    assert not walk.changed
    walk.add("c", types.int64)  # nothing that the loop passes on
    assert walk.names["c"] == types.int64


def test_names_without_value() -> None:
    none, other = expression(f"{UNBOUND}()"), expression("a")
    walk = NamesSoFar({}, {"a": [none, other], "b": [none, NUMBER], "c": [other]})
    assert walk.without_value({"a", "b", "c"}) == {"a", "c"}
    assert walk.without_value({"c"}) == set()
