"""Sets of names as the bits of a number: large ones that differ little are made in no time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any


class Numbering:
    """A number for each name, which says which bit of a set stands for it."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.names: list[str] = []

    def bits(self, names: Iterable[str]) -> int:
        """Return the bits of some names, of which new ones get numbers.

        >>> numbering = Numbering()
        >>> numbering.bits(["a", "b"]), numbering.bits(["b", "c"])
        (3, 6)
        """
        found = 0
        for name in names:
            number = self.numbers.get(name)
            if number is None:
                number = self.numbers[name] = len(self.names)
                self.names.append(name)
            found |= 1 << number
        return found


class NameSet(Set[str]):
    """The names whose bits are set. What is made of it and other sets are plain sets.

    >>> numbering = Numbering()
    >>> found = NameSet(numbering.bits(["a", "b"]), numbering)
    >>> "b" in found, "z" in found, sorted(found), len(found)
    (True, False, ['a', 'b'], 2)
    >>> sorted(found | {"c"}), {"b", "c"} & found, found - {"a"}
    (['a', 'b', 'c'], frozenset({'b'}), frozenset({'b'}))
    """

    __slots__ = ("bits", "numbering")

    def __init__(self, bits: int, numbering: Numbering) -> None:
        self.bits = bits
        self.numbering = numbering

    def __contains__(self, name: object) -> bool:
        number = self.numbering.numbers.get(name)  # type: ignore[call-overload]
        return number is not None and bool(self.bits >> number & 1)

    def __iter__(self) -> Iterator[str]:
        digits, names = bin(self.bits)[:1:-1], self.numbering.names
        number = digits.find("1")
        while number >= 0:
            yield names[number]
            number = digits.find("1", number + 1)

    def __len__(self) -> int:
        return self.bits.bit_count()

    @classmethod
    def _from_iterable(cls, names: Iterable[Any]) -> Any:
        return frozenset(names)
