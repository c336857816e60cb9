"""Which dictionaries have numbers for keys, and are used as two lists can be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.normalise.containers.dictionaries.sure_keys import sure_reads
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    clone,
    constant,
    dotted,
    is_empty_list,
    is_string,
    number,
    reads,
    walk,
    writes,
)

VIEWS = ("keys", "values", "items")
PLAIN = (gast.Name, gast.Constant, gast.BinOp, gast.UnaryOp, gast.operator, gast.unaryop)
PURE = (*PLAIN, gast.Subscript, gast.expr_context, gast.Attribute)
NUMBERS: dict[str, Expression] = {"float": constant(0.0), "int": constant(0)}


@dataclass(frozen=True)
class Uses:
    """What is known of a dictionary: the value of a key that is not there, and if it is a list."""

    default: Expression | None
    is_list: bool
    puts: bool = False  # reading a key that is not there puts it in
    varies: bool = False  # its first keys are not written out


def uses_of(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> dict[str, Uses]:
    """Return the dictionaries with numbers for keys, of which one at least varies.

    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(x, n):
    ...     a, b, c = {}, {}, {}
    ...     d = {}
    ...     d[n] = x
    ...     e = {}
    ...     e["a"] = x
    ...     g = {}
    ...     g[n] = h(g)
    ... ''')
    >>> list(uses_of(tree, {}))
    ['d']
    """
    own = {parameter.id for parameter in tree.args.args} | writes(tree.body)
    outside = {title: value for title, value in namespace.items() if title not in own}
    found = {}
    for node in walk(tree):
        if isinstance(node, gast.Assign) and isinstance(node.targets[0], gast.Name):
            made = maker(node.value, outside, own)
            if made is not None and len(node.targets) == 1:
                found[node.targets[0].id] = made
    return {title: made for title, made in found.items() if is_suitable(title, made, tree)}


def maker(value: Expression, outside: Mapping[str, Any], own: set[str]) -> Uses | None:
    """Return what is known of a dictionary by what makes it, None for anything else."""
    if isinstance(value, gast.Dict):
        are_numbers = all(number(key) is not None for key in value.keys)
        return Uses(None, any(map(is_empty_list, value.values))) if are_numbers else None
    if isinstance(value, gast.DictComp):
        is_known = is_pure(value.key) and not any(g.is_async for g in value.generators)
        return Uses(None, is_empty_list(value.value), varies=True) if is_known else None
    if not isinstance(value, gast.Call) or value.keywords:
        return None
    function = value_of(value.func, {"dict": dict, **outside})
    if dotted(value.func).split(".")[0] in own:
        return None
    if function is Counter or function is dict:
        is_counter = function is Counter
        return None if value.args else Uses(constant(0) if is_counter else None, False)
    if function is not defaultdict or len(value.args) != 1:
        return None
    (factory,) = value.args
    if isinstance(factory, gast.Lambda) and not factory.args.args:
        is_known = number(factory.body) is not None or is_empty_list(factory.body)
        return Uses(clone(factory.body), is_empty_list(factory.body), True) if is_known else None
    title = dotted(factory)
    if title in own or title not in ("float", "int", "list"):
        return None
    if title == "list":
        return Uses(gast.List([], gast.Load()), True, True)
    return Uses(clone(NUMBERS[title]), False, True)


def value_lists(tree: gast.FunctionDef) -> list[str]:
    """Return the names of lists for the values of dictionaries that may hold lists.

    >>> from srcdiff.syntax import function
    >>> value_lists(function("def f(x): a, b, c = x; d = {}; e = defaultdict(list)"))
    ['d·values', 'e·values']
    """
    found = []
    for node in walk(tree):
        match node:
            case gast.Assign(targets=[gast.Name(id=title)], value=gast.Dict() | gast.DictComp()):
                found.append(title)
            case gast.Assign(targets=[gast.Name(id=title)], value=gast.Call(args=[part])):
                if dotted(part) == "list" or is_empty_list(getattr(part, "body", None)):
                    found.append(title)
    return [f"{title}{SEPARATOR}values" for title in found]


def is_suitable(title: str, made: Uses, tree: gast.FunctionDef) -> bool:
    """Return True if all that is done to a dictionary can be done to two lists."""
    stores = [n for n in walk(tree) if is_named(n, title) and isinstance(n.ctx, gast.Store)]
    inner = [n for n in walk(tree) if isinstance(n, (gast.FunctionDef, gast.Lambda))][1:]
    if len(stores) != 1 or title in reads(inner):
        return False
    nodes = [*walk(tree)]
    written = Written.of(nodes)
    keyed = [n for n in nodes if isinstance(n, KEYED) and key_of(n, title) is not None]
    asked = [n for n in nodes if asks(n, title)]
    keys = [key_of(n, title) for n in keyed]
    keys += [n.left for n in asked if isinstance(n, gast.Compare)]
    if 1 + len(keyed) + len(asked) != sum(is_named(n, title) for n in nodes):
        return False
    if not all(written.can_be(n) for n in keyed) or not all(map(is_pure, keys)):
        return False
    if any(grows(n, title, written) for n in nodes if isinstance(n, gast.For)):
        return False
    if made.puts and asked:
        sure = sure_reads(tree, title)
        if not all(written.is_there(n) or id(n) in sure for n in keyed):
            return False
    return made.varies or any(number(key) is None for key in keys)


def grows(loop: gast.For, title: str, written: Written) -> bool:
    """Return True if a loop over a dictionary may put other keys in, where Python raises."""
    first = loop.target.elts[0] if is_pair(loop.target) else loop.target
    if dotted(getattr(loop.iter, "func", loop.iter)).split(".")[0] != title:
        return False
    changing = written.stored | written.alone
    inside = [n for s in loop.body for n in walk(s) if isinstance(n, KEYED) and id(n) in changing]
    keys = [key_of(n, title) for n in inside]
    return any(key is not None and dotted(key) != dotted(first) for key in keys)


KEYED = (gast.Subscript, gast.Call)


@dataclass(frozen=True)
class Written:
    """Which nodes stand where a dictionary may be changed."""

    stored: frozenset[int]  # targets of assignments
    alone: frozenset[int]  # calls that are statements, and what these call methods of

    @staticmethod
    def of(nodes: list[gast.AST]) -> Written:
        """Look at the nodes of a function."""
        stored, alone = set(), set()
        for node in nodes:
            match node:
                case gast.Assign(targets=[target]) | gast.AugAssign(target=target):
                    stored.add(id(target))
                case gast.Expr(value=gast.Call(func=func) as called):
                    alone |= {id(called), id(getattr(func, "value", None))}
        return Written(frozenset(stored), frozenset(alone))

    def can_be(self, node: gast.AST) -> bool:
        """Return True if what stands for a value is known where it stands."""
        if isinstance(node, gast.Call):
            return node.func.attr == "get" or id(node) in self.alone
        is_load = isinstance(node.ctx, gast.Load)
        return is_load or (isinstance(node.ctx, gast.Store) and id(node) in self.stored)

    def is_there(self, node: gast.AST) -> bool:
        """Return True if a key is not put in where it is read, or by a statement of its own."""
        return isinstance(node, gast.Call) or id(node) in self.stored | self.alone


def is_pair(tree: Expression) -> bool:
    """Return True for a target of two parts or more."""
    return isinstance(tree, (gast.Tuple, gast.List)) and bool(tree.elts)


def asks(node: gast.AST, title: str) -> bool:
    """Return True if a node asks which keys a dictionary has, or for its values."""
    match node:
        case gast.Compare(ops=[gast.In() | gast.NotIn()], comparators=[gast.Name(id=other)]):
            return bool(other == title)
        case gast.For(iter=gast.Name(id=other)) | gast.comprehension(iter=gast.Name(id=other)):
            return bool(other == title)
        case gast.Call(func=gast.Name(id="len" | "list" | "sorted"), args=[gast.Name(id=other)]):
            return bool(other == title and not node.keywords)
        case gast.Call(func=gast.Attribute(value=gast.Name(id=other), attr=method)):
            return bool(other == title and method in VIEWS and not node.args)
    return False


def key_of(tree: Expression, title: str) -> Expression | None:
    """Return the key of `d[k]`, `d.get(k, e)` and `d.setdefault(k, e)`, None for all else."""
    if isinstance(tree, gast.Subscript):
        return tree.slice if is_named(tree.value, title) else None
    if not isinstance(tree, gast.Call) or len(tree.args) != 2 or tree.keywords:
        return None
    func = tree.func
    is_method = isinstance(func, gast.Attribute) and func.attr in ("get", "setdefault")
    return tree.args[0] if is_method and is_named(func.value, title) else None


def default_of(tree: Expression) -> Expression | None:
    """Return the value that `d.setdefault(k, e)` puts in."""
    return tree.args[1] if isinstance(tree, gast.Call) else None


def is_named(node: gast.AST, title: str) -> bool:
    """Return True for a variable."""
    return isinstance(node, gast.Name) and node.id == title


def is_pure(tree: Expression) -> bool:
    """Return True for a key that may be computed twice, and is no text and no tuple."""
    return not any(is_string(n) for n in walk(tree)) and all(
        isinstance(n, PURE) or is_cast(n) for n in walk(tree)
    )


def is_cast(node: gast.AST) -> bool:
    """Return True for a call of `int`, `len` or `abs`."""
    return isinstance(node, gast.Call) and dotted(node.func) in ("int", "len", "abs")
