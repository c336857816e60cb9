"""Refuse uses of booleans that differ for those of Python, those of NumPy, and integers.

Python counts booleans that are added, NumPy joins them by `or`. A boolean that is an integer at
times is one in compiled code, but NumPy takes it for a mask, and makes arrays of booleans of it.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.core.operations import is_store, operation
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.dialect.truths_as_numbers import truths_may_be_numbers
from srcdiff.normalise.optional_values.may_return_none import text_of
from srcdiff.normalise.partial_evaluation.number_classes import TRUTHS
from srcdiff.normalise.partial_evaluation.possible_numbers import PossibleNumbers
from srcdiff.normalise.partial_evaluation.value_sources import CHOOSING, Sources
from srcdiff.syntax import (
    Expression,
    callee_of,
    children,
    dotted,
    members,
    number,
    own_nodes,
    targets,
    walk,
    walk_statements,
)

JOINED = (  # of booleans these are one again, in NumPy
    *(operator.mul, operator.and_, operator.or_, operator.xor),
    *(operator.imul, operator.iand, operator.ior, operator.ixor),
)
MAKERS = {"np.array": 0, "np.asarray": 0, "np.full": 1, "np.repeat": 0}  # of which argument
SUMS = {
    **dict.fromkeys((operator.add, operator.iadd), "added"),
    **dict.fromkeys((operator.sub, operator.isub), "subtracted"),
}
SIGNS = {gast.Invert: "inverted by `~`", gast.USub: "negated by `-`", gast.UAdd: "taken with `+`"}


@needs(bool, numba_types.Boolean, gast.Compare, gast.Not, OWN_FUNCTIONS)
def check_truth_values(core: Core, kinds: Mapping[str, Type]) -> None:
    """Refuse operations on booleans that differ for those of Python and those of NumPy.

    A product of booleans counts as one. `kinds` are the types of all names. Raises
    UnsupportedSyntax.
    """
    truths = Truths(core, kinds)
    for statement in walk_statements(core.tree.body):
        for node in own_nodes(statement):
            done = truths.done(node)
            if done:
                raise UnsupportedSyntax(
                    f"booleans are {done}, which Python and NumPy do differently",
                    node,
                    truths.advice(node),
                )
            truths.check_open(node)


class Truths:
    """What is known of the booleans of a function."""

    def __init__(
        self, core: Core, kinds: Mapping[str, Type], numbers: PossibleNumbers | None = None
    ) -> None:
        self.kinds = kinds
        self.functions = core.functions
        self.tree = core.tree
        self.numbers = numbers
        self.may_be_numbers = numbers is not None or truths_may_be_numbers(core.tree, kinds)
        self.at_times: dict[str, bool] = {}  # names of integers, and whether they may be booleans
        self.names: set[str] = set()  # of products of booleans, or bound to one at times
        made = [
            (targets(s), s.value)
            for s in walk_statements(core.tree.body)
            if isinstance(s, gast.Assign) and not is_store(s)
        ]
        pairs = [(bound[0], value) for bound, value in made if len(bound) == 1]
        while not self.names >= (new := {t for t, value in pairs if self.gives_truth(t, value)}):
            self.names |= new

    def done(self, node: gast.AST) -> str:
        """Return what is done to booleans alone by an operation, "" for anything else."""
        if isinstance(node, gast.UnaryOp) and type(node.op) in SIGNS:
            wrong = self.is_truth(node.operand) and not isinstance(node.operand, gast.Constant)
            wrong |= self.is_mask(node.operand) and not isinstance(node.op, gast.Invert)
            return SIGNS[type(node.op)] if wrong else ""
        found = operation(node) if isinstance(node, (gast.BinOp, gast.Call)) else None
        if found is None or found.function not in SUMS:
            return ""
        sides = found.operands
        if all(isinstance(side, gast.Constant) for side in sides):
            return ""
        masks = sum(map(self.is_mask, sides))
        mixed = masks + sum(map(self.is_truth, sides)) == 2
        done = SUMS[found.function]
        # a mask for both, or a difference (normalise/dialect/truth_differences.py)
        is_plain = (masks == 2 and done == "added") or (masks == 0 and done == "subtracted")
        return done if mixed and not is_plain else ""

    def check_open(self, node: gast.AST) -> None:
        """Refuse arrays made of, or subscripted by, integers that are booleans at times.

        Raises UnsupportedSyntax.
        """
        if self.is_open(node):
            raise UnsupportedSyntax(
                "a boolean that is an integer at times makes another array, or is another "
                "index, than an integer",
                node,
                "make it a number: `int(a)`",
            )

    def is_open(self, node: gast.AST) -> bool:
        """Return True if an array is made of, or subscripted by, integers that are booleans."""
        if isinstance(node, gast.Subscript):
            return any(self.is_truth_at_times(part) for part in members(node.slice))
        if callee_of(node) not in MAKERS:
            return False
        given = node.args[MAKERS[callee_of(node)] :][:1]
        parts = [part for whole in given for part in elements(whole)]
        at_times = [self.is_truth_at_times(part) for part in parts]
        pairs = zip(at_times, parts, strict=True)
        return any(at_times) and all(known or self.is_truth(part) for known, part in pairs)

    def is_truth_at_times(self, tree: Expression) -> bool:
        """Return True if an expression is the name of an integer that may be a boolean."""
        title = dotted(tree)
        if not self.may_be_numbers or not isinstance(self.kinds.get(title), numba_types.Integer):
            return False
        if title not in self.at_times:
            self.numbers = self.numbers or PossibleNumbers(self.tree, self.kinds, {})
            self.at_times[title] = bool(TRUTHS & {*self.numbers.classes(title)})
        return self.at_times[title]

    def advice(self, node: gast.AST) -> str:
        """Return what to write instead of an operation."""
        if any(map(self.is_mask, children(node))):
            return "write `^`, `|` or `~` for masks, and `mask.astype(np.int64)` for numbers"
        if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Invert):
            return "write `not a`, or `int(a)` for the number"
        return "make them numbers: `int(a) + int(b)`"

    def is_mask(self, tree: Expression) -> bool:
        """Return True if an expression is the name of an array of booleans."""
        kind: Any = self.kinds.get(dotted(tree))
        return bool(is_array(kind) and kind.ndim and is_boolean(kind.dtype))

    def is_truth(self, tree: Expression) -> bool:
        """Return True if an expression is a boolean, or a product of such."""
        if isinstance(tree, gast.Constant):
            return isinstance(tree.value, bool)
        if isinstance(tree, (gast.BinOp, gast.Call)):
            found = operation(tree)
            if found is None or found.function not in JOINED:
                return False
            return all(map(self.is_truth, found.operands))
        if isinstance(tree, gast.Compare):
            kinds = [self.kinds.get(dotted(side)) for side in (tree.left, *tree.comparators)]
            return not any(map(is_array, kinds))
        if isinstance(tree, gast.UnaryOp):
            return isinstance(tree.op, gast.Not)
        if isinstance(tree, gast.Subscript):
            return self.is_element(tree)
        return dotted(tree) in self.names or is_boolean(self.kinds.get(dotted(tree)))

    def gives_truth(self, title: str, value: Expression) -> bool:
        """Return True if a name is bound to a boolean, or a product of such, also of a call."""
        if isinstance(value, gast.Call) and dotted(value.func) in self.functions:
            tree = text_of(self.functions[dotted(value.func)])
            is_number = isinstance(self.kinds.get(title), numba_types.Integer)
            return is_number and tree is not None and returns_product(tree)
        return self.is_truth(value)

    def is_element(self, tree: gast.Subscript) -> bool:
        """Return True if an expression is a boolean out of a list, a tuple or an array."""
        kind: Any = self.kinds.get(dotted(tree.value))
        place = number(tree.slice)
        if isinstance(kind, numba_types.BaseTuple):
            inside = isinstance(place, int) and -len(kind) <= place < len(kind)
            parts = [kind[place]] if inside else list(kind)
            return bool(parts) and all(map(is_boolean, parts))
        if isinstance(kind, numba_types.List):
            return is_boolean(kind.dtype)
        single = dotted(tree.slice) or place is not None
        index = self.kinds.get(dotted(tree.slice))
        one = single and is_array(kind) and kind.ndim == 1 and not is_array(index)
        return bool(one and is_boolean(kind.dtype))


def elements(tree: Expression) -> list[Expression]:
    """Return the expressions of numbers in lists and tuples that are written out."""
    if not isinstance(tree, (gast.List, gast.Tuple)):
        return [tree]
    return [one for part in tree.elts for one in elements(part)]


def returns_product(tree: gast.FunctionDef) -> bool:
    """Return True if a function returns a product of comparisons, to judge by its text.

    >>> from srcdiff.syntax import function
    >>> returns_product(function("def f(x, y): return (x > 0) * (y > 0)"))
    True
    """
    nodes = [node.value for node in walk(tree) if isinstance(node, gast.Return)]
    return any(map(is_product, nodes))


def is_product(tree: Expression | None) -> bool:
    """Return True if an expression is a comparison, or a product of such."""
    if isinstance(tree, gast.BinOp) and isinstance(tree.op, (gast.Mult, gast.BitAnd, gast.BitOr)):
        return is_product(tree.left) and is_product(tree.right)
    return isinstance(tree, gast.Compare)


def is_boolean(kind: Type | None) -> bool:
    """Return True if values of a type are true or false."""
    return isinstance(kind, numba_types.Boolean)


def mixed_truths(tree: gast.FunctionDef) -> bool:
    """Return True if a value of a core form may be a boolean or a number, to judge by its text.

    >>> from srcdiff.syntax import function
    >>> mixed_truths(function("def f(x, n): v = x > 0.0; w = v; m = [n, w]"))
    True
    >>> mixed_truths(function("def f(x, n): v = x > 0.0; v = True; m = [n, 1]"))
    False
    """
    values = Sources(tree, {})
    truths: set[str] = set()
    while True:
        more = {
            title
            for title, found in values.bound.items()
            if any(is_test(value, truths) for value in found)
        }
        if more == truths:
            break
        truths = more
    results = [node.value for node in walk(tree) if isinstance(node, gast.Return)]
    chosen = [choices(node) for node in walk(tree) if node not in results]
    groups = [*values.bound.values(), *values.stored.values(), *chosen]
    return any(len({is_test(value, truths) for value in group}) > 1 for group in groups)


def is_test(tree: Expression | None, truths: set[str]) -> bool:
    """Return True if an expression is a boolean by its text; `truths` are names of such."""
    match tree:
        case gast.Constant():
            return isinstance(tree.value, bool)
        case gast.Compare() | gast.UnaryOp(op=gast.Not()):
            return True
        case gast.BoolOp():
            return all(is_test(part, truths) for part in tree.values)
    return dotted(tree) in truths if isinstance(tree, gast.Name) else False


def choices(tree: gast.AST) -> list[Expression]:
    """Return the expressions of which a value is one, or which it keeps."""
    match tree:
        case gast.BoolOp():
            return [*tree.values]
        case gast.IfExp():
            return [tree.body, tree.orelse]
        case gast.List() | gast.Tuple():
            return [*tree.elts]
        case gast.Call() if callee_of(tree) in CHOOSING:
            return [*tree.args]
    return []
