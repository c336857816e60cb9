"""Derivatives of what is computed from a vector element by element, as statements."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import gast
import numpy as np

from srcdiff.core.operations import OPERATORS, Operation, operation
from srcdiff.core.primitives import by_function
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import Block, Expression, assign, dotted, expression, number, reads, unparse

ONE, ZERO = "1.0", "0.0"
OUTER = by_function("slope")  # the derivative of a function at x, where it is y
TURNED = ("[:, None]", "[None, :]")
LARGER = {np.maximum: "x >= c", np.minimum: "x <= c"}
ADD, SUBTRACT, NEGATE = (OPERATORS[kind] for kind in (gast.Add, gast.Sub, gast.USub))
MULTIPLY, DIVIDE, POWER = (OPERATORS[kind] for kind in (gast.Mult, gast.Div, gast.Pow))


class NotElementwise(Exception):
    """What is computed from a vector is not a function of each of its elements."""


@dataclass
class Slopes:
    """Find the derivatives of names that depend on a vector, and write statements for them.

    `values` has the expression that each name is bound to, `is_number` is True for names of
    numbers, which count as constant. The statements come in `block`.
    """

    vector: str
    values: Mapping[str, Expression]
    is_number: Callable[[str], bool]
    naming: Naming
    target: str
    place: gast.AST
    block: Block = field(default_factory=list)
    found: dict[str, str] = field(default_factory=dict)
    numbers: set[str] = field(default_factory=set)

    def of(self, operand: Expression) -> str:
        """Return the name of the derivative of an operand, or what it is if it is 0 or 1.

        Raises NotElementwise.
        """
        if number(operand) is not None:
            return ZERO
        title = dotted(operand)
        if title == self.vector:
            return ONE
        if not title:
            raise NotElementwise
        if title not in self.found:
            self.found[title] = ZERO if self.is_number(title) else self.of_value(title)
        return self.found[title]

    def of_text(self, text: str) -> tuple[str, str]:
        """Return the name of a factor, or of its quotient or elements, and of its derivative."""
        value = expression(text)
        if isinstance(value, gast.BinOp):  # 1.0 / factor
            name, slope = self.of_text(unparse(value.right))
            made = self.named(f"1.0 / {name}")
            return made, self.scaled(self.scaled("-1.0", self.scaled(made, made)), slope)
        if isinstance(value, gast.Call):  # np.ravel(factor)
            slope = self.of(value.args[0])
            return self.named(text), slope if self.is_plain(slope) else self.named(
                f"np.ravel({slope})"
            )
        return text, self.of(value)

    def of_value(self, title: str) -> str:
        """Return the derivative of a name by the operation that it is the result of."""
        value = self.values.get(title)
        if isinstance(value, gast.Name):
            return self.of(value)
        if isinstance(value, gast.Subscript) and unparse(value).endswith(TURNED):
            slope = self.of(value.value)
            return slope if self.is_plain(slope) else self.named(f"{slope}{unparse(value)[-9:]}")
        found = operation(value)
        if found is not None and found.function is np.where and len(found.operands) == 3:
            return self.of_choice(*found.operands)
        if found is None:
            raise NotElementwise
        slopes = [self.of(operand) for operand in found.operands]
        if all(slope == ZERO for slope in slopes):
            raise NotElementwise  # another vector, or one that Python makes of numbers
        return self.of_operation(found, slopes, title)

    def of_choice(self, test: Expression, chosen: Expression, other: Expression) -> str:
        """Return the derivative of np.where, whose condition compares what depends on elements."""
        compared = self.values.get(dotted(test))
        if not isinstance(compared, gast.Compare):
            raise NotElementwise
        for operand in (compared.left, *compared.comparators):
            self.of(operand)
        first, second = (self.vector_of(self.of(operand)) for operand in (chosen, other))
        return self.named(f"np.where({dotted(test)}, {first}, {second})")

    def of_operation(self, found: Operation, slopes: list[str], title: str) -> str:
        """Return the derivative of an operation on operands with some derivatives."""
        texts = [unparse(operand) for operand in found.operands]
        if found.function in (ADD, SUBTRACT) and len(slopes) == 2:
            second = slopes[1] if found.function is ADD else self.scaled("-1.0", slopes[1])
            return self.total([slopes[0], second])
        if found.function is NEGATE:
            return self.scaled("-1.0", slopes[0])
        if found.function is MULTIPLY:
            terms = []
            for k, slope in enumerate(slopes):
                term = slope
                for other, text in enumerate(texts):
                    term = self.scaled(text, term) if other != k else term
                terms.append(term)
            return self.total(terms)
        if found.function is DIVIDE:
            x, y = texts
            turned = self.scaled("-1.0", self.scaled(title, slopes[1]))
            return self.divided(self.total([slopes[0], turned]), y)
        if found.function is POWER and slopes[1] == ZERO:
            x, c = texts
            if number(found.operands[1]) is not None:
                less = repr(float(number(found.operands[1]) or 0.0) - 1.0)
            else:
                less = self.named(f"{c} - 1.0")
            return self.scaled(self.scaled(c, self.named(f"{x} ** {less}")), slopes[0])
        if found.function in LARGER and ZERO in slopes[1:]:
            x, c = texts
            test = self.named(LARGER[found.function].replace("x", x).replace("c", c))
            return self.named(f"np.where({test}, {self.vector_of(slopes[0])}, 0.0)")
        if found.function in OUTER and len(slopes) == 1:
            return self.scaled(self.filled(OUTER[found.function], texts[0], title), slopes[0])
        raise NotElementwise

    def filled(self, text: str, x: str, y: str) -> str:
        """Return the name of a derivative that is written in terms of x and y."""
        if text in (ONE, ZERO, "-1.0"):
            return text
        tree = expression(text)

        def named(node: Expression) -> str:
            if isinstance(node, gast.Name):
                return {"x": x, "y": y}[node.id]
            if isinstance(node, gast.BinOp):
                parts = named(node.left), named(node.right)
                sign = unparse(gast.BinOp(expression("a"), node.op, expression("b")))[2]
                return self.named(f"{parts[0]} {sign} {parts[1]}")
            if isinstance(node, gast.UnaryOp):
                return self.named(f"-{named(node.operand)}")
            if isinstance(node, gast.Call):
                return self.named(f"{dotted(node.func)}({named(node.args[0])})")
            return unparse(node)

        return named(tree)

    def named(self, text: str) -> str:
        """Return a new name for the value of an expression."""
        title, value = self.naming.part(self.target, "slope"), expression(text)
        self.block.append(assign(title, value, self.place))
        if all(self.is_number(read) or read in self.numbers for read in reads(value) - {"np"}):
            self.numbers.add(title)
        return title

    def scaled(self, factor: str, slope: str) -> str:
        """Return a product, of which nothing is written if a factor is 0 or 1."""
        if ZERO in (factor, slope):
            return ZERO
        if ONE in (factor, slope):
            return slope if factor == ONE else factor
        return self.named(f"{factor} * {slope}")

    def divided(self, slope: str, factor: str) -> str:
        """Return a quotient, 0 if the first is."""
        return ZERO if slope == ZERO else self.named(f"{slope} / {factor}")

    def total(self, terms: list[str]) -> str:
        """Return a sum without the terms that are 0."""
        kept = [term for term in terms if term != ZERO]
        sum_ = kept[0] if kept else ZERO
        for term in kept[1:]:
            sum_ = self.named(f"{sum_} + {term}")
        return sum_

    def vector_of(self, slope: str) -> str:
        """Return the name of a derivative as a vector, also where it is the same number for all."""
        if slope == ZERO:
            return self.named(f"np.zeros_like({self.vector})")
        if self.is_plain(slope):
            ones = self.named(f"np.ones_like({self.vector})")
            return ones if slope == ONE else self.named(f"{slope} * {ones}")
        return slope

    def is_plain(self, slope: str) -> bool:
        """Return True for a derivative that is a number."""
        is_literal = number(expression(slope)) is not None
        return is_literal or slope in self.numbers or self.is_number(slope)
