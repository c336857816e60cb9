"""The table of rules: what is known about the derivative of each function.

A rule is an ordinary Python function that takes the cotangent `g` of the result, the
result, and the arguments, and returns the adjoint of each argument. It is linear in
`g`, so the same text serves reverse and forward mode. It is read as source and put into
the generated code, and it also runs as it is.
"""

from __future__ import annotations

import importlib
import operator
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.core.operations import Operation, is_linear
from srcdiff.core.primitives import functions_with
from srcdiff.errors import SrcdiffError
from srcdiff.front.callables import python_function
from srcdiff.rules.forward import Forward, How, parse_forward, parse_text
from srcdiff.rules.registered import Registered, entries, entry_of, is_of_user, is_own
from srcdiff.syntax import reads

GIVE_INTEGERS = tuple(functions_with(gives_integers=True))
CONSTANT = {id(function) for function in functions_with(constant=True)}


@dataclass(frozen=True)
class Rule:
    """The derivative of one function, as syntax.

    `parameters` are the names in the text of the rule of the cotangent, the result and
    the arguments; `steps` the assignments of its intermediate values; `partials` one
    expression for the adjoint of each argument; `namespace` what its free names mean;
    `forward` how tangents follow (rules/forward.py).
    """

    primal: Any
    function: Callable[..., Any]
    parameters: tuple[str, ...]
    steps: tuple[tuple[str, gast.AST], ...]
    partials: tuple[gast.AST, ...]
    forward: Forward | str | None = None

    def knows(self, place: int) -> bool:
        """Return True if the derivative with respect to an argument is known."""
        partial = self.partials[place]
        return not (isinstance(partial, gast.Constant) and partial.value is None)

    @property
    def namespace(self) -> dict[str, Any]:
        """Return the globals of the module that the rule is written in."""
        return dict(self.function.__globals__)


OWN = "srcdiff.rules.own"
_parsed: dict[int, tuple[Registered, Rule]] = {}


def check(primal: Any, function: Callable[..., Any], forward: How, results: int) -> None:
    """Refuse a rule of a user that does not fit its function, or has another form than rules have.

    Raises SrcdiffError.
    """
    if primal in GIVE_INTEGERS:
        raise SrcdiffError(
            f"`{primal.__name__}` gives an integer, which has no cotangent",
            advice="use a function that gives a floating-point number, as `np.floor` does",
        )
    rule = parse_rule(primal, function, forward, results)
    code = getattr(python_function(primal), "__code__", None)
    count = None if code is None else code.co_argcount + code.co_kwonlyargcount
    if count is not None and count != len(rule.partials):
        raise SrcdiffError(
            f"the rule `{rule.function.__qualname__}` gives {len(rule.partials)} adjoints, and "
            f"`{primal.__name__}` takes {count} arguments",
            advice="return the adjoint of each argument, 0.0 for one that is not floating-point",
        )


def fill() -> None:
    """Enter the rules of srcdiff itself, if that has not been done yet."""
    if OWN not in sys.modules:
        importlib.import_module(OWN)


def is_constant(function: Any) -> bool:
    """Return True if a function is known to have derivative zero."""
    return id(function) in CONSTANT and not is_of_user(function)


def registered(primal: Any) -> Callable[..., Any] | None:
    """Return the rule of a function as it was written, or None if it has none."""
    fill()
    found = entry_of(primal)
    return None if found is None else found[1]


def rule_of(primal: Any) -> Rule | None:
    """Return the rule of a function, or None if it has none."""
    fill()
    found = entry_of(primal)
    if found is None:
        return None
    known = _parsed.get(id(primal))
    if known is None or known[0] is not found:  # another rule was registered meanwhile
        known = _parsed[id(primal)] = (found, parse_rule(*found))
    return known[1]


def reads_result(found: Operation) -> bool:
    """Return True if the adjoint of an operation may read its result."""
    rule = rule_of(found.function)
    if rule is None:
        return has_partials(found) and found.function is not operator.mul
    _, result, *_ = rule.parameters
    return result in reads([*(value for _, value in rule.steps), *rule.partials])


def reads_operands(found: Operation) -> bool:
    """Return True if the adjoint of an operation may read elements of its operands."""
    return has_partials(found) or rule_instead(found.function) is not None


def has_partials(found: Operation) -> bool:
    """Return True if the derivative of an operation may depend on elements of arrays."""
    return not is_linear(found) and not is_constant(found.function)


def rule_instead(primal: Any) -> Rule | None:
    """Return the rule that a user has registered for a function, which goes before all others."""
    found = registered(primal)
    return None if found is None or is_own(found) else rule_of(primal)


def rule_of_user(function: Any) -> Rule | None:
    """Return the rule of a function of the user, registered before or after `@njit`."""
    found = rule_of(function)
    return found or rule_of(python_function(function))


def all_rules() -> Iterator[Rule]:
    """Return every rule of the table."""
    fill()
    for primal, *_ in entries():
        rule = rule_of(primal)
        assert rule is not None
        yield rule


def parse_rule(
    primal: Any, function: Callable[..., Any], forward: How = None, results: int = 1
) -> Rule:
    """Return a rule as syntax; `results` tells how many results its function has.

    Raises SrcdiffError if the function has another form than a rule may have.
    """
    names, steps, partials = parse_text(function)
    if len(partials) != len(names) - 2 * results:
        raise SrcdiffError(
            f"the rule `{function.__qualname__}` returns {len(partials)} adjoints "
            f"for {len(names) - 2 * results} arguments",
            advice="the parameters are g, the result, and the arguments",
        )
    how = parse_forward(forward, len(partials), results) if callable(forward) else forward
    return Rule(primal, function, names, steps, partials, how)
