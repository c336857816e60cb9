"""Adjoints of stencils are gathered: no two threads add to one element.

Where threads read an array at fixed distances from their own places, each thread can add up what
all of them would add to the element at its own place. For that it runs what the threads at these
distances run, as far as their sums depend on it: reads only. As other threads read the adjoints of
outputs now, these are set to zero afterwards, by a kernel of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import gast

from srcdiff.analyse.arrays.comparisons import IsWhole
from srcdiff.analyse.flow.structure import structure
from srcdiff.gpu.gather.distances import sites_of
from srcdiff.gpu.gather.nearby import Gathered, Plan
from srcdiff.gpu.launch.launched import Known
from srcdiff.gpu.thread.intrinsics import Place, axes_in
from srcdiff.syntax import adjoint


def gathered(
    tree: gast.FunctionDef,
    arrays: Collection[str],
    places: Mapping[str, Place],
    known: Known,
    is_whole: IsWhole,
    first: bool = False,
) -> Gathered | None:
    """Return a kernel that gathers the adjoints of some arrays, None where that is not possible.

    `tree` is what one thread does, `places` are the parameters that tell of it, `known` is what the
    launch knows, and `is_whole` tells integers. With `first` it gathers before it does the
    rest, if that is possible.

    >>> from srcdiff.gpu.thread.intrinsics import PLACES
    >>> from srcdiff.gpu.launch.launched import known_to
    >>> from srcdiff.syntax import function, rename, unparse
    >>> text = '''
    ... def f(x, d_x, y, d_y, i):
    ...     if 0 < i < x.size - 1:
    ...         d = d_y[i]
    ...         d_y[i] = 0.0
    ...         d_x[i] -= d
    ...         d_x[i + 1] += d
    ... '''
    >>> tree = rename(function(text), {"d_x": "d_·x", "d_y": "d_·y"})
    >>> known = known_to(tree, {"x", "y"}, {})
    >>> found = gathered(tree, ["x"], dict(zip("i", PLACES["grid(1)"])), known, "i".__eq__)
    >>> print(unparse(found.tree).replace("·", ""))
    def f(x, d_x, y, d_y, i):
        d_xsum = 0.0
        if 0 < i < x.size - 1:
            d = d_y[i]
            d_xsum -= d
        '# gathered: what threads nearby would add to these elements'
        if 0 < i - 1 < x.size - 1:
            dnear1 = d_y[i - 1]
            d_xsum += dnear1
        if i < x.shape[0]:
            d_x[i] += d_xsum
    >>> print(unparse(found.clear).replace("·", ""))
    def f(x, d_x, y, d_y, i):
        if 0 < i < x.size - 1:
            d_y[i] = 0.0
    >>> [(axis, unparse(size)) for axis, size in found.sizes]
    [(0, 'x.shape[0]')]
    """
    grid = {n: place.axis for n, place in places.items() if place.of == "grid"}
    if not arrays or set(grid.values()) != axes_in(places.values()):
        return None
    layout = structure(tree.body)
    found = {adjoint(a): sites_of(adjoint(a), layout, grid) for a in arrays}
    sites = {a: part for a, part in found.items() if part is not None}
    if len(sites) < len(found):
        return None
    return Plan(tree, grid, places.keys() - grid.keys(), known, sites, is_whole, first).kernels()
