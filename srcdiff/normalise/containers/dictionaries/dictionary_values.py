"""Expressions with variables instead of the values of dictionaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.normalise.containers.dictionaries.dictionary_keys import State, Unsuitable
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Expression,
    Statement,
    all_names,
    callee_of,
    constant,
    dotted,
    locate,
    name,
    reads,
    rebuild,
    tuple_of,
    walk,
    writes,
)

VIEWS = ("keys", "values", "items")


def made(tree: gast.FunctionDef) -> set[str]:
    """Return the variables that are dictionaries which the function itself makes."""
    found = Counter(
        dotted(node.targets[0])
        for node in walk(tree)
        if isinstance(node, gast.Assign) and len(node.targets) == 1 and is_display(node.value)
    )
    inner = [n for n in walk(tree) if isinstance(n, (gast.FunctionDef, gast.Lambda))][1:]
    hidden = {a.id for f in inner for a in walk(f.args) if isinstance(a, gast.Name)}
    hidden |= {n for f in inner if isinstance(f, gast.FunctionDef) for n in writes(f.body)}
    hidden |= all_names(tree.args)
    hidden |= {title for title in reads(inner) if found[title] > 1}
    return {title for title in found.keys() - hidden if title.isidentifier()}


class Values:
    """The variables that hold the values of dictionaries."""

    def __init__(self, wanted: set[str], literals: Mapping[str, str], naming: Naming) -> None:
        self.wanted = wanted
        self.literals = literals
        self.naming = naming
        self.names: dict[tuple[str, Any], str] = {}

    def name(self, variable: str, key: Any) -> str:
        """Return the variable for a key."""
        if (variable, key) not in self.names:
            word = str(key) if f"_{key}".isidentifier() else "value"
            self.names[variable, key] = self.naming.part(variable, word)
        return self.names[variable, key]

    def key(self, title: str, tree: Expression) -> Any:
        """Return the value of a key."""
        if dotted(tree) in self.literals:
            return self.literals[dotted(tree)]
        if isinstance(tree, gast.Tuple):
            return tuple(self.key(title, part) for part in tree.elts)
        if not isinstance(tree, gast.Constant):
            raise Unsuitable(title)
        return tree.value

    def all_keys(self, title: str, state: State) -> tuple[Any, ...]:
        """Return the keys of a dictionary in their order, if that is known."""
        if title not in state or state[title].maybe:
            raise Unsuitable(title)
        return state[title].sure

    def value(self, title: str, key: Any, state: State) -> Expression:
        """Return the variable for a key that is there."""
        if title not in state or key not in state[title].sure:
            raise Unsuitable(title)
        return name(self.name(title, key))

    def is_there(self, title: str, key: Any, state: State) -> bool:
        """Return True if a key is there."""
        if title not in state or (key not in state[title].sure and key in state[title].maybe):
            raise Unsuitable(title)
        return key in state[title].sure

    def written(self, tree: gast.AST, state: State) -> Any:
        """Return a part of the function, which changes no dictionary, without dictionaries."""
        found = self.part(tree, state)
        if found is not None:
            return locate(found, tree)
        if isinstance(tree, gast.Name) and tree.id in self.wanted:
            raise Unsuitable(tree.id)
        if not tree._fields:
            return tree
        new = rebuild(tree, lambda n: n if isinstance(n, gast.keyword) else self.written(n, state))
        if isinstance(tree, gast.Call):
            new.keywords = [word for part in tree.keywords for word in self.words(part, state)]
        return new

    def part(self, tree: gast.AST, state: State) -> Expression | None:
        """Return what stands for an expression that asks for something in a dictionary."""
        if isinstance(tree, gast.Subscript) and dotted(tree.value) in self.wanted:
            title = dotted(tree.value)
            if not isinstance(tree.ctx, gast.Load):
                raise Unsuitable(title)
            return self.value(title, self.key(title, tree.slice), state)
        asked = asked_key(tree)
        if asked is not None and dotted(tree.comparators[0]) in self.wanted:
            title = dotted(tree.comparators[0])
            there = self.is_there(title, self.key(title, asked), state)
            return constant(there is isinstance(tree.ops[0], gast.In))
        if isinstance(tree, gast.Call) and not tree.keywords:
            return self.called(tree, state)
        return None

    def called(self, tree: gast.Call, state: State) -> Expression | None:
        """Return what stands for a call of `len` or of a method of a dictionary."""
        if (
            dotted(tree.func) == "len"
            and len(tree.args) == 1
            and dotted(tree.args[0]) in self.wanted
        ):
            return constant(len(self.all_keys(dotted(tree.args[0]), state)))
        title, _, method = dotted(tree.func).rpartition(".")
        if title not in self.wanted:
            return None
        if method in VIEWS and not tree.args:
            return self.view(title, method, state)
        if method != "get" or not 1 <= len(tree.args) <= 2:
            return None
        key = self.key(title, tree.args[0])
        if self.is_there(title, key, state):
            return self.value(title, key, state)
        return self.written(tree.args[1], state) if len(tree.args) == 2 else constant(None)

    def view(self, title: str, method: str, state: State) -> Expression:
        """Return the tuple of the keys of a dictionary, of its values, or of both."""
        keys = self.all_keys(title, state)
        values = [name(self.name(title, key)) for key in keys]
        if method == "values":
            return tuple_of(values)
        if method == "keys":
            return tuple_of([constant(key) for key in keys])
        pairs = zip(keys, values, strict=True)
        return tuple_of([tuple_of([constant(key), value]) for key, value in pairs])

    def words(self, word: gast.keyword, state: State) -> list[gast.keyword]:
        """Return a keyword of a call, or those that `**` stands for before a dictionary."""
        title = dotted(word.value)
        if word.arg is not None or title not in self.wanted:
            return [gast.keyword(word.arg, self.written(word.value, state))]
        keys = self.all_keys(title, state)
        return [gast.keyword(k, locate(name(self.name(title, k)), word.value)) for k in keys]

    def iterated(self, tree: Expression, state: State) -> Expression:
        """Return what a loop goes through: the keys, if that is a dictionary."""
        if dotted(tree) not in self.wanted:
            return self.written(tree, state)
        return locate(self.view(dotted(tree), "keys", state), tree)

    def pairs(self, title: str, display: Expression, state: State) -> dict[Any, Expression]:
        """Return keys and values of a dictionary that is written out; each key stands once."""
        if isinstance(display, gast.Call):
            return {word.arg: self.written(word.value, state) for word in display.keywords}
        found: dict[Any, Expression] = {}
        for key, value in zip(display.keys, display.values, strict=True):
            other = dotted(value)
            if key is None and other not in self.wanted:
                raise Unsuitable(title)
            if key is None:
                keys = self.all_keys(other, state)
                found |= {k: locate(self.value(other, k, state), value) for k in keys}
                continue
            known = self.key(title, key)
            if known in found and None not in display.keys:
                raise Unsuitable(title)  # the first value is computed, too
            found[known] = self.written(value, state)
        return found

    def updated(self, tree: Expression) -> str:
        """Return the dictionary that a call of `update` by what is written out changes, or ""."""
        title = dotted(tree.func).removesuffix(".update") if isinstance(tree, gast.Call) else ""
        if title not in self.wanted or dotted(tree.func) == title:
            return ""
        words = all(word.arg for word in tree.keywords)
        return title if words and len(tree.args) <= 1 and all(map(is_display, tree.args)) else ""

    def changed(self, tree: Statement) -> dict[str, set[Any]]:
        """Return the dictionaries that a statement may change, with the keys that it may add."""
        found: dict[str, set[Any]] = {title: set() for title in writes([tree]) & self.wanted}
        for node in walk(tree):
            title = dotted(node.value) if isinstance(node, gast.Subscript) else ""
            if title in self.wanted and not isinstance(node.ctx, gast.Load):
                found.setdefault(title, set()).add(self.key(title, node.slice))
            title = self.updated(node)
            if title:
                keys = [k for part in node.args for k in getattr(part, "keys", []) if k]
                words = [
                    w.arg for part in (node, *node.args) for w in getattr(part, "keywords", [])
                ]
                own = found.setdefault(title, set())
                own |= {self.key(title, k) for k in keys} | {*words}
        return found


def is_display(tree: Expression) -> bool:
    """Return True if an expression makes a dictionary whose keys are written out."""
    if isinstance(tree, gast.Dict):
        return True
    plain = callee_of(tree) == "dict"
    return plain and not tree.args and all(word.arg for word in tree.keywords)


def asked_key(tree: gast.AST) -> Expression | None:
    """Return what an expression such as `key in table` looks for, or None."""
    is_question = isinstance(tree, gast.Compare) and len(tree.ops) == 1
    return tree.left if is_question and isinstance(tree.ops[0], (gast.In, gast.NotIn)) else None
