"""Templates of idioms: Python with holes.

    keep the first [weight 2]
        for k in range(TRIPS):
            out = VECE * (k + 1.0)
            if k == 0:
                first = out
        => vec first

A line that is not indented is the name of an idiom, with its options: `weight`, `rare` (it may
raise), `refused` (srcdiff is known to refuse it). Lines that begin with `|` stand at the top of the
module. The last line lists the names that others may use, each behind its kind.

Words in capitals are holes. VEC, MAT, NUM, IVEC, MASK, LIST, ROWS and FN are names of that kind,
the same one wherever a hole is repeated; VEC1 may be another. VECE, MATE, NUME, COND, CONST, IDX,
INT and others are expressions, drawn anew each time unless they have a digit. VECN is one that
makes a new array. BODY is replaced by other idioms.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

NAMES = ("VEC", "MAT", "NUM", "IVEC", "MASK", "LIST", "ROWS", "FN")
EXPRESSIONS = (
    *("VECE", "VECN", "MATE", "NUME", "CONST", "POS", "TRIPS0", "TRIPS"),
    *("COND", "IDX", "INT", "N"),
)
KINDS = {
    **{"VEC": "vec", "MAT": "mat", "NUM": "num", "IVEC": "ivec", "MASK": "mask"},
    **{"LIST": "list", "ROWS": "rows"},
}
HOLE = re.compile(rf"\b({'|'.join(EXPRESSIONS + NAMES)})(\d?)\b")


@dataclass(frozen=True)
class Idiom:
    """A template: its lines, what stands at the top of the module, and the names it leaves."""

    name: str
    subject: str
    lines: tuple[str, ...]
    top: tuple[str, ...]
    exports: tuple[tuple[str, str], ...]
    weight: float = 1.0
    options: frozenset[str] = frozenset()

    @cached_property
    def needs(self) -> frozenset[str]:
        """Return the kinds of names that have to be there."""
        found = HOLE.findall("\n".join(self.lines + self.top))
        return frozenset(KINDS[hole] for hole, _ in found if hole in KINDS)

    @cached_property
    def nests(self) -> bool:
        """Return True if other idioms are placed inside."""
        return any(line.strip() == "BODY" for line in self.lines)

    @cached_property
    def returns(self) -> bool:
        """Return True if it may return a number from the function it is placed in."""
        return any(line.strip().startswith("return ") for line in self.lines) and not any(
            line.startswith("def ") for line in self.lines
        )


def parsed(text: str, subject: str) -> Iterator[Idiom]:
    """Return the idioms of a table.

    >>> (found,) = parsed("double [weight 2]\\n    y = 2.0 * NUM\\n    => num y", "example")
    >>> found.name, found.lines, found.exports, found.weight
    ('double', ('y = 2.0 * NUM',), (('num', 'y'),), 2.0)
    """
    for block in re.split(r"\n(?=\S)", text.strip("\n")):
        head, *rest = block.rstrip().split("\n")
        name, _, options = head.partition(" [")
        words = options.rstrip("]").split()
        body = [line[4:] for line in rest if line.strip()]
        exports = body.pop()[3:] if body[-1].startswith("=> ") else ""
        yield Idiom(
            name,
            subject,
            tuple(line for line in body if not line.startswith("| ")),
            tuple(line[2:] for line in body if line.startswith("| ")),
            tuple((kind, word) for kind, word in map(str.split, filter(None, exports.split(", ")))),
            float(words[words.index("weight") + 1]) if "weight" in words else 1.0,
            frozenset(words) & {"rare", "refused"},
        )


@cache
def bound_names(lines: tuple[str, ...]) -> list[str]:
    """Return the names that a template binds itself, in their order; not those inside functions.

    >>> bound_names(("for k in range(TRIPS):", "    a = VEC", "    VEC[k] = a[0]"))
    ['k', 'a']
    """
    found: dict[str, None] = {}

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found[node.id] = None
        if isinstance(node, ast.FunctionDef):
            found[node.name] = None
            return
        for child in ast.iter_child_nodes(node):
            visit(child)

    source = "\n".join(lines)
    # `return` and `continue` may stand outside of a function or a loop: ast.parse does not mind
    visit(ast.parse(source))
    return [name for name in found if not HOLE.fullmatch(name)]
