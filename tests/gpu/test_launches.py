"""What launches do around kernels: plans, rooms, sums over many blocks, adjoints that are left."""

from __future__ import annotations

import json

from .apart import simulated


def test_launches() -> None:
    found = json.loads(simulated("check_launches"))
    assert found.pop("shared memory is refused")
    assert found.pop("masked arrays are refused")
    assert len(found) == 7
    assert max(found.values()) < 1e-12, found
