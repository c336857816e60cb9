"""What is known of variables and free names where expressions are evaluated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.syntax import Expression, dotted


class Unknown:
    """What stands for a value that only a run can tell."""


UNKNOWN = Unknown()


@dataclass(frozen=True)
class Scope:
    """The types of variables, as far as they are known, and what free names stand for."""

    local: frozenset[str]
    kinds: Mapping[str, Any]
    namespace: Mapping[str, Any]

    def free(self, tree: Expression) -> Any:
        """Return what a name that is no variable stands for, such as `np.ndarray`."""
        first, *rest = dotted(tree).split(".")
        if not first or first in self.local or first not in self.namespace:
            return UNKNOWN
        value = self.namespace[first]
        for attribute in rest:
            value = getattr(value, attribute, UNKNOWN)
        return value

    def kind(self, tree: Expression) -> Any:
        """Return the type of a variable, or UNKNOWN."""
        return self.kinds.get(tree.id, UNKNOWN) if isinstance(tree, gast.Name) else UNKNOWN
