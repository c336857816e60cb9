"""Write the source text of a generated module."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.effects import NONE
from srcdiff.analyse.schedule import Need
from srcdiff.asked import Asked, Given, Options
from srcdiff.differentiate.calls import result_names
from srcdiff.differentiate.function import derivative
from srcdiff.differentiate.jvp import jvp, leaves
from srcdiff.differentiate.request import Request
from srcdiff.emit import source
from srcdiff.errors import located
from srcdiff.pipeline import finish, optimise
from srcdiff.program import Program
from srcdiff.report import Report, function_report
from srcdiff.requests import check, check_adjoints, written_names
from srcdiff.syntax import base, constant, dotted, parameters, reads, with_body
from srcdiff.tangent_program import TangentProgram, forward_report
from srcdiff.units import Unit
from srcdiff.wrap import wrap


@dataclass(frozen=True)
class Written:
    """A generated module: its text, the function that was asked for, and what it does."""

    text: str
    name: str
    report: Report


SUFFIXES = {
    "grad": "gradient",
    "value_and_grad": "value_and_gradient",
    "vjp": "vjp",
    "adjoint": "adjoint",
    "jvp": "jvp",
}
TITLES = {
    "grad": "Gradient of",
    "value_and_grad": "Value and gradient of",
    "vjp": "Vector-Jacobian product of",
    "adjoint": "Adjoint of",
    "jvp": "Value and Jacobian-vector product of",
}


def write(function: Any, given: Given, asked: Asked) -> Written:
    """Return the module with a derivative of a function for arguments of certain types."""
    program = TangentProgram() if asked.kind == "jvp" else Program()
    unit = program.units.unit(function, given.arguments)
    with located(unit.core.origin):
        if asked.kind == "primal":
            title = program.primal(unit.key)
        else:
            core_names = dict(zip(written_names(unit), parameters(unit.core.tree), strict=True))
            wrt = tuple(core_names[name] for name in asked.wrt)
            outputs = tuple(core_names[name] for name in asked.outputs)
            request = Request(asked.kind, wrt, outputs, asked.single, given.cotangents)
            check(unit, request)
            check_adjoints(unit, request, given.adjoints)
            title = program.title(f"{unit.core.tree.name}_{SUFFIXES[request.kind]}")
            if isinstance(program, TangentProgram):
                tree = forward(program, unit, request, title)
            else:
                tree = reverse(program, unit, request, title)
            program.trees[title] = described(tree, unit, request)
    report = Report(tuple(program.reports))
    return Written(text_of(program, title, asked.options), title, report)


def reverse(program: Program, unit: Unit, request: Request, title: str) -> gast.FunctionDef:
    """Return the derivative that was asked for, in reverse mode."""
    core = unit.core
    names = {dotted(result) for result in result_names(core.tree)}
    # of an array in the result, a cotangent has to have the shape
    shaped = {n for n in names if unit.types.is_array(n)} if request.cotangents else set()
    wanted = Need(frozenset(names if request.kind == "value_and_grad" else shaped), NONE)
    dependents = frozenset(names | set(request.outputs))
    facts = program.facts(unit, request.wrt, False, dependents, wanted)
    program.reports.append(function_report(title, facts))
    symbols = program.symbols(facts.types)
    tree = optimise(derivative(facts, request, title), symbols)
    return finish(tree, core.written, symbols)


def forward(program: TangentProgram, unit: Unit, request: Request, title: str) -> gast.FunctionDef:
    """Return the derivative that was asked for, in forward mode."""
    names = {dotted(result) for result in leaves(result_names(unit.core.tree))}
    active = program.active(unit, request.wrt, frozenset(names | set(request.outputs)))
    facts = program.facts_of(unit, active)
    program.reports.append(forward_report(title, facts))
    symbols = program.symbols(unit.types)
    tree = optimise(jvp(facts, request, title), symbols)
    return finish(tree, unit.core.written, symbols)


def described(tree: gast.FunctionDef, unit: Unit, request: Request) -> gast.FunctionDef:
    """Return a derivative with a docstring that tells of what it is."""
    origin = unit.core.origin
    place = f"{os.path.basename(origin.file)}:{origin.first_line}"
    text = f"{TITLES[request.kind]} {unit.core.tree.name} ({place}) with respect to "
    text += f"{', '.join(map(base, request.wrt))}."
    return with_body(tree, [gast.Expr(constant(text)), *tree.body])


def text_of(program: Program, title: str, options: Options) -> str:
    """Return the text of a module: imports, constants, functions."""
    used: set[str] = set()
    functions = []
    for name, tree in program.trees.items():
        used |= reads(tree.body)
        made = decorator(name == title, name in program.recursive, options)
        functions.append(wrap(made) + source(tree).rstrip())
    constants = [
        wrap(f"{name} = {literal(value)}")
        for name, value in program.units.constants.items()
        if name in used
    ]
    for module in ("math", "np"):
        if any(f"{module}." in line for line in constants):
            used.add(module)
    head = "\n".join(imports(used))
    if constants:
        head += "\n\n" + "\n".join(constants)
    return "\n\n\n".join([head, *functions]) + "\n"


def imports(used: set[str]) -> list[str]:
    """Return the import statements that a module needs."""
    lines = [f"import {module}" for module in ("cmath", "math", "operator") if module in used]
    lines += [""] if lines else []
    if "np" in used:
        lines.append("import numpy as np")
    lines.append("from numba import njit")
    if "runtime" in used:
        lines += ["", "from srcdiff import runtime"]
    return lines


def decorator(is_main: bool, is_recursive: bool, options: Options) -> str:
    """Return the decorator of a generated function."""
    words = ['error_model="numpy"']
    if options.parallel:
        words.append("parallel=True")
    if options.fastmath:
        words.append(f"fastmath={fastmath(options.fastmath)}")
    if is_main and options.cache:
        words.append("cache=True")
    if not is_main and not is_recursive:
        words.append("forceinline=True")
    return f"@njit({', '.join(words)})\n"


def fastmath(value: Any) -> str:
    """Return the text of the option fastmath."""
    return repr(value) if isinstance(value, bool) else "{" + ", ".join(map(repr, value)) + "}"


LONGEST_ARRAY = 100  # elements: a longer constant is written as bytes


def literal(value: Any) -> str:
    """Return a constant as source text.

    >>> literal((1.5, float("-inf"))), literal(np.zeros((0, 3))), literal(np.float32(0.5))
    ('(1.5, -math.inf)', 'np.zeros((0, 3))', 'np.float32(0.5)')
    """
    if isinstance(value, np.ndarray):
        return array_literal(value)
    if isinstance(value, tuple):
        parts = ", ".join(map(literal, value))
        return f"({parts},)" if len(value) == 1 else f"({parts})"
    if isinstance(value, np.generic):
        return f"np.{value.dtype}({literal(value.item())})"
    if isinstance(value, float) and not math.isfinite(value):
        return "math.nan" if math.isnan(value) else f"{'-' * (value < 0)}math.inf"
    if isinstance(value, complex):
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    return repr(value)


def array_literal(value: np.ndarray[Any, Any]) -> str:
    """Return an array as source text."""
    kind = "" if value.dtype == np.float64 else f", dtype=np.{value.dtype}"
    if value.size == 0:
        return f"np.zeros({value.shape}{kind})"
    if value.size > LONGEST_ARRAY:
        raw = np.ascontiguousarray(value).tobytes().hex()
        flat = f'np.frombuffer(bytes.fromhex("{raw}"), dtype=np.{value.dtype})'
        return f"{flat}.reshape({value.shape})"
    return f"np.array({list_literal(value.tolist())}{kind})"


def list_literal(value: Any) -> str:
    """Return the nested lists of an array as source text."""
    if isinstance(value, list):
        return f"[{', '.join(map(list_literal, value))}]"
    return literal(value)
