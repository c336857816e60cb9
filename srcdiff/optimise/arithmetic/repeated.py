"""Statements are left out that compute what those before them have, perhaps with the other sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

import gast

from srcdiff.optimise.arithmetic.opposed import Alike, form_of, is_harmless, signed, with_bases
from srcdiff.optimise.arithmetic.simplify import SIGNS
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    clone,
    is_comment,
    locate,
    reads,
    walk,
    whole_target,
    with_blocks,
)

Known = dict[str, Alike]  # variables that are left out
Seen = dict[Hashable, Alike]  # what has been computed -> the variable that has this value


@dataclass(frozen=True)
class Names:
    """What is known of names: how often each occurs, which have one value, which are floats."""

    counts: Mapping[str, int]
    is_lasting: Callable[[str], bool]
    is_float: Callable[[str], bool]


def without_repeats(first: Block, second: Block, names: Names) -> Block | None:
    """Return two blocks as one, without what the first has computed already.

    None if a zero of the other sign would change what the second computes.

    >>> from srcdiff.syntax import statements, unparse
    >>> names = Names({"s": 4, "q": 2}, lambda name: True, lambda name: True)
    >>> first = statements("r = x[j] - x[i]; p = math.exp(r * r)")
    >>> second = statements("s = x[i] - x[j]; q = math.exp(s * s); a = q * s")
    >>> found = without_repeats(first, second, names)
    >>> print("; ".join(map(unparse, found)))
    r = x[j] - x[i]; p = math.exp(r * r); a = -(p * r)
    """
    try:
        return merged(first, second, {}, {}, names)
    except OtherZero:
        return None


class OtherZero(Exception):
    """A zero whose sign is not known meets what asks for it."""


def merged(first: Block, second: Block, known: Known, seen: Seen, names: Names) -> Block:
    """Return two blocks as one; `known` are the variables left out so far, `seen` those there are.

    Raises OtherZero.
    """
    new, known, seen = list(first), dict(known), dict(seen)
    for statement in first:
        see(statement, known, seen, names)
    occurs = Counter(n.id for s in second for n in walk(s) if isinstance(n, gast.Name))
    for statement in second:
        target = whole_target(statement)
        found = same_value(statement, known, seen, names)
        if found is not None and occurs[target] == names.counts[target]:
            known[target] = found
            continue
        last = next((k for k in reversed(range(len(new))) if not is_comment(new[k])), -1)
        if last >= 0 and is_same_branch(new[last], statement, known, names):
            inside = [*new[last + 1 :], *statement.body]
            body = merged(new[last].body, inside, known, seen, names)
            new[last:] = [with_blocks(new[last], [body, []])]
        else:
            see(statement, known, seen, names)
            new.append(changed(statement, known))
    return new


def see(statement: Statement, known: Known, seen: Seen, names: Names) -> None:
    """Remember what a statement computes, if that stays the same."""
    if is_lasting(statement, names):
        form = form_of(statement.value, known)
        seen.setdefault(form.key, Alike(whole_target(statement), form.sign, form.exact))


def is_lasting(statement: Statement, names: Names) -> bool:
    """Return True if an assignment gives a variable its only value, of what does not change."""
    target = whole_target(statement)
    return bool(target) and all(map(names.is_lasting, {target, *reads(statement.value)}))


def same_value(statement: Statement, known: Known, seen: Seen, names: Names) -> Alike | None:
    """Return which variable has the value of a statement already."""
    if not is_lasting(statement, names):
        return None
    form = form_of(statement.value, known)
    if form.key not in seen:
        return None
    other = seen[form.key]
    sign = other.sign * form.sign
    exact = other.exact and form.exact and sign > 0
    return Alike(other.base, sign, exact) if exact or names.is_float(other.base) else None


def is_same_branch(first: Statement, second: Statement, known: Known, names: Names) -> bool:
    """Return True if two statements have the same condition, and no other branch."""
    if not isinstance(first, gast.If) or not isinstance(second, gast.If):
        return False
    if first.orelse or second.orelse or not all(map(names.is_lasting, reads(first.test))):
        return False
    return form_of(first.test, known) == form_of(second.test, known)


def changed(statement: Statement, known: Known) -> Statement:
    """Return a statement in terms of what has been computed already; raises OtherZero."""
    if not reads([statement]) & known.keys():
        return statement
    new = clone(statement)
    if blocks(statement):
        new = with_blocks(new, [[changed(s, known) for s in part] for part in blocks(statement)])
    for part in ("test", "iter", "value"):
        if hasattr(statement, part):
            setattr(new, part, in_terms(getattr(statement, part), known))
    if isinstance(statement, gast.AugAssign) and type(statement.op) in SIGNS:
        sign, new.value = signed(statement.value, known)
        new.op = SIGNS[type(statement.op)]() if sign < 0 else statement.op
    return locate(new, statement)


def in_terms(tree: Expression, known: Known) -> Expression:
    """Return an expression in terms of what has been computed already; raises OtherZero."""
    if not is_harmless(tree, known):
        raise OtherZero
    return with_bases(tree, known)
