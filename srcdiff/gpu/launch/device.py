"""Write the source text of the module with a derivative that kernels call."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.types import is_array
from srcdiff.differentiate.request import Request
from srcdiff.differentiate.reverse.function import derivative
from srcdiff.errors import UnsupportedType, located
from srcdiff.front.options import Asked, Given
from srcdiff.front.parse import Made, source_of
from srcdiff.gpu.launch.device_functions import check_device_functions, cuda_in
from srcdiff.gpu.launch.ported import ported
from srcdiff.gpu.launch.program import KernelProgram
from srcdiff.gpu.launch.text import text_of
from srcdiff.gpu.thread.intrinsics import check_words
from srcdiff.gpu.thread.own_arrays import own_arrays
from srcdiff.pipeline import optimise
from srcdiff.program.forms import requested
from srcdiff.program.module import SUFFIXES, Written, described
from srcdiff.program.needed_results import needed_results
from srcdiff.program.requests import check
from srcdiff.program.units.unit import Unit
from srcdiff.report import Report, function_report
from srcdiff.syntax import constant, fresh, parameters, with_body
from srcdiff.syntax import function as function_of_text


def write(function: Any, given: Given, asked: Asked) -> Written:
    """Return the module with a derivative of a device function for arguments of certain types.

    Raises UnsupportedType for derivatives with respect to arrays: there is no room for them.
    """
    program, unit, title = differentiated(function, given, asked)
    text = text_of(device_functions(program, unit), (), program.units.constants)
    return Written(text, title, Report(tuple(program.reports)))


def write_map(function: Any, given: Given, asked: Asked, samples: tuple[str, ...]) -> Written:
    """Return the module with a kernel that runs a derivative for each sample.

    `samples` are the parameters that have a value of their own in each sample: the kernel takes
    arrays for these, and then those for the gradients.
    """
    program, unit, title = differentiated(function, given, asked)
    kernel = kernel_of(unit, asked, samples, title, program.title)
    place = f"{os.path.basename(unit.core.origin.file)}:{unit.core.origin.first_line}"
    text = f"Gradient of {unit.core.tree.name} ({place}) for each of many samples."
    kernel = with_body(kernel, [gast.Expr(constant(text)), *kernel.body])
    text = text_of(device_functions(program, unit), [kernel], program.units.constants)
    return Written(text, kernel.name, Report(tuple(program.reports)))


def device_functions(program: KernelProgram, unit: Unit) -> tuple[gast.FunctionDef, ...]:
    """Return the device functions of a module with a derivative of some function."""
    program.check()
    with located(unit.core.origin):
        found = ported([*program.trees.values()], program.taken, unit.core.tree)
    return found.functions + found.trees


def kernel_of(
    unit: Unit,
    asked: Asked,
    samples: Collection[str],
    title: str,
    named: Callable[[str], str],
) -> gast.FunctionDef:
    """Return the kernel that calls `title` in each thread; `named` gives names to functions."""
    own = list(parameters(unit.core.tree))
    new = {*own, title}
    place = fresh("sample", new)
    shadows = [fresh(f"d_{word}", new) for word in asked.wrt]
    given = ", ".join(f"{word}[{place}]" if word in samples else word for word in own)
    taken = ", ".join(f"{shadow}[{place}]" for shadow in shadows)
    size = f"{next(word for word in own if word in samples)}.size"
    return function_of_text(
        f"def {named(f'{unit.core.tree.name}_map_gradient')}({', '.join([*own, *shadows])}):\n"
        f"    {place} = cuda.grid(1)\n"
        f"    if {place} < {size}:\n"
        f"        {taken} = {title}({given})\n"
    )


def differentiated(function: Any, given: Given, asked: Asked) -> tuple[KernelProgram, Unit, str]:
    """Return a program with a derivative, the function, and the name of the derivative."""
    program, made = device_program(function)
    unit = program.units.unit(made, given.arguments)
    with located(unit.core.origin):
        request = requested(unit, given, asked, program.title)
        check(unit, request)
        check_numbers(unit, request)
        title = program.title(f"{unit.core.tree.name}_{SUFFIXES[request.kind]}")
        program.trees[title] = described(reverse(program, unit, request, title), unit, request)
    return program, unit, title


def device_program(function: Any) -> tuple[KernelProgram, Any]:
    """Return an empty program, and a device function as what all passes read."""
    source = source_of(function)
    cuda = cuda_in(source)
    with located(source.origin):
        tree = own_arrays(source.tree, source.namespace, cuda, ["local"])
        check_words(tree, cuda)
        check_device_functions(source)
    new = replace(source, tree=tree, namespace={"np": np, **source.namespace})
    return KernelProgram(None), Made(new, inspect.signature(function))


def check_numbers(unit: Unit, request: Request) -> None:
    """Refuse derivatives with respect to arrays."""
    for word in request.wrt:
        if is_array(unit.types[word]):
            raise UnsupportedType(
                f"a thread has no room for the gradient with respect to the array `{word}`",
                unit.core.tree,
                "differentiate the kernel itself, with `srcdiff.cuda.grad`: it takes arrays for "
                "adjoints",
            )


def reverse(program: KernelProgram, unit: Unit, request: Request, title: str) -> gast.FunctionDef:
    """Return the derivative that was asked for."""
    dependents, wanted = needed_results(program.units, unit, request)
    facts = program.facts(unit, request.wrt, False, dependents, wanted)
    symbols = program.symbols(facts.types, facts.arrays.shape)
    tree = optimise(derivative(facts, request, title), symbols)
    program.reports.append(function_report(title, facts, tree))
    return program.finished(tree, unit, symbols)
