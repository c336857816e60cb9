"""Keep numbers in lists that shrink in arrays of one element, which lists of arrays can hold."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import LENGTHS
from srcdiff.errors import UnsupportedSyntax
from srcdiff.library.containers import count_of, index_of
from srcdiff.normalise.array_lists.list_elements import same_lists
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    call,
    callee_of,
    constant,
    dotted,
    each_block,
    locate,
    mapped,
    name,
)

READERS = {
    *("all", "any", "enumerate", "list", "max", "min", "reversed", "sorted", "sum", "tuple", "zip"),
}
ADDING = {"append": 0, "insert": 1}  # which argument of a method is a number


def boxed_lists(
    tree: gast.FunctionDef,
    boxed: frozenset[str] = frozenset(),
    functions: Mapping[str, Any] = MappingProxyType({}),
) -> gast.FunctionDef:
    """Return the function with arrays of one element in some lists of numbers.

    `functions` are those that it calls: some of the library get the numbers alone.

    Raises UnsupportedSyntax where such a list may get another name, as in a function.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(boxed_lists(function('''
    ... def f(x, y):
    ...     u = [x, y]
    ...     u.append(u[0] * len(u))
    ...     v = u.pop()
    ...     for e in u:
    ...         v += e
    ...     u[-1] = v
    ...     return v * sum(u)
    ... '''), frozenset(["u"]))))
    def f(x, y):
        u = [np.full(1, x), np.full(1, y)]
        u.append(np.full(1, u[0][0] * len(u)))
        v = u.pop()[0]
        for e·box in u:
            e = e·box[0]
            v += e
        u[-1] = np.full(1, v)
        return v * sum([u·box[0] for u·box in u])
    """
    if not boxed:
        return tree
    readers = {n for n, found in functions.items() if found is count_of or found is index_of}
    return each_block(tree, _Boxes(same_lists(tree, boxed), Naming(tree), readers).block)


class _Boxes:
    """The walk of `boxed_lists`."""

    def __init__(self, lists: set[str], naming: Naming, readers: set[str]) -> None:
        self.lists = lists
        self.naming = naming
        self.readers = READERS | readers

    def block(self, old: Block) -> Block:
        """Return a block whose statements put numbers in boxes, and take them out."""
        return [self.statement(statement) for statement in old]

    def statement(self, statement: Statement) -> Statement:
        """Return a statement that puts numbers in boxes, and takes them out."""
        match statement:
            case gast.For(iter=gast.Name(id=title), target=gast.Name(id=target)) if (
                title in self.lists
            ):
                box = self.naming.part(target, "box")
                over = gast.Name(box, gast.Store(), None, None)
                begin = assign(target, element(name(box)), statement)
                loop = gast.For(over, statement.iter, [begin, *statement.body], [], None)
                loop.orelse = statement.orelse
                return locate(loop, statement)
            case gast.Assign(targets=[gast.Name(id=title)], value=value) if title in self.lists:
                return assign(title, self.made(value), statement)
            case gast.Assign(targets=[gast.Subscript(value=gast.Name(id=title)) as place]) if (
                title in self.lists and not isinstance(place.slice, gast.Slice)
            ):
                return assign(place, box_of(self.value(statement.value)), statement)
            case gast.Return(value=value) if value is not None:
                return locate(gast.Return(self.read(value)), statement)
            case gast.Expr(value=gast.Call(func=gast.Attribute(value=gast.Name(id=title)))) if (
                title in self.lists
            ):
                return locate(gast.Expr(self.method(statement.value)), statement)
        if blocks(statement):
            new: Any = mapped(statement, lambda part: part)
            for part in ("test", "iter"):
                if hasattr(statement, part):
                    new = new if new is not statement else copied(statement)
                    setattr(new, part, self.read(getattr(statement, part)))
            return new
        return mapped(statement, self.value)

    def made(self, value: Expression) -> Expression:
        """Return a list of boxes for an expression that makes a list, or is one."""
        match value:
            case gast.List(elts=parts):
                return locate(gast.List([box_of(self.value(p)) for p in parts], gast.Load()), value)
            case gast.ListComp(elt=elt, generators=generators):
                over = [self.value(generator) for generator in generators]
                return locate(gast.ListComp(box_of(self.value(elt)), over), value)
            case gast.Name(id=title) if title in self.lists:
                return value
            case gast.Subscript(value=gast.Name(id=title), slice=gast.Slice()) if (
                title in self.lists
            ):
                return value
            case gast.BinOp(left=left, op=gast.Add(), right=right):
                return locate(gast.BinOp(self.made(left), gast.Add(), self.made(right)), value)
            case gast.BinOp(op=gast.Mult()) | gast.Call() if makes_numbers(value):
                title = self.naming.whole("value")
                target = gast.Name(title, gast.Store(), None, None)
                over = gast.comprehension(target, self.read(value), [], 0)
                return locate(gast.ListComp(box_of(name(title)), [over]), value)
        return self.value(value)

    def method(self, value: gast.Call) -> Expression:
        """Return the call of a method of a list, with what it puts in in boxes."""
        place = ADDING.get(value.func.attr)
        given = [self.value(argument) for argument in value.args]
        if place is not None and place < len(given):
            given[place] = box_of(given[place])
        if value.func.attr == "extend":
            given = [self.made(argument) for argument in value.args]
        return locate(gast.Call(value.func, given, value.keywords), value)

    def value(self, tree: Any) -> Any:
        """Return an expression that takes numbers out of their boxes."""
        match tree:
            case gast.Call(func=gast.Attribute(value=gast.Name(id=title))) if title in self.lists:
                taken = self.method(tree)
                return element(taken) if tree.func.attr == "pop" else taken
            case gast.Call() if callee_of(tree) in LENGTHS and dotted(tree.args[0]) in self.lists:
                return tree
            case gast.Subscript(value=gast.Name(id=title), ctx=gast.Load()) if (
                title in self.lists and not isinstance(tree.slice, gast.Slice)
            ):
                place = gast.Subscript(tree.value, self.value(tree.slice), gast.Load())
                return element(locate(place, tree))
            case gast.Subscript(value=gast.Name(id=title), ctx=gast.Store()) if title in self.lists:
                box = gast.Subscript(tree.value, self.value(tree.slice), gast.Load())
                return locate(gast.Subscript(locate(box, tree), constant(0), gast.Store()), tree)
            case gast.Subscript(value=gast.Name(id=title)) if title in self.lists:
                return self.numbers(title, tree)
            case gast.Call(args=given) if self.is_reader(callee_of(tree)):
                read = [self.read(argument) for argument in given]
                words = [mapped(word, self.value) for word in tree.keywords]
                return locate(gast.Call(tree.func, read, words), tree)
            case gast.comprehension(target=target, iter=over, ifs=tests):
                tests = [self.value(test) for test in tests]
                return gast.comprehension(target, self.read(over), tests, 0)
            case gast.Name(id=title, ctx=gast.Load()) if title in self.lists:
                raise UnsupportedSyntax(
                    f"`{title}` is a list of numbers that shrinks, and is used as a whole, which "
                    "is not differentiated yet",
                    tree,
                    "use its elements, one by one, or a copy: `list(xs)`",
                )
        return mapped(tree, self.value)

    def is_reader(self, callee: str) -> bool:
        """Return True for functions that only read the numbers of lists."""
        return callee in self.readers or callee.startswith("np.")

    def read(self, tree: Any) -> Any:
        """Return an expression of which only the numbers are read."""
        title = dotted(tree) if isinstance(tree, gast.Name) else ""
        return self.numbers(title, tree) if title in self.lists else self.value(tree)

    def numbers(self, title: str, tree: Expression) -> Expression:
        """Return the list of the numbers in a list of boxes."""
        box = self.naming.part(title, "box")
        over = gast.comprehension(gast.Name(box, gast.Store(), None, None), tree, [], 0)
        return locate(gast.ListComp(element(name(box)), [over]), tree)


def makes_numbers(value: Expression) -> bool:
    """Return True if an expression makes a new list of numbers.

    >>> from srcdiff.syntax import expression
    >>> texts = "list(x)", "x.tolist()", "[0.0] * n", "f(x)"
    >>> [makes_numbers(expression(text)) for text in texts]
    [True, True, True, False]
    """
    if isinstance(value, gast.BinOp):
        return isinstance(value.left, gast.List) or isinstance(value.right, gast.List)
    method = getattr(value.func, "attr", "")
    return callee_of(value) in ("list", "sorted") or (method == "tolist" and not value.args)


def box_of(value: Expression) -> Expression:
    """Return the array that holds one number."""
    return locate(call("np.full", constant(1), value), value)


def element(box: Expression) -> Expression:
    """Return the number in a box."""
    return locate(gast.Subscript(box, constant(0), gast.Load()), box)


def copied(statement: Statement) -> Any:
    """Return a compound statement with the same blocks, which may be changed."""
    return gast.copy_location(type(statement)(**statement.__dict__), statement)
