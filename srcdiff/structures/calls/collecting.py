"""Functions of Python that go over items: `list`, `dict`, `sum`, `all` and the like."""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.values import FixedInteger, Known, Leaf, Ref, Value
from srcdiff.syntax import (
    Block,
    Expression,
    assign,
    constant,
    joined_by,
    locate,
    name,
    statements,
)

OPERATORS: dict[Any, type[gast.operator]] = {
    operator.add: gast.Add,
    operator.sub: gast.Sub,
    operator.mul: gast.Mult,
    operator.truediv: gast.Div,
    operator.matmul: gast.MatMult,
}

if TYPE_CHECKING:
    from srcdiff.structures.calls.calls import Calls


def as_list(cls: type) -> Callable[[Calls, gast.Call], Value | None]:
    """Return what makes a list or a tuple of items that are known."""

    def make(frame: Calls, tree: gast.Call) -> Value | None:
        if not tree.args:
            return None
        items = frame.iterated(tree.args[0], tree)
        return None if items is None else frame.listed(tree, cls, items)

    return make


def as_dict(cls: type) -> Callable[[Calls, gast.Call], Value | None]:
    """Return what makes dictionaries of a class of pairs and keywords."""

    def made(frame: Calls, tree: gast.Call) -> Value | None:
        parts = parts_of_pairs(frame, tree) if tree.args else {}
        _, words = frame.arguments(locate(gast.Call(tree.func, [], tree.keywords), tree))
        return frame.new_node(tree, cls, {**parts, **words}, "")

    return made


def parts_of_pairs(frame: Calls, tree: gast.Call) -> dict[Any, Value]:
    """Return the keys and values that a dictionary is made of."""
    (given,) = tree.args
    pairs = (gast.GeneratorExp, gast.ListComp, gast.List, gast.Tuple)
    if not isinstance(given, pairs) and frame.builtin_of(given) != "zip":

        def is_dictionary() -> bool:
            source = frame.value(given)
            return isinstance(source, Ref) and issubclass(frame.node(source).cls, dict)

        found, _ = frame.trial(is_dictionary)
        if found:
            source = frame.value(given)
            assert isinstance(source, Ref)
            return dict(frame.node(source).parts)
    items = frame.iterated(given, tree)
    if items is None:
        raise UnsupportedSyntax(
            "the keys of this dictionary are only known when the function runs",
            tree,
            "use a dictionary with constant keys, or an array",
        )
    parts: dict[Any, Value] = {}
    for item in items:
        key, value = frame.items_of(item, tree)
        parts[frame.constant_key(key, tree)] = value
    return parts


def from_keys(frame: Calls, tree: gast.Call) -> Value | None:
    """Return a dictionary of some keys that all have one value."""
    given, _ = frame.arguments(tree)
    keys = [frame.constant_key(key, tree) for key in frame.items_of(given[0], tree)]
    value = frame.held(given[1], tree) if len(given) > 1 else Leaf(constant(None), None)
    return frame.new_node(tree, dict, dict.fromkeys(keys, value), "")


def as_namespace(frame: Calls, tree: gast.Call) -> Value | None:
    """Return a namespace of keywords."""
    _, words = frame.arguments(tree)
    return frame.new_node(tree, SimpleNamespace, dict(words), "namespace")


