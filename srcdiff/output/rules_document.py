"""Write docs/rules.md: `python -m srcdiff.output.rules_document > docs/rules.md`."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.core.primitives import functions_with
from srcdiff.differentiate.reverse.joining import JOINED
from srcdiff.library import NORMAL
from srcdiff.library.table import IN_PART, LIBRARY
from srcdiff.normalise.numpy_calls.numpy_calls import ADVICE, LINES, TABLE
from srcdiff.normalise.numpy_calls.split_and_join import TABLE as PIECES
from srcdiff.rules.arrays import ANY, Entry, all_array_rules
from srcdiff.rules.complex_numbers import HOLOMORPHIC, PLAIN, all_complex_rules
from srcdiff.rules.registered import is_own
from srcdiff.rules.registry import Rule, all_rules

LIBRARY_NAMES = [name for name in (*LIBRARY, *IN_PART) if not name.startswith(NORMAL)]
LACKING_NAMES = [name for name in (*LINES, *TABLE, *PIECES) if name.startswith("np.")]
HEAD = """\
# Rules

What srcdiff knows of the functions of `math` and NumPy. This page is written from the
tables in `srcdiff/rules/` by `python -m srcdiff.output.rules_document`; a test compares them.

Functions of numbers work on arrays too, element by element, if Numba compiles them for
arrays. What to expect where a derivative does not exist is in
[nondifferentiable-points.md](nondifferentiable-points.md).
"""
SPECIAL = """\
## Functions of scipy.special

Of real numbers, and of arrays element by element. Compiled code calls most of
them in SciPy itself, at the speed of compiled code. The functions that packages make of
`scipy.special.cython_special` for Numba are known, too. An argument that a rule says nothing
of, such as the order of a Bessel function, cannot be differentiated.
"""
SPECIAL_ARRAYS = """\
`logsumexp`, `softmax` and `log_softmax` take arrays and an axis. `lambertw(z)` is known for real
numbers where it is real, and raises ValueError where it is not. `psi` is `digamma`, `jn` is `jv`,
`kn` is `kv`, and `cbrt`, `exp2`, `expm1` and `log1p` are those of NumPy.
"""
ARRAYS = """\
## Functions of arrays

Methods, such as `x.sum()`, are the same functions. *any* stands for one or more dimensions,
0 for what is no array.
"""
JOINED_HEAD = """\
## Functions that join arrays

Of arrays that are written out in a tuple or a list, along an axis that is written as a number.
"""
COMPLEX_HEAD = """\
## Functions of complex numbers

Of complex numbers and of arrays of them these functions are differentiated, with the rules
above, which hold for holomorphic functions as they stand:
"""
COMPLEX_OWN = """\
These have rules of their own; other functions are refused where an argument is complex.
"""
LACKING = """\
## Functions of arrays that Numba lacks, or takes in part

They are written with other functions before they are differentiated, so they also work
where Numba alone refuses them.
"""
REFUSED = """\
## Refused, as Numba does not know them
"""
CONSTANT = """\
## Functions whose derivative is zero

Wherever they have one: an argument that reaches the result through them alone has gradient 0.
"""


def page() -> str:
    """Return the text of the page."""
    rules = [rule for rule in all_rules() if is_own(rule.function)]
    special = [rule for rule in rules if rule.primal in runtime.ELEMENTWISE]
    numbers = [rule for rule in rules if rule not in special]
    parts = [
        HEAD,
        "## Functions of numbers\n",
        table(("function", "rule"), grouped(numbers)),
        SPECIAL,
        table(("function", "rule"), grouped(special)),
        SPECIAL_ARRAYS,
        ARRAYS,
        table(("function", "dimensions", "rule"), array_rows()),
        JOINED_HEAD,
        listed(map(spelling, JOINED)),
        COMPLEX_HEAD,
        listed(map(spelling, {*HOLOMORPHIC, *PLAIN})),
        COMPLEX_OWN,
        table(("function", "rule"), grouped(list(all_complex_rules()))),
        LACKING,
        listed([*LACKING_NAMES, *LIBRARY_NAMES]),
        REFUSED,
        table(("function", "instead"), [(f"`{n}`", text) for n, text in sorted(ADVICE.items())]),
        CONSTANT,
        listed(map(spelling, functions_with(constant=True))),
    ]
    return "\n".join(parts)


def listed(names: Iterable[str]) -> str:
    """Return names of functions, separated by commas."""
    return ", ".join(f"`{name}`" for name in sorted(set(names))) + "\n"


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def grouped(rules: list[Rule]) -> list[tuple[str, str]]:
    """Return for each rule the functions that it serves, and what it says of itself."""
    rows: dict[Any, list[str]] = {}
    for rule in rules:
        rows.setdefault(rule.function, []).append(f"`{spelling(rule.primal)}`")
    return sorted((", ".join(sorted(names)), summary(text)) for text, names in rows.items())


def array_rows() -> list[tuple[str, str, str]]:
    """Return the rows of the rules of arrays."""
    rows: dict[Any, tuple[list[str], Entry]] = {}
    for entry in all_array_rules():
        if (
            is_own(entry.function)
            and getattr(runtime, spelling(entry.primal), None) is not entry.primal
        ):
            names, _ = rows.setdefault(entry.function, ([], entry))
            names.append(f"`{spelling(entry.primal)}`")
    found = [
        (", ".join(sorted(set(names))), dimensions(entry), summary(rule))
        for rule, (names, entry) in rows.items()
    ]
    return sorted(found)


def dimensions(entry: Entry) -> str:
    """Return the numbers of dimensions of the operands of a rule."""
    return ", ".join("any" if n == ANY else str(n) for n in entry.ndims)


def summary(rule: Any) -> str:
    """Return the first line of the docstring of a rule, as a cell of a table."""
    return (inspect.getdoc(rule) or "").split("\n")[0].replace("|", "\\|")


def spelling(function: Any) -> str:
    """Return how a function is written.

    >>> import operator
    >>> spelling(np.linalg.inv), spelling(operator.add), spelling(len), spelling(np.add)
    ('np.linalg.inv', 'operator.add', 'len', 'np.add')
    """
    if function is np.ndarray.flatten:
        return "x.flatten"
    name = str(function.__name__)
    module = getattr(function, "__module__", None) or "numpy"
    if module == "builtins":
        return name if getattr(np, name, None) is not function else f"np.{name}"
    if getattr(np.linalg, name, None) is function:
        return f"np.linalg.{name}"
    if module.split(".")[0] in ("numpy", "srcdiff"):
        return f"np.{name}" if module.split(".")[0] == "numpy" else name
    return f"{module.lstrip('_')}.{name}"


if __name__ == "__main__":
    print(page(), end="")
