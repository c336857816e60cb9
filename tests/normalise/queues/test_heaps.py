"""Tests of srcdiff.normalise.queues.heaps against heapq itself."""

import heapq
import random

import gast

from srcdiff.normalise.queues.heaps import heaps
from srcdiff.syntax import unparse

TEXT = """
def f(h, more):
    found = []
    heapq.heapify(h)
    for kind, x in more:
        if kind == 0 or len(h) == 0:
            heapq.heappush(h, x)
        elif kind == 1:
            found.append(heapq.heappop(h))
        elif kind == 2:
            found.append(heapq.heapreplace(h, x))
        else:
            found.append(heapq.heappushpop(h, x))
    return h, found
"""


def test_elements_have_the_places_that_python_gives_them() -> None:
    written = unparse(heaps(gast.parse(TEXT).body[0], {"heapq": heapq}))
    known: dict[str, object] = {"heapq": heapq}
    own: dict[str, object] = {}
    exec(TEXT, known)
    exec(written.replace("·", "_"), own)
    rng = random.Random(1)
    for _ in range(200):
        draw = rng.choice(
            [lambda: rng.randrange(5), rng.random, lambda: rng.choice([1.0, float("nan")])]
        )
        start = [draw() for _ in range(rng.randrange(9))]
        more = [(rng.randrange(4), draw()) for _ in range(20)]
        assert repr(own["f"](list(start), more)) == repr(known["f"](list(start), more))
