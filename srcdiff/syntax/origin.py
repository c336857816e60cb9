"""Where the text of a function stands, and how errors and reports show a line of it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

import gast


@dataclass(frozen=True)
class Origin:
    """Where the text of a function stands: file, first line, indentation, lines.

    `others` are the texts of functions whose statements stand in the place of calls: their lines
    are counted on from those of the function.
    """

    function: str
    file: str
    first_line: int
    indent: int
    lines: Sequence[str]
    others: tuple[Origin, ...] = ()

    @property
    def where(self) -> tuple[str, int, str]:
        """Return what tells the function from others: its file, its line and its name."""
        return self.file, self.first_line, self.function

    def tree(self) -> gast.Module:
        """Return the text as a tree, an empty one for what cannot stand alone."""
        try:
            return gast.parse("\n".join(self.lines))
        except SyntaxError:
            return gast.parse("")

    def part(self, node: gast.AST | None) -> tuple[Origin, int]:
        """Return the text that a node stands in, and how many lines come before that text.

        >>> other = Origin("g", "g.py", 7, 0, ["def g(x):", "    return x"])
        >>> whole = Origin("f", "f.py", 3, 0, ["def f(x):", "    return g(x)"], (other,))
        >>> node = gast.parse("\\n\\n\\ng(x)").body[0]  # on the fourth line
        >>> whole.part(node)[0].file, whole.line(node)
        ('g.py', 8)
        """
        number = int(getattr(node, "lineno", 1))
        before, part = 0, self
        for other in self.others:
            if number > before + len(part.lines):
                before, part = before + len(part.lines), other
        return part, before

    def line(self, node: gast.AST | None) -> int:
        """Return the line of a node in the user's file, counted from 1."""
        part, before = self.part(node)
        return part.first_line + int(getattr(node, "lineno", 1)) - before - 1

    def text(self, node: gast.AST) -> str:
        """Return a node as its author wrote it, on one line; "" if it is not in the text.

        >>> tree = gast.parse("y = f(x,\\n      1)  # one")
        >>> Origin("g", "g.py", 1, 0, ["y = f(x,", "      1)  # one"]).text(tree.body[0].value)
        'f(x, 1)'
        """
        end = getattr(node, "end_lineno", None)
        part, before = self.part(node)
        if end is None or end - before > len(part.lines):
            return ""
        # Python counts columns in bytes
        own = part.lines[node.lineno - before - 1 : end - before]
        found = [line.encode() for line in own]
        found[-1] = found[-1][: node.end_col_offset]
        found[0] = found[0][node.col_offset :]
        lines = [line.decode(errors="ignore") for line in found]
        lines[:-1] = [without_comment(line) for line in lines[:-1]]
        return " ".join(line.strip() for line in lines)


def place(origin: Origin, node: gast.AST | None) -> list[str]:
    """Return the lines that show where a node stands."""
    origin, before = origin.part(node)
    number = getattr(node, "lineno", 1) - before
    text = origin.lines[number - 1].rstrip("\n") if number <= len(origin.lines) else ""
    # Python counts columns in bytes, and a caret stands below a character
    start = len(text.encode()[: getattr(node, "col_offset", 0)].decode(errors="ignore"))
    width = max(extent(text, start, node), 1)
    where = f"  --> {short(origin.file)}:{origin.first_line + number - 1}:{start + origin.indent}"
    margin = " " * origin.indent
    return [
        f"{where} in {origin.function}",
        f"   | {margin}{text}",
        f"   | {margin}{' ' * start}{'^' * width}",
    ]


def extent(text: str, start: int, node: gast.AST | None) -> int:
    """Return how many characters of a line belong to a node that begins at one of them.

    Of a statement with others inside, only its first word counts.
    """
    if isinstance(node, gast.stmt) and any(hasattr(node, f) for f in ("body", "cases")):
        return len(text[start:].split(" ")[0].rstrip(":"))
    end = getattr(node, "end_col_offset", None)
    if node is None or end is None or getattr(node, "end_lineno", None) != node.lineno:
        return len(without_comment(text)) - start
    return len(text.encode()[:end].decode(errors="ignore")) - start


def without_comment(line: str) -> str:
    """Return a line of Python without the comment at its end.

    >>> without_comment("y = '#'  # sharp"), without_comment("z = '  # no comment'")
    ("y = '#'", "z = '  # no comment'")
    """
    return re.sub(r"\s+#[^'\"]*$", "", line).rstrip()


def short(file: str) -> str:
    """Return the path of a file, relative to the current folder where it is inside it."""
    relative = os.path.relpath(file) if os.path.isabs(file) else file
    return file if relative.startswith("..") else relative
