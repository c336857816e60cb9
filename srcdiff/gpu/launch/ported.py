"""Functions of the runtime that adjoints call become device functions of their module."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import gast

from srcdiff import runtime
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.parse import parsed
from srcdiff.gpu.barriers.shuffles import own_parts
from srcdiff.syntax import (
    REAL,
    call,
    callee_of,
    constant,
    dotted,
    fresh,
    mapped,
    name,
    parameters,
    reads,
    rename,
    walk,
    walk_statements,
    with_body,
    writes,
)

OWN, OF_SINGLE = "runtime.", "runtime.single."  # before a function, and before it for float32
KNOWN = {"abs", "max", "min", "range"}  # what device functions call without an import


@dataclass(frozen=True)
class Ported:
    """Device functions for functions of the runtime, and the trees that call these."""

    functions: tuple[gast.FunctionDef, ...]
    trees: tuple[gast.FunctionDef, ...]


def ported(trees: Sequence[gast.FunctionDef], taken: Collection[str], kernel: gast.AST) -> Ported:
    """Return kernels and device functions that call functions of their module only.

    `taken` are more names that their module has, `kernel` is the text to point at for what stands
    in no statement of it. Raises UnsupportedSyntax for what only the CPU has.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(d_x, x, i): d_x[i] += runtime.trigamma(x[i])")
    >>> found = ported([tree], (), tree)
    >>> print(unparse(found.trees[0]))
    def f(d_x, x, i):
        d_x[i] += trigamma(x[i])
    >>> [device.name for device in found.functions]
    ['trigamma']
    """
    port = Port(set(taken).union(*({t.name, *parameters(t), *writes(t.body)} for t in trees)))
    new = tuple(port.tree(tree, kernel) for tree in trees)
    return Ported(tuple(port.functions.values()), new)


@dataclass
class Port:
    """The functions of a module: `titles` has the names that functions of the runtime have there.

    `functions` are in an order in which none calls a later one.
    """

    taken: set[str]
    titles: dict[str, str] = field(default_factory=dict)
    functions: dict[str, gast.FunctionDef] = field(default_factory=dict)

    def tree(self, tree: gast.FunctionDef, kernel: gast.AST) -> gast.FunctionDef:
        """Return a function that calls functions of its module."""
        for statement in walk_statements(tree.body):
            for node in (node for part in own_parts(statement) for node in walk(part)):
                callee = callee_of(node)
                if callee.startswith(OWN) and not is_portable(callee):
                    raise UnsupportedSyntax(
                        f"`{callee.removeprefix(OWN)}` is not known to GPUs",
                        statement if getattr(statement, "lineno", 0) > 0 else kernel,
                        "compute this before, and pass it to the kernel",
                    )
        return with_body(tree, [self.called(statement) for statement in tree.body])

    def called(self, node: gast.AST) -> gast.AST:
        """Return a part of a function with calls of functions of its module."""
        if dotted(node).startswith(OWN):
            return gast.copy_location(name(self.title(dotted(node))), node)
        return mapped(node, self.called)

    def title(self, path: str) -> str:
        """Return what a function of the runtime is called in the module."""
        if path not in self.titles:
            self.titles[path] = fresh(path.rpartition(".")[2], self.taken)
            self.taken.add(self.titles[path])
            self.functions[path] = self.device(path)
        return self.titles[path]

    def device(self, path: str) -> gast.FunctionDef:
        """Return a function of the runtime as a device function."""
        prefix, _, word = path.rpartition(".")
        tree, _ = parsed(inspect.unwrap(getattr(runtime, word)))
        tree = rename(tree, {n: self.title(f"{prefix}.{n}") for n in callees(tree)})
        first, *body = tree.body
        if prefix + "." == OF_SINGLE:
            body = [in_single(statement) for statement in body]
        docstring = gast.Expr(constant(str(first.value.value).split("\n", 1)[0]))
        new = with_body(tree, [docstring, *body])
        own = [gast.Name(n, gast.Param(), None, None) for n in parameters(tree)]
        new.args = gast.arguments(own, [], None, [], [], None, [])
        new.name, new.decorator_list, new.returns = self.titles[path], [], None
        return new


def callees(tree: gast.FunctionDef) -> set[str]:
    """Return what a function of the runtime uses of others, but for what device functions have."""
    return reads(tree.body) - {*parameters(tree), *writes(tree.body), "math", *KNOWN}


def is_portable(path: str) -> bool:
    """Return True if a function of the runtime uses nothing but what device functions have.

    >>> is_portable("runtime.digamma"), is_portable("runtime.zeta")
    (True, False)
    """
    function = getattr(runtime, path.rpartition(".")[2], None)
    if function not in runtime.ELEMENTWISE or not hasattr(inspect.unwrap(function), "__code__"):
        return False
    tree, _ = parsed(inspect.unwrap(function))
    return all(n in runtime.__all__ and is_portable(OWN + n) for n in callees(tree))


def in_single(node: gast.AST) -> gast.AST:
    """Return a part of a function with its numbers in single precision.

    >>> from srcdiff.syntax import statements, unparse
    >>> (statement,) = statements("y = -1.0 * math.pi + 0.5 * x[1]")
    >>> print(unparse(in_single(statement)).replace(REAL, "real"))
    y = -real(1) * real(math.pi) + real(0.5) * x[1]
    """
    if isinstance(node, gast.Constant) and isinstance(node.value, float):
        value = node.value
        return call(REAL, constant(int(value)) if value.is_integer() else node)
    if dotted(node) in ("math.pi", "math.inf", "math.nan", "math.e"):
        return call(REAL, node)
    return mapped(node, in_single)
