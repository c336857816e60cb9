"""Leave out what the types of the arguments say will never run.

Options that are None, strings and questions such as `isinstance(x, float)` are decided
before anything else, so that what they switch off is not judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.types import types
from srcdiff.core.operators import ORDER
from srcdiff.normalise.dialect.as_array import as_array, converted, unmarked
from srcdiff.normalise.dialect.limits import limits
from srcdiff.normalise.partial_evaluation.branch_types import learnt
from srcdiff.normalise.partial_evaluation.partial_eval import decide
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN, Scope
from srcdiff.syntax import (
    ENDS,
    Block,
    Expression,
    Statement,
    all_names,
    blocks,
    call,
    constant,
    locate,
    rebuild,
    with_blocks,
    with_body,
    writes,
)

OWN_SCOPE = (gast.FunctionDef, gast.Lambda, gast.ListComp, gast.GeneratorExp)
ABOUT_TYPES = (isinstance, hasattr, callable, type, np.isscalar)
Kinds = dict[str, Any]


def prune(
    tree: gast.FunctionDef, given: Sequence[Any], namespace: Mapping[str, Any]
) -> gast.FunctionDef:
    """Return the function without what never runs for arguments of some types.

    `given` are Numba's types of the parameters, `namespace` is what free names stand for.

    >>> import builtins
    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(prune(function('''
    ... def f(x, rate=None, kind='linear'):
    ...     if rate is None:
    ...         rate = 0.5
    ...     if isinstance(x, float) and kind == 'cubic':
    ...         return rate * x ** 3
    ...     elif x > 1.0:
    ...         return x if rate is None else rate
    ...     return rate * x
    ... '''), (types.float64, types.none, types.literal("cubic")), vars(builtins))))
    def f(x, rate=None, kind='linear'):
        rate = 0.5
        return rate * x ** 3
    """
    local = frozenset(all_names(tree.args))
    local |= writes(tree.body)
    declared = [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]
    kinds = {parameter.id: kind for parameter, kind in zip(declared, given, strict=False)}
    return with_body(tree, Pruner(local, namespace).block(tree.body, kinds))


class Pruner:
    """Walks through the statements with the types that are known at each of them."""

    def __init__(self, local: frozenset[str], namespace: Mapping[str, Any]) -> None:
        self.local = local
        self.namespace = namespace

    def scope(self, kinds: Kinds) -> Scope:
        """Return what is known of names where variables have some types."""
        return Scope(self.local, kinds, self.namespace)

    def value(self, tree: Expression, kinds: Kinds) -> Any:
        """Return the value of an expression, or UNKNOWN."""
        return decide(tree, self.scope(kinds))

    def block(self, block: Block, kinds: Kinds) -> Block:
        """Return a block without what never runs; `kinds` becomes what is known after it."""
        new: Block = []
        for statement in block:
            new += self.statement(statement, kinds)
            if ends(new):
                break
        return new

    def statement(self, statement: Statement, kinds: Kinds) -> Block:
        """Return what is left of a statement."""
        if isinstance(statement, gast.If):
            return self.branches(statement, kinds)
        if isinstance(statement, (gast.For, gast.While)):
            return self.loop(statement, kinds)
        if isinstance(statement, gast.Try):
            return self.attempt(statement, kinds)
        if isinstance(statement, OWN_SCOPE):
            kinds.pop(getattr(statement, "name", ""), None)
            return [statement]
        old, statement = statement, self.simple(statement, kinds)
        learnt = self.learnt(statement, kinds) | self.converted(old, statement, kinds)
        for variable in writes(statement):
            kinds.pop(variable, None)
        kinds.update(learnt)
        return [statement]

    def learnt(self, statement: Statement, kinds: Kinds) -> Kinds:
        """Return the types of what a plain assignment of an option binds."""
        return learnt(statement, self.scope(kinds))

    def converted(self, old: Statement, new: Statement, kinds: Kinds) -> Kinds:
        """Return the type of an array without dimensions that is a number from now on."""
        if not isinstance(old, gast.Assign) or not isinstance(old.value, gast.Call):
            return {}
        match new.targets, unmarked(new.value):
            case [gast.Name(id=title)], gast.Name(id=number):
                kind = kinds.get(number)
                if isinstance(kind, (types.Number, types.Boolean)):
                    return {title: converted(kind)}
        return {}

    def branches(self, statement: gast.If, kinds: Kinds) -> Block:
        """Return what is left of an `if`."""
        value = self.value(statement.test, kinds)
        if value is not UNKNOWN:
            return self.block(statement.body if value else statement.orelse, kinds)
        wrong = self.wrong(statement, kinds)
        if wrong is not None:
            return self.block(wrong, kinds)
        test = self.expression(statement.test, kinds)
        ways = [dict(kinds), dict(kinds)]
        parts = [
            self.block(part, way)
            for part, way in zip((statement.body, statement.orelse), ways, strict=True)
        ]
        going = [way for way, part in zip(ways, parts, strict=True) if not ends(part)]
        common = going[0] if going else {}
        for way in going[1:]:
            common = {n: k for n, k in common.items() if way.get(n) == k}
        kinds.clear()
        kinds.update(common)
        new = gast.If(test, parts[0] or [gast.Pass()], parts[1])
        return [gast.copy_location(new, statement)]

    def wrong(self, statement: gast.If, kinds: Kinds) -> Block | None:
        """Return what an `if` does that asks whether something is less than None, or greater."""
        test = statement.test
        parts = test.values if isinstance(test, gast.BoolOp) else [test]
        wrong = [k for k, part in enumerate(parts) if self.is_wrong(part, kinds)]
        if not wrong:
            return None
        error = call("TypeError", constant("a comparison with None"))
        ends: Block = [locate(gast.Raise(error, None), statement)]
        if wrong[0] == 0:
            return ends
        ways = [ends, statement.orelse] if isinstance(test.op, gast.And) else [statement.body, ends]
        before = gast.BoolOp(test.op, parts[: wrong[0]]) if wrong[0] > 1 else parts[0]
        return [locate(gast.If(locate(before, test), *ways), statement)]

    def is_wrong(self, test: Expression, kinds: Kinds) -> bool:
        """Return True if a condition compares the order of something and None."""
        if isinstance(test, gast.UnaryOp):
            return self.is_wrong(test.operand, kinds)
        if not isinstance(test, gast.Compare) or not isinstance(test.ops[0], ORDER):
            return False
        return None in (self.value(test.left, kinds), self.value(test.comparators[0], kinds))

    def loop(self, loop: Statement, kinds: Kinds) -> Block:
        """Return what is left of a loop: options that what is left does not change stay known."""
        while True:
            new = self.iteration(loop, dict(kinds))
            changed = writes([new]) & kinds.keys()
            if not changed:
                return [new]
            for variable in changed:
                kinds.pop(variable)

    def iteration(self, loop: Statement, kinds: Kinds) -> Statement:
        """Return what is left of a loop for what is known in each iteration."""
        new = rebuild(loop, lambda part: part)
        for field in ("iter", "test"):
            if hasattr(new, field):
                setattr(new, field, self.expression(getattr(new, field), kinds))
        parts = [self.block(part, dict(kinds)) for part in blocks(loop)]
        return with_blocks(new, [part or [gast.Pass()] for part in parts])

    def attempt(self, statement: gast.Try, kinds: Kinds) -> Block:
        """Return what is left of a `try`, of which each part may end anywhere."""
        first, *others = blocks(statement)
        way = dict(kinds)
        parts = [self.block(first, way)]
        for variable in writes([statement]):
            kinds.pop(variable, None)
        parts += [self.block(part, dict(kinds)) for part in others]
        *inner, orelse, last = parts
        return [with_blocks(statement, [*(part or [gast.Pass()] for part in inner), orelse, last])]

    def simple(self, statement: Statement, kinds: Kinds) -> Statement:
        """Return a statement without blocks that matter here, its expressions decided."""
        if any(True for _ in blocks(statement)):
            return statement
        return rebuild(statement, lambda part: self.expression(part, kinds))

    def expression(self, tree: Expression, kinds: Kinds) -> Expression:
        """Return an expression without the parts that are never evaluated."""
        if isinstance(tree, OWN_SCOPE) or not tree._fields:
            return tree
        if isinstance(tree, (gast.Compare, gast.BoolOp, gast.UnaryOp)):
            value = self.value(tree, kinds)
            if isinstance(value, bool):
                return locate(constant(value), tree)
        if isinstance(tree, gast.IfExp):
            value = self.value(tree.test, kinds)
            if value is not UNKNOWN:
                return self.expression(tree.body if value else tree.orelse, kinds)
        if isinstance(tree, gast.Compare) and isinstance(tree.ops[0], (gast.In, gast.NotIn)):
            tree = with_tuple(tree)
        if isinstance(tree, gast.Subscript) and isinstance(tree.ctx, gast.Load):
            tree = self.chosen(tree, kinds)
        if isinstance(tree, gast.NamedExpr):
            kinds.pop(tree.target.id, None)
        new = rebuild(tree, lambda part: self.expression(part, kinds))
        if isinstance(new, gast.Call):
            if new.args and self.scope(kinds).free(new.func) in ABOUT_TYPES:
                new.args[0] = tree.args[0]  # `np.asarray(x)` is an array even if x is a number
                return new
            new.keywords = [word for old in new.keywords for word in self.words(old, kinds)]
            new.args = [self.option(part, kinds) for part in new.args]
            for word in new.keywords:
                word.value = self.option(word.value, kinds)
        scope = self.scope(kinds)
        return limits(as_array(new, scope), scope)

    def words(self, word: gast.keyword, kinds: Kinds) -> list[gast.keyword]:
        """Return a keyword, or those that `**` stands for before a global dictionary."""
        table = self.scope(kinds).free(word.value)
        if word.arg is not None or not isinstance(table, dict):
            return [word]
        items = {
            key: gast.Subscript(word.value, locate(constant(key), word.value), gast.Load())
            for key in table
            if isinstance(key, str)
        }
        return [gast.keyword(key, locate(item, word.value)) for key, item in items.items()]

    def option(self, tree: Expression, kinds: Kinds) -> Expression:
        """Return an argument, as a constant where it is a known option, or a tuple with one."""
        if isinstance(tree, gast.Tuple):
            parts = [self.option(part, kinds) for part in tree.elts]
            return gast.copy_location(gast.Tuple(parts, gast.Load()), tree)
        if not isinstance(tree, gast.Name) or tree.id not in kinds:
            return tree
        value = self.value(tree, kinds)
        known = value is None or isinstance(value, (str, bool))
        return locate(constant(value), tree) if known else tree

    def chosen(self, tree: gast.Subscript, kinds: Kinds) -> Expression:
        """Return a part of a container by its key, where that is known."""
        if isinstance(tree.value, gast.Dict):
            return self.value_of_key(tree, kinds)
        scope = self.scope(kinds)
        if not isinstance(scope.free(tree.value), (dict, list, tuple)):
            return tree
        key = self.value(tree.slice, kinds)
        if not isinstance(key, (str, int)) or isinstance(tree.slice, gast.Constant):
            return tree
        index = locate(constant(key), tree.slice)
        return gast.copy_location(gast.Subscript(tree.value, index, tree.ctx), tree)

    def value_of_key(self, tree: gast.Subscript, kinds: Kinds) -> Expression:
        """Return the value of `{"a": x, "b": y}[key]` if the key is known."""
        wanted = self.value(tree.slice, kinds)
        keys = [UNKNOWN if k is None else self.value(k, kinds) for k in tree.value.keys]
        if wanted is UNKNOWN or UNKNOWN in keys or keys.count(wanted) != 1:
            return tree
        return tree.value.values[keys.index(wanted)]


def ends(block: Block) -> bool:
    """Return True if nothing runs after a block."""
    if not block or not isinstance(block[-1], gast.If):
        return bool(block) and isinstance(block[-1], ENDS)
    return ends(block[-1].body) and ends(block[-1].orelse)


def with_tuple(tree: gast.Compare) -> gast.Compare:
    """Return a comparison with a tuple instead of a set that is written out."""
    groups = [
        gast.copy_location(gast.Tuple(group.elts, gast.Load()), group)
        if isinstance(group, gast.Set)
        else group
        for group in tree.comparators
    ]
    return gast.copy_location(gast.Compare(tree.left, tree.ops, groups), tree)
