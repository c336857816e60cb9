"""Blocks of statements of one kind, around a vector of the program that they stand in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from .arrays import ArrayExpressions
from .scope import Scope
from .simple import Lines, indented


class Woven(ABC):
    """Writes one block of such statements."""

    def __init__(self, expressions: ArrayExpressions, scope: Scope, vector: str) -> None:
        self.expressions = expressions
        self.rng = expressions.rng
        self.scope = scope
        self.vector = vector
        self.size = scope.arrays[vector].shape[0]
        self.number = 0  # of loops, for their variables
        self.result = ""

    @abstractmethod
    def text(self, result: str) -> Lines:
        """Return the lines of the block, the last of which adds to a float."""

    @abstractmethod
    def condition(self) -> str:
        """Return a comparison."""

    def leaf(self) -> str:
        """Return a number of the program around it."""
        return self.rng.choice([self.expressions.leaf(self.scope), "0.5", "1.5"])

    def jump(self) -> Lines:
        """Return a way out of a loop."""
        return [f"if {self.condition()}:", f"    {self.rng.choice(['break', 'continue'])}"]


class Blocks(Woven):
    """Writes such statements in blocks in each other."""

    @abstractmethod
    def makers(self, depth: int, in_loop: bool) -> list[tuple[float, Callable[[], Lines]]]:
        """Return what makes a statement, with its share."""

    def block(self, depth: int, in_loop: bool) -> Lines:
        """Return some statements."""
        lines: Lines = []
        for _ in range(self.rng.randint(1, 4)):
            lines += self.statement(depth, in_loop)
        return lines

    def statement(self, depth: int, in_loop: bool) -> Lines:
        """Return one statement, perhaps with blocks inside."""
        makers = self.makers(depth, in_loop)
        make = self.rng.choices([make for _, make in makers], [w for w, _ in makers])[0]
        return make()

    def branch(self, depth: int, in_loop: bool) -> Lines:
        """Return a branch, with or without `else`."""
        lines = [f"if {self.condition()}:", *indented(self.block(depth - 1, in_loop))]
        if self.rng.random() < 0.3:
            lines += ["else:", *indented(self.block(depth - 1, in_loop))]
        return lines
