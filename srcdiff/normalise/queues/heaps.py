"""Write the functions of `heapq` as loops over lists, in the order in which Python compares."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs_one_of
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.containers.appends import one_by_one
from srcdiff.normalise.control_flow.hoist import Hoister
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    bottom_up,
    call,
    dotted,
    is_none,
    locate,
    name,
    number,
    of_members,
    rename,
    statements,
    substitute,
    walk,
    with_body,
)


def indented(text: str) -> str:
    """Return lines of statements as those of a block."""
    return "".join(f"    {line}\n" for line in text.splitlines())


UP = """\
while AT > {first} and HEAP[AT] < HEAP[(AT - 1) // 2]:
    HEAP[AT], HEAP[(AT - 1) // 2] = HEAP[(AT - 1) // 2], HEAP[AT]
    AT = (AT - 1) // 2
"""
DOWN = f"""\
AT = {{first}}
BELOW = 2 * AT + 1
while BELOW < len(HEAP):
    if BELOW + 1 < len(HEAP) and not HEAP[BELOW] < HEAP[BELOW + 1]:
        BELOW = BELOW + 1
    HEAP[AT], HEAP[BELOW] = HEAP[BELOW], HEAP[AT]
    AT = BELOW
    BELOW = 2 * AT + 1
{UP}"""
PUSH = "HEAP.append(ITEM)\nAT = len(HEAP) - 1\n" + UP.format(first=0)
POP = (
    "AT = len(HEAP) - 1\nHEAP[0], HEAP[AT] = HEAP[AT], HEAP[0]\nTAKEN = HEAP.pop()\n"
    + DOWN.format(first=0)
)
REPLACE = "TAKEN = HEAP[0]\nHEAP[0] = ITEM\n" + DOWN.format(first=0)
EXCHANGE = "TAKEN = ITEM\nif len(HEAP) > 0 and HEAP[0] < ITEM:\n" + indented(REPLACE)
HEAPIFY = "for START in range(len(HEAP) // 2 - 1, -1, -1):\n" + indented(DOWN.format(first="START"))
COUNTS = {  # functions that change a heap, and how many arguments they have
    heapq.heapify: 1,
    heapq.heappop: 1,
    heapq.heappush: 2,
    heapq.heappushpop: 2,
    heapq.heapreplace: 2,
}
TEXTS = {
    heapq.heapify: HEAPIFY,
    heapq.heappop: POP,
    heapq.heappush: PUSH,
    heapq.heappushpop: EXCHANGE,
    heapq.heapreplace: REPLACE,
}


@needs_one_of(heapq.nlargest, heapq.nsmallest, *COUNTS)
def heaps(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with loops for what it does with heaps.

    The elements get the places that Python gives them. Raises UnsupportedSyntax for a heap that is
    no variable.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(h, x):
    ...     heapq.heappush(h, x)
    ...     return h[0] * heapq.nlargest(2, x)[1]
    ... ''')
    >>> print(unparse(heaps(tree, {"heapq": heapq})))
    def f(h, x):
        h.append(x)
        h·at = len(h) - 1
        while h·at > 0 and h[h·at] < h[(h·at - 1) // 2]:
            h[h·at], h[(h·at - 1) // 2] = (h[(h·at - 1) // 2], h[h·at])
            h·at = (h·at - 1) // 2
        return h[0] * sorted(x, reverse=True)[:2][1]
    """
    tree = bottom_up(tree, lambda node: chosen(node, namespace))
    if not any(changed_by(node, namespace) for node in walk(tree)):
        return tree
    return with_body(tree, _Heaps(Naming(tree), namespace).block(tree.body))


def chosen(node: gast.AST, namespace: Mapping[str, Any]) -> gast.AST:
    """Return a part of a sorted list for `nlargest` and `nsmallest`, as Python defines them."""
    function = value_of(node.func, namespace) if isinstance(node, gast.Call) else None
    if function not in (heapq.nlargest, heapq.nsmallest):
        return node
    words = {word.arg: word.value for word in node.keywords}
    given = dict(zip(("n", "iterable", "key"), node.args, strict=False))
    count, source, key = ({**given, **words}.get(part) for part in ("n", "iterable", "key"))
    if count is None or source is None:
        return node
    keys = [] if key is None or is_none(key) else [gast.keyword("key", key)]
    if function is heapq.nlargest:
        keys.append(gast.keyword("reverse", gast.Constant(True, None)))
    made = gast.Call(name("sorted"), [source], keys)
    known = number(count)
    end = count if known is not None and known >= 0 else call("max", count, gast.Constant(0, None))
    return locate(gast.Subscript(made, gast.Slice(None, end, None), gast.Load()), node)


def changed_by(node: gast.AST, namespace: Mapping[str, Any]) -> Any:
    """Return the function that a call changes a heap by, None for any other call."""
    if not isinstance(node, gast.Call) or node.keywords:
        return None
    function = value_of(node.func, namespace)
    known = next((heap for heap in COUNTS if heap is function), None)
    return known if known is not None and COUNTS[known] == len(node.args) else None


class _Heaps(Hoister):
    """The walk of `heaps`."""

    def __init__(self, naming: Naming, namespace: Mapping[str, Any]) -> None:
        super().__init__(naming, self.is_call, self.moved)
        self.namespace = namespace

    def has_moved(self, tree: gast.AST) -> bool:
        """Return True if anything in a tree changes a heap, but in functions inside."""
        return not isinstance(tree, gast.Lambda) and super().has_moved(tree)

    def is_call(self, tree: gast.AST) -> bool:
        """Return True for a call that changes a heap, or a comprehension that does."""
        if isinstance(tree, gast.ListComp):
            first = {id(node) for node in walk(tree.generators[0].iter)}
            return any(changed_by(n, self.namespace) for n in walk(tree) if id(n) not in first)
        return changed_by(tree, self.namespace) is not None

    def statement(self, statement: Statement) -> Block:
        """Rewrite one statement; functions inside, too."""
        if isinstance(statement, gast.FunctionDef):
            return [with_body(statement, self.block(statement.body))]
        new = super().statement(statement)
        return [s for s in new if not (isinstance(s, gast.Expr) and isinstance(s.value, gast.Name))]

    def short_circuit(self, tree: gast.BoolOp, out: Block, base: str) -> Expression:
        """Ask for the length of the heap, as in `while heap and heappop(heap) < x`."""
        heaps = {n.args[0].id for n in walk(tree) if changed_by(n, self.namespace) and is_named(n)}
        values = [
            locate(call("len", part), part) if dotted(part) in heaps else part
            for part in tree.values
        ]
        return super().short_circuit(locate(gast.BoolOp(tree.op, values), tree), out, base)

    def moved(self, tree: Expression, out: Block, base: str, walk: Hoister) -> Expression:
        """Append the loops of a call; return what stands for its value."""
        if isinstance(tree, gast.ListComp):
            return self.collected(tree, out, base)
        if not is_named(tree):
            raise UnsupportedSyntax(
                "a heap that is no variable of its own is not supported yet",
                tree,
                "give the list a name: `heap = ...`",
            )
        title = tree.args[0].id
        function = changed_by(tree, self.namespace)
        (item,) = walk.parts(tree.args[1:], out, base) or [None]
        if function is heapq.heappushpop:
            item = self.named(item, out, title)
        taken = self.naming.part(title, "taken")
        names = {"HEAP": title, "TAKEN": taken, "START": self.naming.part(title, "start")}
        names |= {word: self.naming.part(title, word.lower()) for word in ("AT", "BELOW")}
        for statement in statements(TEXTS[function]):
            new = rename(statement, names)
            out.append(locate(new if item is None else substitute(new, {"ITEM": item}), tree))
        return name(taken)

    def named(self, item: Expression, out: Block, title: str) -> Expression:
        """Return names for what goes into a heap, which is compared before."""
        parts = item.elts if isinstance(item, gast.Tuple) else [item]
        titles = [self.naming.part(title, "item") for _ in parts]
        out += [assign(t, part, part) for t, part in zip(titles, parts, strict=True)]
        return of_members([name(t) for t in titles])

    def collected(self, tree: gast.ListComp, out: Block, base: str) -> Expression:
        """Append the loop of a comprehension; return the list that it fills."""
        found = self.naming.part(base, "found")

        def named(word: str) -> str:
            return self.naming.part(base, word)

        def put(value: Expression) -> Block:
            return [gast.Expr(call(f"{found}.append", value))]

        lazily = locate(gast.GeneratorExp(tree.elt, tree.generators), tree)
        loop = one_by_one(lazily, named, put)
        out.append(assign(found, gast.List([], gast.Load()), tree))
        out += self.block([locate(loop, tree)])
        return name(found)


def is_named(tree: gast.Call) -> bool:
    """Return True for a call that changes a variable."""
    return isinstance(tree.args[0], gast.Name)
