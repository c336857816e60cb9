"""Let arithmetic on narrow integers wrap as in NumPy; compiled code computes in 64 bits."""

from __future__ import annotations

from collections.abc import Set

import gast

from srcdiff.analyse.types.integer_kinds import (
    NARROW,
    PYTHON,
    IntegerKinds,
    Kinds,
    is_arithmetic,
    limits,
)
from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_shape
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.expressions import Expressions
from srcdiff.normalise.control_flow.flatten import Statements
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.dialect.integers.width_checks import check, within
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    call,
    clone,
    dotted,
    locate,
    mapped,
    name,
    number,
    own_part,
    parameters,
    path,
    targets,
    walk,
    with_blocks,
    with_body,
    writes,
)

ADVICE = "make it one of Python's integers, `int(k[i])`, or widen the array, `k.astype(np.int64)`"
CONDITIONS = (gast.Compare, gast.BoolOp, gast.IfExp)
COUNTED = ("int32", "uint32", PYTHON)  # more than any counter, or length, is


def narrow_integers(
    tree: gast.FunctionDef,
    types: Types,
    functions: frozenset[str] = frozenset(),
    outside: Set[str] = frozenset(),
    of_arrays: bool = False,
) -> gast.FunctionDef:
    """Return the function with results of narrow integers cast to what NumPy has.

    With `of_arrays` those are arrays, else numbers: the types of arrays come first.

    Where the width of a result depends on the caller, whose integer may be Python's or NumPy's,
    it has to fit all of them. `functions` are the names of the user's functions, `outside` those
    of global arrays. Raises UnsupportedSyntax for literals that do not fit.

    >>> from srcdiff.syntax import function, unparse
    >>> known = {"k": numba_types.Array(numba_types.int8, 1, "C"), "a": numba_types.int8}
    >>> known |= dict.fromkeys("nst", numba_types.int64)
    >>> tree = function("def f(k, n):\\n  a = k[0]\\n  s = a + 1\\n  t = a * n\\n  return t")
    >>> print(unparse(narrow_integers(tree, Types(known, numba_types.none))))
    def f(k, n):
        a = k[0]
        s·sum = a + 1
        s = np.int8(s·sum)
        t = a * n
        if t < -128 or t > 127:
            raise OverflowError('integer out of bounds of its width')
        return t
    """
    if not any(has_narrow(kind) for kind in {**types.constants, **types.names}.values()):
        return tree
    return with_body(tree, _Casts(tree, types, functions, outside, of_arrays).block(tree.body))


def has_narrow(kind: Type) -> bool:
    """Return True for a type of narrow integers, or one that has them."""
    if isinstance(kind, numba_types.BaseTuple):
        return any(map(has_narrow, kind))
    kind = kind.dtype if is_array(kind) else kind
    return isinstance(kind, numba_types.Integer) and str(kind) in NARROW


