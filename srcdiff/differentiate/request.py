"""What is asked for: which derivative, with which parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from srcdiff.analyse.types import Type, is_array
from srcdiff.differentiate.calls import result_names
from srcdiff.differentiate.facts import Facts
from srcdiff.syntax import SEPARATOR, adjoint, parameters


@dataclass(frozen=True)
class Request:
    """What is asked for: which derivative, of which arguments, with which outputs.

    `kind` is "grad", "value_and_grad", "vjp", "jvp" or "adjoint"; with `single` one argument
    was named, so its gradient is not put into a tuple. `cotangents` are the types of the
    cotangents that are passed, or in forward mode of the tangents.
    """

    kind: str
    wrt: tuple[str, ...]
    outputs: tuple[str, ...] = ()
    single: bool = True
    cotangents: tuple[Type, ...] = ()


COTANGENT = f"return{SEPARATOR}cotangent"


def argument_names(facts: Facts, request: Request) -> Iterator[str]:
    """Return the parameters of a derivative."""
    takes_cotangents = request.kind in ("vjp", "adjoint")
    for parameter in parameters(facts.core.tree):
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
