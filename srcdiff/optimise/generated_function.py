"""A generated function with its symbols, and all that its passes ask for by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import gast

from srcdiff.optimise.symbols import Symbols
from srcdiff.syntax import Expression, Statement
from srcdiff.syntax.contents import Contents, contents


@dataclass(frozen=True)
class GeneratedFunction:
    """A function of a derivative; what is not said here, its passes ask of its symbols."""

    tree: gast.FunctionDef
    symbols: Symbols

    def after(self, tree: gast.FunctionDef) -> GeneratedFunction:
        """Return the function with the tree that a pass has returned."""
        return self if tree is self.tree else replace(self, tree=tree)

    @property
    def contents(self) -> Contents:
        """Return what stands in the function."""
        return contents(self.tree)

    @property
    def meanings(self) -> frozenset[int]:
        """Return nothing: what free names stand for is known by their spelling."""
        return frozenset()

    def __getattr__(self, name: str) -> Any:
        """Return what the symbols tell of names: `is_array`, `known` and the like."""
        return getattr(self.symbols, name)

    @property
    def functions(self) -> frozenset[str]:
        """Return the functions that give their first argument back."""
        return self.symbols.identities

    @property
    def is_pure(self) -> Callable[[Statement], bool]:
        """Return the function that is true for statements without effects."""
        return self.symbols.is_pure_statement

    @property
    def is_number_name(self) -> Callable[[Expression], bool]:
        """Return the function that is true for expressions that are numbers."""
        return self.symbols.is_double

    @property
    def is_integer(self) -> Callable[[str], bool]:
        """Return the function that is true for names of integers of 64 bits."""
        return self.symbols.is_long

    @property
    def shape_of(self) -> Callable[[str], str]:
        """Return the function that gives a name for the shape of an array."""
        return self.symbols.shape
