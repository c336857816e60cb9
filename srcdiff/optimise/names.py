"""Give every value its final name: the user's where possible.

All values of a variable get its name back, unless two of them are needed at the same
time: then the later one gets a number. The method is that of register allocation:
copies are merged (Chaitin 1982), and names that interfere get different colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.liveness import liveness
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
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
    with_blocks,
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
    merged = merge(tree, graph, kind_of)
    final = choose(tree, graph, merged, kind_of, set(reserved))
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


def interference(tree: gast.FunctionDef) -> dict[str, set[str]]:
    """Return, for each name, the names whose values are needed while it is bound."""
    live = liveness(tree.body)
    graph: dict[str, set[str]] = {}

    def add(bound: Iterable[str], others: Iterable[str]) -> None:
        for name in bound:
            graph.setdefault(name, set())
            for other in others:
                if other != name:
                    graph[name].add(other)
                    graph.setdefault(other, set()).add(name)

    arguments = parameters(tree)
    add(arguments, arguments)
    if tree.body:
        add(arguments, live.before[tree.body[0]] & set(arguments))
    made = made_before(tree.body, set(arguments))
    for statement in walk_statements(tree.body):
        if isinstance(statement, gast.For):
            inner = live.before[statement.body[0]] | live.header[statement]
            add(writes(statement.target), inner & made[statement])
        bound = targets(statement)
        after = set(live.after[statement]) & made[statement]
        if is_copy(statement):
            after.discard(statement.value.id)
        add(bound, after | set(bound))
    known = set(arguments) | {t for s in walk_statements(tree.body) for t in targets(s)}
    known |= {
        t for s in walk_statements(tree.body) if isinstance(s, gast.For) for t in writes(s.target)
    }
    return {name: others & known for name, others in graph.items() if name in known}


def made_before(block: Block, known: set[str]) -> dict[Statement, set[str]]:
    """Return, for each statement, the names that may have a value before it.

    A name that is read later may not have one: where it has none, any way to the place
    where it is read passes a statement that binds it.
    """
    found: dict[Statement, set[str]] = {}
    known = set(known)
    for statement in block:
        loop = isinstance(statement, (gast.For, gast.While))
        found[statement] = known | (writes(statement) if loop else set())
        for part in blocks(statement):
            found |= made_before(part, found[statement])
            if not loop:
                found[statement] |= writes(part)
        known |= writes(statement)
    return found


def is_copy(statement: Statement) -> bool:
    """Return True if a statement only gives a value another name."""
    return bool(whole_target(statement)) and isinstance(statement.value, gast.Name)


def merge(
    tree: gast.FunctionDef, graph: dict[str, set[str]], kind_of: KindOf
) -> dict[str, list[str]]:
    """Return the groups of names that become one: those that copies connect."""
    group = {name: [name] for name in graph}
    arguments = set(parameters(tree))
    bound = Counter(t for s in walk_statements(tree.body) for t in targets(s))
    copies = [s for s in walk_statements(tree.body) if is_copy(s) and s.value.id in graph]
    # first the values of one variable, then what other names it has
    copies.sort(key=lambda s: readable(s.value.id) != readable(targets(s)[0]))
    for statement in copies:
        first, second = group[statement.value.id], group[targets(statement)[0]]
        if first is second or kind_of(first[0]) != kind_of(second[0]):
            continue
        user = {readable(n) for n in first + second if not is_part(n)}
        if len(user) > 1 or (arguments & set(first) and arguments & set(second)):
            continue  # two variables of the user keep their names
        if len({is_adjoint(n) for n in first + second}) > 1:
            continue  # a value is not named as if it were an adjoint
        if any(graph[a] & set(second) for a in first):
            continue
        if arguments & set(first) and is_part(second[0]) and bound[second[0]] > 1:
            continue  # a result is not computed in an argument
        first.extend(second)
        for name in second:
            group[name] = first
    return group


def choose(
    tree: gast.FunctionDef,
    graph: dict[str, set[str]],
    group: dict[str, list[str]],
    kind_of: KindOf,
    reserved: set[str],
) -> dict[str, str]:
    """Return the final name of each name."""
    final: dict[str, str] = {}
    arguments = parameters(tree)
    appearing = [*arguments, *(t for s in walk_statements(tree.body) for t in bound_by(s))]
    order = {name: position for position, name in enumerate(dict.fromkeys(appearing))}
    read = reads(tree.body) | set(arguments)
    several = [s for s in walk_statements(tree.body) if len(targets(s)) > 1]
    results = {name for s in several for name in targets(s)}
    unique = {id(members): members for members in group.values()}
    kinds: dict[str, Hashable] = {}

    def rank(members: list[str]) -> tuple[bool, bool, int]:
        parameter = any(n in arguments for n in members)
        return not parameter, all(is_part(n) for n in members), min(order[n] for n in members)

    for members in sorted(unique.values(), key=rank):
        wanted = preferred(members, arguments, any(name in read for name in members))
        if all(name in results and name not in read for name in members):
            final.update(dict.fromkeys(members, fresh("_", arguments)))
            continue
        others = {o for name in members for o in graph[name]}
        taken = reserved | {final[o] for o in others if o in final}
        kind = kind_of(members[0])
        taken |= {used for used, known in kinds.items() if known != kind}
        chosen = fresh(wanted, taken)
        kinds[chosen] = kind
        final.update(dict.fromkeys(members, chosen))
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


def without_copies(block: Block) -> Block:
    """Return a block without copies of a name to itself."""
    new: Block = []
    for statement in block:
        if blocks(statement):
            parts = [without_copies(part) for part in blocks(statement)]
            parts[0] = parts[0] or [gast.Pass()]
            new.append(with_blocks(statement, parts))
        elif not (is_copy(statement) and statement.value.id == targets(statement)[0]):
            new.append(statement)
    return new
