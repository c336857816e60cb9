"""Tests of how often Python looks for cycles while derivatives are made."""

import gc

import pytest

from srcdiff import SrcdiffError, grad
from srcdiff.front.gc_pause import MADE_BETWEEN, seldom_collected


def refused(x):
    return undefined(x)  # noqa: F821


def test_thresholds_are_as_before_after_a_refusal():
    before = gc.get_threshold()
    with pytest.raises(SrcdiffError):
        grad(refused)(1.0)
    assert gc.get_threshold() == before


@pytest.mark.parametrize("first", [0, 10 * MADE_BETWEEN])
def test_collecting_that_is_off_or_rarer_stays_so(first):
    before = gc.get_threshold()
    gc.set_threshold(first, 10, 10)
    try:
        with seldom_collected():
            assert gc.get_threshold() == (first, 10, 10)
        assert gc.get_threshold() == (first, 10, 10)
    finally:
        gc.set_threshold(*before)
