"""One spelling for what can be done to a list: `u += [x]`, `u.copy()`, `del u[0]`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

import gast

from srcdiff.core.fixed_points import settled
from srcdiff.core.needs import needs
from srcdiff.normalise.containers.appends import one_by_one
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    bottom_up,
    call,
    callee_of,
    dotted,
    each_statement,
    locate,
    name,
    number,
    parameters,
    times_bound,
    walk,
    whole_target,
)

GROWING = ("append", "extend", "insert")
ITERATORS = ("enumerate", "filter", "map", "range", "reversed", "zip")


@needs(
    *(gast.List, gast.ListComp, gast.Delete, "list", "sorted"),
    *(".copy", ".extend", ".remove", ".tolist", "np.copyto"),
)
def list_spellings(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with methods for operators and `del` of lists, and slices for copies.

    What a list gets from an argument, an array or a generator it gets one by one.

    Lists are the names that are bound to lists that are written out, or comprehensions, only.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(list_spellings(function('''
    ... def f(x, y):
    ...     u = [x]
    ...     u += [y, 2.0]
    ...     del u[0]
    ...     u.remove(y)
    ...     u.extend(x)
    ...     u.extend(a * y for a in x)
    ...     np.copyto(x, y)
    ...     return u.copy()
    ... '''))))
    def f(x, y):
        u = [x]
        u.extend([y, 2.0])
        u.pop(0)
        u.pop(u.index(y))
        for u·more in x:
            u.append(u·more)
        for u·a in x:
            u.append(u·a * y)
        x[...] = y
        return u[:]
    """
    lists, given = always_lists(tree), set(parameters(tree))
    naming = Naming(tree)

    def copied(node: gast.AST) -> gast.AST:
        match node:
            case gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr="copy"), args=[]):
                if title in lists:
                    whole = gast.Slice(None, None, None)
                    return locate(gast.Subscript(name(title), whole, gast.Load()), node)
        return node

    def change(statement: Statement) -> list[Statement]:
        statement = locate(in_methods(statement, lists), statement)
        match statement:
            case gast.Assign(targets=[gast.Name(id=title)], value=value) if title in lists:
                new = in_new_list(value)
                if new is not None and is_longer(tree, title):
                    return [assign(title, new, statement)]
            case gast.Expr(
                value=gast.Call(
                    func=gast.Attribute(value=gast.Name(id=title), attr="extend"), args=[source]
                )
            ) if title in lists and goes_through(source, given):
                return [locate(put_one_by_one(title, source, naming), statement)]
        return [bottom_up(statement, copied)]

    return each_statement(tree, change)


def put_one_by_one(title: str, source: Expression, naming: Naming) -> Statement:
    """Return the loop that appends what there is in a source to a list."""

    def put(value: Expression) -> Block:
        return [gast.Expr(call(f"{title}.append", value))]

    return one_by_one(source, lambda word: naming.part(title, word), put)


def goes_through(source: Expression, given: Container[str]) -> bool:
    """Return True for what a loop can go through, but is perhaps no list.

    >>> from srcdiff.syntax import expression
    >>> texts = "x", "y", "x[1:]", "2.0 * y", "zip(x, y)", "(a for a in y)", "f(x)", "y.tolist()"
    >>> [goes_through(expression(text), {"x"}) for text in texts]
    [True, False, True, True, True, True, False, True]
    """
    match source:
        case gast.Name(id=title):
            return title in given
        case gast.Call():
            callee = callee_of(source)
            return callee in ITERATORS or callee.startswith("np.") or is_tolist(source)
    return isinstance(source, (gast.GeneratorExp, gast.Subscript, gast.BinOp))


def always_lists(tree: gast.FunctionDef) -> set[str]:
    """Return the names that stand for nothing but lists.

    >>> from srcdiff.syntax import function
    >>> text = "def f(x):\\n  a = [x]\\n  a += [x]\\n  b = [x]\\n  b = np.array(b)\\n  c = a"
    >>> sorted(always_lists(function(text)))
    ['a', 'c']
    """
    bound = times_bound(tree)
    made = [
        (whole_target(s) or dotted(getattr(s, "target", None)), s)
        for s in walk(tree)
        if isinstance(s, (gast.Assign, gast.AugAssign))
    ]

    def left(found: set[str]) -> set[str]:
        times = Counter(title for title, s in made if grows(s) or is_list(s.value, found))
        return {title for title in found if times[title] == bound[title]}

    return settled({title for title, s in made if title and isinstance(s, gast.Assign)}, left)


