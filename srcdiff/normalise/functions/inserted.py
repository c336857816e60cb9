"""Take blocks of `with insert_grad_of(x) as d_x` out: each becomes a function of its own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.core.operations import call_of
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.insertion import INSERTED, insert_grad_of
from srcdiff.front.parse import Made, Source
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    all_parameters,
    assign,
    at,
    call,
    clone,
    dotted,
    each_block,
    each_statement,
    exits_from,
    fresh,
    function,
    locate,
    name,
    targets,
    with_body,
)

REFUSED = {  # kinds of statements and expressions that cannot stand in a block
    "Return": "ends the function",
    "Yield": "makes a generator",
    "YieldFrom": "makes a generator",
    "Await": "makes a coroutine",
    "Global": "writes to a global",
    "Nonlocal": "writes to a variable of another function",
    "FunctionDef": "defines a function",
    "ClassDef": "defines a class",
    "With": "has a `with` in it",
    "Import": "imports a module",
    "ImportFrom": "imports a module",
    "Delete": "deletes something",
}
NUMPY = f"np{SEPARATOR}inserted"


class Inserted(Made):
    """A function that gives its first argument back, whose adjoint goes through a block.

    `block` is the function that stands in the backward pass: it takes the arguments, and then
    the adjoint; `reads` tells which of the arguments it reads.
    """

    def __init__(self, source: Source, block: gast.FunctionDef, reads: frozenset[str]) -> None:
        own = [argument.id for argument in source.tree.args.args]
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        super().__init__(source, inspect.Signature([inspect.Parameter(n, kind) for n in own]))
        self.block = block
        self.reads = reads


@needs(gast.With)
def inserted(source: Source, keeps: bool) -> Source:
    """Return a function that calls another one wherever code is placed in the backward pass.

    Without `keeps` the code is left out, and the variable only read.

    Raises UnsupportedSyntax for code that cannot stand there.

    >>> from srcdiff.front.parse import source_of
    >>> from srcdiff.syntax import unparse
    >>> def f(x, k):
    ...     with insert_grad_of(x) as d_x:
    ...         print(k, d_x)
    ...     return k * x
    >>> found = inserted(source_of(f), keeps=True)
    >>> print(unparse(found.tree))
    def f(x, k):
        x = f_insert_grad_of_x(x, k)
        return k * x
    >>> print(unparse(found.namespace["f_insert_grad_of_x"].block))
    def f_insert_grad_of_x(x, k, d_x):
        print(k, d_x)
        return d_x
    """
    scope = _Scope(source)
    if not scope.is_used:
        return source
    namespace: dict[str, Any] = {**source.namespace, NUMPY: np}

    def change(statement: Statement) -> Block:
        if not scope.is_insertion(statement):
            return [statement]
        taken = scope.taken(statement, namespace)  # refused in both modes
        read = statement.items[0].context_expr.args[0]  # it raises where it has no value
        return taken if keeps else [locate(gast.Expr(clone(read)), statement)]

    written = source.written or source.tree
    tree = each_statement(source.tree, change)
    return replace(source, tree=tree, namespace=namespace, written=written)


@dataclass(frozen=True)
class _Scope:
    """A function with blocks, and its variables."""

    source: Source

    @property
    def is_used(self) -> bool:
        """Return True if there is any block."""
        return any(self.is_insertion(node) for node in gast.walk(self.source.tree))

    @property
    def variables(self) -> set[str]:
        """Return the variables of the function, those of the blocks left out."""
        found = {argument.id for argument in all_parameters(self.source.tree)}
        pending: list[gast.AST] = list(self.source.tree.body)
        while pending:
            node = pending.pop()
            if self.is_insertion(node):
                continue
            if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store):
                found.add(node.id)
            pending += gast.iter_child_nodes(node)
        return found

    def is_insertion(self, node: gast.AST) -> bool:
        """Return True if a statement places its block in the backward pass."""
        match node:
            case gast.With(items=[gast.withitem(context_expr=gast.Call(func=callee))]):
                return value_of(callee, self.source.namespace) is insert_grad_of
        return False

    def taken(self, statement: Statement, namespace: dict[str, Any]) -> Block:
        """Return the call that stands for a block; its function is entered in the namespace."""
        target, alias = self.names(statement)
        read = self.check(statement.body, alias)
        title = fresh(f"{self.source.tree.name}{INSERTED}{target}", namespace)
        others = sorted(read - {target})
        back = definition(title, [target, *others, alias], statement)
        back = with_body(back, [*statement.body, gast.Return(name(alias))])
        plain = function(
            f"def {title}({', '.join([target, *others])}):\n"
            f"    if {NUMPY}.ndim({target}) == 0:\n        return +{target}\n"
            f"    {target}[...] = +{target}\n    return {target}"
        )
        own = Source(None, at(statement, plain), namespace, self.source.origin)
        namespace[title] = Inserted(own, back, frozenset(read))
        value = locate(call(title, name(target), *map(name, others)), statement)
        return [assign(target, value, statement)]

    def names(self, statement: Statement) -> tuple[str, str]:
        """Return the variable whose adjoint is meant, and the name that the adjoint gets."""
        (item,) = statement.items
        given = item.context_expr.args
        if len(given) != 1 or item.context_expr.keywords or dotted(given[0]) not in self.variables:
            raise UnsupportedSyntax(
                "`insert_grad_of` takes one variable of the function",
                item.context_expr,
                "give the value a name before, and use that name afterwards",
            )
        alias = dotted(item.optional_vars) if item.optional_vars is not None else ""
        if alias in self.variables or not alias.isidentifier():
            raise UnsupportedSyntax(
                "the adjoint needs a name of its own",
                item.context_expr,
                f"write `with insert_grad_of({given[0].id}) as d_{given[0].id}:`",
            )
        return given[0].id, alias

    def check(self, block: Block, alias: str) -> set[str]:
        """Return the variables of the function that a block reads; refuse what it cannot do."""
        variables, read = self.variables, set()
        for node in (node for statement in block for node in gast.walk(statement)):
            kind = type(node).__name__
            if kind in REFUSED:
                raise refused(f"it {REFUSED[kind]}", node)
            part = isinstance(node, (gast.Subscript, gast.Attribute))
            if part and isinstance(node.ctx, gast.Store) and dotted(node.value) != alias:
                raise refused("it writes to another array than the adjoint", node)
            if isinstance(node, gast.Name) and node.id in variables - {"_"}:
                if not isinstance(node.ctx, gast.Load):
                    raise refused(f"it writes to `{node.id}`, a variable of the function", node)
                read.add(node.id)
        for statement in exits_from(block):
            raise refused("it leaves a loop around it", statement)
        return read


def refused(reason: str, node: gast.AST) -> UnsupportedSyntax:
    """Return the error for code that cannot stand in the backward pass."""
    return UnsupportedSyntax(
        f"this code cannot be placed in the backward pass: {reason}",
        node,
        "only read variables there, and change the adjoint",
    )


def definition(title: str, own: list[str], place: Statement) -> gast.FunctionDef:
    """Return the head of a function."""
    made: gast.FunctionDef = function(f"def {title}({', '.join(own)}): pass")
    at(place, made)
    return made


@needs(OWN_FUNCTIONS)
def insertions(
    tree: gast.FunctionDef, functions: Mapping[str, Any], is_array: Callable[[str], bool]
) -> gast.FunctionDef:
    """Return a function that calls those for blocks by their effect, where they take an array.

    The adjoint of an array is memory, which a block changes as it stands there.

    >>> from srcdiff.syntax import unparse
    >>> block = Inserted(Source(None, function("def g(x): return x"), {}, None), None, frozenset())
    >>> tree = function("def f(x, y):\\n    x·2 = g(x)\\n    y·2 = g(y)")
    >>> print(unparse(insertions(tree, {"g": block}, lambda name: name == "x")))
    def f(x, y):
        g(x)
        x·2 = x
        y·2 = g(y)
    """

    def change(block: Block) -> Block:
        new: Block = []
        for statement in block:
            made = call_of(statement)
            known = functions.get(dotted(made.func)) if made is not None else None
            if made is not None and isinstance(known, Inserted) and is_array(dotted(made.args[0])):
                new.append(locate(gast.Expr(made), statement))
                statement = assign(targets(statement)[0], made.args[0], statement)
            new.append(statement)
        return new

    return each_block(tree, change)
