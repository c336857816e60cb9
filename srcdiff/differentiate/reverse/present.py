"""Which adjoints have been written to, and which of them are arrays of their own."""

from __future__ import annotations

from collections.abc import Iterable


class Present(set[str]):
    """The values whose adjoints have got a contribution.

    `owned` are the arrays among them whose adjoints share memory with no other adjoint:
    these may be changed in place. `restored` are values of the forward sweep that have been
    got back already, though they are bound in a branch: a list gives a value back only once.
    Those that are `idle` are numbers that a branch may not have read: zero there (idle.py).
    """

    def __init__(
        self,
        names: Iterable[str] = (),
        owned: Iterable[str] = (),
        restored: Iterable[str] = (),
        idle: Iterable[str] = (),
    ) -> None:
        super().__init__(names)
        self.owned = set(owned)
        self.restored = frozenset(restored)
        self.idle = set(idle)

    def fork(self) -> Present:
        """Return a copy, for one of several ways."""
        return Present(self, self.owned, self.restored, self.idle)

    def join(self, ways: Iterable[Present]) -> None:
        """Become what is known where several ways meet: what one of them has written to."""
        every = list(ways)
        begun = set.union(*every) - self
        self.idle = set.union(*(way.idle for way in every))
        self.idle |= {n for n in begun if not all(n in way for way in every)}
        self.clear()
        self.update(*every)
        self.owned = set.intersection(*(way.owned for way in every))
