"""What is registered as rules, as it was written; those of srcdiff itself only once they are read.

What is read of the rules of users says whether a derivative is still that of a function
(output/fingerprint.py, output/what_is_read.py). That needs no more than this: what reads rules
(registry.py) is imported where a derivative is written, and where a user registers a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from srcdiff.front.door import DOOR
from srcdiff.rules.forward import How

F = TypeVar("F", bound=Callable[..., Any])
Registered = tuple[Any, Callable[..., Any], How, int]  # function, rule, forward half, results

_rules: dict[int, Registered] = {}  # by the ids of the functions
_registrations: list[Any] = []  # of users


def derivative(*primals: Any, forward: How = None, results: int = 1) -> Callable[[F], F]:
    """Register the decorated function as the rule of one or several functions.

    A rule lists, after the cotangent `g` and the result, the arguments of the function,
    and returns the adjoint of the argument, or a tuple of those of all arguments; None for
    an argument with respect to which no derivative is known.
    Its body is straight-line: assignments of names, then one `return`; conditional
    expressions are allowed. It goes before a rule that srcdiff has for the function.

    Rules of numbers use `math`; those of functions that take or give arrays use NumPy.
    Forward mode takes the same text for functions of numbers, and for those of arrays whose
    result is one number. For others `forward` is a second text: it takes the tangents, `t_x`
    of an argument `x`, the results and the arguments, and returns the tangent of each result.
    A function with several `results` has as many cotangents, then its results, then its
    arguments.

    Raises SrcdiffError for a rule of another form, or that does not fit the function, and for
    a function that gives integers, which have no cotangent.

    >>> from srcdiff.rules.registry import rule_of
    >>> def cube(x): return x * x * x
    >>> @derivative(cube)
    ... def rule(g: float, y: float, x: float) -> float:
    ...     return g * (3.0 * x * x)
    >>> rule_of(cube).parameters
    ('g', 'y', 'x')
    """

    def register(function: F) -> F:
        for primal in primals:
            with DOOR:
                enter(primal, function, forward, results)
        return function

    return register


def enter(primal: Any, function: Any, forward: How, results: int) -> None:
    """Register a rule of one function; a user's goes before the one that srcdiff has."""
    if not is_own(function):
        from srcdiff.rules.registry import check  # reads the rule, which needs all of this folder

        check(primal, function, forward, results)
    elif is_of_user(primal):
        return
    _rules[id(primal)] = (primal, function, forward, results)
    if not is_own(function):
        _registrations.append(primal)


def entry_of(primal: Any) -> Registered | None:
    """Return what is registered of a function, None if nothing."""
    return _rules.get(id(primal))


def entries() -> list[Registered]:
    """Return all that is registered now."""
    return list(_rules.values())


def is_of_user(primal: Any) -> bool:
    """Return True if a user has registered a rule for a function."""
    found = entry_of(primal)
    return found is not None and not is_own(found[1])


def is_own(function: Callable[..., Any]) -> bool:
    """Return True if a rule belongs to srcdiff, and not to a user."""
    module = str(getattr(function, "__module__", ""))
    return module.startswith("srcdiff.rules.") and module != __name__  # here are none


def texts_of(primal: Any) -> list[Callable[..., Any]]:
    """Return all that a user has written as the rule of a function: both halves, if two."""
    if not is_of_user(primal):
        return []
    _, *texts = _rules[id(primal)]
    return [text for text in texts if callable(text)]


def registrations() -> tuple[int, int]:
    """Return what is another after each rule that a user has registered."""
    return id(_rules), len(_registrations)


def rules_of_users() -> Iterator[tuple[Any, Callable[..., Any]]]:
    """Yield the functions that users have registered rules for, and the rules as written."""
    for primal, function, *_ in entries():
        if not is_own(function):
            yield from ((primal, text) for text in texts_of(primal))
