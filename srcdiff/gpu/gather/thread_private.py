"""Device functions add to arrays of the thread alone without atomic operations.

A GPU has no atomic operations on what a thread has for itself: where a call is not inlined, the
launch fails.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import gast

from srcdiff.gpu.thread.views import base_of, roots
from srcdiff.syntax import (
    Block,
    augmented,
    bottom_up,
    call,
    callee_of,
    clone,
    dotted,
    locate,
    map_blocks,
    mapped,
    parameters,
    walk,
    walk_statements,
    whole_target,
    with_body,
)

MAKER = "cuda.local.array"
ADD = "cuda.atomic.add"

Places = frozenset[int]


@dataclass(frozen=True)
class Alone:
    """The device functions of a module, in the order of the old ones, and its kernels."""

    functions: tuple[gast.FunctionDef, ...]
    kernels: tuple[gast.FunctionDef, ...]


def alone(
    functions: Sequence[gast.FunctionDef],
    kernels: Sequence[gast.FunctionDef],
    title: Callable[[str], str],
) -> Alone:
    """Return device functions and kernels, with plain additions to arrays of the thread.

    A function that is called with such an array, and with another one, is written twice; `title`
    gives a new name.

    >>> from srcdiff.syntax import function, unparse
    >>> rev = function("def f_rev(d_a, d): cuda.atomic.add(d_a, 0, 2.0 * d)")
    >>> kernel = function('''
    ... def k(d_x, d_out, i):
    ...     d_own = cuda.local.array(3, np.float64)
    ...     f_rev(d_own, d_out[i])
    ...     f_rev(d_x, d_own[0])
    ... ''')
    >>> found = alone([rev], [kernel], lambda word: word + "_2")
    >>> for tree in (*found.functions, *found.kernels):
    ...     print(unparse(tree))
    def f_rev(d_a, d):
        cuda.atomic.add(d_a, 0, 2.0 * d)
    def f_alone_rev_2(d_a, d):
        d_a[0] += 2.0 * d
    def k(d_x, d_out, i):
        d_own = cuda.local.array(3, np.float64)
        f_alone_rev_2(d_own, d_out[i])
        f_rev(d_x, d_own[0])
    """
    forms = Forms({tree.name: tree for tree in functions}, title)
    wanted = [forms.called(tree, frozenset()) for tree in kernels]
    forms.settle()
    new = [forms.written(tree.name, places) for tree in functions for places in forms.of(tree.name)]
    return Alone(tuple(new), tuple(forms.renamed(tree) for tree in wanted))


@dataclass
class Forms:
    """The forms of device functions: which of their arguments are arrays of the thread alone.

    `trees` has each form that is called; calls in it have the names of `marked` until they are
    renamed.
    """

    functions: Mapping[str, gast.FunctionDef]
    title: Callable[[str], str]
    trees: dict[tuple[str, Places], gast.FunctionDef] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    adding: dict[str, Places] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find out which arguments each function adds to."""
        before = None
        while before != self.adding:
            before = dict(self.adding)
            self.adding = {n: self.added(tree) for n, tree in self.functions.items()}

    def added(self, tree: gast.FunctionDef) -> Places:
        """Return the places of the arguments that a function adds to atomically."""
        own = parameters(tree)
        found = {of_addition(s) for s in walk_statements(tree.body) if is_addition(s)}
        for node in calls(tree, self.functions):
            found |= {base_of(node.args[k]) for k in self.adding.get(dotted(node.func), ())}
        parts = roots(tree)
        found |= {root for n in found for root in parts.get(n, ())}
        return frozenset(k for k, parameter in enumerate(own) if parameter in found)

    def called(self, tree: gast.FunctionDef, places: Places) -> gast.FunctionDef:
        """Return a function with the calls of the forms that it needs.

        `places` are those of its own arguments that are arrays of the thread.
        """
        own = made_in(tree, {parameters(tree)[k] for k in places})

        def change(new: gast.AST) -> gast.AST:
            callee = callee_of(new)
            if callee not in self.functions:
                return new
            found = [k for k in self.adding[callee] if base_of(new.args[k]) in own]
            return gast.copy_location(call(self.form(callee, frozenset(found)), *new.args), new)

        return with_body(
            tree, [bottom_up(statement, change) for statement in plain(tree.body, own)]
        )

    def form(self, callee: str, places: Places) -> str:
        """Return the name that stands for a form of a function, which is written if it is new."""
        if (callee, places) not in self.trees:
            tree = self.functions[callee]
            self.trees[callee, places] = tree  # a function may call itself
            self.trees[callee, places] = self.called(tree, places)
        return marked(callee, places)

    def of(self, callee: str) -> list[Places]:
        """Return the forms of a function that are called, that of no own array first."""
        return sorted((p for n, p in self.trees if n == callee), key=sorted)

    def settle(self) -> None:
        """Give all forms their names: the first one keeps that of the function."""
        for callee in self.functions:
            for k, places in enumerate(self.of(callee)):
                word, _, end = callee.rpartition("_")
                other = f"{word}_alone_{end}" if word else f"{callee}_alone"
                self.names[marked(callee, places)] = self.title(other) if k else callee

    def written(self, callee: str, places: Places) -> gast.FunctionDef:
        """Return a form of a function as it is printed."""
        new = self.renamed(self.trees[callee, places])
        new.name = self.names[marked(callee, places)]
        return new

    def renamed(self, tree: gast.FunctionDef) -> gast.FunctionDef:
        """Return a function that calls all forms by their names."""

        def change(node: gast.AST) -> gast.AST:
            if isinstance(node, gast.Name) and node.id in self.names:
                return gast.copy_location(
                    gast.Name(self.names[node.id], node.ctx, None, None), node
                )
            return mapped(node, change)

        return with_body(tree, [change(statement) for statement in tree.body])


