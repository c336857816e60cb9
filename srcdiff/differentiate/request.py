"""What is asked for: which derivative, of which arguments, and in which form they come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.types import Type
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    assign,
    base,
    constant,
    name,
)

Form = str | tuple["Form", ...]  # the name of an argument, or the forms of the parts of a tuple


@dataclass(frozen=True)
class Request:
    """What is asked for: which derivative, of which arguments, with which outputs.

    `kind` is "grad", "value_and_grad", "vjp" or "adjoint"; with `single` one argument
    was named, so its gradient is not put into a tuple. `cotangents` are the types of the
    cotangents that are passed. `forms` has the forms of all arguments by the words of the
    author, `wanted` those of the arguments in `wrt`, which has what of them is differentiated.
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
        """Return what the author calls the arguments in `wrt`."""
        word_of = {id(form): word for word, form in self.forms.items()}
        return [base(form) if isinstance(form, str) else word_of[id(form)] for form in self.wanted]

    @property
    def parameters(self) -> dict[str, Form]:
        """Return the parameters of the derivative that the arguments are passed as."""
        return {
            form if isinstance(form, str) else f"{word}{SEPARATOR}0": form
            for word, form in self.forms.items()
        }

    def taken_apart(self) -> Block:
        """Return the statements that bind the parts of the arguments that are tuples."""
        return [
            assign(leaf, part)
            for parameter, form in self.parameters.items()
            if not isinstance(form, str)
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
