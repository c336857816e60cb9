"""What binds variables that may be None, with their flags, and what needs a value of them."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import gast

from srcdiff.normalise.functions.specialise import entered
from srcdiff.normalise.optional_values.nullability import (
    NONE,
    TYPED,
    VALUE,
    unpacked_absent,
)
from srcdiff.normalise.optional_values.optional_expressions import (
    OptionalExpressions,
    State,
    flag,
)
from srcdiff.normalise.optional_values.optional_parts import with_flags
from srcdiff.normalise.optional_values.sure_values import SureValues, part_is_sure
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    call,
    callee_of,
    constant,
    dotted,
    locate,
    name,
    targets,
    unpack,
)

NEEDED = "but its derivative needs a value where it is handed on: bind one before"


class OptionalBindings(OptionalExpressions):
    """Rewrites what binds such variables; `known` are the functions that are called."""

    def __init__(
        self, found: set[str], always: set[str], tuples: set[str], known: dict[str, Any]
    ) -> None:
        super().__init__(found, always, tuples)
        self.known = known
        self.sure: SureValues

    def unpacked(self, statement: gast.Assign, flagged: frozenset[int], state: State) -> Block:
        """Rewrite the unpacking of a result of which some parts may be None."""
        made = statement.value
        new = self.expression(made, state)
        before = self.checks(state, statement)
        title = entered(with_flags(self.known[dotted(made.func)]), self.known)
        call_of_it = locate(gast.Call(name(title), new.args, new.keywords), made)
        names: list[str] = []
        after: Block = []
        for k, variable in enumerate(targets(statement)):
            if k in flagged:
                state.pop(variable, None)
                names.append(flag(variable))
            elif variable in self.found:
                after.append(self.bound_part(variable, k, statement, state))
            names.append(absent(variable) if state.get(variable) == NONE else variable)
        return [*before, unpack(names, call_of_it, statement), *after]

    def is_sure_part(self, statement: Statement, place: int) -> bool:
        """Return True if a part that a statement unpacks is certainly not None."""
        value = statement.value
        if isinstance(statement, gast.AugAssign):
            return True
        if callee_of(value) in self.known:
            return part_is_sure(self.known[callee_of(value)], place)
        parts = value.elts if isinstance(value, gast.Tuple) else []
        return place < len(parts) and (
            dotted(parts[place]) in self.found or self.sure.has(parts[place])
        )

    def bound_part(
        self, variable: str, place: int, statement: Statement, state: State
    ) -> Statement:
        """Return the flag of a variable that a statement unpacks a part into that has none."""
        if place in unpacked_absent(statement, self.known):
            state[variable] = NONE
            return assign(flag(variable), constant(True), statement)
        return self.bound_to_value(variable, self.is_sure_part(statement, place), statement, state)

    def bound_to_value(
        self, variable: str, is_sure: bool, place: gast.AST, state: State
    ) -> Statement:
        """Return the flag of a variable that was bound to what has no flag: its type tells it."""
        if is_sure:
            state[variable] = VALUE
            return assign(flag(variable), constant(False), place)
        state[variable] = TYPED
        asked = gast.Compare(name(variable), [gast.Is()], [constant(None)])
        return assign(flag(variable), asked, place)

    def checks(self, state: State, place: gast.AST) -> Block:
        """Return the statements that raise what Python does where None is used."""
        new: Block = []
        for variable in dict.fromkeys(self.used):
            first = variable.split(SEPARATOR)[0]
            is_result = first == "return" or (
                isinstance(place, gast.Return) and dotted(place.value) == variable
            )
            text = "the result is None" if is_result else f"`{first}` is None"
            if not is_result and is_handed_on(variable, place, self.known):
                text = f"{text}, {NEEDED}"
            error = gast.Raise(call("TypeError", constant(text)), None)
            new.append(locate(gast.If(name(flag(variable)), [error], []), place))
            state[variable] = VALUE
        self.used.clear()
        return new


def absent(variable: str) -> str:
    """Return the name of None where a variable that has other values gets it from a result."""
    return f"{variable}{SEPARATOR}absent"


def is_handed_on(variable: str, place: gast.AST, functions: Container[str]) -> bool:
    """Return True if a statement puts a variable into a tuple or passes it to a function."""
    nodes = [
        node
        for node in gast.walk(place)
        if isinstance(node, (gast.Tuple, gast.List)) or (callee_of(node) in functions)
    ]
    parts = [part for node in nodes for part in gast.iter_child_nodes(node)]
    return any(isinstance(part, gast.Name) and part.id == variable for part in parts)