def marked(callee: str, places: Places) -> str:
    """Return what stands for a form of a function until all forms are known."""
    return "·".join([callee, *map(str, sorted(places))])


def plain(body: Block, own: Collection[str]) -> Block:
    """Return a block with plain additions to arrays of the thread."""

    def block(old: Block) -> Block:
        return [added_plainly(s) if is_addition(s) and of_addition(s) in own else s for s in old]

    return map_blocks(body, block)


def added_plainly(statement: gast.Expr) -> gast.AugAssign:
    """Return an addition to an element without an atomic operation."""
    array, index, value = statement.value.args
    element = gast.Subscript(clone(array), clone(index), gast.Store())
    return locate(augmented(element, gast.Add(), value), statement)


def is_addition(statement: gast.AST) -> bool:
    """Return True if a statement is an atomic addition."""
    value = statement.value if isinstance(statement, gast.Expr) else None
    return callee_of(value) == ADD


def of_addition(statement: gast.Expr) -> str:
    """Return the array that an atomic addition adds to."""
    return base_of(statement.value.args[0])


def calls(tree: gast.FunctionDef, functions: Collection[str]) -> list[gast.Call]:
    """Return the calls of some functions."""
    nodes = [node for statement in tree.body for node in walk(statement)]
    return [n for n in nodes if callee_of(n) in functions]


def made_in(tree: gast.FunctionDef, given: Collection[str] = ()) -> set[str]:
    """Return the arrays that a thread has for itself in a function: `given`, made, and parts.

    >>> from srcdiff.syntax import function
    >>> text = "def f(x): a = cuda.local.array((2, 3), real); b = a[1]; c = b; d = x[0]"
    >>> sorted(made_in(function(text)))
    ['a', 'b', 'c']
    """
    found = set(given)
    others: set[str] = set()
    for statement in walk_statements(tree.body):
        value = getattr(statement, "value", None)
        made = callee_of(value) == MAKER
        part = isinstance(value, (gast.Name, gast.Subscript)) and base_of(value) in found
        (found if made or part else others).add(whole_target(statement))
    return found - others - {""}
