"""Take an array out of a list once, not again under another name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import is_list_of_arrays
from srcdiff.optimise.arithmetic.integers import terms_of
from srcdiff.optimise.symbols import Symbols
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    callee_of,
    dotted,
    each_block,
    key,
    number,
    reads,
    rename,
    targets,
    walk,
    walk_statements,
    whole_target,
    writes,
)


@dataclass(frozen=True)
class Member:
    """An array in a list: the list, the place as what equal sums share, the names in it."""

    owner: str
    place: Hashable
    names: frozenset[str]

    def is_changed_by(self, statement: Statement) -> bool:
        """Return True if there may be another array behind a statement, or the place elsewhere."""
        if writes(statement) & {self.owner, *self.names}:
            return True
        return self.owner in other_uses([statement], of_methods=True)


def other_uses(block: Block, of_methods: bool) -> set[str]:
    """Return the names that a block reads other than as `name[place]` and `len(name)`.

    Those that methods are called of are left out unless they are asked for.

    >>> from srcdiff.syntax import statements
    >>> block = statements("a = l[k]; l.append(a); m[k] = a; n = len(l); q = o")
    >>> sorted(other_uses(block, True)), sorted(other_uses(block, False))
    (['a', 'k', 'l', 'm', 'o'], ['a', 'k', 'm', 'o'])
    """
    plain: set[int] = set()
    found: set[str] = set()
    for node in (node for statement in block for node in walk(statement)):  # from outside inward
        is_load = isinstance(node, gast.Subscript) and isinstance(node.ctx, gast.Load)
        if is_load or (isinstance(node, gast.Attribute) and not of_methods):
            plain.add(id(node.value))
        elif callee_of(node) == "len":
            plain |= set(map(id, (node.func, *node.args)))
        elif isinstance(node, gast.Name) and id(node) not in plain:
            found |= {node.id} & reads(node)
    return found


def same_members(tree: gast.FunctionDef, symbols: Symbols) -> gast.FunctionDef:
    """Return the function with one name for each array of a list that it has two of in a block.

    >>> from srcdiff.analyse.types.types import Types, types
    >>> from srcdiff.syntax import function, unparse
    >>> known = {"l": types.List(types.float64[:]), "k": types.int64}
    >>> known |= dict.fromkeys("abc", types.float64[:])
    >>> symbols = Symbols(Types(known, types.none), frozenset(), frozenset())
    >>> text = "def f(l, k): a = l[2 + k]; b = l[k + 2]; b[0] = 0.0; l.append(a); c = l[k + 2]"
    >>> print(unparse(same_members(function(text), symbols)))
    def f(l, k):
        a = l[2 + k]
        a[0] = 0.0
        l.append(a)
        c = l[k + 2]
    """
    bound = Counter(
        title
        for statement in walk_statements(tree.body)
        if not isinstance(statement, gast.AugAssign)
        for title in targets(statement)
    )
    again: dict[str, str] = {}
    others = other_uses(tree.body, of_methods=False)  # lists that may have other names

    def change(block: Block) -> Block:
        members: dict[Member, str] = {}
        new: Block = []
        for statement in block:
            found, title = member(statement, symbols), whole_target(statement)
            found = None if found is None or found.owner in others else found
            if found in members and bound[title] == 1:
                again[title] = members[found]
                continue
            members = {m: own for m, own in members.items() if not m.is_changed_by(statement)}
            if found is not None and bound[title] == 1:
                members[found] = title
            new.append(statement)
        return new

    tree = each_block(tree, change)
    return rename(tree, again) if again else tree


def member(statement: Statement, symbols: Symbols) -> Member | None:
    """Return which array of a list a statement gives a name, or None."""
    value = getattr(statement, "value", None)
    if not whole_target(statement) or not isinstance(value, gast.Subscript):
        return None
    owner, index = dotted(value.value), value.slice
    plain = symbols.is_place(index) and all(map(symbols.is_long, reads(index)))
    if not plain or not is_list_of_arrays(symbols.type_of(owner)):
        return None
    return Member(owner, place_of(index), frozenset(reads(index)))


def place_of(index: Expression) -> Hashable:
    """Return what is the same for equal sums of integers.

    >>> from srcdiff.syntax import expression
    >>> place_of(expression("2 + k - 1")) == place_of(expression("k + 1"))
    True
    """
    counts: Counter[Hashable] = Counter()
    offset = 0
    for sign, part in terms_of(index, 1):
        value = number(part)
        if isinstance(value, int):
            offset += sign * value
        else:
            counts[key(part)] += sign
    return offset, frozenset(counts.items())
