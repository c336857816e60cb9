"""A function on its way to the core form, with all that its passes ask for by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import gast

from srcdiff.analyse.types.composite_types import lengths
from srcdiff.analyse.types.types import Type, classes
from srcdiff.core import Core
from srcdiff.core.needs import OWN_FUNCTIONS
from srcdiff.front.parse import Source
from srcdiff.normalise.functions.lookup import value_at
from srcdiff.normalise.functions.resolve import Resolved
from srcdiff.normalise.functions.standard_names import RESERVED
from srcdiff.normalise.partial_evaluation.without_dimensions import MARKS
from srcdiff.syntax import parameters
from srcdiff.syntax.contents import Contents, contents


@dataclass(frozen=True)
class Draft:
    """A function, and the types of its arguments, before the types of its names are known.

    `text` is the source that it was read from, and `tree` what has become of it. With `keeps` it
    is for reverse mode; with `is_python` it raises as Python does, not as a kernel. `functions`
    and `constants` are what its free names stand for, once these are resolved. `of_arrays` are
    names of lists that hold arrays, and change, `boxed` those of lists of numbers that shrink;
    `filled` has elements, as text, for lists that begin with None; `nested` are names of lists of
    lists that get longer.
    """

    text: Source
    tree: gast.FunctionDef
    given: tuple[Type, ...]
    keeps: bool = True
    is_python: bool = True
    functions: Mapping[str, Any] = field(default_factory=dict)
    constants: Mapping[str, Any] = field(default_factory=dict)
    of_arrays: frozenset[str] = frozenset()
    boxed: frozenset[str] = frozenset()
    filled: Mapping[str, str] = field(default_factory=dict)
    nested: frozenset[str] = frozenset()

    def after(self, result: Any) -> Draft:
        """Return the draft with what a pass has returned: None, if it is a check."""
        match result:
            case None:
                return self
            case gast.FunctionDef():
                return self if result is self.tree else replace(self, tree=result)
            case Source():
                return replace(self, text=result, tree=result.tree)
            case Resolved(tree, functions, constants):
                return replace(self, tree=tree, functions=functions, constants=constants)
            case gast.FunctionDef() as tree, functions:
                return replace(self, tree=tree, functions=functions)
        raise TypeError(f"no pass returns {result!r}")

    @cached_property
    def contents(self) -> Contents:
        """Return what stands in the function, classes of types, and a mark of what it calls."""
        found = contents(self.tree) | classes(self.given)
        return found | {OWN_FUNCTIONS} if self.functions else found

    @cached_property
    def meanings(self) -> frozenset[int]:
        """Return the ids of the objects that names in the function may stand for."""
        titles = (part for part in contents(self.tree) if isinstance(part, str))
        return frozenset(id(meaning(title, self.text.namespace)) for title in titles)

    @property
    def source(self) -> Source:
        """Return the function as source, before its free names are resolved."""
        return replace(self.text, tree=self.tree)

    @property
    def namespace(self) -> Mapping[str, Any]:
        """Return what free names stand for, before they are resolved."""
        return {**self.text.namespace, **MARKS}

    @property
    def reserved(self) -> Iterable[str]:
        """Return the names that variables must not have."""
        return RESERVED

    @property
    def kinds(self) -> dict[str, Type]:
        """Return the types of the parameters, by name."""
        return dict(zip(parameters(self.tree), self.given, strict=False))

    @property
    def sizes(self) -> dict[str, int]:
        """Return the lengths of parameters that are tuples."""
        return lengths(parameters(self.tree), self.given)

    def core(self, written: gast.FunctionDef) -> Core:
        """Return the function as core form, for quoting what the author has written."""
        return Core(self.tree, self.functions, self.constants, self.text.origin, written)


def meaning(title: str, namespace: Mapping[str, Any]) -> Any:
    """Return what a name with dots stands for, None where that is not known."""
    try:
        return value_at(title, namespace)
    except Exception:  # an attribute may be computed
        return None
