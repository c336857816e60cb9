"""What kernels call: which device functions ask something of `cuda`, and which are refused."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

import gast
from numba import cuda

from srcdiff.errors import NoSource, UnsupportedSyntax, located
from srcdiff.front.callables import unwrapped
from srcdiff.front.parse import Source, source_of
from srcdiff.normalise.functions.scopes import own_names
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import Expression, dotted, walk

MODULES = ("numba.cuda", "numba.cuda.simulator", "numba_cuda.numba.cuda")
WORDS = (
    *("grid", "gridsize", "threadIdx", "blockIdx", "blockDim", "gridDim", "laneid", "warpsize"),
    *("syncthreads", "shfl_sync", "shfl_up_sync", "shfl_down_sync", "shfl_xor_sync"),
    *("shared", "local", "atomic"),
)  # of what `cuda` has, that which is differentiated
LIBRARIES = {"builtins", "math", "numba", "numba_cuda", "numpy", "scipy"}  # call nothing of users


def cuda_in(source: Source) -> str:
    """Return what a function calls the module `cuda`."""
    named = {n for n, value in source.namespace.items() if is_cuda(value)}
    return min(named, key=lambda n: n != "cuda", default="cuda")


def is_cuda(value: Any) -> bool:
    """Return True if a value is the module `cuda`."""
    return isinstance(value, ModuleType) and value.__name__ in MODULES


def words_in(source: Source) -> Iterator[gast.Attribute]:
    """Yield what the text of a function asks of `cuda`."""
    beginning = f"{cuda_in(source)}."
    for node in (part for statement in source.tree.body for part in walk(statement)):
        if isinstance(node, gast.Attribute) and dotted(node).startswith(beginning):
            yield node


def check_names(source: Source) -> None:
    """Refuse parts of `cuda` by other names: no pass knows what they are.

    Raises UnsupportedSyntax.
    """
    own = own_names(source.tree)
    module = cuda_in(source)
    for node in (part for statement in source.tree.body for part in walk(statement)):
        value = meaning(node, source.namespace, own)
        words = [w for w in WORDS if value is not None and value is getattr(cuda, w, None)]
        if words and dotted(node) != f"{module}.{words[0]}":
            raise UnsupportedSyntax(
                f"`{dotted(node)}` is a part of `cuda` by another name",
                node,
                f"write `from numba import cuda`, and `cuda.{words[0]}`",
            )


def meaning(tree: Expression, namespace: Mapping[str, Any], own: Collection[str]) -> Any:
    """Return what a name, or a part of a module, stands for, None for any other expression.

    `own` are variables, which mean nothing in the namespace.
    """
    first, *rest = dotted(tree).split(".")
    value = None if first in own else namespace.get(first)
    for attribute in rest:
        value = getattr(value, attribute, None) if isinstance(value, ModuleType) else None
    return value


def device_function(
    tree: Expression, namespace: Mapping[str, Any], own: Collection[str]
) -> FunctionType | None:
    """Return the function of a user that an expression names, None for anything else.

    `own` are variables, which mean nothing in the namespace.

    >>> from srcdiff.syntax import expression
    >>> def f(x): return x
    >>> device_function(expression("f"), {"f": f}, ()) is f
    True
    """
    value = meaning(tree, namespace, own)
    if value is None or hasattr(value, "srcdiff_request") or rule_of_user(value):
        return None
    function = unwrapped(value)
    known = str(getattr(function, "__module__", "")).split(".")[0] in LIBRARIES
    return function if isinstance(function, FunctionType) and not known else None


def called_by(source: Source) -> dict[FunctionType, Source]:
    """Return the functions of a user that a function names, those without source left out."""
    own = own_names(source.tree)
    found: dict[FunctionType, Source] = {}
    for node in (part for statement in source.tree.body for part in walk(statement)):
        if isinstance(node, (gast.Name, gast.Attribute)):
            function = device_function(node, source.namespace, own)
            if function is not None and function not in found:
                try:
                    found[function] = source_of(function)
                except NoSource:
                    continue  # it is refused where it is called
    return found


def asks(function: FunctionType) -> bool:
    """Return True if a function, or one that it calls, asks something of `cuda`.

    >>> from numba import cuda
    >>> def place(): return cuda.grid(1)
    >>> asks(place), asks(lambda x: x * x)
    (True, False)
    """
    try:
        pending = {function: source_of(function)}
    except NoSource:
        return False
    known = set(pending)
    while pending:
        _, source = pending.popitem()
        if any(words_in(source)):
            return True
        pending |= {f: found for f, found in called_by(source).items() if f not in known}
        known |= pending.keys()
    return False


def check_device_functions(source: Source) -> None:
    """Refuse device functions that ask for places, wait for other threads, or make arrays.

    Those that are called in statements of a kernel are a part of it by now (inlined.py). Raises
    UnsupportedSyntax.
    """
    pending = [source]
    known: set[FunctionType] = set()
    while pending:
        caller = pending.pop()
        with located(caller.origin):
            check_names(caller)
        for function, called in called_by(caller).items():
            if function in known:
                continue
            known.add(function)
            for node in words_in(called):
                with located(called.origin):
                    raise UnsupportedSyntax(
                        f"`{dotted(node)}` in a device function is not differentiated",
                        node,
                        f"call `{called.tree.name}` by its name in a statement of a kernel, or "
                        "write this in the kernel, and pass what it gives as an argument",
                    )
            pending.append(called)
