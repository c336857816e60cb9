"""Which names belong to which function: variables of comprehensions get names of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import all_parameters, children, rebuild, rename, walk

COMPREHENSIONS = (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)
FUNCTIONS = (gast.FunctionDef, gast.Lambda)


@needs(*COMPREHENSIONS)
def scopes(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with other names for variables of comprehensions that hide others.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(scopes(function("def f(v): return [v * v for v in v] + [w for w in v]"))))
    def f(v):
        return [v·1 * v·1 for v·1 in v] + [w for w in v]
    """
    if not any(isinstance(node, COMPREHENSIONS) for node in walk(tree)):
        return tree
    counts = Counter(node.id for node in walk(tree) if isinstance(node, gast.Name))
    naming = Naming(tree)

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change)
        if not isinstance(node, COMPREHENSIONS):
            return node
        first = node.generators[0].iter
        inside = Counter(n.id for n in walk(node) if isinstance(n, gast.Name))
        inside -= Counter(n.id for n in walk(first) if isinstance(n, gast.Name))
        own = {n for part in node.generators for n in bound_names([part.target])}
        hiding = {n: naming.part(n, "1") for n in sorted(own) if counts[n] > inside[n]}
        new = rename(node, hiding)
        new.generators[0].iter = first
        return new

    return change(tree)


def bound_names(trees: list[gast.AST]) -> set[str]:
    """Return the names that are bound in some trees, those in functions inside left out.

    >>> from srcdiff.syntax import statements
    >>> sorted(bound_names(statements("a = 1\\ndef f(b): c = b\\n[d for d in a]")))
    ['a', 'd', 'f']
    """
    found: set[str] = set()
    pending = list(trees)
    while pending:
        node = pending.pop()
        if isinstance(node, gast.FunctionDef):
            found.add(node.name)
            pending += defaults(node)
        elif isinstance(node, gast.Lambda):
            pending += defaults(node)
        elif isinstance(node, gast.Name) and isinstance(node.ctx, (gast.Store, gast.Del)):
            found.add(node.id)
        else:
            pending.extend(children(node))
    return found


def own_names(tree: gast.AST) -> set[str]:
    """Return the variables of a function: its parameters, and what it binds."""
    body = [tree.body] if isinstance(tree, gast.Lambda) else tree.body
    return {parameter.id for parameter in parameters_of(tree)} | bound_names(body)


def free_names(tree: gast.AST) -> set[str]:
    """Return the names that a function reads and does not bind.

    >>> from srcdiff.syntax import function
    >>> sorted(free_names(function("def f(x): return [g(y, z, lambda w: w + v) for y in x]")))
    ['g', 'v', 'z']
    """
    body = [tree.body] if isinstance(tree, gast.Lambda) else tree.body
    return {n for part in body for n in read_names(part)} - own_names(tree)


def read_names(tree: gast.AST) -> Iterator[str]:
    """Return the names that a tree reads, with the free names of the functions in it."""
    if isinstance(tree, FUNCTIONS):
        yield from free_names(tree)
        for default in defaults(tree):
            yield from read_names(default)
        return
    if isinstance(tree, gast.Name):
        if isinstance(tree.ctx, gast.Load):
            yield tree.id
        return
    if isinstance(tree, gast.AugAssign) and isinstance(tree.target, gast.Name):
        yield tree.target.id
    for part in children(tree):
        yield from read_names(part)


def parameters_of(tree: gast.AST) -> list[gast.AST]:
    """Return the parameters of a function or a lambda, `**kwargs` included."""
    last = [tree.args.kwarg] if tree.args.kwarg is not None else []
    return [*all_parameters(tree), *last]


def defaults(tree: gast.AST) -> list[gast.AST]:
    """Return the default values of a function or a lambda."""
    return [d for d in (*tree.args.defaults, *tree.args.kw_defaults) if d is not None]
