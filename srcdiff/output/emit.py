"""From a tree to source text that a person enjoys reading."""

from __future__ import annotations

import ast
import math
import textwrap
import warnings
from collections.abc import Callable
from typing import Any

import gast

from srcdiff.output.strings import WIDTH
from srcdiff.output.wrap import wrap

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # astor warns of ast.Num and others on import
    import astor.code_gen

WHOLE_WORDS: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}


class Printer(astor.code_gen.SourceGenerator):  # type: ignore[misc]
    """astor's printer, with comments, and without what newer Pythons no longer have."""

    def visit_Expr(self, node: ast.Expr) -> None:
        """Print a comment, or any other expression statement."""
        value = node.value
        text = str(value.value) if isinstance(value, ast.Constant) else ""
        if text.startswith("# "):
            indent = len(self.indent_with) * self.indentation
            width = max(WIDTH - indent - 2, 40)
            self.newline()
            for line in textwrap.wrap(text[2:], width, **WHOLE_WORDS):
                self.statement(node, "# " + line)
        elif text:
            self.newline()
            for line in docstring(text, WIDTH - len(self.indent_with) * self.indentation):
                self.statement(node, line)
        else:
            super().visit_Expr(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        """Print a tuple; one of a single element gets brackets, so that it is seen."""
        with self.delimit(node) as delimiters:
            delimiters.discard = delimiters.discard and len(node.elts) > 1
            self.comma_list(node.elts, len(node.elts) == 1)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Print a literal as Python itself does, but strings in double quotes.

        A number with a sign is an operation: as the base of a power it needs brackets.
        """
        value: Any = node.value
        if is_negative(value):
            signed = ast.UnaryOp(ast.USub(), ast.Constant(-value))
            signed.__dict__.update({f: v for f, v in vars(node).items() if f.startswith("_p")})
            self.visit_UnaryOp(signed)
            return
        is_plain = type(node.value) is int or (
            type(node.value) is float and math.isfinite(node.value)
        )
        text = repr(node.value) if is_plain else ast.unparse(node)
        plain = isinstance(node.value, str) and not set(node.value) & {'"', "'", "\\"}
        self.write(f'"{text[1:-1]}"' if plain else text)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Print an attribute; a literal integer gets brackets, as its dot would make it a float."""
        value = node.value
        if isinstance(value, ast.Constant) and type(value.value) is int:
            self.write("(", value, ").", node.attr)
        else:
            super().visit_Attribute(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Print an f-string as Python itself does."""
        self.write(ast.unparse(node))


# called with each function and its text: the tests read it again, and compare
READERS: list[Callable[[gast.FunctionDef, str], None]] = []


def source(tree: gast.FunctionDef) -> str:
    """Return the text of a function, with long lines wrapped.

    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x): return x**2")
    >>> tree.body[0].value.left = gast.Constant(-0.5, None)
    >>> tree.body[0].value.right = gast.Attribute(gast.Constant(2, None), "real", gast.Load())
    >>> print(source(tree))
    def f(x):
        return (-0.5) ** (2).real
    <BLANKLINE>
    """
    plain = gast.gast_to_ast(gast.Module([tree], []))
    text = astor.code_gen.to_source(plain, pretty_source="".join, source_generator_class=Printer)
    wrapped = wrap(str(text).strip()) + "\n"
    for reader in READERS:
        reader(tree, wrapped)
    return wrapped


def is_negative(value: Any) -> bool:
    """Return True if a literal is a real or an imaginary number with a sign, also that of zero.

    >>> is_negative(-2), is_negative(-0.0), is_negative(-1j), is_negative(-1 + 2j)
    (True, True, True, False)
    """
    if isinstance(value, complex):
        parts = (value.real, value.imag)
        return value.real == 0.0 and all(math.copysign(1.0, part) < 0.0 for part in parts)
    known = isinstance(value, (int, float)) and not isinstance(value, bool)
    return known and (value < 0 or (value == 0 and math.copysign(1.0, value) < 0.0))


def line(statement: gast.stmt) -> str:
    """Return a statement without blocks on one line, as one would write it.

    >>> from srcdiff.syntax import statements
    >>> line(statements("return (a, b and (not c))")[0])
    'return a, b and not c'
    """
    plain = gast.gast_to_ast(gast.Module([statement], []))
    text = astor.code_gen.to_source(plain, pretty_source="".join, source_generator_class=Printer)
    return str(text).strip()


def docstring(text: str, width: int) -> list[str]:
    """Return the lines of a docstring.

    A text that does not fit on one line is broken before what it is "with respect to".

    >>> docstring("Gradient of f with respect to x.", 80)
    ['\"\"\"Gradient of f with respect to x.\"\"\"']
    >>> docstring("Gradient of f with respect to x.", 20)
    ['\"\"\"Gradient of f', 'with respect to x.', '\"\"\"']
    """
    if len(text) + 6 <= width:
        return [f'"""{text}"""']
    first, mark, rest = text.partition(" with respect to ")
    lines = textwrap.wrap(first, width, initial_indent='"""', **WHOLE_WORDS)
    return [*lines, *textwrap.wrap(mark.strip() + " " + rest, width, **WHOLE_WORDS), '"""']
