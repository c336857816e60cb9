"""Bring two states of a function together, where two of its paths meet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import gast

from srcdiff.structures.state.absence import (
    bound_optional,
    is_none,
    may_be_none,
    nothing_like,
    presence,
)
from srcdiff.structures.state.choices import index_among, options_of
from srcdiff.structures.state.defaults import zero_of
from srcdiff.structures.state.equality import is_name, same_known, same_tree, same_value
from srcdiff.structures.state.naming import shown
from srcdiff.structures.state.together import Write, together
from srcdiff.structures.state.uses import is_own_part, nesting, reachable, uses_of
from srcdiff.structures.state.values import (
    NOTHING,
    UNKNOWN,
    Ambiguous,
    Choice,
    Identity,
    Known,
    Leaf,
    Node,
    Ref,
    State,
    Value,
)
from srcdiff.syntax import SEPARATOR, Statement, name

Path: TypeAlias = tuple[State, Callable[[Statement], None]]  # and what writes at its end
Variable: TypeAlias = Callable[[Identity, Any], str]
GIVEN = ("in", "global", "argument")  # nodes that the caller knows


def joined(first: Path, second: Path, variable: Variable) -> State:
    """Return the state behind two paths; what both bind otherwise gets the same variable.

    `variable` returns the variable of a part of a node.
    """
    (one, _), (other, _) = first, second
    if one.is_dead or other.is_dead:
        return (other if one.is_dead else one).copy()
    return Join((one, other), variable).run((first[1], second[1]))


class Join:
    """Two states that are brought together: `writes` are the assignments at the end of each."""

    def __init__(self, states: tuple[State, State], variable: Variable) -> None:
        self.states = states
        self.variable = variable
        self.nodes: dict[Identity, Node] = {}
        self.writes: tuple[list[Write], list[Write]] = ([], [])
        self.uses = tuple(uses_of(state) for state in states)
        self.reached = tuple(reachable(state) for state in states)

    def run(self, write: tuple[Callable[[Statement], None], Callable[[Statement], None]]) -> State:
        """Return the state behind both paths, and have what it needs written."""
        one, other = self.states
        names = {
            title: self.merged(one.names.get(title), other.names.get(title), title, ("slot", title))
            for title in {**one.names, **other.names}
        }
        used = set[Identity]().union(*self.reached)
        for identity in sorted({**one.nodes, **other.nodes}, key=nesting):
            if identity in used and identity not in self.nodes:
                self.nodes[identity] = self.merged_node(identity)
        for writes, emit in zip(self.writes, write, strict=True):
            for statement in together(writes):
                emit(statement)
        return State(names, self.nodes, one.changed | other.changed, optional=self.optional())

    def optional(self) -> set[str]:
        """Return the variables that may be None behind both paths."""
        found: set[str] = set()
        for state, writes in zip(self.states, self.writes, strict=True):
            own = state.optional
            for title, tree in writes:
                own = bound_optional(name(title), tree, own, state.optional)
            found |= own
        return found

    def merged(self, a: Value | None, b: Value | None, title: str, place: Identity) -> Value:
        """Return what stands for one of two values; both paths bind `title` to it if need be."""
        if a is None or b is None:
            return self.on_one_path(a, b, title)
        if isinstance(a, Leaf) and isinstance(b, Leaf):
            return self.merged_leaf(a, b, title)
        if isinstance(a, Ambiguous) or isinstance(b, Ambiguous):
            return a if isinstance(a, Ambiguous) else b
        if same_value(a, b):
            return self.of_one_class(a, title)
        if isinstance(a, Ref) and isinstance(b, Ref):
            return self.merged_ref(a, b, title, place)
        if isinstance(a, (Known, Choice)) and isinstance(b, (Known, Choice)):
            return self.merged_choice(a, b, title)
        if (is_none(a) and isinstance(b, Ref)) or (is_none(b) and isinstance(a, Ref)):
            return self.merged_with_none(a, b, title, place)
        return Ambiguous(f"`{shown(title)}` is another kind of value on another path")

    def of_one_class(self, value: Value, title: str) -> Value:
        """Return what is the same on both paths; a variable may have objects of two classes."""
        if isinstance(value, Ref):
            nodes = [s.nodes[value.identity] for s in self.states if value.identity in s.nodes]
            if any(n.cls is not nodes[0].cls or n.element != nodes[0].element for n in nodes):
                return Ambiguous(f"`{shown(title)}` is another kind of object on another path")
        return value

    def on_one_path(self, a: Value | None, b: Value | None, title: str) -> Value:
        """Return what only one path binds: its variables have no value on the other."""
        side = 0 if a is not None else 1
        value = a if a is not None else b
        assert value is not None
        if title.startswith("pin·"):
            return value
        if isinstance(value, Ref):
            self.own_variables(value.identity, side)
            return value
        if not isinstance(value, Leaf) or isinstance(value.known, str):
            return Ambiguous(f"`{shown(title)}` has a value on some paths only")
        if is_name(value, title):
            return value
        self.writes[side].append((title, value.tree))
        return Leaf(name(title), value.known, value.origin)

    def own_variables(self, identity: Identity, side: int) -> None:
        """Have the parts of a node in variables of their own, on one of the paths."""
        if identity in self.reached[1 - side] or identity[0] in GIVEN:
            return  # it is on both paths, by whatever name
        node = self.nodes.get(identity) or self.states[side].nodes[identity]
        parts = dict(node.parts)
        self.nodes[identity] = node
        for key, part in node.parts.items():
            if isinstance(part, Ref) and part.identity not in self.nodes:
                self.own_variables(part.identity, side)
            elif isinstance(part, Leaf) and not isinstance(part.known, str):
                variable = self.variable(identity, key)
                if not is_name(part, variable):
                    self.writes[side].append((variable, part.tree))
                    parts[key] = Leaf(name(variable), part.known, part.origin)
        self.nodes[identity] = replace(node, parts=parts, is_partial=True)

    def merged_leaf(self, a: Leaf, b: Leaf, title: str) -> Leaf:
        """Return a number or array that is the one or the other."""
        origin = a.origin if a.origin == b.origin else None
        if same_tree(a, b):
            return a if same_known(a, b) and a.origin == b.origin else Leaf(a.tree, UNKNOWN, origin)
        for value, writes in zip((a, b), self.writes, strict=True):
            if not is_name(value, title) and not title.startswith("pin·"):
                writes.append((title, value.tree))
        return Leaf(name(title), a.known if same_known(a, b) else UNKNOWN, origin)

    def merged_node(self, identity: Identity) -> Node:
        """Return a node with the parts that it has on both paths."""
        a, b = (state.nodes.get(identity) for state in self.states)
        if a is None or b is None or a is b:
            found = a or b
            assert found is not None
            return found
        return self.of_both(identity, a, b, (*a.sources, *b.sources))

    def of_both(self, identity: Identity, a: Node, b: Node, sources: tuple[Identity, ...]) -> Node:
        """Return a node that is the one or the other."""
        if a.cls is not b.cls or a.element != b.element:
            return replace(a, parts={}, is_whole=False)
        parts: dict[Any, Value] = {}
        zero = zero_of(a.cls)
        for key in {**a.parts, **b.parts}:
            if key in a.gone or key in b.gone:
                parts[key] = Ambiguous(f"{key!r} is there on some paths only")
                continue
            title, place = self.variable(identity, key), ("part", identity, key)
            parts[key] = self.merged(a.parts.get(key, zero), b.parts.get(key, zero), title, place)
        is_whole = a.is_whole and b.is_whole and list(a.parts) == list(b.parts)
        absent = b.absent if a.absent is None else a.absent
        if absent is not None and not self.tells(absent, a, b):
            parts[absent] = Ambiguous(f"`{shown(a.title)}` and its parts may be None")
        return replace(
            a,
            parts=parts,
            is_whole=is_whole,
            sources=tuple(dict.fromkeys(sources)),
            gone=a.gone | b.gone,
            absent=absent,
            is_partial=a.is_partial or b.is_partial,
        )

    def tells(self, absent: Any, a: Node, b: Node) -> bool:
        """Return True if a part is None on both paths only where there is no node."""
        if absent is NOTHING:
            return True
        for node, state in zip((a, b), self.states, strict=True):
            part = node.parts.get(absent)
            if node.absent is None and isinstance(part, Leaf):
                if may_be_none(part.tree, state.optional):
                    return False
            elif node.absent not in (absent, NOTHING):
                return False
        return True

    def merged_ref(self, a: Ref, b: Ref, title: str, place: Identity) -> Value:
        """Return an object that is the one or the other, if both consist of the same.

        Where others refer to them, too, it is only read.
        """
        own = [state.nodes[r.identity] for r, state in zip((a, b), self.states, strict=True)]
        if own[0].cls is not own[1].cls or list(own[0].parts) != list(own[1].parts):
            return Ambiguous(f"`{shown(title)}` is another kind of object on another path")
        if own[0].element != own[1].element:
            return Ambiguous(f"`{shown(title)}` holds another kind of objects on another path")
        if any(n.is_partial and r.identity != place for n, r in zip(own, (a, b), strict=True)):
            return Ambiguous(f"`{shown(title)}` has a value on some paths only")
        if self.is_taken(place, title):
            place = ("join", *place)
            if self.is_taken(place, title):
                return Ambiguous(f"`{shown(title)}` is one of several objects")
        sources: list[Identity] = []
        for ref, uses, node in zip((a, b), self.uses, own, strict=True):
            is_alone = uses.get(ref.identity, 0) < 2 and ref.identity[0] not in GIVEN
            if node.is_mutable and ref.identity != place and not is_alone:
                sources.append(ref.identity)
            sources += node.sources
        for state in self.states:  # the variables are called after it
            state.nodes.setdefault(place, replace(own[0], title=title))
        self.nodes[place] = own[0]
        self.nodes[place] = self.of_both(place, own[0], own[1], tuple(sources))
        self.nodes[place] = replace(self.nodes[place], title=title)
        return Ref(place)

    def merged_choice(self, a: Known | Choice, b: Known | Choice, title: str) -> Value:
        """Return one of several objects of the program, by an index."""
        options = options_of(a, b)
        if options is None:
            return Ambiguous(f"`{shown(title)}` is another kind of value on another path")
        index = f"{title}{SEPARATOR}choice"
        for value, writes in zip((a, b), self.writes, strict=True):
            tree = index_among(value, options)
            if not (isinstance(tree, gast.Name) and tree.id == index):
                writes.append((index, tree))
        return Choice(name(index), options)

    def merged_with_none(self, a: Value, b: Value, title: str, place: Identity) -> Value:
        """Return an object, or None: each of its parts is None then."""
        side = 0 if is_none(a) else 1
        ref = b if isinstance(b, Ref) else a
        assert isinstance(ref, Ref)
        nodes = self.states[side].nodes
        known = nodes.get(ref.identity)
        if known is not None and known.absent is NOTHING:
            nothing: Ref | None = ref
        else:
            seen: set[Identity] = set()
            nothing = nothing_like(self.states[1 - side], ref, ("none", *place), nodes, seen)
        present = self.states[1 - side]
        node = present.nodes[ref.identity]
        absent = node.absent
        if absent is None:
            absent = presence(node, present.optional)
        if nothing is None or absent is None:
            return Ambiguous(f"`{shown(title)}` is another kind of value on another path")
        pair = (nothing, ref) if side == 0 else (ref, nothing)
        found = self.merged_ref(*pair, title, place)
        if isinstance(found, Ref):
            self.nodes[found.identity] = replace(self.nodes[found.identity], absent=absent)
        return found

    def is_taken(self, place: Identity, title: str) -> bool:
        """Return True if something else still refers to a node whose variables are bound anew.

        Names that stand for different objects on the two paths are bound anew themselves.
        """
        if place in self.nodes:
            return True
        names = [state.names for state in self.states]
        moving = {t for t, v in names[0].items() if t in names[1] and v != names[1][t]}
        for state, reached, uses in zip(self.states, self.reached, self.uses, strict=True):
            own = state.names
            count = sum(own[t] == Ref(place) for t in moving if isinstance(own[t], Ref))
            if title in own and title not in moving and own[title] == Ref(place):
                count += 1
            if uses.get(place, 0) > count + is_own_part(place, state, reached):
                return True
        return False
