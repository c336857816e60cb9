"""What the passes make of a function, as text."""

from __future__ import annotations

from collections.abc import Callable
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
