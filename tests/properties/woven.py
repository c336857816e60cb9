"""Blocks of statements of one kind, around a vector of the program that they stand in."""

from __future__ import annotations

from abc import ABC, abstractmethod

from .arrays import ArrayExpressions
from .scope import Scope
from .simple import Lines


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
