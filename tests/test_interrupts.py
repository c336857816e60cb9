"""An interrupt while a derivative is written or compiled leaves a state that can be used."""

from __future__ import annotations

import gc
import sys
from typing import Any

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.backends.made_before import TITLE


def waves(x, n):
    total = 0.0
    for i in range(n):
        total += np.sin(x[i]) * x[i]
    return total


def interrupted(call: Any, after: int) -> bool | None:
    """Return True if a call was interrupted, at the event of that number, False if it ended before.

    None, if the event was one of an object that Python just deleted: it drops the exception.
    """
    left = after
    dropped: list[Any] = []

    def count(frame: Any, event: str, value: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt

    before, hook = sys.getprofile(), sys.unraisablehook
    sys.unraisablehook = lambda event: dropped.append(event.exc_type)
    sys.setprofile(count)
    try:
        call()
    except KeyboardInterrupt:
        return True
    finally:
        sys.setprofile(before)
        sys.unraisablehook = hook
    assert dropped in ([], [KeyboardInterrupt])
    return None if dropped else False


@pytest.mark.parametrize(("target", "first"), [("python", 40), ("cpu", 20_000)])
def test_interrupts(target: str, first: int) -> None:
    limit, threshold = sys.getrecursionlimit(), gc.get_threshold()
    x = np.array([0.5, 1.0, 1.5])
    after, count = first, 0
    while after < 2_000_000:
        vars(waves).pop(TITLE, None)  # the derivative that was made before
        derivative = grad(waves, target=target, cache=False)
        is_interrupted = interrupted(lambda d=derivative: d(x, 3), after)
        assert (sys.getrecursionlimit(), gc.get_threshold()) == (limit, threshold)
        np.testing.assert_allclose(derivative(x, 3), np.sin(x) + x * np.cos(x))
        if is_interrupted is False:
            break
        after, count = int(after * 2.7), count + 1
    assert count > 2
