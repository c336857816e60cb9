"""Check derivatives that kernels call in Numba's simulator: `python -m tests.gpu.check_device`.

Prints by how much they differ from the same derivatives without kernels, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import cuda

from srcdiff import grad
from srcdiff.cuda import map_grad

from .corpus.devices import differences, from_table, option

PAIR = ("s", "volatility")


def of_each(s: Any, years: Any) -> np.ndarray[Any, Any]:
    """Return the gradients of an option for each sample, one after the other."""
    slope = grad(option, wrt=PAIR, target="python")
    pairs = zip(s.ravel(), years.ravel(), strict=True)
    return np.array([slope(u, 1.1, v, 0.2) for u, v in pairs]).reshape(*s.shape, 2)


def mapped() -> Iterator[tuple[str, float]]:
    """Yield by how much mapped gradients differ from those of each sample."""
    slopes = map_grad(option, wrt=PAIR)
    for shape in ((7,), (2, 3), (0,), (1,), (130,)):
        s = np.linspace(0.8, 1.4, int(np.prod(shape))).reshape(shape)
        years = s[::-1] / 2.0
        expected = of_each(s, years)
        found = slopes(s, 1.1, years)
        assert {v.dtype for v in found} == {np.dtype(np.float64)}
        assert all(isinstance(v, np.ndarray) and v.shape == shape for v in found)
        yield f"shape {shape}", float(abs(np.stack(found, -1) - expected).max(initial=0.0))
        found = slopes(s.astype(np.float32), 1.1, years.astype(np.float32))
        assert {v.dtype for v in found} == {np.dtype(np.float32)}
        difference = abs(np.stack(found, -1) - expected) / (1.0 + abs(expected))
        yield f"single {shape}", float(difference.max(initial=0.0)) * 1e-6
    s, years = np.linspace(0.8, 1.4, 9), np.full(9, 0.5)
    expected = of_each(s[::2], years[::2])
    yield "strided", float(abs(np.stack(slopes(s[::2], 1.1, years[::-2]), -1) - expected).max())
    expected = of_each(s, years)
    found = slopes(cuda.to_device(s), strike=1.1, years=cuda.to_device(years))
    found = [v.copy_to_host() for v in found]
    yield "device", float(abs(np.stack(found, -1) - expected).max())
    out = np.ones(9), np.ones(9)
    assert slopes(s, 1.1, years, out=out)[0] is out[0]
    yield "out", float(abs(np.stack(out, -1) - expected).max())
    weights = np.array([2.0, -1.0, 0.5, 3.0])
    found = map_grad(from_table, whole="weights")(s, weights)
    yield "whole", float(abs(found - np.polyval(np.polyder(weights), s)).max())
    found = map_grad(from_table, whole="weights")(np.array(0.9)[None], weights)
    yield "one", float(abs(found - np.polyval(np.polyder(weights), 0.9)).max())


if __name__ == "__main__":
    print(json.dumps({**differences(), **dict(mapped())}))
