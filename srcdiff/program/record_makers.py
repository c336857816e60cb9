"""Functions of generated modules that make records of the adjoints of their fields."""

from __future__ import annotations

import gast
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.composite_types import field_types, record_of
from srcdiff.analyse.types.types import is_differentiable
from srcdiff.core import Core
from srcdiff.differentiate.request import RecordOf, Request, every_form
from srcdiff.differentiate.reverse.function import define
from srcdiff.program.program import Program
from srcdiff.program.units.unit import Unit
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    assign,
    call,
    constant,
    fresh,
    name,
    path,
    rename,
)


def enter_makers(program: Program, unit: Unit, request: Request) -> None:
    """Enter the functions that make records of the adjoints of their fields."""
    for form in every_form(request.wanted):
        if isinstance(form, RecordOf) and form.maker not in program.trees:
            dtype = program.title("RECORD")
            program.units.constants[dtype] = as_dtype(record_of(form.kind))
            program.trees[form.maker] = maker_of(form, dtype, unit.core)


def maker_of(form: RecordOf, dtype: str, core: Core) -> gast.FunctionDef:
    """Return the function that makes records of fields, with zeros in those that are not real."""
    fields = [f for f, kind in field_types(form.kind).items() if is_differentiable(kind)]
    ndim = getattr(form.kind, "ndim", 0)
    shape: Expression = constant(1)
    if ndim:
        shape = path(f"{fields[0]}.shape")
        shape = gast.Subscript(shape, gast.Slice(None, constant(ndim), None), gast.Load())
    place = gast.Slice(None, None, None) if ndim else constant(0)
    made = f"made{SEPARATOR}records"
    body: Block = [assign(made, call("np.zeros", shape, name(dtype)))]
    for field in fields:
        part = gast.Subscript(name(made), constant(field), gast.Load())
        body.append(assign(gast.Subscript(part, place, gast.Store()), name(field)))
    whole = name(made) if ndim else gast.Subscript(name(made), constant(0), gast.Load())
    text = "Return records with these values, and zeros in the other fields."
    tree = define(form.maker, fields, [*body, gast.Return(whole)], core, text)
    return rename(tree, {made: fresh("made", fields)})
