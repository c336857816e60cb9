"""How often each idiom is refused, as a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .catalogue import IDIOMS
from .judge import Verdict
from .program import Program


@dataclass
class Refusals:
    """Programs with each idiom, how many were refused at a line of it, and why."""

    programs: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    reasons: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, program: Program, verdict: Verdict) -> None:
        """Count a program."""
        if verdict.kind == "discarded":
            return
        for idiom in set(program.idioms) - {""}:
            self.programs[idiom] += 1
        if verdict.kind == "refused":
            idiom = verdict.idiom or "(elsewhere)"
            self.refused[idiom] += 1
            self.reasons.setdefault(idiom, Counter())[verdict.signature.split("\n")[0]] += 1

    def lines(self) -> list[str]:
        """Return the table, what is refused most often first, and then what never was seen."""
        found = [f"{'refused':>8} {'of':>6} {'rate':>6}  idiom: the most frequent reason"]
        names = sorted(self.refused, key=lambda name: (-self.rate(name), name))
        for name in names:
            reason, _ = self.reasons[name].most_common(1)[0]
            rate = f"{100 * self.rate(name):5.1f}%" if self.programs[name] else "     -"
            of = self.programs[name] or "-"
            found.append(f"{self.refused[name]:8} {of:>6} {rate}  {name}: {reason[:150]}")
        never = [name for name in IDIOMS if name in self.programs and name not in self.refused]
        unseen = [name for name in IDIOMS if name not in self.programs]
        found.append(f"never refused: {len(never)} of {len(IDIOMS)} idioms")
        found.append(f"not seen: {len(unseen)}: {', '.join(unseen[:20])}")
        return found

    def rate(self, name: str) -> float:
        """Return how many programs with an idiom are refused at it."""
        return self.refused[name] / self.programs[name] if self.programs[name] else 0.0
