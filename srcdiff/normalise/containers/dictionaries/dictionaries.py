"""Hold the values of dictionaries in variables: one for each key, which must be a constant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.containers.dictionaries.dictionary_keys import (
    Keys,
    State,
    Unsuitable,
    become,
    joined,
    within_loop,
)
from srcdiff.normalise.containers.dictionaries.dictionary_values import (
    VIEWS,
    Values,
    is_display,
    made,
)
from srcdiff.normalise.control_flow.loops.written_loops import Pairs, is_replaceable, iteration
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    ENDS,
    Block,
    Expression,
    Statement,
    assign,
    constant,
    dotted,
    ends_with,
    locate,
    members,
    name,
    reads,
    rebuild,
    with_body,
    writes,
)

KEYED = ("keys", "items")


@needs(gast.Dict, "dict")
def dictionaries(tree: gast.FunctionDef, given: Sequence[Any]) -> gast.FunctionDef:
    """Return the function with variables instead of the dictionaries that it makes.

    `given` are Numba's types of the parameters. A dictionary stays where a key is not known,
    where it may be missing, or where the dictionary is used as a whole.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(dictionaries(function('''
    ... def f(x, y):
    ...     p = {"a": x, "b": 2.0}
    ...     p["b"] *= y
    ...     p["c"] = p["a"] + p.get("d", 1.0)
    ...     for k in p:
    ...         p[k] -= 0.5 * ("b" in p)
    ...     return sum(p.values()) + g(**p)
    ... '''), ())))
    def f(x, y):
        p·a = x
        p·b = 2.0
        p·b *= y
        p·c = p·a + 1.0
        p·a -= 0.5 * True
        p·b -= 0.5 * True
        p·c -= 0.5 * True
        return sum((p·a, p·b, p·c)) + g(a=p·a, b=p·b, c=p·c)
    """
    declared = [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]
    known = {a.id: text_of(kind) for a, kind in zip(declared, given, strict=False)}
    literals = {n: text for n, text in known.items() if text and n not in writes(tree.body)}
    left: set[str] = set()
    while True:
        wanted = made(tree) - left
        if not wanted:
            return tree
        try:
            values = Values(wanted, literals, Naming(tree))
            tree = with_body(tree, Writer(tree, values).block(tree.body, {}))
        except Unsuitable as reason:
            left.add(reason.variable)


def text_of(kind: Any) -> str:
    """Return the text that a parameter of a type stands for, or ""."""
    value = getattr(kind, "literal_value", None) or getattr(kind, "value", None)
    return value if isinstance(value, str) else ""


class Writer:
    """Writes statements anew, with the keys that are known at each of them."""

    def __init__(self, tree: gast.FunctionDef, values: Values) -> None:
        self.tree = tree
        self.values = values

    def block(self, block: Block, state: State) -> Block:
        """Return a block without dictionaries; `state` becomes what is known after it."""
        return [new for s in block for new in self.statement(s, state)]

    def statement(self, statement: Statement, state: State) -> Block:
        """Return what stands for a statement."""
        for kind, write in WAYS.items():
            if isinstance(statement, kind):
                return [locate(s, statement) for s in write(self, statement, state)]
        return [self.values.written(statement, state)]

    def branches(self, statement: gast.If, state: State) -> Block:
        """Return what stands for an `if`."""
        test = self.values.written(statement.test, state)
        if isinstance(test, gast.Constant):
            return self.block(statement.body if test.value else statement.orelse, state)
        ways = [dict(state), dict(state)]
        body, orelse = (
            self.block(part, way)
            for part, way in zip((statement.body, statement.orelse), ways, strict=True)
        )
        going = [
            way for way, part in zip(ways, (body, orelse), strict=True) if not ends_with(part, ENDS)
        ]
        become(state, joined(going or ways))
        return [gast.If(test, body or [gast.Pass()], orelse)]

    def for_loop(self, loop: gast.For, state: State) -> Block:
        """Return what stands for a loop, which is written out if it needs the keys."""
        items = self.items(loop, state)
        if items is not None:
            return self.written_out(loop, items, state)
        iterated = self.values.iterated(loop.iter, state)
        own = self.repeated(loop, state)
        target = self.target(loop.target, own)
        body = self.block(loop.body, own)
        return [gast.For(target, iterated, body, self.otherwise(loop, state), None)]

    def while_loop(self, loop: gast.While, state: State) -> Block:
        """Return what stands for a loop."""
        own = self.repeated(loop, state)
        test = self.values.written(loop.test, own)
        return [gast.While(test, self.block(loop.body, own), self.otherwise(loop, state))]

    def otherwise(self, loop: Statement, state: State) -> Block:
        """Return what stands for the `else` of a loop, which may run or not."""
        after = dict(state)
        new = self.block(loop.orelse, after)
        become(state, joined([state, after]))
        return new

    def repeated(self, loop: Statement, state: State) -> State:
        """Return what is known at the begin of each iteration; `state` becomes that, too."""
        made = writes([loop]) & self.values.wanted
        return dict(become(state, within_loop(state, self.values.changed(loop), made)))

    def attempt(self, statement: gast.Try, state: State) -> Block:
        """Return what stands for a `try`, which must not change a dictionary."""
        for variable in self.values.changed(statement):
            raise Unsuitable(variable)
        return [self.values.written(statement, state)]

    def within(self, statement: gast.With, state: State) -> Block:
        """Return what stands for a `with`."""
        items = [self.values.written(item, state) for item in statement.items]
        return [gast.With(items, self.block(statement.body, state) or [gast.Pass()], None)]

    def augmented(self, statement: gast.AugAssign, state: State) -> Block:
        """Return what stands for an assignment such as `+=`."""
        value = self.values.written(statement.value, state)
        read = rebuild(statement.target, lambda part: part)
        read.ctx = gast.Load()
        self.values.written(read, state)  # what is changed must be there
        return [gast.AugAssign(self.target(statement.target, state), statement.op, value)]

    def assignment(self, statement: gast.Assign, state: State) -> Block:
        """Return what stands for an assignment."""
        title = dotted(statement.targets[0])
        viewed = view_of(statement.value)
        if viewed in self.values.wanted and is_changed(self.tree, viewed):
            raise Unsuitable(viewed)  # a view that has a name sees what changes after that
        if title not in self.values.wanted or len(statement.targets) != 1:
            value = self.values.written(statement.value, state)
            return [gast.Assign([self.target(t, state) for t in statement.targets], value, None)]
        if not is_display(statement.value):
            raise Unsuitable(title)
        pairs = self.values.pairs(title, statement.value, state)
        state[title] = Keys()
        return self.stores(title, pairs, state) or [gast.Pass()]

    def updating(self, statement: gast.Expr, state: State) -> Block:
        """Return the assignments that stand for a call of `update`, or what stands for another."""
        title = self.values.updated(statement.value)
        if not title:
            return [self.values.written(statement, state)]
        if title not in state:
            raise Unsuitable(title)
        called = statement.value
        pairs: dict[Any, Expression] = {}
        for part in called.args:
            pairs |= self.values.pairs(title, part, state)
        pairs |= {word.arg: self.values.written(word.value, state) for word in called.keywords}
        return self.stores(title, pairs, state)

    def stores(self, title: str, pairs: dict[Any, Expression], state: State) -> Block:
        """Return the assignments that give keys their values."""
        targets = [self.values.name(title, key) for key in pairs]
        state[title] = state[title].with_keys(pairs)
        read = set().union(*(reads(value) for value in pairs.values())) if pairs else set()
        if len(pairs) < 2 or not read & set(targets):
            return [assign(n, v, v) for n, v in zip(targets, pairs.values(), strict=True)]
        names = [gast.Name(n, gast.Store(), None, None) for n in targets]
        values = gast.Tuple([*pairs.values()], gast.Load())
        return [gast.Assign([gast.Tuple(names, gast.Store())], values, None)]

    def target(self, tree: Expression, state: State) -> Expression:
        """Return what a value is bound to; a key that is bound is there from then on."""
        if isinstance(tree, gast.Subscript) and dotted(tree.value) in self.values.wanted:
            title = dotted(tree.value)
            key = self.values.key(title, tree.slice)
            if title not in state:
                raise Unsuitable(title)
            state[title] = state[title].with_keys((key,))
            return locate(gast.Name(self.values.name(title, key), gast.Store(), None, None), tree)
        if isinstance(tree, (gast.Tuple, gast.List, gast.Starred)):
            return rebuild(tree, lambda part: self.target(part, state) if part._fields else part)
        return self.values.written(tree, state)

    def items(self, loop: gast.For, state: State) -> list[Pairs] | None:
        """Return what a loop over a dictionary binds, if its body asks for the key."""
        variable = iterated(loop)
        key, *rest = members(loop.target)
        if variable not in self.values.wanted or dotted(key) not in reads(loop.body):
            return None
        if not is_replaceable(dotted(key), loop, self.tree):
            return None
        names = {k: self.values.name(variable, k) for k in self.values.all_keys(variable, state)}
        return [
            [(key, constant(k)), *((part, name(own)) for part in rest)] for k, own in names.items()
        ]

    def written_out(self, loop: gast.For, items: list[Pairs], state: State) -> Block:
        """Return the statements of a loop over a dictionary, once for each key."""
        before = {variable: keys.sure for variable, keys in state.items()}
        key = dotted(members(loop.target)[0])
        new: Block = []
        for item in items:
            new += self.block(iteration(loop, item, {key}), state)
            if any(keys.sure != before.get(known) for known, keys in state.items()):
                raise Unsuitable(iterated(loop))
        return [*new, *self.block(loop.orelse, state)]


WAYS: dict[type, Callable[[Writer, Any, State], Block]] = {  # of what may change what is known
    gast.If: Writer.branches,
    gast.For: Writer.for_loop,
    gast.While: Writer.while_loop,
    gast.Try: Writer.attempt,
    gast.With: Writer.within,
    gast.Assign: Writer.assignment,
    gast.AugAssign: Writer.augmented,
    gast.Expr: Writer.updating,
}


def view_of(tree: Expression) -> str:
    """Return the variable whose keys or values an expression gives as a view, or ""."""
    func: Any = tree.func if isinstance(tree, gast.Call) else None
    is_view = isinstance(func, gast.Attribute) and func.attr in VIEWS
    return dotted(func.value) if is_view else ""


def is_changed(tree: gast.FunctionDef, title: str) -> bool:
    """Return True if keys of a dictionary are bound, or taken out, after it is made.

    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x): d = {'a': x}; d['b'] = 2.0; e = {'a': d}")
    >>> is_changed(tree, "d"), is_changed(tree, "e")
    (True, False)
    """
    changing = ("update", "pop", "setdefault", "clear", "popitem")
    for node in gast.walk(tree):
        is_store = isinstance(node, gast.Subscript) and not isinstance(node.ctx, gast.Load)
        is_call = isinstance(node, gast.Attribute) and node.attr in changing
        if (is_store or is_call) and dotted(node.value) == title:
            return True
    return False


def iterated(loop: gast.For) -> str:
    """Return the variable whose keys, and perhaps values, a loop goes through, or ""."""
    view = loop.iter
    if not isinstance(view, gast.Call) or not isinstance(view.func, gast.Attribute):
        return dotted(view)
    return dotted(view.func.value) if view.func.attr in KEYED else ""
