"""Which expressions are whole arrays of real numbers, and how long these are along each axis."""

from __future__ import annotations

import gast

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.types.types import is_array, is_float
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_shape
from srcdiff.optimise.symbols import Symbols
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    is_number,
    members,
    number,
    parameters,
    targets,
    unparse,
    walk,
    walk_statements,
    writes,
)

Extents = tuple[str, ...]  # along each axis: what is the same where the extents are; () of a number
OPERATORS = (gast.Add, gast.Sub, gast.Mult, gast.Div, gast.Pow)
SIGNS = (gast.USub, gast.UAdd)
UFUNCS = (  # of one number they give what they give for each element of an array
    *("abs", "absolute", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh"),
    *("ceil", "cos", "cosh", "exp", "exp2", "expm1", "fabs", "floor", "hypot", "log", "log10"),
    *("log1p", "log2", "maximum", "minimum", "negative", "power", "reciprocal", "sign", "sin"),
    *("sinh", "sqrt", "square", "tan", "tanh"),
)
BY_ELEMENT = frozenset(f"np.{title}" for title in UFUNCS)
LIKE = frozenset(("np.zeros_like", "np.empty_like", "np.ones_like", "np.copy"))
MADE = frozenset(("np.zeros", "np.empty", "np.ones"))


class Lengths:
    """The extents of the expressions in a generated function.

    >>> from srcdiff.analyse.types.types import Types, types
    >>> from srcdiff.syntax import expression, function
    >>> tree = function("def f(x, n): y = 2.0 * x; t = np.empty((n, len(x))); z = y * t[0]")
    >>> known = Types({"x": types.float64[:], "n": types.int64}, types.none)
    >>> symbols = Symbols(known, frozenset(), frozenset(), shapes={"x": "x"})
    >>> of = Lengths(tree, symbols).of
    >>> of(expression("x * y")), of(expression("t")), of(expression("z")), of(expression("x[0]"))
    (('x[0]',), ('n', 'x[0]'), ('x[0]',), ())
    """

    def __init__(self, tree: gast.FunctionDef, symbols: Symbols) -> None:
        self.symbols = symbols
        self.made: dict[str, list[Statement]] = {title: [] for title in parameters(tree)}
        self.given = frozenset(parameters(tree))
        self.outer = frozenset(tree.body)  # the statements that run once
        for statement in walk_statements(tree.body):
            counters = writes(statement.target) if isinstance(statement, gast.For) else ()
            for title in (*targets(statement), *counters):
                self.made.setdefault(title, []).append(statement)
        self.found: dict[str, Extents | None] = {}
        self.trees: dict[int, tuple[Expression, Extents | None]] = {}  # and what is known of them

    def of(self, tree: Expression) -> Extents | None:
        """Return the extents of an expression, None where it may be anything else."""
        if id(tree) not in self.trees:
            self.trees[id(tree)] = tree, self.expression(tree)
        return self.trees[id(tree)][1]

    def expression(self, tree: Expression) -> Extents | None:
        """Return the extents of an expression by those of its parts."""
        match tree:
            case gast.Name(id=title):
                return self.name(title)
            case gast.Subscript(value=gast.Name(id=title)) if not is_shape(tree):
                return self.part(title, tree.slice)
            case gast.BinOp(op=op) if isinstance(op, OPERATORS):
                return self.alike([tree.left, tree.right])
            case gast.UnaryOp(op=op) if isinstance(op, SIGNS):
                return self.of(tree.operand)
            case gast.Call(args=given, keywords=[]) if callee_of(tree) in BY_ELEMENT:
                return self.alike(given)
        return () if is_shape(tree) or is_number(tree) or self.is_sum(tree) else None

    def is_sum(self, tree: Expression) -> bool:
        """Return True if an expression is the sum of all elements of an array, or of its math."""
        if not isinstance(tree, gast.Call) or tree.keywords:
            return False
        if callee_of(tree) == "np.sum" and len(tree.args) == 1:
            return bool(self.of(tree.args[0]))
        is_math = callee_of(tree).startswith("math.")
        return is_math and all(self.of(part) == () for part in tree.args)

    def alike(self, parts: list[Expression]) -> Extents | None:
        """Return the extents of what is computed element by element of some expressions."""
        each = [self.of(part) for part in parts]
        arrays = {found for found in each if found}
        return None if None in each or len(arrays) > 1 else (arrays.pop() if arrays else ())

    def name(self, title: str) -> Extents | None:
        """Return the extents of what a name stands for."""
        if title not in self.found:
            self.found[title] = None  # while it is looked for
            self.found[title] = self.named(title)
        return self.found[title]

    def named(self, title: str) -> Extents | None:
        """Return the extents of what a name stands for, from its type or from what binds it."""
        kind = self.symbols.type_of(title)
        if is_array(kind):
            if kind.dtype != numba_types.float64 or kind.ndim == 0:
                return None
            if self.symbols.primal(title) in self.symbols.shapes:
                return tuple(self.along(title, axis) for axis in range(kind.ndim))
        elif is_float(kind) or isinstance(kind, numba_types.Integer):
            return ()
        elif kind != numba_types.undefined:
            return None
        made = [s for s in self.made.get(title, ()) if not isinstance(s, gast.AugAssign)]
        if len(made) != 1 or not isinstance(made[0], gast.Assign) or title in self.given:
            return None
        return self.new(made[0].value) if len(targets(made[0])) == 1 else None

    def new(self, value: Expression) -> Extents | None:
        """Return the extents of what a name is bound to."""
        called = callee_of(value) if isinstance(value, gast.Call) and not value.keywords else ""
        if called in LIKE and len(value.args) == 1:
            return self.of(value.args[0]) or None
        if called in MADE and len(value.args) == 1:
            found = tuple(map(self.length, members(value.args[0])))
            return found if "" not in found else None
        return self.of(value)

    def along(self, title: str, axis: int) -> str:
        """Return what the extent along an axis of an array is called whose shape has a name."""
        shape = self.symbols.shape(title)
        return shape[1:-1].split(", ")[axis] if shape.startswith("(") else f"{shape}[{axis}]"

    def length(self, size: Expression) -> str:
        """Return what an extent is called that an array is made with, "" if it may change."""
        match size:
            case gast.Name(id=title) if self.is_fixed(title) and self.made[title]:
                made = self.made[title][0]
                return (self.length(made.value) if len(targets(made)) == 1 else "") or title
            case gast.Call(args=[gast.Name(id=title)]) if callee_of(size) == "len":
                return (self.name(title) or ("",))[0]
            case gast.Subscript(value=gast.Attribute(value=gast.Name(id=title))) if is_shape(size):
                found, axis = self.name(title) or (), number(size.slice)
                return found[axis] if isinstance(axis, int) and axis < len(found) else ""
        names = [node.id for node in walk(size) if isinstance(node, gast.Name)]
        fixed = all(self.is_fixed(title) for title in names if title not in ("max", "min"))
        plain = all(not isinstance(node, (gast.Subscript, gast.Attribute)) for node in walk(size))
        return unparse(size) if fixed and plain else ""

    def is_fixed(self, title: str) -> bool:
        """Return True if a name stands for the same number wherever it is read."""
        made = self.made.get(title)
        if made is None or self.name(title) != () or len(made) > 1:
            return False
        return not made or (title not in self.given and made[0] in self.outer)

    def part(self, title: str, index: Expression) -> Extents | None:
        """Return the extents of rows, or of an element, of an array."""
        whole, places = self.name(title), parts_of(index)
        if not whole or len(places) > len(whole) or not all(map(self.symbols.is_place, places)):
            return None
        return whole[len(places) :]
