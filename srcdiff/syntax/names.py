"""The names of the core form: what they tell, and how they are written in the final source."""

from __future__ import annotations

import itertools
import keyword
from collections.abc import Callable, Iterable

SEPARATOR = "·"  # between the parts of names that only the core form has: x·2, x·exp
ADJOINT = "d_·"  # before the name of a variable: the name of its adjoint
TANGENT = "t_·"  # before the name of a variable: the name of its tangent
# after the name of a value: the array it is saved in (`x·saved` is the call of a function
# `saved`), and before the names of arrays that grow, which hold several values
TAPE = "·saved·00"
GROWING = "while·saved"
POSITION = "while·count"  # before those of how many values such an array has
SNAPSHOTS = "·snapshots·00"  # after the name of a value: the array of its snapshots
REAL = "for·real"  # the type of single precision: a variable of the user may be called `real`


def base(identifier: str) -> str:
    """Return what the user calls the variable that a core-form name belongs to.

    >>> base("x·2"), base("x"), base("d_·x·exp")
    ('x', 'x', 'x')
    """
    return primal(identifier).split(SEPARATOR)[0]


def primal(identifier: str) -> str:
    """Return the name of what an adjoint or a tangent belongs to; any other as it is.

    >>> primal("d_·x·2"), primal("t_·x·2"), primal("x·2")
    ('x·2', 'x·2', 'x·2')
    """
    return identifier.removeprefix(ADJOINT).removeprefix(TANGENT)


def tangent(identifier: str) -> str:
    """Return the name of the tangent of a variable, which no user's name can be.

    >>> tangent("x")
    't_·x'
    """
    return TANGENT + identifier


def adjoint(identifier: str) -> str:
    """Return the name of the adjoint of a variable, which no user's name can be.

    >>> adjoint("x")
    'd_·x'
    """
    return ADJOINT + identifier


def beside(identifier: str, word: str) -> str:
    """Return a name for what a pass holds beside an adjoint, a tangent or a variable.

    It is not that of the adjoint of a part of the variable.

    >>> beside(adjoint("x"), "exp"), adjoint("x·exp")
    ('d_·x··exp', 'd_·x·exp')
    """
    return f"{identifier}{SEPARATOR}{SEPARATOR}{word}"


def in_callee(variable: str, function: str, number: int) -> str:
    """Return the name of a variable of a function that stands in the place of a call of it.

    Functions of the user may be called as the compiler's marks are: hence the underscore.

    >>> in_callee("k", "growing", 3)
    'k·3·growing_'
    """
    return f"{variable}{SEPARATOR}{number}{SEPARATOR}{function}_"


def is_variable(identifier: str) -> bool:
    """Return True if a name is a variable's, perhaps of a function in the place of its call.

    >>> names = "k", "k·2", "k·exp", in_callee("k", "growing", 3), in_callee("k·value", "f", 1)
    >>> [is_variable(n) for n in names]
    [True, True, False, True, False]
    """
    parts = identifier.split(SEPARATOR)
    return all(one.isdigit() or before.isdigit() for before, one in itertools.pairwise(parts))


def is_adjoint(identifier: str) -> bool:
    """Return True if a name was made by `adjoint`, or by `tangent`."""
    return identifier.startswith((ADJOINT, TANGENT))


def is_tape(identifier: str) -> bool:
    """Return True if a name is of an array of saved values: memory that nothing else uses.

    >>> [is_tape(n) for n in ("x·saved·00", "while·saved·int64·1", "saved", "saved·2")]
    [True, True, False, False]
    """
    return identifier.endswith((TAPE, SNAPSHOTS)) or identifier.startswith(GROWING)


def is_part(identifier: str) -> bool:
    """Return True if a name is of a part of an expression, not of a variable of the user.

    >>> [is_part(n) for n in ("x", "x·2", "x·exp", "x·exp·2", "d_·x")]
    [False, False, True, True, False]
    """
    parts = primal(identifier).split(SEPARATOR)
    return any(not part.isdigit() for part in parts[1:])


def unversioned(identifier: str) -> str:
    """Return the variable, or the part of one, that a core-form name is a version of.

    >>> [unversioned(n) for n in ("x", "x·2", "x·keys", "x·keys·2·3")]
    ['x', 'x', 'x·keys', 'x·keys']
    """
    *parts, last = identifier.split(SEPARATOR)
    return unversioned(SEPARATOR.join(parts)) if parts and last.isdigit() else identifier


def readable(identifier: str) -> str:
    """Return what a core-form name is called in the final source, if nothing else is.

    Names that begin with a keyword are of nobody's variable.

    >>> [readable(n) for n in ("x·2", "x·exp·2", "d_·x·exp", "d_·x··exp", "t_·x", "x·_0·2")]
    ['x', 'x_exp', 'd_x_exp', 'd_x_exp', 't_x', 'x_0']
    >>> readable("if·condition·2")
    'condition'
    """
    prefix = "d_" if identifier.startswith(ADJOINT) else ""
    prefix = "t_" if identifier.startswith(TANGENT) else prefix
    first, *rest = primal(identifier).split(SEPARATOR)
    words = [] if keyword.iskeyword(first) else [first]
    words += [part.strip("_") for part in rest if part and not part.isdigit()]
    return prefix + "_".join(words)


def fresh(wanted: str, taken: Iterable[str]) -> str:
    """Return the name, or the name with the lowest number, that is not taken.

    >>> fresh("x", {"x", "x_2"})
    'x_3'
    """
    taken = taken if isinstance(taken, (set, frozenset, dict)) else set(taken)
    return free(wanted, taken.__contains__)


def free(wanted: str, is_taken: Callable[[str], bool]) -> str:
    """Return the name, or the name with the lowest number, that is not taken.

    >>> free("x", lambda name: name in ("x", "x_2"))
    'x_3'
    """
    chosen, count = wanted, 1
    while is_taken(chosen):
        count += 1
        chosen = f"{wanted}_{count}"
    return chosen
