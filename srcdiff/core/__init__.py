"""From Python to the core form: one small rewrite after the other.

The core form is Python with these statements only:

    name = operation(atoms)            a, b = call(atoms)
    array[index] = atom                array[index] += atom     array[index] -= atom
    for name in range(a, b, c): ...    while condition: ...     if condition: ... else: ...
    call(atoms)                        return atom              raise / assert / pass

- An atom is a name, a number, a constant of a module, the shape or the dtype of a named array, a
  field of a named tuple, `max(atom, 0)`, or a tuple of atoms.
- An operation is one operator (a product may have several factors), a call, a tuple,
  an element `array[index]`, an attribute, or a condition.
- An index is integer arithmetic on atoms; a condition is any expression that is true or
  false and calls no function of the user.
- Each name is bound once, except for the copies where paths join (normalise/control_flow/ssa.py).
- There is one `return`, at the end; every name is the user's, the user's with a part
  behind a `·`, or one of the standard names of normalise/functions/resolve.py.

grammar.py checks it; tests run the check at the end of each stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.syntax.origin import Origin


@dataclass(frozen=True)
class Core:
    """A function in core form.

    `functions` are the user's functions that it calls, `constants` the values of the globals that
    it reads, both by the names used in `tree`; `written` is the tree that the author wrote, for
    quoting. With `in_pairs` arrays go in pairs with their adjoints where nobody can tell which
    array a name stands for (normalise/memory/paired.py). `shared` has the positions of parameters
    that calls pass overlapping arrays for, in groups.
    """

    tree: gast.FunctionDef
    functions: Mapping[str, Any]
    constants: Mapping[str, Any]
    origin: Origin
    written: gast.FunctionDef
    in_pairs: bool = False
    shared: frozenset[frozenset[int]] = frozenset()

    def sharing(self, parameter: str) -> frozenset[str]:
        """Return the parameters that may share memory with one, itself included."""
        names = [argument.id for argument in self.tree.args.args]
        groups = [{names[k] for k in group} for group in self.shared]
        return frozenset({parameter}).union(*(group for group in groups if parameter in group))
