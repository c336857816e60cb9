"""Results as text."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

Ratio = Callable[[dict[str, Any]], "float | None"]


def over(above: str, below: str) -> Ratio:
    """Return the ratio of two entries of a record, None where one is missing."""

    def ratio(record: dict[str, Any]) -> float | None:
        if record.get(above) is None or not record.get(below):
            return None
        return float(record[above]) / float(record[below])

    return ratio


def with_value(record: dict[str, Any]) -> float | None:
    """Return how much longer value and gradient take than the slower one alone."""
    if "grad" not in record:
        return None
    return float(record["value_and_grad"]) / max(float(record["primal"]), float(record["grad"]))


RATIOS: dict[str, Ratio] = {  # of a size
    "grad / primal": over("grad", "primal"),
    "grad / C": over("grad", "c"),
    "grad / JAX": over("grad", "jax"),
    "both / slower": with_value,
}
FIRST = over("first_gradient", "first_numba")  # of a program


def heading() -> str:
    """Return the first line of the table."""
    titles = "".join(f"{title:>15}" for title in RATIOS)
    first = f"{'program':20}{'size':>8}{'primal, us':>12}"
    return f"{first}{titles}{'grad, MB':>10}{'first':>7}{'lines':>7}"


def rows(name: str, found: dict[str, Any]) -> str:
    """Return the lines of a program: one for each size, and what went wrong."""
    lines = []
    for k, record in enumerate(found["sizes"]):
        ratios = "".join(f"{shown(ratio(record)):>15}" for ratio in RATIOS.values())
        line = f"{name if k == 0 else '':20}{record['size']:8d}{1e6 * record['primal']:12.1f}"
        line += f"{ratios}{record['grad_megabytes']:10.1f}"
        lines.append(line + (f"{shown(FIRST(found)):>7}{found['lines']:7d}" if k == 0 else ""))
        if "peers_differ" in record:
            pairs = [f"{key[:-6]} {record[key]:.1e}" for key in record if key.endswith("_apart")]
            lines.append(f"*** {name}: differs from {', '.join(pairs)}")
    if found.get("wrong"):
        lines.append(
            f"*** {name}: WRONG GRADIENT, {found['error']:.1e} from differences, "
            f"{found['values_apart']:.1e} from that of value_and_grad"
        )
    if "failure" in found:
        lines.append(f"*** {name}: {found['failure']}")
    return "\n".join(lines)


def shown(ratio: float | None) -> str:
    """Return a ratio as text."""
    return "-" if ratio is None else f"{ratio:.2f}"


def summary(programs: dict[str, dict[str, Any]]) -> str:
    """Return the median and the largest of each ratio."""
    lines = ["", f"{'at the largest size':24}{'median':>8}{'worst':>8}  of"]
    last = {name: found["sizes"][-1] for name, found in programs.items() if found["sizes"]}
    for title, ratio in RATIOS.items():
        lines.append(extreme(title, {name: ratio(record) for name, record in last.items()}))
    firsts = {name: FIRST(found) for name, found in programs.items()}
    lines.append(extreme("first gradient / Numba", firsts))
    bad = [name for name, found in programs.items() if found.get("wrong") or "failure" in found]
    return "\n".join([*lines, f"wrong, refused or unfinished: {', '.join(bad) or 'none'}"])


def extreme(title: str, ratios: dict[str, float | None]) -> str:
    """Return a line of the summary."""
    found = {name: ratio for name, ratio in ratios.items() if ratio is not None}
    if not found:
        return f"{title:24}{'-':>8}"
    worst = max(found, key=lambda name: found[name])
    middle = statistics.median(found.values())
    return f"{title:24}{middle:8.2f}{found[worst]:8.2f}  {worst} ({len(found)} programs)"