def total(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the sum of items that are known."""
    items = frame.iterated(tree.args[0], tree)
    if items is None:
        return added_up(frame, tree)
    start = [frame.value(a) for a in (*tree.args[1:], *(w.value for w in tree.keywords))]
    found: Value = start[0] if start else Leaf(locate(constant(0), tree), FixedInteger(0))
    if not start and len(items) > 1 and all(isinstance(item, Leaf) for item in items):
        found, items = items[0], items[1:]
    for item in items:
        added = gast.BinOp(constant(0), gast.Add(), constant(0))
        locate(added, tree)
        combined = frame.combined(added, found, item)
        if combined is None:
            own = [frame.leaf(v, tree).tree for v in (found, item)]
            combined = Leaf(gast.copy_location(gast.BinOp(own[0], gast.Add(), own[1]), tree))
        found = combined
    return found


def folded(frame: Calls, tree: gast.Call) -> Value | None:
    """Return what `functools.reduce` gives for objects that are known; None for numbers."""
    if tree.keywords or any(isinstance(argument, gast.Starred) for argument in tree.args):
        return None
    items = frame.iterated(tree.args[1], tree) if len(tree.args) > 1 else None
    if items is None:
        return None
    function = frame.value(tree.args[0])
    own = [*(frame.value(argument) for argument in tree.args[2:]), *items]
    if not own or all(isinstance(item, Leaf) for item in own):
        return None
    pins = frame.pins
    for item in own:
        frame.pin(item)
    found = own[0]
    for number in range(1, len(own)):
        found = folded_pair(frame, function, found, frame.pinned(own[number], pins + number), tree)
    frame.unpin(pins)
    return found


def folded_pair(
    frame: Calls, function: Value, first: Value, second: Value, tree: gast.Call
) -> Value:
    """Return what a function, or an operator, makes of two values."""
    op = OPERATORS.get(function.value) if isinstance(function, Known) else None
    if op is None:
        return frame.call_value(function, [first, second], {}, tree)
    combined = frame.combined(
        locate(gast.BinOp(constant(0), op(), constant(0)), tree), first, second
    )
    if combined is not None:
        return combined
    own = [frame.leaf(v, tree).tree for v in (first, second)]
    return Leaf(locate(gast.BinOp(own[0], op(), own[1]), tree))


def iterator(frame: Calls, tree: gast.Call) -> Value | None:
    """Return what `iter` gives in a method `__iter__`, whose result is gone over at once."""
    if id(tree) not in frame.program.own_iterators or len(tree.args) != 1:
        if frame.source.tree.name == "__iter__":  # whose caller goes over it
            raise NeedsCaller("an iterator is a value here", tree, "use a loop")
        return None
    items = frame.iterated(tree.args[0], tree)
    if items is not None:
        return frame.listed(tree, tuple, items)
    value = frame.value(tree.args[0])
    if not isinstance(value, Leaf):
        return None
    parts = value.tree.elts if isinstance(value.tree, (gast.List, gast.Tuple)) else ()
    if parts and not any(isinstance(part, gast.Starred) for part in parts):
        return frame.new_node(tree, tuple, {k: Leaf(p) for k, p in enumerate(parts)}, "")
    return value


def is_filter(frame: Calls, tree: Expression) -> bool:
    """Return True for a comprehension over what is known, with conditions that are not."""
    if not isinstance(tree, (gast.GeneratorExp, gast.ListComp)):
        return False
    generators = tree.generators
    has_tests = any(generator.ifs for generator in generators)
    found, _ = frame.trial(lambda: frame.iterated(generators[0].iter, tree))
    return has_tests and found is not None


def added_up(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the sum of those of some items that pass a condition, None for others."""
    items = tree.args[0]
    if not is_filter(frame, items) or len(tree.args) + len(tree.keywords) > 2:
        return None
    start = [*tree.args[1:], *(word.value for word in tree.keywords), constant(0)][0]
    title = frame.temporary_name("sum", tree)
    frame.statement(locate(assign(title, start), tree))

    def add(part: Expression) -> Block:
        return [assign(title, gast.BinOp(name(title), gast.Add(), part))]

    frame.each(items, "add", add)
    return frame.value(locate(name(title), tree))


def first_of(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the first of some items that pass a condition, or another value."""
    found = tree.args[0]
    if not isinstance(found, gast.GeneratorExp) or len(found.generators) != 1 or tree.keywords:
        return None
    generator = found.generators[0]
    items = frame.iterated(generator.iter, found)
    if items is None:
        return None
    title = frame.temporary_name("first", tree)
    own = bound_names([generator.target])
    before = {n: frame.state.names[n] for n in own if n in frame.state.names}
    pins = frame.pins
    for item in items:
        frame.pin(item)
    test = locate(joined_by(gast.And(), [*generator.ifs] or [constant(True)]), tree)

    def bind() -> None:
        frame.bind(title, frame.value(found.elt), tree)
        let_go()

    def let_go() -> None:
        for name_of in own:
            frame.state.names.pop(name_of, None)

    def search(place: int) -> None:
        if place == len(items) and len(tree.args) > 1:
            let_go()
            frame.bind(title, frame.value(tree.args[1]), tree)
        elif place == len(items):
            for statement in statements("raise StopIteration()"):
                frame.statement(locate(statement, tree))
        else:
            frame.bind_quietly(generator.target, frame.pinned(items[place], pins + place))
            value = frame.value(test)
            is_true = frame.truth(value)
            if is_true is None:
                own_test = frame.tested(value, tree).tree
                frame.by_condition(own_test, bind, lambda: search(place + 1), tree)
            elif is_true:
                bind()
            else:
                search(place + 1)

    search(0)
    frame.unpin(pins)
    let_go()
    frame.state.names.update(before)
    return frame.value(locate(name(title), tree))
