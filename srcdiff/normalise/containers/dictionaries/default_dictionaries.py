"""Write `defaultdict` and `Counter` with constant keys as dictionaries that have these keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.normalise.containers.dictionaries.keyed_uses import asks, is_named, key_of, maker
from srcdiff.syntax import (
    Expression,
    Statement,
    all_names,
    clone,
    each_statement,
    locate,
    reads,
    unparse,
    walk,
    writes,
)


def default_dictionaries(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with all keys in dictionaries that put in what is not there.

    That is the same where nothing asks which keys there are.

    >>> from collections import defaultdict
    >>> from srcdiff.syntax import function
    >>> print(unparse(default_dictionaries(function('''
    ... def f(x):
    ...     d = defaultdict(float)
    ...     d["a"] += x
    ...     return d["a"] * d["b"]
    ... '''), {"defaultdict": defaultdict})))
    def f(x):
        d = {'a': 0.0, 'b': 0.0}
        d['a'] += x
        return d['a'] * d['b']
    """
    own = all_names(tree.args) | writes(tree.body)
    outside = {title: value for title, value in namespace.items() if title not in own}

    def written(statement: Statement) -> list[Statement]:
        match statement:
            case gast.Assign(targets=[gast.Name(id=title)], value=gast.Call() as value):
                made = maker(value, outside, own)
                keys = None if made is None else keys_of(tree, title)
                if made is not None and made.default is not None and keys:
                    values = [clone(made.default) for _ in keys]
                    display = locate(gast.Dict(keys, values), value)
                    return [locate(gast.Assign(statement.targets, display, None), statement)]
        return [statement]

    return each_statement(tree, written)


def keys_of(tree: gast.FunctionDef, title: str) -> list[Expression] | None:
    """Return the keys of a dictionary, if these are constants and nothing else is asked for."""
    nodes = [*walk(tree)]
    inner = [n for n in nodes if isinstance(n, (gast.FunctionDef, gast.Lambda))][1:]
    stores = [n for n in nodes if is_named(n, title) and isinstance(n.ctx, gast.Store)]
    parts = [n for n in nodes if isinstance(n, gast.Subscript) and is_named(n.value, title)]
    count = sum(is_named(n, title) for n in nodes)
    if len(stores) != 1 or 1 + len(parts) != count or title in reads(inner):
        return None
    if any(asks(n, title) for n in nodes) or any(isinstance(n.ctx, gast.Del) for n in parts):
        return None
    keys = [key_of(n, title) for n in parts]
    known = {unparse(key): clone(key) for key in keys if isinstance(key, gast.Constant)}
    return list(known.values()) if len(known) and all(unparse(k) in known for k in keys) else None
