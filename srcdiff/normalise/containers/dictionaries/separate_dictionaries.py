"""Bind dictionaries one by one: `p, k = {}, len(v)`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs_one_of
from srcdiff.normalise.array_lists.separate_lists import separated
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import Expression

MAKERS = (dict, defaultdict, Counter)


@needs_one_of(defaultdict, Counter, parts=(gast.Dict, gast.DictComp, "dict"))
def separate_dictionaries(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with one assignment for each part where dictionaries are bound so.

    Only where no value depends on what is bound before it.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(separate_dictionaries(function("def f(x): p, k = {}, len(x)"), {})))
    def f(x):
        p = {}
        k = len(x)
    """

    def is_made(value: Expression) -> bool:
        if isinstance(value, gast.Call):
            function = value_of(value.func, {"dict": dict, **namespace})
            return any(function is maker for maker in MAKERS)
        return isinstance(value, (gast.Dict, gast.DictComp))

    return separated(tree, is_made)
