"""Compare a derivative by srcdiff with what is expected."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from srcdiff import adjoint, grad, jvp, value_and_grad, vjp

from .expected import LOOSE, Expected, weighted
from .reference import Program, copies, is_float, parts, tangent, tangents


class Wrong(Exception):
    """A derivative that differs from the reference: what differs, and by how much."""

    def __init__(self, signature: str, message: str) -> None:
        super().__init__(message)
        self.signature = signature


def compare(program: Program, expected: Expected, target: str) -> None:
    """Raise Wrong if the derivative by srcdiff is not the expected one."""
    arrays = "whole" if target == "python" and len(program.text) % 2 else "loops"
    options: dict[str, Any] = {"target": target, "cache": False, "arrays": arrays}
    own = copies(program.arguments)
    if program.kind == "value_and_grad":
        compare_value(program, expected, options)
        return
    if program.kind == "jvp":
        compare_tangents(program, expected, options)
        return
    if program.kind == "grad":
        derivative = grad(program.function, wrt=program.wrt, **options)
        given: list[Any] = own
    elif program.kind == "vjp":
        derivative = vjp(program.function, program.wrt, program.outputs, **options)
        given = [*own, *cotangent_arguments(program, expected)]
    else:
        compare_adjoint(program, expected, options)
        return
    found = quietly(derivative, given)
    unchanged(program, own)
    compare_gradient(program, expected, found)
    again = quietly(derivative, given)
    if not all(np.array_equal(a, b, equal_nan=True) for a, b in zip(found, again, strict=True)):
        raise Wrong("second call", f"a second call gives {again}, not {found}")
    if program.kind == "grad" and random.Random(program.text).random() < 0.3:
        compare_value(program, expected, options)


def compare_value(program: Program, expected: Expected, options: dict[str, Any]) -> None:
    """Raise Wrong if the value that comes with the gradient, or the gradient, is wrong."""
    own = copies(program.arguments)
    both = value_and_grad(program.function, wrt=program.wrt, **options)
    number, gradient = quietly(both, own)
    if not abs(number - expected.values[0]) <= expected.tolerance * max(expected.size, 1.0):
        raise Wrong("value", f"the value is {number}, not {expected.values[0]}")
    unchanged(program, own)
    compare_gradient(program, expected, gradient)


def compare_tangents(program: Program, expected: Expected, options: dict[str, Any]) -> None:
    """Raise Wrong if forward mode gives other values or tangents than expected."""
    product = jvp(program.function, program.wrt, program.outputs, **options)
    own = copies(program.arguments)
    named = dict(zip(program.parameters, expected.directions, strict=True))
    moved = [forward_direction(named[n], a) for n, a in zip(program.parameters, own, strict=True)]
    where = dict(zip(program.parameters, moved, strict=True))
    found = quietly(product, [*own, *(where[name] for name in program.wrt)])
    unchanged(program, own)
    values, rates = map(parts, found)
    exact = [np.real(tangent(part)) for part in tangents(program, expected.directions).parts]
    for value, rate, before, wanted in zip(values, rates, expected.values, exact, strict=True):
        if not np.allclose(value, before, rtol=0.0, atol=1e-4 * max(expected.size, 1.0)):
            raise Wrong("value", f"the value is {value}, not {before}")
        if not is_float(before):
            if rate is not None:
                raise Wrong("tangent", f"the tangent of {before} is {rate}")
            continue
        if np.shape(rate) != np.shape(before):
            raise Wrong("shape", f"the tangent of {before} is {rate}")
        # Python's own functions of numbers make double precision of single, compiled ones do not
        exact_types = options["target"] != "python" or expected.tolerance != LOOSE
        if isinstance(before, np.ndarray) and exact_types and rate.dtype != before.dtype:
            raise Wrong("type", f"the tangent of an array of {before.dtype} is of {rate.dtype}")
        size = np.max(np.abs(wanted), initial=0.0) + expected.size
        if not np.allclose(rate, wanted, rtol=0.0, atol=expected.tolerance * size + 1e-12):
            raise Wrong("tangent", f"the tangent is {rate}, not {wanted}")


def forward_direction(direction: Any, argument: Any) -> Any:
    """Return the first of two directions, of the type of the argument."""
    if direction is None:
        return None
    if isinstance(argument, np.ndarray):
        return direction.real.astype(argument.dtype)
    return float(direction.real)


def quietly(function: Any, arguments: Sequence[Any]) -> Any:
    """Call a function without warnings of NumPy."""
    with np.errstate(all="ignore"):
        return function(*arguments)


def cotangent_arguments(program: Program, expected: Expected) -> list[Any]:
    """Return the cotangents as a derivative takes them: of the result, then of the outputs."""
    count = len(expected.cotangents) - len(program.outputs)
    result, outputs = expected.cotangents[:count], expected.cotangents[count:]
    whole: list[Any] = []
    if result:
        with np.errstate(all="ignore"):
            real = program.function(*copies(program.arguments))
        whole = [result if isinstance(real, tuple) else result[0]]
    return [*whole, *outputs]


def unchanged(program: Program, own: Sequence[Any]) -> None:
    """Raise Wrong if arguments are not as they were."""
    for name, before, after in zip(program.parameters, program.arguments, own, strict=True):
        if not np.array_equal(before, after):
            raise Wrong("arguments changed", f"`{name}` was {before}, and is {after}")


def compare_gradient(program: Program, expected: Expected, found: Any) -> None:
    """Raise Wrong if a gradient does not have the expected shape, type and values."""
    if not isinstance(found, tuple) or len(found) != len(program.wrt):
        raise Wrong("shape", f"the gradient is {found!r}")
    named = dict(zip(program.parameters, program.arguments, strict=True))
    where = dict(zip(program.parameters, expected.directions, strict=True))
    total, size = 0j, abs(expected.slope)
    for name, gradient in zip(program.wrt, found, strict=True):
        argument = named[name]
        if np.shape(gradient) != np.shape(argument):
            raise Wrong("shape", f"the gradient of `{name}` has shape {np.shape(gradient)}")
        if isinstance(argument, np.ndarray) and gradient.dtype != argument.dtype:
            raise Wrong("type", f"the gradient of `{name}` is of {gradient.dtype}")
        total += complex(np.sum(gradient * where[name]))
        size += float(np.sum(np.abs(gradient * where[name])))
    allowed = expected.tolerance * (size + expected.size) + 1e-12
    if not abs(total - expected.slope) <= allowed:
        raise Wrong("gradient", described(program, expected, found))


def compare_adjoint(program: Program, expected: Expected, options: dict[str, Any]) -> None:
    """Raise Wrong if the adjoint form does not accumulate the expected gradient."""
    derivative = adjoint(program.function, program.wrt, program.outputs, **options)
    values, own = expected.cotangents, copies(program.arguments)
    count = len(values) - len(program.outputs)
    seeds = dict(zip(program.outputs, values[count:], strict=True))
    shadows = {
        name: seeds[name].copy() if name in seeds else np.zeros_like(argument)
        for name, argument in zip(program.parameters, own, strict=True)
        if isinstance(argument, np.ndarray) and name in program.wrt + program.outputs
    }
    given: list[Any] = []
    for name, argument in zip(program.parameters, own, strict=True):
        given += [argument] + ([shadows[name]] if name in shadows else [])
    named = dict(zip(program.parameters, program.arguments, strict=True))
    result = quietly(derivative, [*given, *cotangent_arguments(program, expected)[: count > 0]])
    scalars = list(parts(result))
    gradient = tuple(
        shadows[n] if isinstance(named[n], np.ndarray) else scalars.pop(0) for n in program.wrt
    )
    compare_gradient(program, expected, gradient)


def described(program: Program, expected: Expected, found: Sequence[Any]) -> str:
    """Return each gradient beside the one that was expected."""
    lines = []
    named = dict(zip(program.parameters, program.arguments, strict=True))
    for name, gradient in zip(program.wrt, found, strict=True):
        exact = np.zeros(np.shape(named[name]))
        for place in np.ndindex(exact.shape):
            unit = np.zeros(exact.shape, dtype=complex)
            unit[place] = 1.0
            directions = [unit if p == name else None for p in program.parameters]
            parts_found = tangents(program, directions).parts
            exact[place] = weighted(map(tangent, parts_found), expected.cotangents).real
        shown = np.array2string(np.asarray(gradient), max_line_width=200, separator=", ")
        wanted = np.array2string(exact, max_line_width=200, separator=", ")
        lines.append(f"d_{name} is {shown}, not {wanted}")
    return "\n".join(lines)
