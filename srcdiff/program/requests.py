"""Refuse what cannot be asked for, or be called with, before anything is differentiated."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.arrays.ordered import is_reshaped
from srcdiff.analyse.types.function_types import function_of_type
from srcdiff.analyse.types.types import (
    Type,
    has_inexact,
    is_array,
    is_complex,
    is_differentiable,
    is_differentiable_array,
    is_float,
    is_record,
    list_of_numbers,
    record_of,
    with_arrays,
    with_lists,
)
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.differentiate.request import Form, ListOf, RecordOf, Request, leaves_of
from srcdiff.differentiate.reverse.calls import result_names
from srcdiff.errors import WrongCall
from srcdiff.program.units.unit import Unit
from srcdiff.syntax import all_parameters, base, dotted, parameters

ANOTHER = "name another argument"
RESULT = "the result"
OPTIONAL = "return a number on every path"
OTHER_RESULTS = "use `vjp` for other results"
PRECISIONS = (
    *(numba_types.float32, numba_types.float64),
    *(numba_types.complex64, numba_types.complex128),
)


def check(unit: Unit, request: Request) -> None:
    """Refuse what cannot be differentiated: integers, results that are not scalar."""
    results = result_names(unit.core.tree)
    for result in results:
        if has_adjoints(unit.types[dotted(result)]):
            raise WrongCall(
                f"`{unit.core.tree.name}` returns a list of arrays, whose derivative cannot be "
                "asked for yet",
                unit.core.tree.body[-1],
                "return an array: `np.array(rows)`",
            )
    for form in request.wanted:
        check_form(unit, request, form)
    for wanted in request.wrt:
        kind = own_type(unit, request, wanted)
        array = with_arrays(kind)
        number = array.dtype if is_array(array) else kind
        if number not in PRECISIONS:
            raise WrongCall(
                f"`{base(wanted)}` is {text(kind)}: only float64, float32, complex128 and "
                "complex64, and arrays of them, can be differentiated",
                parameter_node(unit, wanted),
                advised(base(wanted), kind),
            )
    for output in request.outputs:
        if any(output in fields for fields in request.records):
            raise WrongCall(
                f"`{base(output)}` stands for records: only arrays of numbers can be outputs",
                parameter_node(unit, output),
                "write to an array for each field, and name these",
            )
        if not is_differentiable_array(unit.types[output]):
            raise WrongCall(
                f"`{base(output)}` is {text(unit.types[output])}: only arrays can be outputs",
                parameter_node(unit, output),
                "leave it out of `outputs`: what is returned need not be named",
            )
    if request.kind == "jvp" and not results and not request.outputs:
        raise WrongCall(
            f"`{unit.core.tree.name}` returns nothing: there is no tangent",
            unit.core.tree,
            "name the arrays that it writes to: `outputs=...`",
        )
    if request.kind in ("grad", "value_and_grad"):
        kind = unit.types.result
        scalar = len(results) == 1 and is_float(unit.types[dotted(results[0])])
        if not scalar:
            raise WrongCall(
                f"`{unit.core.tree.name}` returns {described(unit)}: only a real number has a "
                "gradient",
                unit.core.tree.body[-1] if results else unit.core.tree,
                OPTIONAL if isinstance(kind, numba_types.Optional) else OTHER_RESULTS,
            )


def check_functions(unit: Unit, given: tuple[Type, ...], wanted: tuple[str, ...]) -> None:
    """Refuse gradients with respect to arguments that are functions."""
    kinds = dict(zip(written_names(unit), given, strict=True))
    for word in wanted:
        if function_of_type(kinds[word]) is not None:
            raise WrongCall(
                f"`{word}` is a function, which has no gradient",
                parameter_node(unit, word),
                f"{ANOTHER} by `wrt`",
            )


def check_form(unit: Unit, request: Request, form: Form) -> None:
    """Refuse tuples and lists that cannot be differentiated in the way that is asked."""
    if isinstance(form, str):
        return
    if isinstance(form, ListOf):
        if request.kind == "adjoint":
            raise WrongCall(
                f"`{base(form.name)}` is a list, and an adjoint takes arrays",
                parameter_node(unit, form.name),
                f"use `vjp`, or pass `np.array({base(form.name)})`",
            )
        return
    leaves = leaves_of(form)
    word = request.words[request.wanted.index(form)]
    node = parameter_node(unit, word)
    if request.kind == "adjoint" and isinstance(form, RecordOf):
        raise WrongCall(
            f"`{word}` is {text(form.kind)}, and an adjoint takes numbers and arrays of them",
            node,
            "use `vjp`, or pass the fields one by one",
        )
    alone = request.kind in ("grad", "vjp") and request.single
    single = isinstance(form, RecordOf) and not is_array(form.kind)
    if single and not alone and request.kind != "jvp":
        raise WrongCall(
            f"`{word}` is a record, and Numba has no tuples of records and other results",
            node,
            "ask for its gradient alone, or pass an array of one record",
        )
    if request.kind == "adjoint" and any(is_array(unit.types[leaf]) for leaf in leaves):
        raise WrongCall(
            f"`{word}` is a tuple with arrays, and an adjoint takes each array with its own",
            node,
            "use `vjp`, or pass the arrays one by one",
        )
    for kind in (unit.types[leaf] for leaf in leaves):
        if not is_differentiable(kind) and has_inexact(kind):
            raise WrongCall(
                f"`{word}` has {text(kind)} in it, of which there is no gradient",
                node,
                "pass an array of its numbers, or its parts one by one",
            )
    if not any(is_differentiable(unit.types[leaf]) for leaf in leaves):
        raise WrongCall(
            f"`{word}` is a tuple without real numbers: it has no gradient", node, ANOTHER
        )


def advised(wanted: str, kind: Type) -> str:
    """Return what to pass instead of an argument that cannot be differentiated."""
    if is_array(kind):
        return f"pass `{wanted}.astype(np.float64)`"
    if isinstance(kind, (numba_types.Integer, numba_types.Boolean, numba_types.Float)):
        return f"pass `float({wanted})`"
    if list_of_numbers(kind):
        return "pass a list of floating-point numbers"
    if isinstance(kind, (numba_types.List, numba_types.BaseTuple)):
        return f"pass `np.array({wanted})`"
    if isinstance(kind, numba_types.ListType):
        return f"pass `np.array(list({wanted}))`"
    return ANOTHER


def described(unit: Unit) -> str:
    """Return what a function returns, in words."""
    return text(unit.types.returned) if result_names(unit.core.tree) else "nothing"


def written_names(unit: Unit) -> list[str]:
    """Return the names of the parameters as the author wrote them."""
    return [node.id for node in all_parameters(unit.core.written)]


def parameter_node(unit: Unit, name: str) -> gast.AST:
    """Return where a parameter stands in the text of its function."""
    found = [node for node in all_parameters(unit.core.written) if node.id in (name, base(name))]
    return found[0] if found else unit.core.tree


def check_adjoints(unit: Unit, request: Request, adjoints: tuple[Type, ...]) -> None:
    """Refuse adjoints and cotangents that do not fit what they belong to."""
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
    if request.kind == "jvp":
        check_tangents(unit, request)
    if request.kind not in ("vjp", "adjoint"):
        return
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


def own_type(unit: Unit, request: Request, name: str) -> Type:
    """Return the type of an argument by its name in the core form, lists as lists."""
    return with_lists(unit.types[name]) if request.is_list(name) else unit.types[name]


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
