"""Printed functions are read again, and have to be what was meant."""

from __future__ import annotations

import ast
import copy
from typing import Any

import gast


def check_text(tree: gast.FunctionDef, text: str) -> None:
    """Check that the text of a function is that of its tree.

    Comments are no statements in the text, and a number with a sign is an operation there.
    """
    meant = copy.deepcopy(gast.gast_to_ast(gast.Module([tree], [])))
    assert plain(ast.parse(text)) == plain(meant), f"printed otherwise than meant:\n{text}"


def plain(tree: ast.Module) -> str:
    """Return a text that is the same for trees with the same meaning."""
    return ast.dump(Plain().visit(tree))


class Plain(ast.NodeTransformer):
    """Leaves out what texts and trees may have in different forms."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Visit the parts of a node, and leave out comments, docstrings and `pass`."""
        for name, value in [*ast.iter_fields(node)]:
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, [self.visit(s) for s in value if not is_silent(s)])
            elif isinstance(value, list):
                setattr(node, name, [self.visit(v) if isinstance(v, ast.AST) else v for v in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        for name in ("type_comment", "kind", "returns", "annotation", "type_params"):
            if name in node._fields:
                setattr(node, name, None)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """Fold the sign of a number."""
        self.generic_visit(node)
        if isinstance(node.op, ast.USub) and is_number(node.operand):
            return ast.Constant(-node.operand.value)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Fold a complex number."""
        self.generic_visit(node)
        sides: list[Any] = [node.left, node.right]
        of_parts = isinstance(node.op, (ast.Add, ast.Sub)) and all(map(is_number, sides))
        if of_parts and isinstance(sides[1].value, complex):
            left, right = (side.value for side in sides)
            return ast.Constant(left + right if isinstance(node.op, ast.Add) else left - right)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Take an f-string by its text."""
        return ast.Constant(ast.unparse(node))


def is_silent(node: ast.stmt) -> bool:
    """Return True if a statement is a comment, a docstring or `pass`."""
    is_string = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return isinstance(node, ast.Pass) or is_string


def is_number(node: ast.AST) -> bool:
    """Return True if a node is a number that is written out."""
    known = isinstance(node, ast.Constant) and isinstance(node.value, (int, float, complex))
    return known and not isinstance(node.value, bool)