class _Casts:
    """The walk through a function."""

    def __init__(
        self,
        tree: gast.FunctionDef,
        types: Types,
        functions: frozenset[str],
        outside: Set[str],
        of_arrays: bool,
    ) -> None:
        self.of_arrays = of_arrays
        casts = [part for part in map(cast_part, walk(tree)) if part] if of_arrays else []
        self.cast = {dotted(part) for part in casts} - {""}
        self.inside = {id(part) for part in casts}  # what is cast in a condition
        self.kinds = IntegerKinds(tree, types, outside)
        self.naming = Naming(tree)
        taken = frozenset({*writes(tree.body), *parameters(tree)})
        self.parts = Expressions(self.naming.part, functions, taken)
        self.before: Block | None = []  # what a statement needs; None where nothing can stand
        self.in_subscript = False

    def block(self, block: Block) -> Block:
        """Return a block with casts and checks."""
        new: Block = []
        for statement in block:
            if blocks(statement):
                parts = [self.block(part) for part in blocks(statement)]
                statement = with_blocks(statement, parts)
            is_cast = any(target in self.cast for target in targets(statement))
            if is_cast or not self.is_found(own_part(statement)):
                new.append(statement)
                continue
            before: Block = []
            self.before = before
            statement, after = self.statement(statement)
            new += [*self.flat(before), *self.flat([statement]), *after]
        return new

    def flat(self, block: Block) -> Block:
        """Return statements with one operation each; conditions stay as they are."""
        new: Block = []
        for statement in block:
            if isinstance(statement, gast.For):
                statement.iter = self.parts.bounds(statement.iter, statement.target.id, new)
            if blocks(statement):
                new.append(statement)
            else:
                new += Statements(self.parts).statement(statement)
        return new

    def statement(self, statement: Statement) -> tuple[Statement, Block]:
        """Return a statement with casts, and the check that stands behind it."""
        new = gast.copy_location(type(statement)(**dict(gast.iter_fields(statement))), statement)
        if isinstance(statement, (gast.If, gast.While, gast.Assert)):
            new.test = self.condition(statement.test)
            return new, []
        if isinstance(statement, gast.For):
            self.in_subscript = True
            new.iter = self.change(statement.iter)
            self.in_subscript = False
            return new, []
        if not isinstance(statement, gast.Assign):
            return mapped(statement, self.change), []
        new.targets = [self.change(target) for target in statement.targets]
        if isinstance(statement.value, CONDITIONS):
            new.value = self.condition(statement.value)
            return new, []
        kinds = self.narrow(statement.value)
        if (
            len(kinds) > 1
            and self.kinds.of(statement.value)
            and isinstance(statement.targets[0], gast.Name)
        ):
            new.value = mapped(statement.value, self.change)
            return new, [check(name(statement.targets[0].id), kinds, statement)]
        new.value = self.change(statement.value)
        return new, []

    def condition(self, tree: Expression) -> Expression:
        """Return a condition with casts; nothing can stand before its parts."""
        before, self.before = self.before, None
        new = self.change(tree)
        self.before = before
        return new

    def change(self, node: gast.AST) -> gast.AST:
        """Return an expression with casts of its narrow results."""
        if not node._fields or is_shape(node):
            return node
        kinds = self.narrow(node)
        was, self.in_subscript = self.in_subscript, self.in_subscript and not kinds
        if isinstance(node, gast.Subscript):
            self.in_subscript = True
        new = mapped(node, self.change)
        self.in_subscript = was
        if kinds and self.of_arrays:
            return self.of_array(node, new, kinds)
        if not kinds or (was and kinds <= {"int32", "int64", PYTHON}):
            return new
        if len(kinds) == 1:
            (kind,) = kinds
            unsure = self.check_operands(node, kind)
            if self.before is None and unsure:  # in a condition
                new = mapped(new, lambda part: within(part, kinds) if part in unsure else part)
            return locate(call(f"np.{kind}", new), node)
        if self.before is None:
            return locate(within(new, kinds), node)
        title = self.naming.part("index", "exact")
        self.before += [assign(title, new, node), check(name(title), kinds, node)]
        return locate(name(title), node)

    def of_array(self, node: gast.AST, new: Expression, kinds: Kinds) -> Expression:
        """Return an array of narrow integers, with elements as NumPy has them."""
        if len(kinds) > 1 or self.check_operands(node, *kinds):
            raise UnsupportedSyntax(
                "these elements may not fit into their width, or be of several", node, ADVICE
            )
        method = gast.Attribute(new, "astype", gast.Load())
        return locate(gast.Call(method, [path(f"np.{next(iter(kinds))}")], []), node)

    def check_operands(self, node: gast.AST, kind: str) -> list[gast.AST]:
        """Check that Python's integers fit the kind of the result, as NumPy does.

        Returns those operands that have to be checked when the function runs.
        """
        unsure: list[gast.AST] = []
        parts = [getattr(node, field) for field in ("left", "right") if hasattr(node, field)]
        if isinstance(node, gast.Call):
            parts = node.args
        if isinstance(getattr(node, "op", None), (gast.LShift, gast.RShift)):
            parts = parts[:1]
        for part in parts:
            kinds, value = self.kinds.of(part), number(part)
            if PYTHON not in kinds:
                continue
            low, high = limits(kind)
            if value is not None and low <= value <= high:
                continue
            if value is not None:
                raise UnsupportedSyntax(f"{value} does not fit into {kind}", node, ADVICE)
            if isinstance(part, gast.Name) and not self.is_counted(part, kind):
                unsure.append(part)
                if self.before is not None:
                    self.before.append(check(clone(part), frozenset({kind}), node))
        return unsure

    def is_counted(self, part: gast.Name, kind: str) -> bool:
        """Return True if a name counts, or is what such a name begins with: no more than fits."""
        if kind not in COUNTED:
            return False
        values = self.kinds.bound.get(part.id, [])
        if part.id in self.kinds.counters or not values:
            return True
        return all(v is not None and (is_shape(v) or number(v) is not None) for v in values)

    def narrow(self, tree: gast.AST) -> Kinds:
        """Return the kinds of the result of an operator, if one of them is narrow."""
        is_sign = isinstance(tree, gast.UnaryOp) and number(tree) is None
        is_size = isinstance(tree, gast.Call) and dotted(tree.func) == "abs"
        if not is_sign and not is_size and not is_arithmetic(tree):
            return frozenset()
        if id(tree) in self.inside:
            return frozenset()
        kinds = self.kinds.of_elements(tree) if self.of_arrays else self.kinds.of(tree)
        return kinds if any(kind in NARROW for kind in kinds) else frozenset()

    def is_found(self, tree: gast.AST) -> bool:
        """Return True if a narrow result is computed in a tree."""
        return any(self.narrow(node) for node in walk(tree))


def cast_part(node: gast.AST) -> Expression | None:
    """Return the array whose elements are cast to narrow integers, None for anything else.

    >>> from srcdiff.syntax import expression
    >>> cast_part(expression("k.astype(np.int8)")).id, cast_part(expression("k.astype(float)"))
    ('k', None)
    """
    method = node.func if isinstance(node, gast.Call) else None
    if not isinstance(method, gast.Attribute) or method.attr != "astype" or len(node.args) != 1:
        return None
    return method.value if dotted(node.args[0]).removeprefix("np.") in NARROW else None
