"""The reference: derivatives of a program by running it on dual numbers.

Nothing of srcdiff is used. The text of the program is run in a namespace where `math`,
`np` and some built-in functions know dual numbers; arrays of floats become arrays of
objects, so that writing an element carries its derivative along.
"""

from __future__ import annotations

import linecache
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from .dual import SMOOTH, Dual, lift, maximum, minimum, watch
from .dual_arrays import NUMPY

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Program:
    """A program that was run: its function, its arguments, and what is asked of it."""

    text: str
    function: Callable[..., Any]
    arguments: Arguments
    kind: str
    wrt: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of the function's parameters."""
        code = self.function.__code__
        return code.co_varnames[: code.co_argcount]


def load(text: str, name: str = "<program>") -> Program:
    """Run the text of a program; its source can be inspected as that of a file."""
    space: dict[str, Any] = {"__name__": name.strip("<>")}
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    exec(compile(text, name, "exec"), space)
    asked = space.get("KIND", "grad"), space["WRT"], space.get("OUTPUTS", ())
    return Program(text, space["f"], tuple(space["inputs"]()), *asked)


def copied(value: Any) -> Any:
    """Return a copy of an argument, as far as possible with its layout in memory."""
    if not isinstance(value, np.ndarray):
        return value
    if value.flags.c_contiguous or value.flags.f_contiguous:
        return value.copy(order="K")
    wide = np.repeat(np.repeat(value, 2, axis=0), 2, axis=-1)
    return wide[::2, ..., ::2] if value.ndim > 1 else wide[::4]


def copies(arguments: Sequence[Any]) -> list[Any]:
    """Return copies of arguments; those that are one array stay one."""
    found = {id(argument): copied(argument) for argument in arguments}
    return [found[id(argument)] for argument in arguments]


def is_float(value: Any) -> bool:
    """Return True if a value is a float or an array of them."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind == "f"
    return isinstance(value, (float, np.floating))


def parts(result: Any) -> tuple[Any, ...]:
    """Return the parts of a result: none of None, one of a number."""
    if result is None:
        return ()
    return result if isinstance(result, tuple) else (result,)


def run(program: Program, arguments: Sequence[Any]) -> tuple[Any, ...]:
    """Return copies of the parts of the result and of the outputs, for these arguments."""
    mine = copies(arguments)
    with np.errstate(all="ignore"):
        result = program.function(*mine)
    named = dict(zip(program.parameters, mine, strict=True))
    return (*map(copied, parts(result)), *(named[name] for name in program.outputs))


# --- dual numbers ---


MATH = SimpleNamespace(**{**vars(math), **SMOOTH})
SPACE = {"min": minimum, "max": maximum, "float": lambda value: lift(value)}


@dataclass(frozen=True)
class Tangents:
    """Values and derivatives, in two directions, of the parts of a result and of the outputs.

    `margin` and `largest` are those of Watch.
    """

    parts: tuple[Any, ...]
    margin: float
    largest: float


def tangents(program: Program, directions: Sequence[Any]) -> Tangents:
    """Run a program on dual numbers.

    `directions` holds, for each argument, complex numbers whose parts are the components
    of two directions, or None.
    """
    space: dict[str, Any] = {"__name__": "dual", **SPACE}
    lines = [line for line in program.text.splitlines() if not line.startswith("import ")]
    space |= {"math": MATH, "np": NUMPY}
    exec(compile("\n".join(lines), "<dual>", "exec"), space)
    seen = watch()
    own = [dual(a, d) for a, d in zip(program.arguments, directions, strict=True)]
    result = space["f"](*own)
    named = dict(zip(program.parameters, own, strict=True))
    found = (*map(copied, parts(result)), *(named[name] for name in program.outputs))
    return Tangents(found, seen.margin, seen.largest)


def dual(argument: Any, direction: Any) -> Any:
    """Return an argument with derivatives."""
    if not is_float(argument):
        return copied(argument)
    if direction is None:
        direction = np.zeros(np.shape(argument))
    if not isinstance(argument, np.ndarray):
        return Dual(argument, complex(direction))
    made = np.empty(argument.shape, dtype=object)
    for place in np.ndindex(argument.shape):
        made[place] = Dual(argument[place], complex(direction[place]))
    return made


def value(part: Any) -> Any:
    """Return the value of a part of a result on dual numbers."""
    if isinstance(part, np.ndarray) and part.dtype == object:
        return np.array([lift(item).value for item in part.flat]).reshape(part.shape)
    return part.value if isinstance(part, Dual) else part


def tangent(part: Any) -> Any:
    """Return the derivatives of a part of a result on dual numbers."""
    if isinstance(part, np.ndarray):
        found = [item.tangent if isinstance(item, Dual) else 0j for item in part.flat]
        return np.array(found, dtype=complex).reshape(part.shape)
    return part.tangent if isinstance(part, Dual) else 0j
