"""Device functions that ask something of `cuda` become a part of the kernel that calls them.

A barrier, an array or the place of a thread only means something in a kernel. All other functions
stay as they are: their adjoints are functions, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

import gast

from srcdiff.errors import SrcdiffError, UnsupportedSyntax, located
from srcdiff.front.parse import Source, source_of
from srcdiff.gpu.barriers.barriers import called
from srcdiff.gpu.launch.device_functions import asks, device_function, is_cuda
from srcdiff.gpu.launch.in_place_of_calls import (
    arguments,
    check_no_functions,
    has_docstring,
    is_same,
    with_names,
)
from srcdiff.normalise.control_flow.evaluation_order import calls_user, order_matters
from srcdiff.normalise.control_flow.hoist import Hoister
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.returns import returns
from srcdiff.normalise.functions.scopes import bound_names, free_names, own_names
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    base,
    constant,
    dotted,
    further_down,
    is_number,
    map_blocks,
    name,
    reads,
    with_body,
    writes,
)
from srcdiff.syntax.origin import Origin


def inlined(source: Source, module: str) -> Source:
    """Return a kernel with the statements of functions that ask something of `cuda`.

    They stand in the place of the calls, with variables of their own. Shared arrays are made at the
    beginning, one for each call. `module` is what the kernel calls `cuda`.

    >>> from numba import cuda
    >>> from srcdiff.syntax import unparse
    >>> def last(v, n):
    ...     line = cuda.shared.array(8, "f8")
    ...     i = cuda.threadIdx.x
    ...     line[i] = v
    ...     cuda.syncthreads()
    ...     return line[n - 1]
    >>> def kernel(x, y):
    ...     i = cuda.grid(1)
    ...     y[i] = 2.0 * last(x[i], n=8)
    >>> print(unparse(inlined(source_of(kernel), "cuda").tree))
    def kernel(x, y):
        line = cuda.shared.array(8, 'f8')
        i = cuda.grid(1)
        v = x[i]
        i_2 = cuda.threadIdx.x
        line[i_2] = v
        cuda.syncthreads()
        y[i] = 2.0 * line[8 - 1]
    """
    inliner = Inliner(source, module)
    try:
        body = inliner.block(source.tree.body)
    except SrcdiffError as error:
        error.origin = error.origin or inliner.origin
        raise
    if not inliner.texts:
        return source
    text = body[: has_docstring(body)]
    tree = with_body(source.tree, [*text, *inliner.shared, *body[len(text) :]])
    written = with_body(source.tree, [*source.tree.body, *inliner.quoted])
    return replace(
        source, tree=tree, namespace=inliner.namespace, origin=inliner.origin, written=written
    )


@dataclass(frozen=True)
class Text:
    """A function whose statements stand in the place of calls: its lines are numbered on."""

    source: Source
    tree: gast.FunctionDef


class Inliner(Hoister):
    """The walk through a kernel, and through what it calls."""

    def __init__(self, source: Source, module: str) -> None:
        super().__init__(Naming(source.tree), self.is_inlined, self.inline)
        self.module = module
        self.namespace = dict(source.namespace)
        self.own = own_names(source.tree)
        self.asking: dict[FunctionType, bool] = {}
        self.texts: dict[FunctionType, Text] = {}
        self.given: dict[tuple[str, int], str] = {}  # names of what other namespaces hold
        self.around: tuple[FunctionType, ...] = ()
        self.shared: Block = []
        self.quoted: Block = []  # the statements as their authors wrote them
        self.origin: Origin = source.origin

    def function(self, node: gast.Call) -> FunctionType | None:
        """Return the function that a call is to be replaced by, None for any other."""
        found = device_function(node.func, self.namespace, self.own)
        if found is not None and found not in self.asking:
            self.asking[found] = asks(found)
        return found if found is not None and self.asking[found] else None

    def is_inlined(self, node: gast.AST) -> bool:
        """Return True if statements take the place of an expression."""
        return isinstance(node, gast.Call) and self.function(node) is not None

    def statement(self, statement: Statement) -> Block:
        """Rewrite one statement; a result that nothing uses is left out.

        Not one of which a part does something, too: another call, or a name that it binds.
        """
        if isinstance(statement, gast.AugAssign) and self.has_moved(statement.target):
            raise order_matters(statement)
        new = super().statement(statement)
        alone = isinstance(statement, gast.Expr) and self.is_inlined(statement.value)
        return new[:-1] if alone and not (calls_user(new[-1]) or writes(new[-1])) else new

    def expression(self, tree: Expression, out: Block, base: str) -> Expression:
        """Return an expression without the calls; statements go to `out`."""
        if isinstance(tree, gast.Lambda) and self.has_moved(tree):
            raise UnsupportedSyntax(
                "a device function that uses `cuda` is called inside a lambda",
                tree,
                "call it in a statement of the kernel",
            )
        return super().expression(tree, out, base)

    def call(self, tree: gast.Call, out: Block, base: str) -> Expression:
        """Rewrite the arguments of another call: what is called by its name is no value."""
        if not dotted(tree.func):
            return super().call(tree, out, base)
        parts = self.parts([*tree.args, *tree.keywords], out, base)
        new = gast.Call(tree.func, parts[: len(tree.args)], parts[len(tree.args) :])
        return gast.copy_location(new, tree)

    # --- the function in the place of a call ---

    def inline(self, node: gast.Call, out: Block, base: str, walk: Hoister) -> Expression:
        """Append the statements of a function, and return what it returns."""
        function = self.function(node)
        assert function is not None
        title = dotted(node.func)
        if function in self.around:
            raise UnsupportedSyntax(
                f"`{title}` uses `cuda`, and calls itself", node, "write it as a loop"
            )
        parts = self.parts([*node.args, *node.keywords], out, base)
        given = arguments(function, parts, node, title)
        text = self.text(function)
        body = self.body(text, given, node, out)
        around, self.around = self.around, (*self.around, function)
        last = body.pop() if body and isinstance(body[-1], gast.Return) else None
        out += self.block(body)
        value = last.value if last is not None and last.value is not None else constant(None)
        value = self.expression(value, out, base)
        self.around = around
        return value

    def text(self, function: FunctionType) -> Text:
        """Return a function with one `return`, and with lines after those that are known."""
        if function not in self.texts:
            source = source_of(function)
            with located(source.origin):
                check_no_functions(source.tree)
            known = (self.origin, *self.origin.others)
            lines = sum(len(origin.lines) for origin in known)
            self.texts[function] = Text(source, further_down(returns(source.tree), lines))
            self.quoted += further_down(source.tree, lines).body
            self.origin = replace(self.origin, others=(*self.origin.others, source.origin))
        return self.texts[function]

    def body(self, text: Text, given: Mapping[str, Any], node: gast.Call, out: Block) -> Block:
        """Return the statements of a function with arguments, which may be bound in `out`."""
        names = {n: self.meaning(n, text.source) for n in sorted(free_names(text.tree))}
        bound = bound_names(text.tree.body)
        changed = writes(node)  # by a later argument, when this one has its value
        values: dict[str, Expression] = {}
        for parameter, value in given.items():
            tree = value if isinstance(value, gast.AST) else self.default(parameter, value)
            plain = isinstance(tree, (gast.Name, gast.Constant)) or is_number(tree)
            if plain and parameter not in bound and not reads(tree) & changed:
                values[parameter] = tree
            else:
                names[parameter] = self.variable(parameter, text)
                out.append(assign(names[parameter], tree, node))
        for variable in sorted(bound - given.keys()):
            names[variable] = self.variable(variable, text)
        body = text.tree.body[has_docstring(text.tree.body) :]
        new = [with_names(statement, names, values) for statement in body]
        return map_blocks(new, self.without_shared)

    def variable(self, wanted: str, text: Text) -> str:
        """Return the name in the kernel for a variable of a function."""
        if SEPARATOR in wanted:  # of the pass that leaves one `return`
            chosen = self.naming.part(
                text.tree.name, wanted.removeprefix(f"{base(wanted)}{SEPARATOR}")
            )
        else:
            chosen = self.naming.whole(wanted)
        self.own.add(chosen)
        return chosen

    def meaning(self, word: str, source: Source) -> str:
        """Return the name in the kernel for what a function reads of its surroundings."""
        if word not in source.namespace:
            return word
        value = source.namespace[word]
        if is_cuda(value):
            self.namespace.setdefault(self.module, value)
            return self.module
        if word not in self.own and is_same(self.namespace.get(word, value), value):
            self.naming.taken.add(word)
            self.namespace[word] = value
            return word
        return self.constant(word, value)

    def constant(self, word: str, value: Any) -> str:
        """Return a new name for a value of another namespace: the same one each time."""
        place = word, id(value)
        if place not in self.given:
            self.given[place] = self.naming.whole(word)
            self.namespace[self.given[place]] = value
        return self.given[place]

    def default(self, parameter: str, value: Any) -> Expression:
        """Return the value of a parameter that is not passed."""
        plain = type(value) in (bool, int, float, str, type(None))
        return constant(value) if plain else name(self.constant(parameter, value))

    def without_shared(self, block: Block) -> Block:
        """Return a block without the shared arrays that it makes: these enter `shared`."""
        left: Block = []
        for statement in block:
            value = getattr(statement, "value", None)
            if called(value) != f"{self.module}.shared.array":
                left.append(statement)
                continue
            if reads(value) & self.own:
                raise UnsupportedSyntax(
                    "the shape or the type of a shared array is no constant",
                    statement,
                    "name a constant there",
                )
            self.shared.append(statement)
        return left
