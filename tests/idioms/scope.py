"""The names that a program has at one point, by their kinds."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

COUNTERS = ("i", "j", "k", "t", "p", "q", "r")


@dataclass
class Module:
    """What is shared by all scopes of a program: helpers at its top, lengths, names in use."""

    length: int
    top: list[tuple[str, str]] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    helpers: dict[tuple[str, ...], dict[str, str]] = field(default_factory=dict)


@dataclass
class Scope:
    """Names by kind: "num", "vec" (all of one length), "mat" (square), "part" (of any length),
    "int" (small, not negative), "ivec" (places), "mask", "list" (of floats), "rows" (a list of
    vectors, not empty), "fn" (of a vector).
    """

    module: Module
    names: dict[str, list[str]]
    taken: set[str]
    counters: tuple[str, ...] = ()
    number: bool = False  # whether the function returns one number, which others may return early

    def inner(self) -> Scope:
        """Return a scope for a block: what is bound there stays there."""
        copied = {kind: list(names) for kind, names in self.names.items()}
        return Scope(self.module, copied, self.taken, self.counters, self.number)

    def of(self, kind: str) -> list[str]:
        """Return the names of a kind."""
        return self.names.get(kind, [])

    def pick(self, kind: str, rng: random.Random) -> str:
        """Return a name of a kind; later ones are likelier."""
        found = self.of(kind)
        return found[max(rng.randrange(len(found)), rng.randrange(len(found)))]

    def add(self, kind: str, name: str) -> None:
        """Enter a name; a name has one kind."""
        for names in self.names.values():
            if name in names:
                names.remove(name)
        self.names.setdefault(kind, []).append(name)

    def fresh(self, word: str) -> str:
        """Return a name that nothing has yet: a loop's counter only has to differ from outer ones.

        >>> scope = Scope(Module(3), {}, {"best"})
        >>> scope.fresh("best"), scope.fresh("k"), scope.fresh("k")
        ('best2', 'k', 'k')
        """
        if word in COUNTERS:
            return next(name for name in (word, *COUNTERS) if name not in self.counters)
        name = numbered(word, self.taken | self.module.used)
        self.taken.add(name)
        return name


def numbered(word: str, taken: set[str]) -> str:
    """Return a word that is not taken, with a number if need be."""
    name, number = word, 1
    while name in taken:
        number += 1
        name = f"{word}{number}"
    return name


def renamed(line: str, names: dict[str, str]) -> str:
    """Return a line with other names; attributes keep theirs.

    >>> renamed("size = u.size + sizes", {"size": "size2"})
    'size2 = u.size + sizes'
    """
    if not names:
        return line
    words = "|".join(map(re.escape, names))
    return re.sub(rf"(?<![.\w\"])({words})(?![\w\"])", lambda m: names[m.group()], line)
