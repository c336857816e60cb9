"""Give every value its final name: the user's where possible.

All values of a variable get its name back, unless two of them are needed at the same
time: then the later one gets a number. The method is that of register allocation:
copies are merged (Chaitin 1982), and names that interfere get different colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.liveness import liveness
from srcdiff.analyse.flow.name_sets import NameSet, Numbering
from srcdiff.optimise.self_copies import without_copies
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    free,
    fresh,
    is_adjoint,
    is_part,
    parameters,
    readable,
    reads,
    rename,
    targets,
    walk_statements,
    whole_target,
    with_body,
    writes,
)

KindOf = Callable[[str], Hashable]


@dataclass(frozen=True)
class Named:
    """A function with final names, and which name became which."""

    tree: gast.FunctionDef
    names: Mapping[str, str]


def names(tree: gast.FunctionDef, kind_of: KindOf, reserved: Iterable[str] = ()) -> Named:
    """Return the function with readable names.

    Values share a name only if `kind_of` gives the same for both; `reserved` names are
    not used for variables.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(names(function('''
    ... def f(x, n):
    ...     s = x
    ...     s·2 = s
    ...     for i in range(n):
    ...         s·3 = s·2 * x
    ...         s·2 = s·3
    ...     s·4 = s·2 + s
    ...     return s·4
    ... '''), lambda name: "float").tree))
    def f(x, n):
        s = x
        s_2 = s
        for i in range(n):
            s_2 = s_2 * x
        s = s_2 + s
        return s
    """
    graph = interference(tree)
    final = choose(tree, merge(tree, graph, kind_of), kind_of, set(reserved))
    renamed = rename(tree, final)
    arguments = gast.arguments(
        [gast.Name(final.get(a.id, a.id), gast.Param(), None, None) for a in tree.args.args],
        tree.args.posonlyargs,
        tree.args.vararg,
        tree.args.kwonlyargs,
        tree.args.kw_defaults,
        tree.args.kwarg,
        tree.args.defaults,
    )
    renamed.args = arguments
    return Named(with_body(renamed, without_copies(renamed.body)), final)


@dataclass(frozen=True)
class Graph:
    """Which names are needed while others are bound, as bits: `near` has them for one of the two.

    `numbering` gives the bit of a name.
    """

    near: dict[str, int]
    arguments: frozenset[str]
    numbering: Numbering

    def groups(self) -> dict[str, Group]:
        """Return a group for each name."""
        return {
            name: Group(
                [name],
                self.numbering.bits((name,)),
                near,
                set() if is_part(name) else {readable(name)},
                is_adjoint(name),
                name in self.arguments,
            )
            for name, near in self.near.items()
        }


@dataclass
class Group:
    """Names that become one, and those that are needed meanwhile, both as bits too.

    `users` are the names that the user has for them.
    """

    members: list[str]
    bits: int
    near: int
    users: set[str]
    is_adjoint: bool
    has_argument: bool

    def interferes(self, other: Group) -> bool:
        """Return True if names of two groups are needed at the same time."""
        return bool(self.near & other.bits or other.near & self.bits)

    def take(self, other: Group) -> None:
        """Add the names of another group."""
        self.members.extend(other.members)
        self.bits |= other.bits
        self.near |= other.near
        self.users |= other.users
        self.has_argument |= other.has_argument


def interference(tree: gast.FunctionDef) -> Graph:
    """Return, for each name, the names whose values are needed while it is bound."""
    live = liveness(tree.body)
    bits = live.numbering.bits
    near: dict[str, int] = {}

    def add(bound: Iterable[str], others: int) -> None:
        for name in bound:
            near[name] = near.get(name, 0) | others

    def needed(names: AbstractSet[str]) -> int:
        return names.bits if isinstance(names, NameSet) else bits(names)

    arguments = parameters(tree)
    add(arguments, bits(arguments))
    made = made_before(tree.body, bits(arguments), bits)
    for statement in walk_statements(tree.body):
        if isinstance(statement, gast.For):
            inner = needed(live.before[statement.body[0]]) | needed(live.header[statement])
            add(writes(statement.target), inner & made[statement])
        bound = targets(statement)
        if not bound:
            continue
        after = needed(live.after[statement]) & made[statement]
        if is_copy(statement):
            after &= ~bits((statement.value.id,))
        add(bound, after | bits(bound))
    known = bits(near)
    near = {name: others & known & ~bits((name,)) for name, others in near.items()}
    return Graph(near, frozenset(arguments), live.numbering)


def made_before(
    block: Block, known: int, bits: Callable[[Iterable[str]], int]
) -> dict[Statement, int]:
    """Return, for each statement, the names that may have a value before it.

    A name that is read later may not have one: where it has none, any way to the place
    where it is read passes a statement that binds it. Sets of names are `bits` here.
    """
    found: dict[Statement, int] = {}
    for statement in block:
        loop = isinstance(statement, (gast.For, gast.While))
        found[statement] = known | (bits(writes(statement)) if loop else 0)
        for part in blocks(statement):
            found |= made_before(part, found[statement], bits)
            if not loop:
                found[statement] |= bits(writes(part))
        known |= bits(writes(statement))
    return found


def is_copy(statement: Statement) -> bool:
    """Return True if a statement only gives a value another name."""
    return bool(whole_target(statement)) and isinstance(statement.value, gast.Name)


def merge(tree: gast.FunctionDef, graph: Graph, kind_of: KindOf) -> dict[str, Group]:
    """Return the groups of names that become one: those that copies connect."""
    group = graph.groups()
    bound = Counter(t for s in walk_statements(tree.body) for t in targets(s))
    copies = [s for s in walk_statements(tree.body) if is_copy(s) and s.value.id in group]
    # first the values of one variable, then what other names it has
    copies.sort(key=lambda s: readable(s.value.id) != readable(targets(s)[0]))
    for statement in copies:
        first, second = group[statement.value.id], group[targets(statement)[0]]
        if first is second or kind_of(first.members[0]) != kind_of(second.members[0]):
            continue
        if len(first.users | second.users) > 1 or (first.has_argument and second.has_argument):
            continue  # two variables of the user keep their names
        if first.is_adjoint != second.is_adjoint:
            continue  # a value is not named as if it were an adjoint
        if first.interferes(second):
            continue
        part = second.members[0]
        if first.has_argument and is_part(part) and bound[part] > 1:
            continue  # a result is not computed in an argument
        first.take(second)
        for name in second.members:
            group[name] = first
    return group


def choose(
    tree: gast.FunctionDef, group: dict[str, Group], kind_of: KindOf, reserved: set[str]
) -> dict[str, str]:
    """Return the final name of each name."""
    final: dict[str, str] = {}
    arguments = parameters(tree)
    appearing = [*arguments, *(t for s in walk_statements(tree.body) for t in bound_by(s))]
    order = {name: position for position, name in enumerate(dict.fromkeys(appearing))}
    read = reads(tree.body) | set(arguments)
    several = [s for s in walk_statements(tree.body) if len(targets(s)) > 1]
    results = {name for s in several for name in targets(s)}
    unique = {id(own): own for own in group.values()}
    kinds: dict[str, Hashable] = {}
    named: dict[str, Group] = {}  # by final name

    def rank(own: Group) -> tuple[bool, bool, int]:
        parts = all(is_part(n) for n in own.members)
        return not own.has_argument, parts, min(order[n] for n in own.members)

    for own in sorted(unique.values(), key=rank):
        kind = kind_of(own.members[0])

        def is_taken(name: str, own: Group = own, kind: Hashable = kind) -> bool:
            used = named.get(name)
            if used is not None and used.interferes(own):
                return True
            return name in reserved or kinds.get(name, kind) != kind

        if all(name in results and name not in read for name in own.members):
            chosen = fresh("_", arguments)
        else:
            is_used = any(name in read for name in own.members)
            chosen = free(preferred(own.members, arguments, is_used), is_taken)
            kinds[chosen] = kind
        final.update(dict.fromkeys(own.members, chosen))
        if chosen in named:
            named[chosen].take(own)
        else:
            named[chosen] = own
    return final


def bound_by(statement: Statement) -> list[str]:
    """Return the names that a statement binds itself, in the order of the text."""
    if isinstance(statement, gast.For):
        return sorted(writes(statement.target))
    return list(targets(statement))


def preferred(members: list[str], arguments: tuple[str, ...], used: bool) -> str:
    """Return the best name for a group: an argument's, a variable's, or the shortest.

    A counter that the user had no use for, but the derivative has, is a step.
    """
    for name in members:
        if name in arguments:
            return readable(name)
    variables = [name for name in members if not is_part(name)]
    best = min((readable(n) for n in variables or members), key=lambda n: (len(n), n))
    return "step" if used and best == "_" else best  # results that nobody reads are called `_`
