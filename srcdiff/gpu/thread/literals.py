"""Numbers in the arithmetic of single precision get its type, which Numba would not give them."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.gpu.launch.ported import OF_SINGLE, OWN
from srcdiff.syntax import (
    REAL,
    Block,
    Expression,
    Statement,
    call,
    callee_of,
    constant,
    dotted,
    each_block,
    is_adjoint,
    is_number,
    locate,
    mapped,
    members,
    number,
    path,
    reads,
)

WEAK, SINGLE, OTHER = "weak", "single", "other"  # a number as it stands; of single precision
KindOf = Callable[[Expression], str]


def literals(
    tree: gast.FunctionDef, kind_of: KindOf, is_new: Callable[[str], bool]
) -> gast.FunctionDef:
    """Return a kernel whose adjoints are computed in single precision where they are of it.

    `kind_of` tells of a variable or an element whether it is of single precision ("single"), an
    integer ("weak"), or anything else ("other"); `is_new` tells of variables that are no adjoints
    whether only the derivative has them. What the kernel itself computes stays as it is.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> tree = rename(function("def f(x, d, i): d = 2.0 * x[i] * d - (1.0 - x[i])"), {"d": "d_·x"})
    >>> print(unparse(literals(tree, lambda tree: "weak" if dotted(tree) == "i" else "single",
    ...                        lambda name: False)).replace(REAL, "real"))
    def f(x, d_·x, i):
        d_·x = real(2) * x[i] * d_·x - (real(1) - x[i])
    """

    def block(old: Block) -> Block:
        return [of_statement(statement, kind_of, is_new) for statement in old]

    return each_block(tree, block)


def of_statement(statement: Statement, kind_of: KindOf, is_new: Callable[[str], bool]) -> Statement:
    """Return a statement whose numbers are of the precision of what they meet."""
    if isinstance(statement, (gast.Assign, gast.AugAssign)):
        target = statement.target if isinstance(statement, gast.AugAssign) else statement.targets[0]
        own = dotted(getattr(target, "value", target))
        if len(members(target)) != 1 or not (is_adjoint(own) or is_new(own)):
            return with_real(statement)
        value = typed(statement.value, kind_of)
        if kind_of(target) == SINGLE and strength(value, kind_of) == WEAK:
            value = single(value)
        return replaced(statement, value)
    if isinstance(statement, gast.Expr) and dotted(getattr(statement.value, "func", statement)):
        *others, last = statement.value.args or [constant(None)]
        if others and any(map(is_adjoint, reads(statement.value))):
            new = call(dotted(statement.value.func), *others, typed(last, kind_of))
            return locate(gast.Expr(new), statement)
    if isinstance(statement, gast.If) and any(map(is_adjoint, reads(statement.test))):
        new = gast.If(typed(statement.test, kind_of), statement.body, statement.orelse)
        return gast.copy_location(new, statement)
    return with_real(statement)


def replaced(statement: Statement, value: Expression) -> Statement:
    """Return an assignment of another value."""
    if isinstance(statement, gast.AugAssign):
        new = gast.AugAssign(statement.target, statement.op, value)
    else:
        new = gast.Assign(statement.targets, value, None)
    return gast.copy_location(new, statement)


def with_real(tree: gast.AST) -> gast.AST:
    """Return a tree with the short name of the type instead of the long one."""
    if isinstance(tree, gast.stmt) and hasattr(tree, "body"):
        return tree  # what it has inside is a block of its own
    if isinstance(tree, gast.Attribute) and dotted(tree) == "np.float32":
        return gast.copy_location(path(REAL), tree)
    return mapped(tree, with_real)


def typed(tree: Expression, kind_of: KindOf) -> Expression:
    """Return an expression in which numbers are of the precision of what they meet."""
    if isinstance(tree, gast.Subscript):
        return tree
    tree = mapped(with_real_name(tree), lambda part: typed(part, kind_of) if part._fields else part)
    if isinstance(tree, gast.BinOp):
        left, right = tree.left, tree.right
        kinds = strength(left, kind_of), strength(right, kind_of)
        if isinstance(tree.op, gast.Mult) and kinds == (WEAK, SINGLE) and number(left) == 1.0:
            return right
        is_power = isinstance(tree.op, gast.Pow) and isinstance(number(right), int)
        if kinds == (WEAK, SINGLE):
            left = single(left)
        elif kinds == (SINGLE, WEAK) and not is_power:
            right = single(right)
        if left is not tree.left or right is not tree.right:
            return gast.copy_location(gast.BinOp(left, tree.op, right), tree)
    if isinstance(tree, gast.Call) and dotted(tree.func).startswith(OWN):
        single_only = {strength(part, kind_of) for part in tree.args} == {SINGLE}
        return of_single(tree) if single_only else tree
    if isinstance(tree, gast.Compare) and len(tree.ops) == 1:
        (other,) = tree.comparators
        if strength(tree.left, kind_of) == SINGLE and strength(other, kind_of) == WEAK:
            return gast.copy_location(gast.Compare(tree.left, tree.ops, [single(other)]), tree)
    return tree


def of_single(tree: gast.Call) -> gast.Call:
    """Return a call of a function of the runtime as that of one for single precision."""
    callee = path(OF_SINGLE + dotted(tree.func).removeprefix(OWN))
    return gast.copy_location(gast.Call(callee, tree.args, []), tree)


def with_real_name(tree: Expression) -> Expression:
    """Return the short name of the type for the long one; any other expression as it is."""
    is_long = isinstance(tree, gast.Attribute) and dotted(tree) == "np.float32"
    return gast.copy_location(path(REAL), tree) if is_long else tree


def strength(tree: Expression, kind_of: KindOf) -> str:
    """Return whether an expression is of single precision, or a number that would change that."""
    if is_number(tree):
        return WEAK
    match tree:
        case gast.Name() | gast.Subscript() | gast.Attribute():
            return kind_of(tree)
        case gast.UnaryOp(operand=inner) | gast.IfExp(body=inner):
            return strength(inner, kind_of)
        case gast.BinOp(left=left, right=right):
            kinds = {strength(left, kind_of), strength(right, kind_of)}
            return OTHER if OTHER in kinds else SINGLE if SINGLE in kinds else WEAK
        case gast.Call(args=given):
            callee, kinds = callee_of(tree), {strength(part, kind_of) for part in given}
            if callee == REAL or (callee.startswith(("math.", OWN)) and kinds == {SINGLE}):
                return SINGLE
            if callee.startswith(("math.", OWN)) and kinds == {WEAK} and reads(tree) <= {"math"}:
                return WEAK  # a constant
            if callee in ("abs", "min", "max") and len(kinds) == 1:
                return kinds.pop()
    return OTHER


def single(tree: Expression) -> Expression:
    """Return a number in single precision.

    >>> from srcdiff.syntax import expression, unparse
    >>> parts = [unparse(single(expression(text))) for text in ("2.0", "-0.5", "n", "-0.0")]
    >>> [part.replace(REAL, "real") for part in parts]
    ['real(2)', 'real(-0.5)', 'real(n)', 'real(-0.0)']
    """
    value = number(tree)
    if isinstance(value, float) and value.is_integer() and str(value) != "-0.0":
        tree = constant(int(value))
    return call(REAL, tree)
