"""What is asked for of a kernel, in its own names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gast

from srcdiff.errors import WrongCall
from srcdiff.front.parse import source_of
from srcdiff.gpu.launch.device_functions import cuda_in
from srcdiff.gpu.launch.inlined import inlined
from srcdiff.gpu.launch.request import KernelRequest
from srcdiff.syntax import all_parameters, dotted, root, walk


def request_for(
    function: Any,
    wrt: str | Sequence[str] | None,
    outputs: str | Sequence[str] | None,
    max_iterations: int | None = None,
    accumulate: bool = True,
    deterministic: bool = False,
    snapshots: bool = False,
    clear: bool = True,
) -> KernelRequest:
    """Return what is asked for.

    Raises WrongCall for names that the kernel does not have.
    """
    source = source_of(function)
    own = tuple(node.id for node in all_parameters(source.tree))
    cuda = cuda_in(source)
    source = inlined(source, cuda)
    written = tuple(n for n in own if n in written_in(source.tree, cuda))
    return KernelRequest(
        own,
        None if wrt is None else chosen(wrt, own, "wrt"),
        written if outputs is None else chosen(outputs, own, "outputs"),
        cuda,
        max_iterations,
        accumulate,
        deterministic,
        snapshots,
        clear,
    )


def chosen(names: str | Sequence[str], own: tuple[str, ...], role: str) -> tuple[str, ...]:
    """Return the names of parameters that were given.

    Raises WrongCall for one that the kernel does not have.
    """
    given = (names,) if isinstance(names, str) else tuple(names)
    for name in given:
        if name not in own:
            raise WrongCall(
                f"the kernel has no parameter {name!r}",
                advice=f"`{role}` takes names of {', '.join(own)}",
            )
    return given


def written_in(tree: gast.FunctionDef, cuda: str) -> set[str]:
    """Return the names of arrays that a kernel writes elements of, to judge by its text.

    >>> from srcdiff.syntax import function
    >>> sorted(written_in(function("def f(x, y): y[0] = cuda.atomic.add(x, 0, 1.0)"), "cuda"))
    ['x', 'y']
    """
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, gast.Subscript) and not isinstance(node.ctx, gast.Load):
            found.add(root(node))
        if isinstance(node, gast.Call) and dotted(node.func).startswith(f"{cuda}.atomic."):
            found.add(root(node.args[0]))
    return found
