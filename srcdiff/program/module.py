"""Write the source text of a generated module."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.analyse.checks.written_defaults import written_part
from srcdiff.analyse.types.composite_types import flattened, flattened_once, in_tuples, is_named
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.results import result_names
from srcdiff.differentiate.forward.jvp import jvp, leaves
from srcdiff.differentiate.request import Request, in_lists, parts_of
from srcdiff.differentiate.reverse.function import define, derivative
from srcdiff.errors import UnsupportedSyntax, UnsupportedType, located
from srcdiff.front.options import Asked, Given, Options
from srcdiff.normalise.functions.by_rule import by_rule
from srcdiff.normalise.functions.specialise import settled_tuple
from srcdiff.pipeline import finish, optimise
from srcdiff.program.copied_layouts import check_copied_layouts
from srcdiff.program.cotangents import check_adjoints
from srcdiff.program.forms import forms_of, requested
from srcdiff.program.given_lists import check_nested, check_written
from srcdiff.program.kept_defaults import check_kept, left_out
from srcdiff.program.module_text import text_of
from srcdiff.program.needed_results import needed_results
from srcdiff.program.passed_classes import check_passed_classes
from srcdiff.program.program import Program
from srcdiff.program.record_makers import enter_makers
from srcdiff.program.requests import check, check_functions
from srcdiff.program.reverse_program import ReverseProgram
from srcdiff.program.tangent_program import TangentProgram, forward_report, overlapping
from srcdiff.program.units.general_form import General, NeedsGeneral
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.units import Units
from srcdiff.report import Report, function_report
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    assign,
    call,
    constant,
    dotted,
    name,
    parameters,
    unpack,
    with_body,
)


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
    """Return the module with a derivative of a function for arguments of certain types.

    If functions turn out to need the general form for arrays with several names, it is written
    anew.
    """
    general = General()
    while True:
        is_forward = asked.kind == "jvp"
        units = Units(keeps=not is_forward, general=general)
        make = TangentProgram if is_forward else ReverseProgram
        try:
            return written_by(make(units, has_loops(asked.options)), function, given, asked)
        except NeedsGeneral as needed:
            more = general.with_one_more(needed)
            assert more != general, "it would be written in the same form again"
            general = more
        except (UnsupportedSyntax, UnsupportedType):
            if not units.has_calls_in_place:
                raise
            general = general.with_calls_only()


def has_loops(options: Options) -> bool:
    """Return True if statements on whole arrays become loops; Numba runs them in parallel."""
    return options.arrays == "loops" and not options.parallel


def written_by(
    program: ReverseProgram | TangentProgram, function: Any, given: Given, asked: Asked
) -> Written:
    """Return the module that a program makes of a function. Raises NeedsGeneral."""
    unit = program.units.unit(by_rule(function), given.arguments)
    check_passed_classes(program.units, unit)
    classes = {cls.__name__: cls for cls in classes_of([*given.arguments, unit.types.returned])}
    program.units.constants.update(classes)
    with located(unit.core.origin):
        forms = forms_of(unit, given)
        check_kept(program.units, unit, forms, left_out(function, given.arguments))
        check_kept(program.units, unit, forms, asked.kept, written_part)
        if asked.kind == "primal":
            title = primal(program, unit, given)
        else:
            check_functions(unit, given.arguments, asked.wrt + asked.outputs)
            request = requested(unit, given, asked, program.title)
            check(unit, request)
            check_adjoints(unit, request, given.adjoints)
            check_copied_layouts(program.units, unit)
            written = sorted(program.units.summary(unit.key).writes)
            check_nested(unit, request, [parameters(unit.core.tree)[place] for place in written])
            title = program.title(f"{unit.core.tree.name}_{SUFFIXES[request.kind]}")
            if isinstance(program, TangentProgram):
                tree = forward(program, unit, request, title)
            else:
                enter_makers(program, unit, request)
                tree = reverse(program, unit, request, title)
            program.trees[title] = described(tree, unit, request)
    report = Report(tuple(program.reports))
    return Written(text_of(program, title, asked.options), title, report)


def check_defaults(function: Any, given: Given, words: Iterable[str]) -> None:
    """Refuse to write to the default values of some parameters of a function.

    Raises UnsupportedSyntax, as Python keeps them between calls.
    """
    units = Units(keeps=False)
    unit = units.unit(by_rule(function), given.arguments)
    with located(unit.core.origin):
        check_kept(units, unit, forms_of(unit, given), words)


def classes_of(kinds: Iterable[Type]) -> Iterator[Any]:
    """Return the classes of the named tuples among some types, and their parts."""
    for kind in map(settled_tuple, kinds):
        if is_named(kind):
            yield kind.instance_class
        yield from classes_of(flattened_once(kind))


def primal(program: Program, unit: Unit, given: Given) -> str:
    """Enter the function itself into the program, as it is called; return its name."""
    title = program.primal(unit.key)
    forms = forms_of(unit, given)
    if all(isinstance(form, str) for form in forms.values()) and unit.types.form is None:
        return title
    for place in sorted(program.units.summary(unit.key).writes):
        check_written(unit, forms, parameters(unit.core.tree)[place])
    parts = [part for word, form in forms.items() for _, part in parts_of(form, name(word), True)]
    outer = program.title(f"{title}_of_parts")
    body = in_form(unit, call(title, *parts))
    program.trees[outer] = define(outer, list(forms), body, unit.core)
    return outer


def in_form(unit: Unit, result: Expression) -> Block:
    """Return the statements that return what a function returns, arrays as lists again."""
    form = unit.types.returned
    flat = flattened(form)
    if unit.types.form is None:
        return [gast.Return(result)]
    if not isinstance(form, numba_types.BaseTuple):
        return [assign("result", result), gast.Return(in_lists(form, name("result")))]
    parts = [f"result{SEPARATOR}{k}" for k in range(len(flat))]
    values = iter(in_lists(kind, name(part)) for part, kind in zip(parts, flat, strict=True))
    return [unpack(parts, result, None), gast.Return(in_tuples(form, values, classes=True))]


def reverse(program: ReverseProgram, unit: Unit, request: Request, title: str) -> gast.FunctionDef:
    """Return the derivative that was asked for, in reverse mode."""
    core = unit.core
    dependents, wanted = needed_results(program.units, unit, request)
    facts = program.facts(unit, request.wrt, False, dependents, wanted)
    symbols = program.symbols(facts.types, facts.arrays.shape, core, facts.members)
    tree = optimise(derivative(facts, request, title), symbols)
    program.reports.append(function_report(title, facts, tree))
    return finish(tree, core.written, symbols)


def forward(program: TangentProgram, unit: Unit, request: Request, title: str) -> gast.FunctionDef:
    """Return the derivative that was asked for, in forward mode."""
    names = {dotted(result) for result in leaves(result_names(unit.core.tree))}
    active = program.active(unit, request.wrt, frozenset(names | set(request.outputs)))
    facts = program.facts_of(unit, active)
    program.reports.append(forward_report(title, facts))
    symbols = program.symbols(unit.types, core=unit.core, members=overlapping(facts.effects))
    tree = optimise(jvp(facts, request, title), symbols)
    return finish(tree, unit.core.written, symbols)


def described(tree: gast.FunctionDef, unit: Unit, request: Request) -> gast.FunctionDef:
    """Return a derivative with a docstring that tells of what it is."""
    origin = unit.core.origin
    place = f"{os.path.basename(origin.file)}:{origin.first_line}"
    text = f"{TITLES[request.kind]} {unit.core.tree.name} ({place}) with respect to "
    text += f"{', '.join(request.words)}."
    return with_body(tree, [gast.Expr(constant(text)), *tree.body])
