"""What is asked for, in the names of the core form: arguments with the names of their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from srcdiff.analyse.types.composite_types import (
    field_types,
    is_named,
    is_record,
    list_of_numbers,
    with_arrays,
)
from srcdiff.analyse.types.types import Type, is_array, is_differentiable
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.differentiate.request import Form, ListOf, NamedOf, RecordOf, Request, leaves_of
from srcdiff.front.options import Asked, Given
from srcdiff.normalise.functions.specialise import is_fixed, settled_tuple
from srcdiff.program.given_lists import nested_list
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.unit_words import written_names
from srcdiff.syntax import parameters


def requested(unit: Unit, given: Given, asked: Asked, title: Callable[[str], str]) -> Request:
    """Return what is asked for, in the names of the core form.

    `title` gives names to the functions that make records.
    """
    forms = forms_of(unit, given, title)
    wanted = tuple(forms[word] for word in asked.wrt)
    return Request(
        asked.kind,
        tuple(leaf for form in wanted for leaf in differentiated(form, unit)),
        tuple(leaf for output in asked.outputs for leaf in leaves_of(forms[output])),
        asked.single,
        given.cotangents,
        forms,
        wanted,
        asked.has_aux,
    )


def forms_of(unit: Unit, given: Given, title: Callable[[str], str] = str) -> dict[str, Form]:
    """Return what the arguments of a function are called, tuples by parts, lists by arrays."""
    names = iter(parameters(unit.core.tree))
    makers: dict[Type, str] = {}

    def maker(kind: Type) -> str:
        word = "records_of_fields" if is_array(kind) else "record_of_fields"
        return makers.get(kind) or makers.setdefault(kind, title(word))

    pairs = zip(written_names(unit), given.arguments, strict=True)
    return {word: form_of(kind, names, maker, unit) for word, kind in pairs}


def form_of(kind: Type, names: Iterator[str], maker: Callable[[Type], str], unit: Unit) -> Form:
    """Return what an argument is called, by the names that are left, with makers of records."""
    kind = settled_tuple(kind)
    if is_fixed(kind):
        return ()
    if list_of_numbers(kind):
        if with_arrays(kind).ndim > 2:
            raise nested_list(unit, next(names), kind)
        return ListOf(next(names), with_arrays(kind).ndim)
    if is_record(kind):
        return RecordOf(kind, [next(names) for _ in field_types(kind)], maker(kind))
    if not isinstance(kind, numba_types.BaseTuple):
        return next(names)
    parts = [form_of(part, names, maker, unit) for part in kind]
    return NamedOf(kind.instance_class, parts) if is_named(kind) else tuple(parts)


def differentiated(form: Form, unit: Unit) -> list[str]:
    """Return what of an argument is differentiated: all of it, or the real parts of a tuple."""
    if not isinstance(form, tuple):
        return leaves_of(form)
    return [leaf for leaf in leaves_of(form) if is_differentiable(unit.types[leaf])]
