"""Have compiled derivatives take plain arrays only.

Numba asks for the type of the first arrays of each kind, and takes masked arrays, matrices
and quantities for plain arrays after that. Here what Numba compiles to take an array from
Python looks at its class, which costs a comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.pythonapi import NativeValue, PythonAPI

from srcdiff.analyse.types.types import is_array
from srcdiff.core.exchanged import exchanged
from srcdiff.front.array_kinds import check_kind
from srcdiff.output.store import PREFIX

CLASS = "srcdiff_class_of_plain_arrays"  # the name under which compiled code knows it
llvm.add_symbol(CLASS, id(np.ndarray))

from_python = PythonAPI.to_native_value


@contextmanager
def only_plain_arrays() -> Iterator[None]:
    """Have derivatives that are compiled raise WrongCall for arrays of kinds of their own."""
    with exchanged(PythonAPI, "to_native_value", from_python_if_plain):
        yield


def from_python_if_plain(api: Any, kind: Any, value: Any) -> Any:
    """Return what compiled code takes for a value of Python; an error for an array not plain.

    What the functions of others take stays as Numba has it.
    """
    builder = api.builder
    if not is_array(kind) or PREFIX not in builder.function.name:
        return from_python(api, kind, value)
    array = cgutils.alloca_once(builder, api.context.get_value_type(kind), zfill=True)
    failed = cgutils.alloca_once_value(builder, cgutils.false_bit)
    plain = builder.bitcast(class_of_arrays(builder.module), api.pyobj)
    with builder.if_then(builder.icmp_unsigned("!=", api.get_type(value), plain), likely=False):
        check = api.unserialize(api.serialize_object(check_argument))
        answer = api.call_function_objargs(check, (value,))
        builder.store(cgutils.is_null(builder, answer), failed)
        api.decref(answer)
        api.decref(check)
    with builder.if_then(builder.not_(builder.load(failed))):
        found = from_python(api, kind, value)
        builder.store(found.value, array)
        builder.store(found.is_error, failed)
    return NativeValue(builder.load(array), is_error=builder.load(failed))


def check_argument(value: Any) -> None:
    """Raise WrongCall if an argument is an array of a kind of its own."""
    check_kind("an argument", value)


def class_of_arrays(module: Any) -> Any:
    """Return what stands for the class of plain arrays in a module of LLVM."""
    if CLASS in module.globals:
        return module.globals[CLASS]
    return ir.GlobalVariable(module, ir.IntType(8), CLASS)
