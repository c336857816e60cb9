"""Write deques as lists: `popleft` takes the first element, `maxlen` drops what is too much."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs_one_of
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.array_lists.separate_lists import separated
from srcdiff.normalise.containers.appends import one_by_one
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.queues.deque_names import Made, bounds_of, deques_of, made_by
from srcdiff.normalise.queues.deque_uses import check_uses
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
    each_block,
    has_star,
    locate,
    name,
    number,
    same,
    statements,
    walk,
    with_own_expressions,
)


@needs_one_of(deque)
def deques(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with lists for deques.

    Raises UnsupportedSyntax for uses in which a list differs.

    >>> from collections import deque
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, n):
    ...     a = deque([x], maxlen=2)
    ...     a.append(x)
    ...     b = deque(x, n)
    ...     b.appendleft(a.popleft())
    ...     return b[0]
    ... ''')
    >>> print(unparse(deques(tree, {"deque": deque})))
    def f(x, n):
        a = [x]
        a.append(x)
        if len(a) > 2:
            a.pop(0)
        b·maxlen = n
        if b·maxlen < 0:
            raise ValueError('maxlen must be non-negative')
        b = list(x)
        for b·step in range(b·maxlen, len(b)):
            b.pop(0)
        b.insert(0, a.pop(0))
        for b·step·2 in range(b·maxlen, len(b)):
            b.pop()
        return b[0]
    """
    tree = separated(tree, lambda value: made_by(value, namespace) is not None)
    found = deques_of(tree, namespace)
    if found:
        naming = Naming(tree)
        ends = bounds_of(tree, found, namespace, naming)
        check_uses(tree, {title: end is not None for title, end in ends.items()})
        tree = each_block(tree, _Lists(ends, namespace, naming).block)
    for node in walk(tree):
        if made_by(node, namespace) is not None:
            raise UnsupportedSyntax(
                "this use of a deque is not supported yet",
                node,
                "bind each deque to a name of its own: `queue = deque([x])`",
            )
    return tree


