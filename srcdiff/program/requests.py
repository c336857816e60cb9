"""Refuse what cannot be asked for, or be called with, before anything is differentiated."""

from __future__ import annotations

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.types.composite_types import (
    has_inexact,
    list_of_numbers,
    with_arrays,
    with_lists,
)
from srcdiff.analyse.types.function_types import function_of_type
from srcdiff.analyse.types.types import (
    Type,
    is_array,
    is_complex,
    is_differentiable,
    is_differentiable_array,
    is_float,
)
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.differentiate.request import Form, ListOf, RecordOf, Request, leaves_of
from srcdiff.errors import WrongCall
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.unit_words import described, parameter_node, written_names
from srcdiff.syntax import base, is_none, walk_statements

ANOTHER = "name another argument"
OPTIONAL = "return a number on every path"
OTHER_RESULTS = "use `vjp` for other results"
ONLY_FIRST = "with `has_aux=True` only the first of two is differentiated"
PRECISIONS = (
    *(numba_types.float32, numba_types.float64),
    *(numba_types.complex64, numba_types.complex128),
)


def check(unit: Unit, request: Request) -> None:
    """Refuse what cannot be differentiated: integers, results that are not scalar."""
    if request.kind in ("vjp", "adjoint"):
        check_returned_lists(unit)
    for form in request.wanted:
        check_form(unit, request, form)
    check_wanted(unit, request)
    check_outputs(unit, request)
    check_results(unit, request)


def check_returned_lists(unit: Unit) -> None:
    """Refuse functions that return lists of complex arrays."""
    kinds = [unit.types[result] for result in unit.results]
    if any(has_adjoints(kind) and is_complex(kind.dtype) for kind in kinds):
        raise WrongCall(
            f"`{unit.core.tree.name}` returns a list of complex arrays, whose derivative cannot be "
            "asked for in reverse mode yet",
            unit.core.tree.body[-1],
            "return an array: `np.array(rows)`",
        )


def check_wanted(unit: Unit, request: Request) -> None:
    """Refuse arguments that are no floating-point numbers, or arrays of them."""
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


def check_outputs(unit: Unit, request: Request) -> None:
    """Refuse outputs that are no arrays of floating-point numbers."""
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


def check_results(unit: Unit, request: Request) -> None:
    """Refuse functions that return nothing, and gradients of what is no real number."""
    results = unit.results
    if not results and not request.outputs and returns_value(unit.core.written):
        raise WrongCall(
            f"`{unit.core.tree.name}` does not get to its `return` for these arguments: it raises",
            unit.core.tree.body[-1],
            "give arguments for which it has a value",
        )
    if request.kind == "jvp" and not results and not request.outputs:
        raise WrongCall(
            f"`{unit.core.tree.name}` returns nothing: there is no tangent",
            unit.core.tree,
            "name the arrays that it writes to: `outputs=...`",
        )
    if request.has_aux:
        check_pair(unit)
    elif request.kind in ("grad", "value_and_grad"):
        kind = unit.types.result
        scalar = len(results) == 1 and is_float(unit.types[results[0]])
        if not scalar:
            raise WrongCall(
                f"`{unit.core.tree.name}` returns {described(unit)}: only a real number has a "
                "gradient",
                unit.core.tree.body[-1] if results else unit.core.tree,
                OPTIONAL if isinstance(kind, numba_types.Optional) else other_results(unit),
            )


def returns_value(tree: gast.FunctionDef) -> bool:
    """Return True if a function has a `return` with a value as it is written."""
    found = (s for s in walk_statements(tree.body) if isinstance(s, gast.Return))
    return any(s.value is not None and not is_none(s.value) for s in found)


def other_results(unit: Unit) -> str:
    """Return how to ask for derivatives of a function that returns more than a number."""
    return f"{OTHER_RESULTS}; {ONLY_FIRST}" if is_pair(unit.types.returned) else OTHER_RESULTS


def is_pair(kind: Type) -> bool:
    """Return True for the type of a pair of a real number and something else."""
    return isinstance(kind, numba_types.BaseTuple) and len(kind) == 2 and is_float(kind[0])


def check_pair(unit: Unit) -> None:
    """Refuse functions that do not return a pair of a real number and something else."""
    if not is_pair(unit.types.returned):
        raise WrongCall(
            f"`{unit.core.tree.name}` returns {described(unit)}, and with `has_aux` a function "
            "returns a real number and something else",
            unit.core.tree.body[-1] if unit.results else unit.core.tree,
            "return `value, others`, with a tuple for several others",
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


def own_type(unit: Unit, request: Request, name: str) -> Type:
    """Return the type of an argument by its name in the core form, lists as lists."""
    return with_lists(unit.types[name]) if request.is_list(name) else unit.types[name]
