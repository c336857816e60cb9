"""Where a function or a loop is left."""

from __future__ import annotations

from dataclasses import dataclass

from srcdiff.structures.state.values import State, Value
from srcdiff.syntax import Block, Statement, locate


@dataclass
class Exit:
    """A `return`, `break` or `continue`: its statement, the block that it ends, and the state."""

    statement: Statement
    block: Block
    state: State
    value: Value

    def write(self, statement: Statement) -> None:
        """Write a statement in front of it."""
        own = next(k for k, s in enumerate(self.block) if s is self.statement)
        self.block.insert(own, locate(statement, self.statement))
