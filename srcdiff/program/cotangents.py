"""Refuse adjoints, cotangents and tangents that do not fit what they belong to."""

from __future__ import annotations

from collections.abc import Iterator

from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.arrays.ordered import is_reshaped
from srcdiff.analyse.types.composite_types import (
    is_record,
    list_of_numbers,
    record_of,
    with_arrays,
    with_lists,
)
from srcdiff.analyse.types.types import (
    Type,
    is_array,
    is_complex,
    is_differentiable,
    is_differentiable_array,
)
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.core.results import result_names
from srcdiff.differentiate.request import Form, ListOf, RecordOf, Request
from srcdiff.errors import WrongCall
from srcdiff.program.requests import OPTIONAL, own_type
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.unit_words import described, parameter_node
from srcdiff.syntax import base, parameters

RESULT = "the result"


def check_adjoints(unit: Unit, request: Request, adjoints: tuple[Type, ...]) -> None:
    """Refuse adjoints, cotangents and tangents that do not fit what they belong to."""
    check_own_adjoints(unit, request, adjoints)
    if request.kind == "jvp":
        check_tangents(unit, request)
    if request.kind in ("vjp", "adjoint"):
        check_cotangents(unit, request)


def check_own_adjoints(unit: Unit, request: Request, adjoints: tuple[Type, ...]) -> None:
    """Refuse adjoints that do not fit the arrays they belong to."""
    arrays = [p for p in parameters(unit.core.tree) if is_array(unit.types[p])]
    shadowed = [p for p in arrays if p in request.wrt + request.outputs]
    for parameter, kind in zip(shadowed, adjoints, strict=False):
        own = unit.types[parameter]
        if not is_differentiable_array(kind) or (kind.dtype, kind.ndim) != (own.dtype, own.ndim):
            raise WrongCall(
                f"the adjoint of `{base(parameter)}`, {text(own)}, cannot be {text(kind)}",
                parameter_node(unit, parameter),
                f"pass `np.zeros_like({base(parameter)})`",
            )
        ordered = own.layout != "C" or kind.layout == "C"
        if not ordered and is_reshaped(parameter, unit.core.tree.body, unit.types):
            raise WrongCall(
                f"the adjoint of `{base(parameter)}` has its elements in another order",
                parameter_node(unit, parameter),
                f"pass `np.zeros_like({base(parameter)})`: the function takes the array in another "
                "shape",
            )
        if not kind.mutable:
            raise WrongCall(
                f"the adjoint of `{base(parameter)}` is read-only",
                parameter_node(unit, parameter),
                "pass an array that can be written to",
            )


def check_cotangents(unit: Unit, request: Request) -> None:
    """Refuse cotangents that do not fit the results and outputs they belong to."""
    results = result_names(unit.core.tree)
    wanted = [(RESULT, unit.types.returned, unit.core.tree.body[-1])] if results else []
    if request.kind == "vjp":
        wanted += [
            (f"`{base(output)}`", own_type(unit, request, output), parameter_node(unit, output))
            for output in request.outputs
        ]
    if len(request.cotangents) != len(wanted):
        raise WrongCall(
            f"{len(request.cotangents)} cotangents were passed, and {len(wanted)} are needed",
            advice="pass one for each result and output, after the arguments",
        )
    for (owner, own, node), kind in zip(wanted, request.cotangents, strict=True):
        if not all(fits(leaf, given, owner) for leaf, given in pairs(own, kind)):
            raise WrongCall(
                f"the cotangent of {owner}, {text(own)}, cannot be {text(kind)}",
                node,
                "a cotangent has the form of what it belongs to",
            )


def check_tangents(unit: Unit, request: Request) -> None:
    """Refuse tangents that do not fit the arguments, and results that may be None."""
    if len(request.cotangents) != len(request.wanted):
        raise WrongCall(
            f"{len(request.cotangents)} tangents were passed, and {len(request.wanted)} are needed",
            advice="pass one for each argument of `wrt`, after the arguments",
        )
    for form, word, kind in zip(request.wanted, request.words, request.cotangents, strict=True):
        own = type_of(unit, form)
        if not all(fits(leaf, given, word) for leaf, given in pairs(own, kind)):
            raise WrongCall(
                f"the tangent of `{word}`, {text(own)}, cannot be {text(kind)}",
                parameter_node(unit, word),
                "a tangent has the form of what it belongs to",
            )
    if isinstance(unit.types.result, numba_types.Optional):
        raise WrongCall(
            f"`{unit.core.tree.name}` returns {described(unit)}: that has no tangent",
            unit.core.tree.body[-1],
            OPTIONAL,
        )


def type_of(unit: Unit, form: Form) -> Type:
    """Return the type of an argument, from its form."""
    if isinstance(form, RecordOf):
        return form.kind
    if isinstance(form, tuple):
        return numba_types.Tuple([type_of(unit, part) for part in form])
    if isinstance(form, ListOf):
        return with_lists(unit.types[form.name])
    return unit.types[form]


def fits_list(own: Type, kind: Type) -> bool:
    """Return True if a list, tuple or vector fits a list, for which an array stands."""
    if isinstance(kind, numba_types.BaseTuple):
        return own.ndim == 1 and all(fits(own.dtype, part, "") for part in kind)
    kind = with_arrays(kind)
    return not is_differentiable(own) or fits(own, kind, "")


def pairs(own: Type, kind: Type) -> Iterator[tuple[Type, Type]]:
    """Return the parts of a result and those of its cotangent."""
    alike = isinstance(kind, numba_types.BaseTuple) and isinstance(own, numba_types.BaseTuple)
    if not alike or len(kind) != len(own):
        yield own, kind
        return
    for part, given in zip(own, kind, strict=True):
        yield from pairs(part, given)


def fits(own: Type, kind: Type, owner: str) -> bool:
    """Return True if a cotangent fits a part of a result, or an output.

    As the cotangent of results None stands for zeros, a number for an array without
    dimensions, and such an array for a number.
    """
    if owner == RESULT and isinstance(kind, numba_types.NoneType):
        return True
    if isinstance(own, numba_types.BaseTuple):
        return False
    if is_record(own):
        ndims = getattr(own, "ndim", 0), getattr(kind, "ndim", 0)
        return is_record(kind) and record_of(kind) == record_of(own) and ndims[0] == ndims[1]
    if has_adjoints(own):
        return isinstance(kind, numba_types.List) and fits(own.dtype, kind.dtype, owner)
    if list_of_numbers(own):
        return fits_list(with_arrays(own), kind)
    if not is_differentiable(own):
        return True
    taken: tuple[Type, ...] = (numba_types.Float, numba_types.Integer)
    if is_complex(own):
        taken = (*taken, numba_types.Complex)
    if is_array(kind):  # Numba makes no number of True
        taken = (*taken, numba_types.Boolean)
    if owner != RESULT and is_array(own) != is_array(kind):
        return False
    rank, element = (kind.ndim, kind.dtype) if is_array(kind) else (0, kind)
    return rank == (own.ndim if is_array(own) else 0) and isinstance(element, taken)
