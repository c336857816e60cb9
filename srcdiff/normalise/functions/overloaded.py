"""Functions that Numba compiles by an implementation of their own, made with `@overload`.

Python calls the function itself; compiled code calls the implementation for the types of its
arguments, so that a function made by `@njit` is read with that in its place.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import gast
import numba
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.core.typing.templates import _OverloadFunctionTemplate

from srcdiff.analyse.types.declarations import refresh_declarations
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.memo import made_once
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.callables import own_signature
from srcdiff.front.parse import Made, Source
from srcdiff.syntax import SEPARATOR, dotted, locate, name, rebuild, walk, with_body

TARGETS = ("generic", "cpu")
JITABLE = (
    "numba.core.extending",
    "ov_wrap",
)  # what `@register_jitable` enters: the function itself


@dataclass(frozen=True, eq=False)
class Overloaded:
    """A function as compiled code calls it; it is read as a derivative is, for given types."""

    function: FunctionType
    templates: tuple[Any, ...]
    chosen: dict[tuple[Type, ...], Any] = field(default_factory=dict)
    srcdiff_request = "overload"

    @property
    def __name__(self) -> str:
        """Return the name of the function."""
        return self.function.__name__

    @property
    def srcdiff_function(self) -> Any:
        """Return the function that Python calls."""
        return self.function

    @property
    def __signature__(self) -> inspect.Signature:
        """Return the signature, without defaults: Numba chooses by what is left out."""
        written = [t._overload_func for t in self.templates if hasattr(t, "_overload_func")]
        known = own_signature(written[0] if written else self.function).parameters.values()
        return inspect.Signature([p.replace(default=p.empty) for p in known])

    def __call__(self, *args: Any) -> Any:
        """Call the function as Python does."""
        return self.function(*args)

    def generated(self, given: tuple[Type, ...]) -> Any:
        """Return the implementation that Numba chooses for arguments of some types.

        Raises UnsupportedSyntax where that is not certain.
        """
        plain = tuple(map(numba_types.unliteral, given))
        if plain not in self.chosen:
            self.chosen[plain] = numba.njit(self.implementation(plain))
        return self.chosen[plain]

    def implementation(self, given: tuple[Type, ...]) -> FunctionType:
        """Return the only implementation that there is for arguments of some types."""
        title = f"`{self.__name__}`"
        if not all(issubclass(template, _OverloadFunctionTemplate) for template in self.templates):
            raise UnsupportedSyntax(
                f"{title} has an implementation in compiled code that is not written in Python",
                advice="register its derivative with `srcdiff.derivative`",
            )
        found = []
        for template in self.templates:
            try:
                made = template._overload_func(*given)
            except NumbaError:
                continue
            made = made[1] if isinstance(made, tuple) else made
            if made is not None:
                found.append((template, made))
        if len(found) != 1 or found[0][0].prefer_literal:
            kinds = ", ".join(map(str, given))
            raise UnsupportedSyntax(
                f"which implementation of {title} compiled code calls is not certain: {len(found)} "
                f"of its overloads take ({kinds})",
                advice="register its derivative with `srcdiff.derivative`, or call the "
                "implementation itself",
            )
        implementation: FunctionType = found[0][1]
        return implementation


def overloads(function: Any) -> tuple[Any, ...]:
    """Return what Numba has as implementations of a Python function.

    >>> from numba.extending import overload, register_jitable
    >>> def half(x): ...
    >>> @overload(half)
    ... def half_in_compiled_code(x): return lambda x: 0.5 * x
    >>> [template._overload_func.__name__ for template in overloads(half)]
    ['half_in_compiled_code']
    >>> is_itself(overloads(register_jitable(lambda x: x))), is_itself(overloads(half))
    (True, False)
    """
    if not isinstance(function, FunctionType):
        return ()
    context = cpu_target.typing_context
    refresh_declarations()
    known = context._lookup_global(function)
    templates = getattr(known, "templates", ())
    return tuple(t for t in templates if getattr(t, "metadata", {}).get("target", "cpu") in TARGETS)


def is_itself(templates: tuple[Any, ...]) -> bool:
    """Return True for a function made by `@register_jitable`: compiled code calls it, too."""
    own = [t._overload_func for t in templates if is_written(t)]
    return len(templates) == 1 and [(f.__module__, f.__name__) for f in own] == [JITABLE]


def is_written(template: Any) -> bool:
    """Return True if an implementation is written in Python."""
    return hasattr(template, "_overload_func")


def with_overloads(source: Source, dispatcher: Any) -> Made | None:
    """Return a function as it is compiled, None if Python calls the same functions.

    >>> from srcdiff.front.parse import source_of
    >>> from srcdiff.syntax import unparse
    >>> from numba.extending import overload
    >>> def half(x): ...
    >>> @overload(half)
    ... def half_in_compiled_code(x): return lambda x: 0.5 * x
    >>> def f(x): return half(x) + 1.0
    >>> print(unparse(with_overloads(source_of(f), f).source.tree))
    def f(x):
        return half·compiled(x) + 1.0
    """
    from srcdiff.normalise.functions.lookup import lookup
    from srcdiff.normalise.functions.standard_names import standard_name
    from srcdiff.rules.registry import rule_of_user

    local = {n.id for n in walk(source.tree) if isinstance(n, gast.Name) and is_bound(n)}
    known: dict[str, Any] = {}

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, (gast.Name, gast.Attribute)):
            value = value_of(node)
            is_known = bool(standard_name(value)) or rule_of_user(value) is not None
            found = () if is_known else overloads(value)
            if found:
                word = dotted(node).replace(".", SEPARATOR)
                title = f"{word}{SEPARATOR}compiled"
                known[title] = made_once(
                    ("overloaded", id(value)), value, lambda: as_compiled(value, found)
                )
                return locate(name(title), node)
            return node
        return rebuild(node, change)

    def value_of(node: gast.AST) -> Any:
        try:
            _, value, _ = lookup(node, source.namespace, local)
        except UnsupportedSyntax:  # it is not defined, which is said where it is read
            return None
        return value

    body = [change(statement) for statement in source.tree.body]
    if not known:
        return None
    tree = with_body(source.tree, body)
    namespace = {**source.namespace, **known}
    made = Source(None, tree, namespace, source.origin, source.written or source.tree)
    return Made(made, own_signature(dispatcher))


def as_compiled(function: FunctionType, templates: tuple[Any, ...]) -> Any:
    """Return a function as compiled code calls it."""
    return numba.njit(function) if is_itself(templates) else Overloaded(function, templates)


def is_bound(node: gast.Name) -> bool:
    """Return True for a name that is assigned to, or a parameter."""
    return not isinstance(node.ctx, gast.Load)
