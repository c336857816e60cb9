"""Leave out what only speaks to the user: warnings, their switches, and what is logged."""

from __future__ import annotations

import contextlib
import logging
import warnings
from collections.abc import Mapping
from typing import Any

import gast
import numpy as np

from srcdiff.core.needs import needs
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import Block, Expression, Statement, each_statement, locate

SILENT = (  # functions that are not called
    warnings.warn,
    warnings.filterwarnings,
    warnings.simplefilter,
    np.seterr,
    np.set_printoptions,
)
LOGGED = ("critical", "debug", "error", "exception", "info", "log", "warning")
MANAGERS = (np.errstate, warnings.catch_warnings, contextlib.nullcontext)


@needs(gast.Expr, gast.With)
def drop_warnings(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function without warnings; `namespace` is what free names stand for.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(drop_warnings(function('''
    ... def f(x):
    ...     with np.errstate(divide="ignore"):
    ...         y = 1.0 / x
    ...     if y > 9.0:
    ...         warnings.warn("large")
    ...     with contextlib.suppress(ValueError):
    ...         y = g(y)
    ...     return y
    ... '''), {"np": np, "warnings": warnings, "contextlib": contextlib})))
    def f(x):
        y = 1.0 / x
        if y > 9.0:
            pass
        try:
            y = g(y)
        except ValueError:
            pass
        return y
    """
    return each_statement(tree, lambda statement: without(statement, namespace))


def without(statement: Statement, namespace: Mapping[str, Any]) -> Block:
    """Return what is left of a statement."""
    value = statement.value if isinstance(statement, gast.Expr) else None
    if isinstance(value, gast.Call):
        called = value_of(value.func, namespace)
        if any(called is one for one in SILENT) or is_logging(called):
            return []
    if not isinstance(statement, gast.With):
        return [statement]
    body: Block = statement.body
    for item in reversed(statement.items):
        made = item.context_expr
        manager = made.func if isinstance(made, gast.Call) else None
        if item.optional_vars is not None or manager is None:
            return [statement]
        if is_one_of(manager, (contextlib.suppress,), namespace):
            handler = gast.ExceptHandler(gast.Tuple(made.args, gast.Load()), None, [gast.Pass()])
            if len(made.args) == 1:
                handler.type = made.args[0]
            body = [locate(gast.Try(body, [handler], [], []), statement)]
        elif not is_one_of(manager, MANAGERS, namespace):
            return [statement]
    return body


def is_one_of(tree: Expression, known: tuple[Any, ...], namespace: Mapping[str, Any]) -> bool:
    """Return True if a name stands for one of some functions or classes."""
    value = value_of(tree, namespace)
    return any(value is one for one in known)


def is_logging(value: Any) -> bool:
    """Return True if a value is a function of `logging`, or of a logger, that writes a message.

    >>> is_logging(logging.warning), is_logging(logging.getLogger("a").info), is_logging(print)
    (True, True, False)
    """
    if getattr(value, "__name__", None) not in LOGGED:
        return False
    owner = getattr(value, "__self__", None)
    return isinstance(owner, logging.Logger) or value is getattr(logging, value.__name__)
