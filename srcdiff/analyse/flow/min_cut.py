"""The smallest set of values to save: a minimum cut.

Values that cannot be had again in the backward sweep are sources, values that it needs
are sinks, and whatever can be computed from others is connected to them. To save a
value costs its weight; a cut of least weight saves the least.

The algorithm is that of Edmonds and Karp (1972): shortest augmenting paths.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

INFINITE = float("inf")
Edge = tuple[object, object]


def minimum_cut(
    weight: Mapping[str, float],
    inputs: Mapping[str, Iterable[str] | None],
    needed: Iterable[str],
) -> frozenset[str]:
    """Return the names to save, so that all needed names can be computed.

    `inputs` has the names that a name is computed from, or None for one that cannot be
    computed again. Of several cuts of the same weight, the one next to the needed names
    is taken, as it leaves the least to compute.

    >>> weights = dict.fromkeys("abst", 1.0)
    >>> graph = {"a": None, "b": None, "s": ("a", "b"), "t": ("s",)}
    >>> sorted(minimum_cut(weights, graph, {"t"}))
    ['t']
    >>> sorted(minimum_cut(weights, graph, {"t", "a", "b"}))
    ['a', 'b']
    """
    capacity: dict[object, dict[object, float]] = {}

    def connect(start: object, end: object, amount: float) -> None:
        capacity.setdefault(start, {})[end] = capacity.get(start, {}).get(end, 0.0) + amount
        capacity.setdefault(end, {}).setdefault(start, 0.0)

    for name, parts in inputs.items():
        connect((name, "in"), (name, "out"), weight[name])
        if parts is None:
            connect("source", (name, "in"), INFINITE)
        else:
            for part in parts:
                if part in inputs:
                    connect((part, "out"), (name, "in"), INFINITE)
    for name in needed:
        if name in inputs:
            connect((name, "out"), "sink", INFINITE)
    if "source" not in capacity or "sink" not in capacity:
        return frozenset()
    while augment(capacity):
        pass
    beyond = reaching(capacity, "sink")
    return frozenset(n for n in inputs if (n, "out") in beyond and (n, "in") not in beyond)


def augment(capacity: dict[object, dict[object, float]]) -> bool:
    """Send as much as possible along a shortest path; return True if there was one."""
    came: dict[object, object] = {"source": None}
    pending = deque(["source"])
    while pending and "sink" not in came:
        node = pending.popleft()
        for following, left in capacity[node].items():
            if left > 0.0 and following not in came:
                came[following] = node
                pending.append(following)  # type: ignore[arg-type]
    if "sink" not in came:
        return False
    path: list[Edge] = []
    end: object = "sink"
    while came[end] is not None:
        path.append((came[end], end))
        end = came[end]
    amount = min(capacity[a][b] for a, b in path)
    for a, b in path:
        capacity[a][b] -= amount
        capacity[b][a] += amount
    return True


def reaching(capacity: dict[object, dict[object, float]], end: object) -> set[object]:
    """Return the nodes from which something can still flow to `end`."""
    found = {end}
    pending = [end]
    while pending:
        node = pending.pop()
        for before in capacity[node]:
            if capacity[before][node] > 0.0 and before not in found:
                found.add(before)
                pending.append(before)
    return found
