"""What is asked for: which derivative, with respect to which arguments, compiled how."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import MethodType
from typing import Any

from srcdiff.errors import WrongCall, located
from srcdiff.front.callables import bound_method, is_derivative, own_signature

Wrt = int | str | Sequence[int | str]
PRODUCTS = {"vjp": "vector-Jacobian", "jvp": "Jacobian-vector"}  # kinds, and what they are called


@dataclass(frozen=True)
class Options:
    """How the generated functions are compiled: what `numba.njit` calls by the same names.

    With `verify` the function runs beside its derivative at the first call (backends/verify.py).
    `arrays` says how statements on arrays are written: "whole", as NumPy has them, or as "loops"
    over elements, which compiled code is faster with.
    """

    fastmath: Any = False
    cache: bool = True
    parallel: bool = False
    boundscheck: bool = False
    arrays: str = "loops"
    verify: bool = field(default=False, repr=False)  # it changes nothing in what is written

    def __post_init__(self) -> None:
        """Bring equal sets of fastmath flags into the same order."""
        if not isinstance(self.fastmath, bool):
            object.__setattr__(self, "fastmath", tuple(sorted(self.fastmath)))


@dataclass(frozen=True)
class Asked:
    """What was asked for: the kind of derivative, of which arguments, with which outputs.

    With `has_aux` the function returns a pair, of which only the first part is differentiated.
    Those that are `kept` between calls by Python are not written to.
    """

    kind: str  # "grad", "value_and_grad", "vjp", "jvp", "adjoint" or "primal"
    wrt: tuple[str, ...]
    outputs: tuple[str, ...]
    single: bool
    options: Options
    has_aux: bool = False
    kept: tuple[str, ...] = ()


@dataclass(frozen=True)
class Given:
    """Numba's types of what a derivative is called with.

    `adjoints` are those of the adjoints of arrays, in the order of the arrays; `cotangents`
    those of the cotangents, or in forward mode of the tangents.
    """

    arguments: tuple[Any, ...]
    adjoints: tuple[Any, ...]
    cotangents: tuple[Any, ...]


def names(function: Any, wrt: Wrt, role: str = "wrt") -> tuple[tuple[str, ...], bool]:
    """Return the parameters that are meant, and whether a single one was named.

    Raises WrongCall for a name or position that the function does not have.
    """
    known = own_parameters(function)
    single = isinstance(wrt, (int, str))
    chosen: list[str] = []
    if not isinstance(wrt, (int, str, tuple, list)):
        raise WrongCall(
            f"`{role}={wrt!r}` is neither a name, nor a position, nor a tuple of them",
            advice=f"`{role}` takes names or positions of {listed(known)}",
        )
    for item in [wrt] if isinstance(wrt, (int, str)) else wrt:
        if isinstance(item, str) and (item in known or is_part_of(item, function, known)):
            chosen.append(item)
        elif type(item) is int and -len(known) <= item < len(known):
            chosen.append(known[item])
        else:
            raise WrongCall(
                f"`{bound_method(function)[0].__name__}` has no parameter {item!r}",
                advice=f"`{role}` takes names or positions of {listed(known)}",
            )
    if len(set(chosen)) < len(chosen):
        raise WrongCall(f"`{role}` names `{max(chosen, key=chosen.count)}` twice")
    return tuple(chosen), single


def own_parameters(function: Any) -> list[str]:
    """Return the names of a function's parameters.

    Raises UnsupportedSyntax for parameters that cannot be passed by position.
    """
    from srcdiff.front.parse import plain_function, source_of
    from srcdiff.front.subset import check_parameters
    from srcdiff.front.wrappers import check_root

    method, given, words = bound_method(function)
    inner = method.__func__ if isinstance(method, MethodType) else method
    check_root(inner)
    own = inner if is_derivative(inner) else plain_function(inner)
    parameters = list(own_signature(own).parameters.values())
    if isinstance(method, MethodType) or is_in_class(own):
        parameters = parameters[1 + len(given) :]
    parameters = [p for p in parameters if p.name not in words]
    if any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in parameters):
        source = source_of(own)
        with located(source.origin):
            check_parameters(source.tree)
    return [parameter.name for parameter in parameters]


def is_in_class(function: Any) -> bool:
    """Return True if a function stands in the body of a class, and takes its object as `self`.

    >>> class Decay:
    ...     def rate(self, t): return self.k * t
    >>> is_in_class(Decay.rate), is_in_class(lambda self, t: t)
    (True, False)
    """
    inside = str(getattr(function, "__qualname__", "")).split("<locals>.")[-1]
    return "." in inside and next(iter(own_signature(function).parameters), "") == "self"


def is_part_of(item: str, function: Any, known: list[str]) -> bool:
    """Return True if a text names a part of an argument, or of the object of a method.

    >>> is_part_of("p.rate", None, ["p"]), is_part_of("q['w']", None, ["p"])
    (True, False)
    """
    root = re.split(r"[.\[]", item)[0]
    function = bound_method(function)[0]
    inner = getattr(function, "__func__", function)
    if isinstance(function, MethodType) or (function is not None and is_in_class(inner)):
        known = [next(iter(own_signature(inner).parameters)), *known]
        return root in known
    return root in known and root != item


def star_of(function: Any) -> str | None:
    """Return the name of the parameter that takes all further arguments, None without one.

    >>> star_of(lambda x, *others: x), star_of(lambda x: x)
    ('others', None)
    """
    found = own_signature(function).parameters.values()
    return next((p.name for p in found if p.kind is p.VAR_POSITIONAL), None)


def check_named(function: Any) -> None:
    """Refuse `*args` of a function that runs on a GPU.

    Raises WrongCall.
    """
    starred = star_of(function)
    if starred is not None:
        raise WrongCall(
            f"`{function.__name__}` takes `*{starred}`, which is not supported on the GPU",
            advice="name the parameters",
        )


def listed(names: list[str]) -> str:
    """Return names as code, in a sentence."""
    return ", ".join(f"`{name}`" for name in names) or "nothing"
