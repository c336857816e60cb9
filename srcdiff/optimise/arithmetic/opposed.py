"""Expressions that have the same value as another one, or the same with the other sign.

Pairs of threads compute the same distances, seen from either end: `x[i] - x[j]` is the negative of
`x[j] - x[i]`, and their squares are the same numbers.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import gast

from srcdiff.syntax import (
    Expression,
    binary,
    clone,
    has_operator,
    key,
    mapped,
    name,
    negative,
    reads,
)

COMPARED = (gast.Eq, gast.NotEq)  # the same with their sides exchanged


@dataclass(frozen=True)
class Alike:
    """A variable that has the value of another one, with the other sign if `sign` is -1.

    With `exact` that is so down to the sign of zero.
    """

    base: str
    sign: int
    exact: bool


@dataclass(frozen=True)
class Form:
    """What an expression computes: the value that `key` stands for, or its negative.

    With `exact` that is so down to the sign of zero.
    """

    sign: int
    key: Hashable
    exact: bool


Known = Mapping[str, Alike]


def form_of(tree: Expression, known: Known) -> Form:
    """Return what an expression computes, where some variables have the values of others.

    >>> from srcdiff.syntax import expression
    >>> known = {"s": Alike("r", -1, False)}
    >>> texts = "x[j] - x[i]", "x[i] - x[j]", "r * r", "s * s", "2.0 * s", "r * 2.0"
    >>> a, b, c, d, e, f = (form_of(expression(text), known) for text in texts)
    >>> (a.key == b.key, a.sign, b.sign), c == d, (e.key == f.key, e.sign, f.sign, e.exact)
    ((True, -1, 1), True, (True, -1, 1, False))
    """
    if isinstance(tree, gast.Name):
        alike = known.get(tree.id, Alike(tree.id, 1, True))
        return Form(alike.sign, alike.base, alike.exact)
    if has_operator(tree, gast.USub):
        inside = form_of(tree.operand, known)
        return Form(-inside.sign, inside.key, inside.exact)
    if has_operator(tree, gast.Mult, gast.Div):
        return of_product(tree, known)
    if has_operator(tree, gast.Add, gast.Sub):
        return of_sum(tree, known)
    if isinstance(tree, gast.Call):
        parts = [form_of(part, known) for part in tree.args]
        own = ("call", key(tree.func), tuple((part.sign, part.key) for part in parts))
        plain = not tree.keywords and all(part.exact for part in parts)
        return Form(1, own, True) if plain else Form(1, object(), False)
    if isinstance(tree, gast.Compare) and len(tree.ops) == 1:
        return of_comparison(tree, known)
    if isinstance(tree, gast.BoolOp):
        parts = [form_of(part, known) for part in tree.values]
        exact = all(part.exact for part in parts)
        return Form(1, (type(tree.op), *(part.key for part in parts)), exact)
    changed = any(n in known for n in reads(tree))
    return Form(1, object(), False) if changed else Form(1, key(tree), True)


def of_product(tree: Expression, known: Known) -> Form:
    """Return what a product or a quotient computes."""
    left, right = form_of(tree.left, known), form_of(tree.right, known)
    sign, parts = left.sign * right.sign, (left.key, right.key)
    if isinstance(tree.op, gast.Div):
        exact = left.exact and right.exact
        return Form(sign, ("quotient", *parts), exact) if right.exact else Form(1, object(), False)
    exact = (left.exact and right.exact) or left == right
    return Form(sign, ("product", *sorted(parts, key=repr)), exact)


def of_sum(tree: Expression, known: Known) -> Form:
    """Return what a sum or a difference computes: the term with the lower key has a plus.

    If that changes the sign, a sum that is zero has the other zero.
    """
    left, right = form_of(tree.left, known), form_of(tree.right, known)
    other = right.sign if isinstance(tree.op, gast.Add) else -right.sign
    first, second = sorted(((left.sign, left.key), (other, right.key)), key=lambda t: repr(t[1]))
    own = ("sum", first[1], first[0] * second[0], second[1])
    return Form(first[0], own, left.exact and right.exact and first[0] > 0)


def of_comparison(tree: Expression, known: Known) -> Form:
    """Return what a comparison computes: zeros of both signs are the same there."""
    left, right = form_of(tree.left, known), form_of(tree.comparators[0], known)
    sides = [(left.sign, left.key), (right.sign, right.key)]
    if isinstance(tree.ops[0], COMPARED):
        sides.sort(key=repr)
    return Form(1, ("compared", type(tree.ops[0]), *sides), True)


def with_bases(tree: Expression, known: Known) -> Expression:
    """Return an expression in terms of the variables that others have the values of.

    >>> from srcdiff.syntax import expression, unparse
    >>> known = {"s": Alike("r", -1, False), "q": Alike("p", 1, True)}
    >>> [unparse(with_bases(expression(t), known)) for t in ("2.0 * s * q", "a + s * q", "f(q)")]
    ['-(2.0 * r * p)', 'a - r * p', 'f(p)']
    """
    sign, new = signed(tree, known)
    return new if sign > 0 else negative(new)


def signed(tree: Expression, known: Known) -> tuple[int, Expression]:
    """Return an expression in terms of other variables, and the sign in front of it."""
    if isinstance(tree, gast.Name) and tree.id in known:
        return known[tree.id].sign, name(known[tree.id].base)
    if not any(n in known for n in reads(tree)):
        return 1, clone(tree)
    if has_operator(tree, gast.USub):
        sign, new = signed(tree.operand, known)
        return -sign, new
    if has_operator(tree, gast.Mult, gast.Div):
        (first, left), (second, right) = signed(tree.left, known), signed(tree.right, known)
        return first * second, binary(left, tree.op, right)
    if has_operator(tree, gast.Add, gast.Sub):
        left = with_bases(tree.left, known)
        sign, right = signed(tree.right, known)
        minus = isinstance(tree.op, gast.Add) == (sign < 0)
        return 1, binary(left, gast.Sub() if minus else gast.Add(), right)
    return 1, mapped(tree, lambda part: with_bases(part, known) if part._fields else part)


def is_harmless(tree: Expression, known: Known, inside: bool = False) -> bool:
    """Return True if no zero whose sign is not known meets what asks for it.

    Sums, products and comparisons do not; quotients, powers and functions may.

    >>> from srcdiff.syntax import expression
    >>> known = {"s": Alike("r", -1, False)}
    >>> texts = "a * s + b", "a / s", "s / a", "math.sqrt(s * s)", "math.atan2(s, a)"
    >>> [is_harmless(expression(text), known) for text in texts]
    [True, False, True, True, False]
    """
    if isinstance(tree, gast.Name):
        return not inside or tree.id not in known or known[tree.id].exact
    if inside and form_of(tree, known).exact:
        return True
    if has_operator(tree, gast.Add, gast.Sub, gast.Mult):
        return is_harmless(tree.left, known, inside) and is_harmless(tree.right, known, inside)
    if has_operator(tree, gast.Div):
        return is_harmless(tree.left, known, inside) and is_harmless(tree.right, known, True)
    if has_operator(tree, gast.USub):
        return is_harmless(tree.operand, known, inside)
    if isinstance(tree, gast.Compare) and not inside:
        return all(is_harmless(part, known) for part in (tree.left, *tree.comparators))
    if isinstance(tree, gast.Call):
        given = [*tree.args, *(keyword.value for keyword in tree.keywords)]
        return all(is_harmless(part, known, True) for part in given)
    return all(known[n].exact for n in reads(tree) & known.keys())
