"""Break long lines of source where a person would: inside brackets, before operators.

A line is broken at its weakest points first: arguments of a call each get a line of their
own only if they do not fit on one together, and an expression is put in brackets rather
than broken in the middle of a subscript.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from srcdiff.output.strings import WIDTH, string

STEP = "    "
MANY, SHORT = 5, 30  # so many arguments with at most so many characters stand side by side

COMMA, LOOSEST, SUM = 0, 1, 9
STRENGTH = {  # of operators, the loosest first
    ",": COMMA,
    **dict.fromkeys(("if", "else"), LOOSEST),
    "or": 2,
    "and": 3,
    **dict.fromkeys(("in", "not", "is", "<", ">", "==", "!=", "<=", ">="), 4),
    "|": 5,
    "^": 6,
    "&": 7,
    **dict.fromkeys(("<<", ">>"), 8),
    **dict.fromkeys(("+", "-"), SUM),
    **dict.fromkeys(("*", "/", "//", "%", "@"), 10),
}
ASSIGNMENTS = {"=", "**=", *(f"{operator}=" for operator, s in STRENGTH.items() if s > 4)}
BEFORE_VALUE = ("return", "if", "elif", "while", "assert", "raise")
UNBREAKABLE = {"for", "lambda", "async", ":="}  # what is in brackets below stays on one line


@dataclass(frozen=True)
class Split:
    """A point where a line can be broken: before an operator, or after a comma."""

    column: int
    strength: int


@dataclass(frozen=True)
class Text:
    """A piece of source with what breaking it needs: its brackets and operators outside them."""

    text: str
    brackets: tuple[tuple[int, int], ...]
    splits: tuple[Split, ...]
    assigned: int  # where the value of an assignment begins, or 0


def wrap(source: str) -> str:
    """Return source, with each statement on one line, wrapped at WIDTH columns.

    >>> print(wrap("x = first_function(" + ", ".join(["argument"] * 8) + ")"))
    x = first_function(
        argument, argument, argument, argument, argument, argument, argument, argument
    )
    """
    return "\n".join(part for line in source.split("\n") for part in broken(line))


def broken(line: str) -> list[str]:
    """Return the lines that one statement takes."""
    indent = line[: len(line) - len(line.lstrip())]
    text = line.strip()
    if len(line) <= WIDTH or text.startswith("#"):
        return [line]
    found = read(text)
    return [line] if found is None else statement(found, indent)


def read(text: str) -> Text | None:
    """Return what breaking a piece of source needs, or None where it cannot be read."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(f"({text}\n)").readline))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return None
    words = [(t.string, t.start[1] - 1) for t in tokens if t.string.strip()][1:-1]
    if any(tokenize.tok_name[t.type].startswith("FSTRING") for t in tokens):
        return None
    return Text(text, tuple(outer_brackets(words)), tuple(outer_splits(words)), assigned(words))


Words = list[tuple[str, int]]  # tokens, and their columns


def outside(words: Words) -> Iterator[tuple[str, int, str]]:
    """Return the tokens outside all brackets, with the one before each."""
    depth, before = 0, ""
    for word, column in words:
        depth -= word in (")", "]", "}")
        if depth == 0:
            yield word, column, before
        depth += word in ("(", "[", "{")
        before = word


def outer_brackets(words: Words) -> Iterator[tuple[int, int]]:
    """Return where the outer brackets open and close."""
    opened = 0
    for word, column, _ in outside(words):
        if word in ("(", "[", "{"):
            opened = column
        elif word in (")", "]", "}"):
            yield opened, column


def outer_splits(words: Words) -> Iterator[Split]:
    """Return the points outside brackets where a piece of source can be broken."""
    if UNBREAKABLE & {word for word, _, _ in outside(words)}:
        return
    for word, column, before in outside(words):
        sign = not before or before in STRENGTH or before in ASSIGNMENTS or before in BEFORE_VALUE
        sign = sign or before in ("**", "~", "(", "[", ":", "not")
        if word == ",":
            yield Split(column + 1, COMMA)
        elif word not in STRENGTH or (sign and word in ("+", "-", "*", "not")):
            continue
        elif (before, word) not in (("not", "in"), ("is", "not")):
            yield Split(column, STRENGTH[word])


def assigned(words: Words) -> int:
    """Return where the value of an assignment begins, or 0 where there is none."""
    found = [column + len(word) + 1 for word, column, _ in outside(words) if word in ASSIGNMENTS]
    return found[-1] if found else 0


def statement(found: Text, indent: str) -> list[str]:
    """Return the lines of a statement that does not fit on one."""
    text = found.text
    start = found.assigned
    first = re.match(r"\w+ ", text)
    if not start and first and first.group().strip() in BEFORE_VALUE:
        start = first.end()
    end = len(text) - 1 if text.endswith(":") and not found.assigned else len(text)
    head, value, tail = text[:start], text[start:end], text[end:]
    if not start:
        return at_bracket(found, indent, "", "") or [indent + text]
    inner, bound = read(value), read(head.rpartition("=")[0])
    if inner is None:
        return [indent + text]
    if head == "assert " and COMMA in {split.strength for split in inner.splits}:
        condition, message = pieces(inner, COMMA)
        return assertion(condition, message, indent)
    several = bound is not None and bool(bound.splits) and weakest(bound) == COMMA
    if bound is not None and several and len(indent + head) > WIDTH * 2 // 3:
        names = listed(bound, indent + STEP)
        return [f"{indent}(", *names, *assigned_value(inner, indent, ") = ", tail)]
    return assigned_value(inner, indent, head, tail)


