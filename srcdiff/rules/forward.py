"""The forward half of a rule: how tangents of the arguments become tangents of the results.

A rule of numbers needs none, as `g -> g * dz/dx` is its own transpose, and a rule with one
number as its result needs none, as its tangent is the inner product of the adjoint of the
array and the tangent of the array. For all others, next to the rule, `forward=` tells:

- "linear": the function itself, of the tangents, as for sums along an axis;
- "multilinear": the function itself, of one tangent at a time, as for products;
- "along": inner products of adjoints and tangents along the axis of a reduction;
- a function that takes the tangents `t_x` of some arguments, the results and all arguments,
  and returns the tangent of each result. It is linear in the tangents.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import gast

from srcdiff.errors import SrcdiffError
from srcdiff.syntax import members

How = Literal["linear", "multilinear", "along"] | Callable[..., Any] | None
PREFIX = "t_"  # of the parameter with the tangent of an argument


@dataclass(frozen=True)
class Forward:
    """The forward half of a rule that is written out, as syntax.

    `tangents` are the names of the tangents in the text, `results` and `arguments` those of
    the results and the arguments; `steps` are the assignments of intermediate values,
    `partials` the tangents of the results.
    """

    function: Callable[..., Any]
    tangents: tuple[str, ...]
    results: tuple[str, ...]
    arguments: tuple[str, ...]
    steps: tuple[tuple[str, gast.AST], ...]
    partials: tuple[gast.AST, ...]

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return all names of the text that stand for values of the operation."""
        return self.tangents + self.results + self.arguments

    @property
    def primal(self) -> Callable[..., Any]:
        """Return what the text is called in errors."""
        return self.function

    @property
    def namespace(self) -> dict[str, Any]:
        """Return the globals of the module that the text is written in."""
        return dict(self.function.__globals__)


def parse_forward(function: Callable[..., Any], count: int, results: int = 1) -> Forward:
    """Return the forward half of a rule; `count` tells how many arguments there are.

    Raises SrcdiffError if the function has another form than it may have.

    >>> def forward(t_x: float, z: float, x: float, n: int) -> float:
    ...     return n * t_x
    >>> found = parse_forward(forward, 2)
    >>> found.tangents, found.results, found.arguments
    (('t_x',), ('z',), ('x', 'n'))
    """
    names, steps, values = parse_text(function)
    tangents = tuple(name for name in names if name.startswith(PREFIX))
    arguments = names[len(tangents) + results :]
    known = {PREFIX + argument for argument in arguments} >= {*tangents}
    if names[: len(tangents)] != tangents or not known or len(arguments) != count:
        raise SrcdiffError(
            f"the parameters of the forward rule `{function.__qualname__}` are {', '.join(names)}",
            advice="they are the tangents, `t_x` for an argument `x`, the results, the arguments",
        )
    if len(values) != results:
        raise SrcdiffError(
            f"the forward rule `{function.__qualname__}` returns {len(values)} tangents for "
            f"{results} result{'s' * (results != 1)}",
            advice="return the tangent of each result",
        )
    return Forward(
        function, tangents, names[len(tangents) : -len(arguments)], arguments, steps, values
    )


def parse_text(
    function: Callable[..., Any],
) -> tuple[tuple[str, ...], tuple[tuple[str, gast.AST], ...], tuple[gast.AST, ...]]:
    """Return the parameters, the steps and the values of a function of straight-line code.

    Raises SrcdiffError for other code.
    """
    try:
        tree = gast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError, TypeError):
        tree = None
    if not isinstance(tree, gast.FunctionDef):
        raise SrcdiffError(
            f"the text of the rule `{getattr(function, '__qualname__', function)}` is not found",
            advice="write it with `def`, on lines of its own",
        )
    names = tuple(argument.id for argument in tree.args.args)
    body = list(tree.body)
    if is_text(body[0]):
        body = body[1:]
    *steps, last = body
    simple = all(
        isinstance(s, gast.Assign) and [type(target) for target in s.targets] == [gast.Name]
        for s in steps
    )
    if not simple or not isinstance(last, gast.Return) or last.value is None:
        raise SrcdiffError(
            f"the rule `{function.__qualname__}` is not straight-line code with one return",
            advice="use assignments of names, conditional expressions, and a return at the end",
        )
    values = members(last.value)
    return names, tuple((s.targets[0].id, s.value) for s in steps), tuple(values)


def is_text(statement: gast.AST) -> bool:
    """Return True if a statement is a docstring."""
    return isinstance(statement, gast.Expr) and isinstance(statement.value, gast.Constant)
