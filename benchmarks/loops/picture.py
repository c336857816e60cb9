"""Results as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from loops.table import RATIOS

SHOWN = {"grad / primal": "o", "grad / C": "s", "grad / JAX": "^"}


def drawn(results: dict[str, Any], target: Path) -> str:
    """Draw the ratios of all programs at their largest size; return a line about it."""
    try:
        import matplotlib
    except ImportError:
        return "matplotlib is not installed: no picture"
    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    matplotlib.rcParams["svg.hashsalt"] = "loops"  # the same file for the same figures
    programs = results["programs"]
    last = {name: found["sizes"][-1] for name, found in programs.items() if found["sizes"]}
    order = sorted(last, key=lambda name: RATIOS["grad / primal"](last[name]) or 0.0)
    figure, axes = plt.subplots(figsize=(8, 0.22 * len(order) + 1.5), layout="constrained")
    for title, marker in SHOWN.items():
        ratios = [RATIOS[title](last[name]) for name in order]
        present = [(ratio, k) for k, ratio in enumerate(ratios) if ratio is not None]
        if present:
            axes.plot(*zip(*present, strict=True), marker, label=title, markersize=5)
    axes.axvline(1.0, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlabel("ratio of CPU times at the largest size (left is faster)")
    axes.set_yticks(range(len(order)), order)
    axes.set_ylim(-1, len(order))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    axes.set_title(results["machine"]["processor"], fontsize=9)
    figure.savefig(target, metadata={"Date": None})
    plt.close(figure)
    return f"picture: {target}"