def assertion(condition: str, message: str, indent: str) -> list[str]:
    """Return the lines of an `assert` with a message: brackets around both would be a tuple.

    >>> print("\\n".join(assertion("first < second,", "'the second is not the larger one'", "")))
    assert first < second, (
        'the second is not the larger one'
    )
    """
    condition = condition.removesuffix(",")
    before = [f"{indent}assert {condition}"]
    if len(before[0]) > WIDTH - len(", ("):
        before = [f"{indent}assert (", *body(condition, indent + STEP), f"{indent})"]
        if len(f"{before[-1]}, {message}") <= WIDTH:
            return [*before[:-1], f"{before[-1]}, {message}"]
    return [*before[:-1], f"{before[-1]}, (", *body(message, indent + STEP), f"{indent})"]


def assigned_value(inner: Text, indent: str, head: str, tail: str) -> list[str]:
    """Return the lines of the value of a statement, which `head` begins and `tail` ends."""
    value = inner.text
    if len(indent + head + value + tail) <= WIDTH:
        return [indent + head + value + tail]
    loosest = [split for split in inner.splits if split.strength == weakest(inner)]
    if len(loosest) <= 1 and (not loosest or loosest[0].strength >= SUM):
        last = bool(inner.brackets) and inner.brackets[-1][1] == len(value) - 1
        found_lines = at_bracket(inner, indent, head, tail) if last or not loosest else []
        if found_lines and all(len(part) <= WIDTH for part in found_lines):
            return found_lines
    if not loosest:
        return at_bracket(inner, indent, head, tail) or [indent + head + value + tail]
    return [f"{indent}{head}(", *body(value, indent + STEP), f"{indent}){tail}"]


def weakest(found: Text) -> int:
    """Return the strength of the loosest operator of a piece of source."""
    return min((split.strength for split in found.splits), default=COMMA)


def at_bracket(found: Text, indent: str, head: str, tail: str) -> list[str]:
    """Return the lines of a piece of source broken inside its last large bracket."""
    spans = [(close - opened, opened, close) for opened, close in found.brackets]
    spans = [span for span in spans if span[0] > 1]
    if not spans:
        return []
    last = bool(found.splits)  # what is behind an operator is broken, rather than before it
    _, opened, close = spans[-1] if last else max(spans)
    begin = indent + head + found.text[: opened + 1]
    if len(begin) > WIDTH:
        return []
    inside = body(found.text[opened + 1 : close].strip(), indent + STEP)
    return [begin, *inside, indent + found.text[close:] + tail]


def body(text: str, indent: str) -> list[str]:
    """Return the lines of what stands in brackets."""
    if len(indent + text) <= WIDTH:
        return [indent + text]
    found = read(text)
    if found is None:
        return [indent + text]
    if found.splits and weakest(found) == COMMA:
        return listed(found, indent)
    return expression(text, indent, "", "")


def listed(found: Text, indent: str) -> list[str]:
    """Return the lines of what commas separate: many short things side by side, others not."""
    parts = [part.rstrip(",") for part in pieces(found, COMMA)]
    if len(parts) >= MANY and max(map(len, parts)) <= SHORT:
        return filled(parts, indent)
    return [line for part in parts for line in expression(part, indent, "", ",")]


def filled(parts: list[str], indent: str) -> list[str]:
    """Return lines with as many parts as fit on each.

    >>> filled(["first_name"] * 8, "")[1:]
    ['first_name,']
    """
    lines = [""]
    for part in parts:
        if lines[-1] and len(f"{indent}{lines[-1]} {part},") > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {part},".lstrip()
    return [indent + line for line in lines]


def pieces(found: Text, strength: int) -> list[str]:
    """Return the parts of a piece of source between operators of one strength."""
    columns = [0, *(s.column for s in found.splits if s.strength == strength), len(found.text)]
    parts = [found.text[a:b].strip() for a, b in pairwise(columns)]
    return [part for part in parts if part]


def expression(text: str, indent: str, head: str, tail: str) -> list[str]:
    """Return the lines of an expression in brackets; `head` and `tail` stand around it."""
    if len(indent + head + text + tail) <= WIDTH:
        return [indent + head + text + tail]
    found = read(text)
    if found is None:
        return [indent + head + text + tail]
    if found.splits:
        return operands(found, indent, head, tail)
    whole = at_bracket(found, indent, head, tail)
    if whole:
        return whole
    return string(text, indent, head, tail)


def operands(found: Text, indent: str, head: str, tail: str) -> list[str]:
    """Return the lines of an expression with operators, each at the beginning of a line."""
    parts = pieces(found, weakest(found))
    if len(parts) < 2:
        return [indent + head + found.text + tail]
    lines: list[str] = []
    for position, part in enumerate(parts):
        operator = re.match(r"(not in|is not|\w+|[^\w\s(]+) ", part) if position else None
        before = operator.group() if operator else head
        rest = part[operator.end() :] if operator else part
        lines += expression(rest, indent, before, tail if position == len(parts) - 1 else "")
    return lines
