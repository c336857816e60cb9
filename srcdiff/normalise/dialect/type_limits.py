"""Write the limits of types that only inference finds, such as `np.finfo(a.dtype).eps`, as numbers.

Numba takes `np.finfo` for a named tuple, which it is not where the source runs uncompiled.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import gast
import numpy as np
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.own_inference.type_in import type_in
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.partial_evaluation.number_classes import is_narrow
from srcdiff.normalise.partial_evaluation.possible_numbers import PossibleNumbers
from srcdiff.syntax import (
    Block,
    Statement,
    constant,
    dotted,
    locate,
    map_blocks,
    mapped,
    reads,
    walk_statements,
    whole_target,
    with_body,
)

FUNCTIONS = {"np.finfo": np.finfo, "np.iinfo": np.iinfo}


@needs("np.finfo", "np.iinfo")
def type_limits(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with numbers for the limits of types that are known.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, kind):
    ...     info = np.finfo(kind)
    ...     least = info.eps
    ...     return x * least
    ... ''')
    >>> known = {"x": numba_types.float64, "kind": numba_types.DType(numba_types.float32)}
    >>> print(unparse(type_limits(tree, Types(known, numba_types.none))))
    def f(x, kind):
        least = 1.1920928955078125e-07
        return x * least
    """
    every = list(walk_statements(tree.body))
    times = Counter(whole_target(s) for s in every)
    infos = {whole_target(s): info_of(s, types) for s in every if times[whole_target(s)] == 1}
    infos = {title: info for title, info in infos.items() if title and info is not None}
    if not infos:
        return tree
    for statement in every:
        if whole_target(statement) in infos:
            check_precision(statement, tree, types)

    def change(node: gast.AST) -> gast.AST:
        new = mapped(node, change) if node._fields else node
        owner = dotted(new.value) if isinstance(new, gast.Attribute) else ""
        value = getattr(infos.get(owner), new.attr, None) if owner in infos else None
        plain = value.item() if isinstance(value, np.generic) else value
        return locate(constant(plain), new) if isinstance(plain, (int, float)) else new

    result: gast.FunctionDef = change(tree)
    gone = infos.keys() - reads(result.body)

    def block(old: Block) -> Block:
        return [s for s in old if whole_target(s) not in gone] or [gast.Pass() for _ in old[:1]]

    return with_body(result, map_blocks(result.body, block))


def check_precision(statement: Statement, tree: gast.FunctionDef, types: Types) -> None:
    """Refuse the limits of numbers that are of single precision in NumPy, and of double here.

    Raises UnsupportedSyntax.
    """
    (asked,) = statement.value.args
    is_type = isinstance(asked, gast.Attribute) and asked.attr == "dtype"
    source = asked.value if is_type else asked
    kind: Any = type_in(source, types)
    possible = PossibleNumbers(tree, types.names, {}).operands(source)
    if isinstance(getattr(kind, "dtype", kind), numba_types.Number):
        possible |= {as_dtype(getattr(kind, "dtype", kind)).type}
    if len(possible) > 1 and any(map(is_narrow, possible)):
        names = " or ".join(sorted(one.__name__ for one in possible))
        raise UnsupportedSyntax(
            f"limits of a type are asked for that may be {names}",
            statement,
            "name the type: `np.finfo(np.float32)`",
        )


def info_of(statement: Statement, types: Types) -> Any:
    """Return what `np.finfo`, or `np.iinfo`, gives a name, or None."""
    value = getattr(statement, "value", None)
    if not isinstance(value, gast.Call) or dotted(value.func) not in FUNCTIONS:
        return None
    if len(value.args) != 1 or value.keywords:
        return None
    kind: Any = type_in(value.args[0], types)
    number = getattr(kind, "dtype", kind)  # of a type of elements, or of a class of numbers
    if not isinstance(number, numba_types.Number):
        return None
    try:
        return FUNCTIONS[dotted(value.func)](as_dtype(number))
    except ValueError:
        return None
