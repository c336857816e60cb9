"""Write loops over np.ndindex and np.ndenumerate that give whole subscripts a name."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.library.places import size_of, subscripts_at, subscripts_of
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    bottom_up,
    call,
    callee_of,
    clone,
    constant,
    dotted,
    each_statement,
    fresh,
    has_star,
    is_number,
    is_read,
    locate,
    name,
    path,
    tuple_of,
    walk,
)

COMPREHENSIONS = (gast.ListComp, gast.GeneratorExp)
Bound = dict[str, Expression]  # names of whole subscripts, and what they stand for
Hold = Callable[[str, Expression], Expression]


@needs("np.ndindex", "np.ndenumerate")
def index_tuples(
    tree: gast.FunctionDef, functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those it calls, with counted loops for subscripts in one name.

    >>> from srcdiff.syntax import function, unparse
    >>> new, known = index_tuples(function('''
    ... def f(x, s):
    ...     for p in np.ndindex(x.shape):
    ...         s += x[p]
    ...     return s + sum(x[p] for p in np.ndindex(x.shape))
    ... '''), {})
    >>> print(unparse(new))
    def f(x, s):
        p·shape = x.shape
        for p·at·2 in range(size_of(p·shape)):
            p = subscripts_of(p·at·2, p·shape)
            s += x[p]
        return s + sum((x[subscripts_of(p·at, x.shape)] for p·at in range(size_of(x.shape))))
    >>> sorted(known)
    ['size_of', 'subscripts_of']
    """
    if not any(callee_of(node) in ("np.ndindex", "np.ndenumerate") for node in walk(tree)):
        return tree, dict(functions)
    writer = Writer(Naming(tree), dict(functions))
    tree = taken_one_by_one(with_names(tree), writer)
    new = each_statement(bottom_up(tree, writer.comprehension), writer.loop)
    return new, writer.functions


class Writer:
    """Writes loops over subscripts, with new names and functions of the library."""

    def __init__(self, naming: Naming, functions: dict[str, Any]) -> None:
        self.naming = naming
        self.functions = functions

    def called(self, function: Any, *given: Expression) -> Expression:
        """Return a call of a function of the library."""
        title = next((t for t, f in self.functions.items() if f is function), None)
        if title is None:
            title = fresh(function.__name__, {*self.functions, *self.naming.taken})
            self.functions[title] = function
        return gast.Call(name(title), list(given), [])

    def loop(self, statement: Statement) -> Block:
        """Return a loop that counts, and binds the subscripts; other statements as they are."""
        if not isinstance(statement, gast.For):
            return [statement]
        shapes: Block = []
        bound: Bound = {}

        def hold(title: str, shape: Expression) -> Expression:
            if isinstance(shape, gast.Tuple):
                return tuple_of([hold(title, part) for part in shape.elts])
            if is_number(shape):
                return shape
            kept = self.naming.part(title, "shape")
            shapes.append(assign(kept, shape, statement))
            return name(kept)

        target, iterable = self.counted(statement.target, statement.iter, bound, hold)
        if not bound:
            return [statement]
        first = [assign(title, value, statement) for title, value in bound.items()]
        body = [*first, *statement.body]
        loop = gast.For(target, iterable, body, statement.orelse, statement.type_comment)
        return [*shapes, locate(loop, statement)]

    def comprehension(self, node: gast.AST) -> gast.AST:
        """Return a comprehension that counts, with the subscripts where their name stands."""
        if not isinstance(node, COMPREHENSIONS):
            return node
        bound: Bound = {}
        generators = []
        for old in node.generators:
            pair = self.counted(old.target, old.iter, bound, lambda title, shape: shape)
            generators.append(gast.comprehension(*pair, old.ifs, old.is_async))
        if not bound:
            return node
        new = gast.copy_location(type(node)(node.elt, generators), node)

        def spelled(part: gast.AST) -> gast.AST:
            is_wanted = isinstance(part, gast.Name) and part.id in bound and is_read(part)
            return locate(clone(bound[part.id]), part) if is_wanted else part

        return bottom_up(bottom_up(new, spelled), spelled)

    def counted(
        self, target: Expression, iterable: Expression, bound: Bound, hold: Hold
    ) -> tuple[Expression, Expression]:
        """Return the target and the iterable of a loop that counts; `bound` gets the subscripts."""
        called = callee_of(iterable)
        if called in ("enumerate", "zip") and isinstance(target, gast.Tuple):
            first = 1 if called == "enumerate" else 0
            parts, given = list(target.elts), list(iterable.args)
            for k in range(min(len(given), len(parts) - first)):
                parts[k + first], given[k] = self.counted(parts[k + first], given[k], bound, hold)
            whole = gast.Call(iterable.func, given, iterable.keywords)
            return tuple_of(parts, store=True), locate(whole, iterable)
        shape, title = shape_of(iterable), dotted(target)
        array = array_of(iterable)
        if array and isinstance(target, gast.Tuple) and len(target.elts) == 2:
            title, shape = dotted(target.elts[0]), path(f"{array}.shape")
        if shape is None or not title:
            return target, iterable
        kept = hold(title, shape)
        counter = self.naming.part(title, "at")
        bound[title] = self.called(subscripts_of, name(counter), clone(kept))
        if array:
            element = gast.Subscript(name(array), name(title), gast.Load())
            bound[dotted(target.elts[1])] = element
        count = call("range", self.called(size_of, clone(kept)))
        return gast.Name(counter, gast.Store(), None, None), locate(count, iterable)


