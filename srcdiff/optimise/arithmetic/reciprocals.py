"""Divisions by what there is a reciprocal of become multiplications.

A division of numbers in single precision is a dozen operations for a GPU. Only products that have
the reciprocal as a factor already are changed: where it overflows, they do so in either form.
"""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.flow.structure import structure
from srcdiff.syntax import (
    ENDS,
    REAL,
    Block,
    Expression,
    Statement,
    binary,
    blocks,
    callee_of,
    constant,
    dotted,
    has_operator,
    locate,
    map_blocks,
    mapped,
    name,
    number,
    reads,
    rename,
    walk,
    walk_statements,
    whole_target,
    with_body,
)

CASTS = {REAL, "float", "np.float32", "np.float64"}


def reciprocals(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a kernel that multiplies by reciprocals that it has, where it divided.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(reciprocals(function('''
    ... def f(d_x, d, r, i):
    ...     root = math.sqrt(r)
    ...     near = 1.0 / root
    ...     d_x[i] -= near * (d / root) / (2.0 * root)
    ...     d_x[i] += d / root
    ...     inverse = 1.0 / root
    ...     d_x[i] *= inverse
    ... '''))))
    def f(d_x, d, r, i):
        root = math.sqrt(r)
        near = 1.0 / root
        d_x[i] -= near * (d * near) * (0.5 * near)
        d_x[i] += d / root
        d_x[i] *= near
    """
    found = known_reciprocals(tree)
    if not found:
        return tree
    again = bound_again(tree, found)
    body = map_blocks(tree.body, lambda block: [s for s in block if whole_target(s) not in again])
    return with_body(tree, [changed(rename(s, again), found) for s in body])


def bound_again(tree: gast.FunctionDef, found: Mapping[str, str]) -> dict[str, str]:
    """Return the names that are bound once, to a reciprocal that another name has: this name."""
    once = bound_once(tree)
    again: dict[str, str] = {}
    for block in every_block(tree.body):
        before: set[str] = set()
        for statement in block:
            own, of = whole_target(statement), divisor(statement)
            if own in once and found.get(of, own) != own and found[of] in before:
                again[own] = found[of]
            before.add(own)
    return again


def bound_once(tree: gast.FunctionDef) -> set[str]:
    """Return the names that are bound by one statement."""
    return {n for n, made in structure(tree.body).definitions.items() if len(made) == 1}


def known_reciprocals(tree: gast.FunctionDef) -> dict[str, str]:
    """Return the names of reciprocals, by those of what they are of.

    Both are bound once, one after the other, so that they always belong together; nothing between
    them reads both.
    """
    once = bound_once(tree)
    found: dict[str, str] = {}
    for block in every_block(tree.body):
        bound = {whole_target(s): k for k, s in enumerate(block)}
        for k, statement in enumerate(block):
            of, own = divisor(statement), whole_target(statement)
            if not {of, own} <= once or of not in bound or bound[of] > k:
                continue
            between = block[bound[of] + 1 : k]
            leaves = any(isinstance(node, ENDS) for s in between for node in walk(s))
            if not leaves and not any({of, own} <= reads([s]) for s in between):
                found.setdefault(of, own)
    return found


def every_block(block: Block) -> list[Block]:
    """Return a block and all blocks inside."""
    inside = [b for statement in walk_statements(block) for b in blocks(statement)]
    return [block, *inside]


def divisor(statement: Statement) -> str:
    """Return the name of which a statement binds the reciprocal, "" for other statements."""
    value: Expression = statement.value if isinstance(statement, gast.Assign) else None
    if not has_operator(value, gast.Div):
        return ""
    return dotted(value.right) if plain(value.left) == 1 else ""


def plain(tree: Expression) -> float | int | None:
    """Return the value of a number, which may have a type; None for what is none."""
    if callee_of(tree) in CASTS and len(tree.args) == 1:
        tree = tree.args[0]
    return number(tree)


def changed(node: gast.AST, found: Mapping[str, str]) -> gast.AST:
    """Return a part of a kernel with multiplications by reciprocals."""
    if isinstance(node, (gast.BinOp, gast.UnaryOp)):
        factors = factors_of(node)
        own = {of: r for of, r in found.items() if r in factors}
        node = multiplied(node, own) if own else node
    return mapped(node, lambda part: changed(part, found))


def factors_of(tree: Expression) -> set[str]:
    """Return the names that a product has as factors.

    >>> from srcdiff.syntax import expression
    >>> sorted(factors_of(expression("-a * (b / c) / (2.0 * d) * (e + f)")))
    ['a', 'b']
    """
    if has_operator(tree, gast.USub):
        return factors_of(tree.operand)
    if has_operator(tree, gast.Mult):
        return factors_of(tree.left) | factors_of(tree.right)
    if has_operator(tree, gast.Div):
        return factors_of(tree.left)
    return {tree.id} if isinstance(tree, gast.Name) else set()


def multiplied(tree: Expression, own: Mapping[str, str]) -> Expression:
    """Return a product that multiplies by the reciprocals of some of its divisors."""
    if has_operator(tree, gast.USub):
        return mapped(tree, lambda part: multiplied(part, own) if is_value(part) else part)
    if not has_operator(tree, gast.Mult, gast.Div):
        return tree
    left = multiplied(tree.left, own)
    if isinstance(tree.op, gast.Mult):
        return locate(binary(left, gast.Mult(), multiplied(tree.right, own)), tree)
    factor = reciprocal(tree.right, own)
    if factor is None:
        return locate(binary(left, gast.Div(), tree.right), tree)
    return locate(binary(left, gast.Mult(), factor), tree)


def is_value(node: gast.AST) -> bool:
    """Return True if a node is an expression, not an operator."""
    return isinstance(node, gast.expr)


def reciprocal(tree: Expression, own: Mapping[str, str]) -> Expression | None:
    """Return the reciprocal of a divisor, or of a multiple of it by a power of two."""
    if isinstance(tree, gast.Name):
        return name(own[tree.id]) if tree.id in own else None
    if not has_operator(tree, gast.Mult):
        return None
    times, rest = plain(tree.left), reciprocal(tree.right, own)
    if rest is None or times not in (2, 4):
        return None
    return binary(constant(1.0 / times), gast.Mult(), rest)