def grows(statement: Statement) -> bool:
    """Return True if a list, if it is one, gets the items of something: `u += x`."""
    return isinstance(statement, gast.AugAssign) and isinstance(statement.op, gast.Add)


def is_list(value: Expression, lists: set[str]) -> bool:
    """Return True for a list that is written out, repeated, joined, or a part of one, or its name.

    >>> from srcdiff.syntax import expression
    >>> texts = "[x] * n", "a[1:] + [x]", "list(x)", "a[0]", "b + [x]"
    >>> [is_list(expression(text), {"a"}) for text in texts]
    [True, True, True, False, False]
    """
    match value:
        case gast.BinOp(left=left, op=gast.Add(), right=right):
            return is_list(left, lists) and is_list(right, lists)
        case gast.BinOp(left=left, op=gast.Mult(), right=right):
            return isinstance(left, gast.List) or isinstance(right, gast.List)
        case gast.Subscript(value=whole, slice=gast.Slice()):
            return is_list(whole, lists)
        case gast.Call():
            return callee_of(value) in ("list", "sorted") or is_tolist(value)
    return isinstance(value, (gast.List, gast.ListComp)) or dotted(value) in lists


def is_tolist(value: Expression) -> bool:
    """Return True for the elements of an array as a list: `x.tolist()`."""
    method = value.func if isinstance(value, gast.Call) else None
    return isinstance(method, gast.Attribute) and method.attr == "tolist" and not value.args


def in_new_list(value: Expression) -> Expression | None:
    """Return a list that is made of another, or of an array, as one that can get longer.

    None for other values, and for what can as it is.

    >>> from srcdiff.syntax import expression, unparse
    >>> texts = "x.tolist()", "u[::-1]", "list(range(n))"
    >>> [unparse(in_new_list(expression(text))) for text in texts]
    ['list(x.tolist())', 'list(u[::-1])', 'list(np.arange(n))']
    >>> in_new_list(expression("list(x)")), in_new_list(expression("u[1:]"))
    (None, None)
    """
    match value:
        case gast.Subscript(value=whole, slice=gast.Slice(step=step)):
            return call("list", value) if step is not None or is_tolist(whole) else None
        case gast.Call(args=[gast.Call() as inner]) if callee_of(value) == "list":
            if callee_of(inner) == "range":
                return call("list", locate(call("np.arange", *inner.args), inner))
    return call("list", value) if is_tolist(value) else None


def is_longer(tree: gast.AST, title: str) -> bool:
    """Return True if a list is seen to get longer somewhere."""
    return any(
        (grows(s) and dotted(s.target) == title)
        or callee_of(getattr(s, "value", s)) in {f"{title}.{word}" for word in GROWING}
        for s in walk(tree)
        if isinstance(s, (gast.AugAssign, gast.Expr))
    )


def in_methods(statement: Statement, lists: set[str]) -> Statement:
    """Return a statement with a method for what it does to a list, or to a whole array."""
    match statement:
        case gast.AugAssign(target=gast.Name(id=title), op=gast.Add(), value=value):
            if title in lists:
                return gast.Expr(call(f"{title}.extend", value))
        case gast.Delete(targets=[gast.Subscript(value=gast.Name(id=title), slice=place)]):
            if title in lists and not isinstance(place, gast.Slice):
                return gast.Expr(call(f"{title}.pop", *([] if number(place) == -1 else [place])))
        case gast.Expr(value=gast.Call(func=gast.Attribute(attr="remove"), args=[value])):
            title = dotted(statement.value.func.value)
            if title in lists:
                return gast.Expr(call(f"{title}.pop", call(f"{title}.index", value)))
        case gast.Expr(value=gast.Call(args=[target, value], keywords=[])):
            if callee_of(statement.value) == "np.copyto" and isinstance(target, gast.Name):
                whole = gast.Subscript(target, gast.Constant(..., None), gast.Store())
                return gast.Assign([whole], value, None)
    return statement
