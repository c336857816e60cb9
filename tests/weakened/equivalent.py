"""Edits that change nothing that anybody could notice, each with the reason.

Modules have the names that they had when the sample was drawn (sample.py).
"""

from __future__ import annotations

EQUIVALENT: dict[str, str] = {
    "srcdiff.analyse.activity.closure: flows if forward else list(reversed(flows)) -> flows": (
        "what is reached in the end is the same: the order decides how many rounds that takes"
    ),
    "srcdiff.analyse.effects.found_effects: {s: memory_read(s, walk) for s in every} if walk.roots "
    "else nothing -> {s: memory_read(s, walk) for s in every}": (
        "where no name stands for memory no statement reads any: that saves time"
    ),
    "srcdiff.differentiate.shadows.handed_back: facts.effects.owners & facts.active.names -> "
    "facts.effects.owners": (
        "nothing reads the zeros that the other owners get: dead code, which goes"
    ),
    "srcdiff.normalise.unshared.is_settled: layout.order[s] < layout.order[statement] -> "
    "layout.order[s] <= layout.order[statement]": (
        "the statement is no call of a function of the user, and so writes no memory itself"
    ),
}
