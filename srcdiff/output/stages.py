"""What the passes make of a function, as text; and how long each stage takes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from srcdiff.core.passes import Ran, observed
from srcdiff.errors import WrongCall
from srcdiff.output.emit import source
from srcdiff.syntax import unparse


def ran_passes(function: Callable[..., Any], given: tuple[Any, ...], **asked: Any) -> list[Ran]:
    """Return the passes that run when the gradient of a function is written.

    `given` are arguments like those of a call, `asked` what `grad` takes, such as `wrt`. Raises
    what `grad` raises.
    """
    from srcdiff.api import grad

    found: list[Ran] = []
    with observed(found.append):
        grad(function, **{**asked, "target": "python", "cache": False}).source(*given)
    return found


def shown(ran: list[Ran], after: str = "") -> str:
    """Return the functions as they are after each stage, or after each run of a pass.

    A pass that has changed nothing is left out. Raises WrongCall if there is no such pass.
    """
    if after:
        ran = [one for one in ran if one.name == after]
        if not ran:
            raise WrongCall(f"no pass `{after}` ran", advice="see srcdiff/stages for the names")
        last = [one for one in ran if one.has_changed]
        return "\n".join(f"# after {one.name}\n{text(one)}" for one in last)
    stages = (list(part) for _, part in groupby(ran, lambda one: (one.stage, one.after.tree.name)))
    changed = (part for part in stages if any(one.has_changed for one in part))
    return "\n".join(f"# after the stage {part[-1].stage}\n{text(part[-1])}" for part in changed)


def text(ran: Ran) -> str:
    """Return the function after a pass; where nodes have no text yet, without line breaks."""
    try:
        return source(ran.after.tree)
    except AttributeError:
        return unparse(ran.after.tree) + "\n"


@contextmanager
def timed(title: str) -> Iterator[None]:
    """Print the time of each stage that runs in a block, if SRCDIFF_TIMES=1, to stderr."""
    if os.environ.get("SRCDIFF_TIMES", "0") in ("", "0"):
        yield
        return
    spent: dict[str, float] = {}
    done: list[Ran] = []  # those that no other pass was found to run around

    def add(ran: Ran) -> None:
        inside = [one for one in done if one.begin >= ran.begin]
        done[:] = [one for one in done if one.begin < ran.begin] + [ran]
        own = ran.seconds - sum(one.seconds for one in inside)
        spent[ran.stage] = spent.get(ran.stage, 0.0) + own

    begin = time.perf_counter()
    with observed(add):
        yield
    whole = time.perf_counter() - begin
    spent["the rest" if spent else "Numba"] = whole - sum(spent.values())
    for stage, seconds in spent.items():
        print(f"srcdiff {title}: {1e3 * seconds:8.1f} ms {stage}", file=sys.stderr)
