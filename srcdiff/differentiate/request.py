"""What is asked for: which derivative, with which parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import gast

from srcdiff.analyse.types.composite_types import field_types, has_list, of_class, record_of
from srcdiff.analyse.types.types import Type, is_array, is_inexact
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.results import result_names
from srcdiff.differentiate.facts import Facts
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    adjoint,
    assign,
    base,
    beside,
    call,
    constant,
    dotted,
    name,
    parameters,
)


@dataclass(frozen=True)
class ListOf:
    """The form of an argument that is a list: an array stands for it by this name.

    That of a list of lists has two dimensions.
    """

    name: str
    ndim: int = 1


class NamedOf(tuple["Form", ...]):
    """The forms of the parts of a named tuple, with its class."""

    def __new__(cls, owner: Any, parts: Iterable[Form]) -> NamedOf:
        """Return the forms of some parts."""
        new = super().__new__(cls, parts)
        new.owner = owner
        return new

    owner: Any


class RecordOf(tuple["Form", ...]):
    """The forms of the fields of a record, or of an array of records, with its type.

    `maker` is the generated function that makes records of the fields.
    """

    def __new__(cls, kind: Type, parts: Iterable[Form], maker: str) -> RecordOf:
        """Return the forms of some fields."""
        new = super().__new__(cls, parts)
        new.kind = kind
        new.maker = maker
        return new

    kind: Type
    maker: str


# the name of an argument, or what stands for a list, or the forms of the parts of a tuple
Form = str | ListOf | tuple["Form", ...]


@dataclass(frozen=True)
class Request:
    """What is asked for: which derivative, of which arguments, with which outputs.

    `kind` is "grad", "value_and_grad", "vjp", "jvp" or "adjoint"; with `single` one argument
    was named, so its gradient is not put into a tuple. `cotangents` are the types of the
    cotangents that are passed, or in forward mode of the tangents. Of arguments that are
    tuples, `wrt` has the parts that are differentiated; `forms` has the forms of all arguments
    by the words of the author, and `wanted` those of the ones that were named. With `has_aux` the
    function returns a pair, of which only the first part is differentiated.
    """

    kind: str
    wrt: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    single: bool = True
    cotangents: tuple[Type, ...] = ()
    forms: Mapping[str, Form] = field(default_factory=dict)
    wanted: tuple[Form, ...] = ()
    has_aux: bool = False

    @property
    def words(self) -> list[str]:
        """Return what the author calls the arguments that were named."""
        word_of = {id(form): word for word, form in self.forms.items()}
        return [base(form) if isinstance(form, str) else word_of[id(form)] for form in self.wanted]

    @property
    def composed(self) -> dict[str, Form]:
        """Return the parameters of the derivative that are tuples or lists, and their forms."""
        return {
            f"{word}{SEPARATOR}0": form
            for word, form in self.forms.items()
            if not isinstance(form, str)
        }

    def is_list(self, name: str) -> bool:
        """Return True if an array stands for a list that is an argument, or a part of one."""
        return is_list(self.forms, name)

    @property
    def lists(self) -> dict[str, Expression]:
        """Return the arrays that stand for lists, and which parts of arguments those are."""
        return {
            leaf: part.args[0]
            for parameter, form in self.composed.items()
            for leaf, part in parts_of(form, name(parameter))
            if self.is_list(leaf)
        }

    @property
    def records(self) -> list[set[str]]:
        """Return the names of the fields of each array of records that is an argument."""
        forms = every_form(self.forms.values())
        return [set(leaves_of(form)) for form in forms if isinstance(form, RecordOf)]

    @property
    def copies(self) -> dict[str, Expression]:
        """Return the fields of records that are copied as they are taken apart, as they are."""
        whole = [
            (leaf, part, view)
            for parameter, form in self.composed.items()
            for (leaf, part), (_, view) in zip(
                parts_of(form, name(parameter)), parts_of(form, name(parameter), True), strict=True
            )
        ]
        return {n: view for n, part, view in whole if is_copied(part)}

    def passed(self, array: str) -> Expression:
        """Return an array that is an argument, or a part of one, as the caller has passed it."""
        return self.copies.get(array, name(array))

    def are_fields(self, first: str, second: str) -> bool:
        """Return True if two arrays are different fields of the same records."""
        return any({first, second} <= fields for fields in self.records)

    def parameters(self, core: Core) -> list[str]:
        """Return the parameters of the derivative that the arguments are passed as."""
        if not self.forms:
            return list(parameters(core.tree))
        return [
            form if isinstance(form, str) else f"{word}{SEPARATOR}0"
            for word, form in self.forms.items()
        ]

    def taken_apart(self, core: Core) -> Block:
        """Return the statements that bind the parts of tuples, and the arrays for lists."""
        return [
            assign(leaf, part, core.tree)
            for parameter, form in self.composed.items()
            for leaf, part in parts_of(form, name(parameter))
        ] + [
            assign(given(output), call("np.array", name(f"{given(output)}{SEPARATOR}0")), core.tree)
            for output in self.outputs
            if self.kind == "vjp" and self.is_list(output)
        ]


def every_form(forms: Iterable[Form]) -> Iterator[Form]:
    """Yield forms, and those of their parts."""
    for form in forms:
        yield form
        if isinstance(form, tuple):
            yield from every_form(form)


def leaves_of(form: Form) -> list[str]:
    """Return the names in the form of an argument.

    >>> leaves_of(("a", ("b", "c")))
    ['a', 'b', 'c']
    """
    if isinstance(form, str):
        return [form]
    if isinstance(form, ListOf):
        return [form.name]
    return [leaf for part in form for leaf in leaves_of(part)]


def parts_of(
    form: Form, whole: Expression, views: bool = False
) -> Iterator[tuple[str, Expression]]:
    """Return the names in the form of an argument, and what of it each stands for.

    With `views` fields of records are those of the argument, and not copies of them.

    >>> from srcdiff.syntax import unparse
    >>> [(leaf, unparse(part)) for leaf, part in parts_of(("a", ("b", "c")), name("t"))]
    [('a', 't[0]'), ('b', 't[1][0]'), ('c', 't[1][1]')]
    >>> [(leaf, unparse(part)) for leaf, part in parts_of(ListOf("a"), name("t"))]
    [('a', 'np.array(t)')]
    >>> [(leaf, unparse(part)) for leaf, part in parts_of(ListOf("a", 2), name("t"))]
    [('a', 'runtime.in_array(t)')]
    """
    if isinstance(form, str):
        yield form, whole
        return
    if isinstance(form, ListOf):
        yield form.name, call("np.array" if form.ndim == 1 else "runtime.in_array", whole)
        return
    for position, part in enumerate(form):
        own = gast.Subscript(whole, constant(position), gast.Load())
        if isinstance(form, RecordOf):
            own = field_of(form, whole, position, views)
        if isinstance(form, NamedOf):
            own = gast.Attribute(whole, form.owner._fields[position], gast.Load())
        yield from parts_of(part, own, views)


def is_list(forms: Mapping[str, Form], name: str) -> bool:
    """Return True if an array stands for a list that is an argument, or a part of one."""
    return any(
        isinstance(form, ListOf) and form.name == name for form in every_form(forms.values())
    )


def is_copied(part: Expression) -> bool:
    """Return True if a part of an argument is a copy of a field of records."""
    return isinstance(part, gast.Call) and dotted(part.func) == "np.positive"


def field_of(form: RecordOf, whole: Expression, position: int, views: bool) -> Expression:
    """Return a field of records; a copy of one that Numba cannot join with other arrays."""
    title = list(field_types(form.kind))[position]
    field = gast.Subscript(whole, constant(title), gast.Load())
    packed = is_array(form.kind) and not form.kind.aligned
    number = record_of(record_of(form.kind).fields[title].type)
    return call("np.positive", field) if packed and is_inexact(number) and not views else field


def in_lists(kind: Type, whole: Expression) -> Expression:
    """Return a value with lists where the type has lists, and arrays stand for them.

    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import unparse
    >>> numbers = types.List(types.float64)
    >>> unparse(in_lists(types.Tuple([numbers, types.int64]), name("y")))
    '(list(y[0]), y[1])'
    """
    if not has_list(kind):
        return whole
    if isinstance(kind, numba_types.BaseTuple):
        items = [gast.Subscript(whole, constant(k), gast.Load()) for k in range(len(kind))]
        return of_class(kind, map(in_lists, kind, items))
    if not isinstance(kind.dtype, numba_types.List):
        return call("list", whole)
    row = "rows" if isinstance(kind.dtype.dtype, numba_types.List) else "row"
    target = gast.Name(row, gast.Store(), None, None)
    generator = gast.comprehension(target, whole, [], 0)
    return gast.ListComp(in_lists(kind.dtype, name(row)), [generator])


COTANGENT = f"return{SEPARATOR}cotangent"


def argument_names(facts: Facts, request: Request, apart: bool = False) -> Iterator[str]:
    """Return the parameters of a derivative; with `apart` the parts of those that are tuples."""
    takes_cotangents = request.kind in ("vjp", "adjoint")
    for parameter in parameters(facts.core.tree) if apart else request.parameters(facts.core):
        yield parameter
        shadowed = parameter in request.wrt + request.outputs
        if request.kind == "adjoint" and shadowed and is_array(facts.types[parameter]):
            yield adjoint(parameter)
    if takes_cotangents and result_names(facts.core.tree):
        yield COTANGENT
    if request.kind == "vjp":
        for output in request.outputs:
            as_list = request.is_list(output) and not apart
            yield f"{given(output)}{SEPARATOR}0" if as_list else given(output)


def given(output: str) -> str:
    """Return the name of the parameter with the cotangent of an output."""
    return beside(output, "cotangent")
