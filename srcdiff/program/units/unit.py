"""A function of the user for arguments of certain types: a unit of a generated module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from srcdiff.analyse.types.composite_types import with_arrays
from srcdiff.analyse.types.types import Type, Types
from srcdiff.core import Core
from srcdiff.core.results import result_names
from srcdiff.normalise.typed_draft import Looked
from srcdiff.syntax import Statement, dotted

Key = tuple[int, tuple[Type, ...]]  # identity of a function, types of its arguments


@dataclass(frozen=True)
class Unit:
    """A function for arguments of certain types, ready to be differentiated."""

    key: Key
    function: Any
    core: Core
    types: Types
    calls: Mapping[Statement, Key]
    looked: Looked | None = None

    @property
    def given(self) -> tuple[Type, ...]:
        """Return the types of the arguments, with arrays instead of lists."""
        return tuple(map(with_arrays, self.key[1]))

    @property
    def results(self) -> list[str]:
        """Return the names of the results."""
        return [dotted(result) for result in result_names(self.core.tree)]