def shape_of(iterable: Expression) -> Expression | None:
    """Return the shape that np.ndindex goes over, None for another iterable.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("np.ndindex(2, n)", "np.ndindex(x.shape)", "np.ndindex(*x.shape)"):
    ...     print(unparse(shape_of(expression(text))))
    (2, n)
    x.shape
    x.shape
    """
    if callee_of(iterable) != "np.ndindex" or iterable.keywords or not iterable.args:
        return None
    if len(iterable.args) > 1:
        return None if has_star(iterable.args) else tuple_of(list(iterable.args))
    (shape,) = iterable.args
    return shape.value if isinstance(shape, gast.Starred) else shape


def array_of(iterable: Expression) -> str:
    """Return the array that np.ndenumerate goes over, "" for another iterable."""
    is_wanted = callee_of(iterable) == "np.ndenumerate" and len(iterable.args) == 1
    return dotted(iterable.args[0]) if is_wanted else ""


def with_names(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with np.ndindex in the place of names that one loop goes over.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(with_names(function('''
    ... def f(x, n, s):
    ...     places = np.ndindex(n, n)
    ...     for p in places:
    ...         s += x[p]
    ...     return s
    ... '''))))
    def f(x, n, s):
        for p in np.ndindex(n, n):
            s += x[p]
        return s
    """
    nodes = list(walk(tree))
    counts = Counter(n.id for n in nodes if isinstance(n, gast.Name) and not is_read(n))
    reads = Counter(n.id for n in nodes if isinstance(n, gast.Name) and is_read(n))
    iterated = {dotted(n.iter) for n in nodes if isinstance(n, gast.For)}
    known = {}
    for node in nodes:
        title = dotted(node.targets[0]) if isinstance(node, gast.Assign) else ""
        is_once = counts[title] == reads[title] == 1 and title in iterated
        if is_once and shape_of(node.value) is not None:
            parts = {n.id for n in walk(node.value) if isinstance(n, gast.Name)} - {"np"}
            if all(counts[part] < 2 for part in parts):
                known[title] = node
    gone = {id(node) for node in known.values()}

    def change(statement: Statement) -> Block:
        if id(statement) in gone:
            return []
        if isinstance(statement, gast.For) and dotted(statement.iter) in known:
            new = copy.copy(statement)
            new.iter = clone(known[dotted(statement.iter)].value)
            return [new]
        return [statement]

    return each_statement(tree, change) if known else tree


def taken_one_by_one(tree: gast.FunctionDef, writer: Writer) -> gast.FunctionDef:
    """Return the function with counters for names of np.ndindex that `next` alone takes from.

    >>> from srcdiff.syntax import function, unparse
    >>> writer = Writer(Naming(function("def f(): pass")), {})
    >>> print(unparse(taken_one_by_one(function('''
    ... def f(x):
    ...     places = np.ndindex(x.shape)
    ...     p = next(places)
    ...     return x[p]
    ... '''), writer)))
    def f(x):
        places·shape = x.shape
        places·at = -1
        p = subscripts_at((places·at := (places·at + 1)), places·shape)
        return x[p]
    """
    nodes = list(walk(tree))
    inside = {id(n.args[0]) for n in nodes if is_next(n)}
    bound = [n for n in nodes if isinstance(n, gast.Assign) and shape_of(n.value) is not None]
    titles = {dotted(n.targets[0]) for n in bound}
    used = [n for n in nodes if isinstance(n, gast.Name) and is_read(n)]
    titles -= {n.id for n in used if id(n) not in inside}
    naming = writer.naming
    parts = {t: (naming.part(t, "shape"), naming.part(t, "at")) for t in sorted(titles)}

    def change(statement: Statement) -> Block:
        title = dotted(statement.targets[0]) if isinstance(statement, gast.Assign) else ""
        if title not in parts:
            return [statement]
        shape, counter = parts[title]
        first = assign(shape, shape_of(statement.value), statement)
        return [first, assign(counter, gast.UnaryOp(gast.USub(), constant(1)), statement)]

    def taking(node: gast.AST) -> gast.AST:
        if not is_next(node):
            return node
        (given,) = node.args
        if dotted(given) in parts:
            shape, counter = parts[dotted(given)]
            target = gast.Name(counter, gast.Store(), None, None)
            place = gast.NamedExpr(target, binary(name(counter), gast.Add(), constant(1)))
            return locate(writer.called(subscripts_at, place, name(shape)), node)
        whole = shape_of(given)
        if whole is None:
            return node
        return locate(writer.called(subscripts_at, constant(0), whole), node)

    return bottom_up(each_statement(tree, change), taking)


def is_next(node: Any) -> bool:
    """Return True if an expression takes one item, and has nothing to give where there is none."""
    return callee_of(node) == "next" and len(node.args) == 1
