"""Take expressions apart: one operation in each statement."""

from __future__ import annotations

from collections.abc import Callable, Container

import gast

from srcdiff.core.operations import ATTRIBUTES, draws_any, is_shape
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.evaluation_order import may_change
from srcdiff.normalise.control_flow.naming import describe
from srcdiff.syntax import (
    Block,
    Expression,
    assign,
    callee_of,
    children,
    dotted,
    has_operator,
    has_star,
    is_number,
    locate,
    name,
    rebuild,
    walk,
)

RESULT = "result"
NAMED = (gast.Subscript, gast.Call, gast.IfExp, gast.Compare, gast.BoolOp)  # in subscripts
OF_BITS = (gast.BitAnd, gast.BitOr, gast.BitXor, gast.Invert, gast.Not)  # masks are made of them
LONGEST_PRODUCT = 4  # factors; a longer product is cut, so that its adjoint stays short

Name = Callable[[str, str], str]
Find = Callable[[gast.AST], gast.AST]


class Expressions:
    """Takes expressions apart; what they need is appended to a block."""

    def __init__(
        self,
        temporary: Name,
        functions: Container[str],
        variables: frozenset[str],
        numbers: frozenset[str] = frozenset(),
    ) -> None:
        self.temporary = temporary
        self.functions = functions
        self.variables = variables
        self.numbers = numbers  # names that are never bound to anything but one number

    def value(self, tree: Expression, base: str, out: Block) -> Expression:
        """Return an expression of one operation; what it needs is appended to `out`."""
        new = self.operation(tree, base, out)
        return locate(new, tree)

    def operation(self, tree: Expression, base: str, out: Block) -> Expression:
        """Return `value`, without its place."""
        match tree:
            case gast.BinOp(op=gast.Mult()):
                return self.product(tree, base, out)
            case gast.BinOp():
                left = self.atom(tree.left, base, out)
                return gast.BinOp(left, tree.op, self.atom(tree.right, base, out))
            case gast.BoolOp() if not all(map(is_condition, tree.values)):
                return self.short_circuit(tree, base, out)
            case gast.Compare() | gast.BoolOp() | gast.UnaryOp(op=gast.Not()):
                return self.condition(tree, base, out)
            case gast.UnaryOp() if not is_number(tree):
                return gast.UnaryOp(tree.op, self.atom(tree.operand, base, out))
            case gast.Call():
                return self.call(tree, base, out)
            case gast.Subscript():
                return self.element(tree, out)
            case gast.IfExp():
                return self.choice(tree, base, out)
            case gast.Tuple() | gast.List():
                return type(tree)([self.atom(part, base, out) for part in tree.elts], gast.Load())
            case gast.Attribute() if self.is_part(tree.value):
                return gast.Attribute(self.atom(tree.value, base, out), tree.attr, gast.Load())
            case gast.Starred():
                raise UnsupportedSyntax(
                    "the number of starred parts is not known here", tree, "write them one by one"
                )
        return tree

    def product(self, tree: gast.BinOp, base: str, out: Block) -> Expression:
        """Return a product of several factors, which counts as one operation."""
        factors: list[Expression] = []
        left: Expression = tree
        while has_operator(left, gast.Mult):
            later = any(map(self.calls_user, factors))
            if len(factors) == LONGEST_PRODUCT - 1 or (later and may_change(left, self.numbers)):
                break
            factors.insert(0, left.right)
            left = left.left
        atoms = [self.atom(left, base, out)]
        atoms += [self.atom(factor, base, out) for factor in factors]
        new = atoms[0]
        for factor in atoms[1:]:
            new = locate(gast.BinOp(new, gast.Mult(), factor), tree)
        return new

    def call(self, tree: gast.Call, base: str, out: Block) -> Expression:
        """Return a call whose arguments are atoms."""
        callee = tree.func
        if isinstance(callee, gast.Attribute) and self.is_part(callee.value):
            held = self.atom(callee.value, base, out)
            callee = locate(gast.Attribute(held, callee.attr, gast.Load()), callee)
        elif isinstance(callee, gast.Call):  # the class of a value, as in type(x)(0.5)
            callee = self.condition(callee, base, out)
        if has_star(tree.args):
            raise UnsupportedSyntax(
                "starred arguments are not supported yet", tree, "pass the arguments one by one"
            )
        arguments = [self.argument(argument, base, out) for argument in tree.args]
        keywords = [
            gast.keyword(word.arg, self.argument(word.value, base, out)) for word in tree.keywords
        ]
        return gast.Call(callee, arguments, keywords)

    def argument(self, tree: Expression, base: str, out: Block) -> Expression:
        """Return an atom, or a tuple of atoms, such as a shape."""
        if isinstance(tree, (gast.Tuple, gast.List)):
            parts = [self.argument(part, base, out) for part in tree.elts]
            return locate(type(tree)(parts, gast.Load()), tree)
        return self.atom(tree, base, out)

    def atom(self, tree: Expression, base: str, out: Block) -> Expression:
        """Return a name or a number; anything else gets a name."""
        if isinstance(tree, (gast.Name, gast.Constant)) or is_number(tree) or is_shape(tree):
            return tree
        own = isinstance(tree, gast.Attribute) and not self.is_part(tree.value)
        if own and tree.attr not in ATTRIBUTES:
            return tree  # a constant such as math.pi, or a dtype
        owner, word = describe(tree, base)
        value = self.value(tree, base, out)
        if isinstance(value, (gast.Name, gast.Constant)):
            return value
        kept = self.temporary(owner, word)
        out.append(assign(kept, value, tree))
        return locate(name(kept), tree)

    def choice(self, tree: gast.IfExp, base: str, out: Block) -> Expression:
        """Write a conditional expression as an `if` statement; return its result."""
        test = self.test(tree.test, base, out)
        kept = self.temporary(base, "choice")
        parts: list[Block] = []
        for value in (tree.body, tree.orelse):
            part: Block = []
            part.append(assign(kept, self.value(value, base, part), value))
            parts.append(part)
        out.append(locate(gast.If(test, *parts), tree))
        return name(kept)

    def short_circuit(self, tree: gast.BoolOp, base: str, out: Block) -> Expression:
        """Write `a and b` as `b if a else a`, and `a or b` as `a if a else b`."""
        values = tree.values
        first = self.atom(values[0], base, out)
        rest = values[1] if len(values) == 2 else locate(gast.BoolOp(tree.op, values[1:]), tree)
        parts = (rest, first) if isinstance(tree.op, gast.And) else (first, rest)
        return self.choice(locate(gast.IfExp(first, *parts), tree), base, out)

    def test(self, tree: Expression, base: str, out: Block) -> Expression:
        """Return the name of a condition."""
        if isinstance(tree, gast.Name):
            return tree
        is_element = isinstance(tree, gast.Subscript)
        value = self.element(tree, out) if is_element else self.condition(tree, base, out)
        kept = self.temporary(base, "condition")
        out.append(assign(kept, value, tree))
        return locate(name(kept), tree)

    def condition(self, tree: Expression, base: str, out: Block) -> Expression:
        """Return a condition as it is, but for what needs statements."""
        if isinstance(tree, gast.BoolOp):
            if any(self.needs_statements(value) for value in tree.values[1:]):
                return self.short_circuit(tree, base, out)
            return rebuild(tree, lambda value: self.condition(value, base, out))
        if isinstance(tree, gast.IfExp) and self.needs_statements(tree):
            return self.choice(tree, base, out)
        if isinstance(tree, (gast.Call, gast.Subscript)) and self.needs_statements(tree):
            return self.atom(tree, base, out)
        if not self.needs_statements(tree):
            return tree
        return self.in_order(tree, base, out, lambda part: self.condition(part, base, out))

    def in_order(self, tree: Expression, base: str, out: Block, find: Find) -> Expression:
        """Return an expression whose calls go before it; what Python reads before them is held."""
        left = sum(map(self.calls_user, children(tree)))

        def held(part: gast.AST) -> gast.AST:
            if isinstance(part, gast.Slice):
                return rebuild(part, held)
            return self.atom(part, base, out) if may_change(part, self.numbers) else part

        def change(part: gast.AST) -> gast.AST:
            nonlocal left
            left -= self.calls_user(part)
            return held(find(part)) if left else find(part)

        return rebuild(tree, change)

    def calls_user(self, tree: gast.AST) -> bool:
        """Return True if an expression calls a function of the user, which may write to arrays."""
        return any(callee_of(node) in self.functions for node in walk(tree))

    def needs_statements(self, tree: Expression) -> bool:
        """Return True if an expression calls a function of the user, draws, or chooses by a mask.

        What is drawn has a name, as it must not be drawn again.
        """
        return draws_any(tree) or self.calls_user(tree) or any(map(is_chosen, walk(tree)))

    def is_part(self, tree: Expression) -> bool:
        """Return True if what has an attribute or a method needs a name, as x.T in x.T.sum()."""
        if isinstance(tree, gast.Attribute):
            return not dotted(tree) or dotted(tree).split(".")[0] in self.variables
        return not isinstance(tree, gast.Name)

    def bounds(self, tree: gast.Call, base: str, out: Block) -> Expression:
        """Return the call of `range` of a loop, with bounds that are subscripts or simpler."""
        words = {1: ["stop"], 2: ["start", "stop"]}.get(len(tree.args), ["start", "stop", "step"])
        new = [
            self.index(argument, base, out, word)
            for argument, word in zip(tree.args, words, strict=True)
        ]
        return locate(gast.Call(tree.func, new, []), tree)

    def element(self, tree: gast.Subscript, out: Block, store: bool = False) -> Expression:
        """Return an element of a named array, or a named part of a tuple."""
        array = tree.value
        if (
            isinstance(array, gast.Attribute)
            and array.attr == "shape"
            and self.is_part(array.value)
        ):
            held = self.atom(array.value, "value", out)
            array = locate(gast.Attribute(held, array.attr, gast.Load()), array)
            tree = locate(gast.Subscript(array, tree.slice, tree.ctx), tree)
        if is_shape(array):
            return tree
        if not isinstance(array, gast.Name):
            kept = self.temporary("value", "array")
            out.append(assign(kept, self.value(array, "value", out), array))
            array = locate(name(kept), array)
        index = self.index(tree.slice, array.id, out, "at")
        context = gast.Store() if store else gast.Load()
        return locate(gast.Subscript(array, index, context), tree)

    def index(self, tree: Expression, base: str, out: Block, word: str) -> Expression:
        """Return a subscript: integer arithmetic stays; loads, calls and masks get names."""
        if is_shape(tree) or isinstance(tree, (gast.Name, gast.Constant)):
            return tree
        if isinstance(tree, NAMED) or isinstance(getattr(tree, "op", None), OF_BITS):
            kept = self.temporary(base, word)
            out.append(assign(kept, self.value(tree, base, out), tree))
            return locate(name(kept), tree)
        return self.in_order(tree, base, out, lambda part: self.index(part, base, out, word))


def is_condition(tree: Expression) -> bool:
    """Return True if an expression can only be true or false."""
    if isinstance(tree, gast.BoolOp):
        return all(map(is_condition, tree.values))
    if isinstance(tree, gast.UnaryOp):
        return isinstance(tree.op, gast.Not)
    return isinstance(tree, gast.Compare) or (
        isinstance(tree, gast.Constant) and isinstance(tree.value, bool)
    )


def is_chosen(tree: gast.AST) -> bool:
    """Return True if elements are chosen by a mask that is computed in the subscript.

    >>> from srcdiff.syntax import expression
    >>> [is_chosen(expression(text)) for text in ("x[x > 0.0]", "x[~(x > y)]", "x[i + 1]")]
    [True, True, False]
    """
    if not isinstance(tree, gast.Subscript):
        return False
    return any(isinstance(node, gast.Compare) for node in walk(tree.slice))