class _Lists:
    """The walk of `deques`: `ends` has how long each of them may get."""

    def __init__(
        self, ends: Mapping[str, Expression | None], namespace: Mapping[str, Any], naming: Naming
    ) -> None:
        self.ends = ends
        self.namespace = namespace
        self.naming = naming

    def block(self, old: Block) -> Block:
        """Return a block with lists for deques."""
        return [new for statement in old for new in self.statement(statement)]

    def statement(self, statement: Statement) -> Block:
        """Return the statements that do with lists what one does with deques."""
        if isinstance(statement, gast.FunctionDef):
            return [each_block(statement, self.block)]
        made = made_by(getattr(statement, "value", None), self.namespace)
        new = with_own_expressions(statement, self.value)
        match new:
            case gast.Assign(targets=[gast.Name(id=title)]) if made and title in self.ends:
                elements = bottom_up(made.elements, self.value)
                return self.begun(title, Made(elements, made.bound), statement)
            case gast.AugAssign(target=gast.Name(id=title), value=value) if title in self.ends:
                return self.method(title, "extend", [value], statement)
            case gast.Expr(
                value=gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr=method))
            ) if title in self.ends:
                return self.method(title, method, list(new.value.args), statement)
        return [new]

    def value(self, node: gast.AST) -> gast.AST:
        """Return an expression that does with a list what one does with a deque."""
        match node:
            case gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr="popleft")):
                if title in self.ends:
                    return locate(call(f"{title}.pop", constant(0)), node)
            case gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr="copy")):
                if title in self.ends:
                    whole = gast.Slice(None, None, None)
                    return locate(gast.Subscript(name(title), whole, gast.Load()), node)
            case gast.Attribute(value=gast.Name(id=title), attr="maxlen") if title in self.ends:
                return locate(clone(self.ends[title] or constant(None)), node)
        return node

    def begun(self, title: str, made: Made, place: Statement) -> Block:
        """Return the statements that make the list of a deque."""
        end, before = self.ends[title], []
        if isinstance(end, gast.Name):
            text = f"if {end.id} < 0:\n    raise ValueError('maxlen must be non-negative')"
            before = [assign(end.id, made.bound, place), locate(statements(text)[0], place)]
        begin = assign(title, made.elements, place)
        if made.bound is None or fits(made):
            return [*before, begin]
        return [*before, begin, self.shortened(title, constant(0), place)]

    def method(self, title: str, method: str, given: list[Expression], place: Statement) -> Block:
        """Return the statements that do with a list what a method does with a deque."""
        if method in ("extend", "extendleft") and (self.ends[title] or method == "extendleft"):
            single = method.replace("extend", "append")

            def named(word: str) -> str:
                return self.naming.part(title, word)

            def put(value: Expression) -> Block:
                return self.method(title, single, [value], place)

            return [locate(one_by_one(over_all(given[0], title), named, put), place)]
        if method == "rotate":
            return [self.turned(title, given[0] if given else constant(1), place)]
        if method not in ("append", "appendleft"):
            return [expression_of(call(f"{title}.{method}", *given), place)]
        if method == "append":
            added, last = call(f"{title}.append", *given), [constant(0)]
        else:
            added, last = call(f"{title}.insert", constant(0), *given), []
        shorter = [self.dropped(title, last, place)] if self.ends[title] is not None else []
        return [expression_of(added, place), *shorter]

    def dropped(self, title: str, last: list[Expression], place: Statement) -> Statement:
        """Return the statement that takes an element out where there are too many."""
        end = self.ends[title]
        if isinstance(end, gast.Name):
            return self.shortened(title, last[0] if last else None, place)
        longer = gast.Compare(call("len", name(title)), [gast.Gt()], [clone(end)])
        body = [expression_of(call(f"{title}.pop", *last), place)]
        return locate(gast.If(longer, body, []), place)

    def shortened(self, title: str, first: Expression | None, place: Statement) -> Statement:
        """Return the loop that takes elements out until there are not too many."""
        over = call("range", clone(self.ends[title]), call("len", name(title)))
        taken = call(f"{title}.pop", *([] if first is None else [first]))
        step = stored(self.naming.part(title, "step"))
        return locate(gast.For(step, over, [expression_of(taken, place)], [], None), place)

    def turned(self, title: str, steps: Expression, place: Statement) -> Statement:
        """Return the statement that moves elements from one end of a list to the other."""
        known = number(steps)
        is_left = isinstance(known, int) and known < 0
        if is_left and known is not None:
            steps = constant(abs(known))
            moved = call(f"{title}.append", call(f"{title}.pop", constant(0)))
        else:
            moved = call(f"{title}.insert", constant(0), call(f"{title}.pop"))
        over = call("range", binary(steps, gast.Mod(), call("len", name(title))))
        step = stored(self.naming.part(title, "step"))
        loop = gast.For(step, over, [expression_of(moved, place)], [], None)
        some = gast.Compare(call("len", name(title)), [gast.Gt()], [constant(0)])
        return locate(gast.If(some, [loop], []), place)


def fits(made: Made) -> bool:
    """Return True if a list that is written out has no more elements than its deque holds.

    >>> from srcdiff.syntax import expression
    >>> made = [(expression(a), expression(b)) for a, b in (("[x] * n", "n"), ("[x, y]", "1"))]
    >>> [fits(Made(*pair)) for pair in made]
    [True, False]
    """
    match made.elements:
        case gast.List(elts=parts) if not has_star(parts):
            known = number(made.bound)
            return not parts or (isinstance(known, int) and len(parts) <= known)
        case gast.BinOp(left=gast.List(elts=[_]), op=gast.Mult(), right=count):
            return isinstance(count, (gast.Name, gast.Constant)) and same(count, made.bound)
        case gast.Call(args=[inner]) if callee_of(made.elements) == "list":
            return fits(Made(inner, made.bound)) if isinstance(inner, gast.BinOp) else False
    return False


def over_all(source: Expression, title: str) -> Expression:
    """Return what a loop goes through, a copy where it is the deque itself."""
    itself = isinstance(source, gast.Name) and source.id == title
    return call("list", source) if itself else source


def stored(title: str) -> Expression:
    """Return a name that is bound."""
    return gast.Name(title, gast.Store(), None, None)


def expression_of(value: Expression, place: Statement) -> Statement:
    """Return the statement that evaluates an expression."""
    return locate(gast.Expr(value), place)
