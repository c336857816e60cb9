"""The parts of the interpreter of functions that are called before the class that has them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import gast

from srcdiff.structures.state.binding import Binding
from srcdiff.structures.state.values import Ref, Value
from srcdiff.syntax import Block, Expression


class Interpreter(Binding, ABC):
    """Runs a function on descriptions of its values.

    Each class of this chain has the methods of one subject, and stands on those before it. Some
    expressions consist of statements, calls and loops all the same: what they need of the classes
    that follow is declared here. `Function` (structures/program.py) has all of it.
    """

    # --- expressions ---
    @abstractmethod
    def special_method(self, value: Ref, title: str) -> Value | None:
        """Return a method such as `__add__` that the class of an object has."""

    @abstractmethod
    def comprehension(self, tree: Any) -> Value:
        """Return what a comprehension is."""

    @abstractmethod
    def collected_or_none(self, tree: Any) -> list[Value] | None:
        """Return the elements of a comprehension, None where they are not known."""

    # --- loops ---
    @abstractmethod
    def items_of(self, value: Value, place: Expression) -> list[Value]:
        """Return what a loop over a value with parts goes over."""

    @abstractmethod
    def walked(self, tree: Expression) -> Any:
        """Return target, items and value of a loop over rows, None for any other loop."""

    # --- lists of rows ---
    @abstractmethod
    def as_rows(self, tree: Any) -> Value:
        """Return a list as one list for each leaf of its elements."""

    @abstractmethod
    def rows_item(self, owner: Ref, index: Expression, tree: Expression) -> Value:
        """Return an element of a list of rows."""

    @abstractmethod
    def bind_row(self, owner: Ref, index: Expression, value: Value, place: gast.AST) -> None:
        """Bind an element of a list of rows anew."""

    # --- calls ---
    @abstractmethod
    def call_value(
        self, function: Value, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return what a call gives."""

    @abstractmethod
    def callable_leaf(self, value: Value, place: Expression) -> Expression:
        """Return an expression for a function that is passed on."""

    @abstractmethod
    def yielded_list(self, tree: gast.Call) -> Value:
        """Return a list of what a generator yields."""

    # --- statements ---
    @abstractmethod
    def statement(self, statement: Any) -> None:
        """Take a statement apart."""

    @abstractmethod
    def branch(self, test: Expression, body: Block, orelse: Block, place: gast.AST) -> None:
        """Take both branches of a condition apart."""

    @abstractmethod
    def by_condition(
        self,
        test: Expression,
        then: Callable[[], None],
        other: Callable[[], None],
        place: gast.AST,
    ) -> None:
        """Write a condition: what runs where it holds, and where it does not."""
