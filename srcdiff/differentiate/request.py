"""What is asked for: which derivative, with which parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.types import Type, is_array
from srcdiff.differentiate.calls import result_names
from srcdiff.differentiate.facts import Facts
from srcdiff.normalise import Core
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    adjoint,
    assign,
    base,
    constant,
    name,
    parameters,
)

Form = str | tuple["Form", ...]  # the name of an argument, or the forms of the parts of a tuple


@dataclass(frozen=True)
class Request:
    """What is asked for: which derivative, of which arguments, with which outputs.

    `kind` is "grad", "value_and_grad", "vjp", "jvp" or "adjoint"; with `single` one argument
    was named, so its gradient is not put into a tuple. `cotangents` are the types of the
    cotangents that are passed, or in forward mode of the tangents. Of arguments that are
    tuples, `wrt` has the parts that are differentiated; `forms` has the forms of all arguments
    by the words of the author, and `wanted` those of the ones that were named.
    """

    kind: str
    wrt: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    single: bool = True
    cotangents: tuple[Type, ...] = ()
    forms: Mapping[str, Form] = field(default_factory=dict)
    wanted: tuple[Form, ...] = ()

    @property
    def words(self) -> list[str]:
        """Return what the author calls the arguments that were named."""
        word_of = {id(form): word for word, form in self.forms.items()}
        return [base(form) if isinstance(form, str) else word_of[id(form)] for form in self.wanted]

    @property
    def tuples(self) -> dict[str, Form]:
        """Return the parameters of the derivative that are tuples, and their forms."""
        return {
            f"{word}{SEPARATOR}0": form
            for word, form in self.forms.items()
            if not isinstance(form, str)
        }

    def parameters(self, core: Core) -> list[str]:
        """Return the parameters of the derivative that the arguments are passed as."""
        if not self.forms:
            return list(parameters(core.tree))
        return [
            form if isinstance(form, str) else f"{word}{SEPARATOR}0"
            for word, form in self.forms.items()
        ]

    def taken_apart(self, core: Core) -> Block:
        """Return the statements that bind the parts of the arguments that are tuples."""
        return [
            assign(leaf, part, core.tree)
            for parameter, form in self.tuples.items()
            for leaf, part in parts_of(form, name(parameter))
        ]


def leaves_of(form: Form) -> list[str]:
    """Return the names in the form of an argument.

    >>> leaves_of(("a", ("b", "c")))
    ['a', 'b', 'c']
    """
    if isinstance(form, str):
        return [form]
    return [leaf for part in form for leaf in leaves_of(part)]


def parts_of(form: Form, whole: Expression) -> Iterator[tuple[str, Expression]]:
    """Return the names in the form of an argument, and which part of it each stands for.

    >>> from srcdiff.syntax import unparse
    >>> [(leaf, unparse(part)) for leaf, part in parts_of(("a", ("b", "c")), name("t"))]
    [('a', 't[0]'), ('b', 't[1][0]'), ('c', 't[1][1]')]
    """
    if isinstance(form, str):
        yield form, whole
        return
    for position, part in enumerate(form):
        yield from parts_of(part, gast.Subscript(whole, constant(position), gast.Load()))


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
        yield from (given(output) for output in request.outputs)


def given(output: str) -> str:
    """Return the name of the parameter with the cotangent of an output."""
    return f"{output}{SEPARATOR}cotangent"
