"""Random expressions: floats of moderate size, valid subscripts, conditions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from .features import Features
from .scope import Bounds, Helper, Scope

# smooth functions, written so that any argument is in their domain
SMOOTH = (
    "math.sin({0})",
    "math.cos({0})",
    "math.tanh({0})",
    "math.exp(math.sin({0}))",
    "math.exp(-({0}) * ({0}))",
    "math.log(1.5 + math.sin({0}))",
    "math.log(1.0 + ({0}) * ({0}))",
    "math.sqrt(0.5 + ({0}) * ({0}))",
    "math.atan2({0}, {1})",
    "math.atan({0})",
    "math.hypot({0}, {1})",
    "math.erf({0})",
    "math.log1p(({0}) ** 2)",
    "math.asinh({0})",
    "math.pow(1.5, math.cos({0}))",
    "math.expm1(math.sin({0}))",
    "math.lgamma(2.5 + math.sin({0}))",
    "math.cosh(math.sin({0}))",
)
NUMPY = (
    "np.sin({0})",
    "np.cos({0})",
    "np.tanh({0})",
    "np.exp(-np.square({0}))",
    "np.sqrt(1.0 + ({0}) * ({0}))",
    "np.arctan2({0}, {1})",
    "np.log(2.0 + np.cos({0}))",
    "np.hypot({0}, {1})",
)
KINKED = (
    "abs({0})",
    "max({0}, {1})",
    "min({0}, {1})",
    "max({0}, {1}, {2})",
    "math.fabs({0})",
    "math.copysign({0}, {1})",
    "math.floor({0})",
    "np.maximum({0}, {1})",
    "np.minimum({0}, {1})",
    "np.abs({0})",
    "({0}) % 2.5",
    "math.ceil({0}) * {1}",
    "float(int({0}))",
)
POWERS = (
    "({0}) ** 2",
    "({0}) ** 3",
    "(1.0 + ({0}) ** 2) ** 0.7",
    "(1.0 + ({0}) ** 2) ** -1",
    "(1.2 + math.sin({0})) ** ({1})",
    "1.5 ** math.sin({0})",
    "(0.5 + abs({0})) ** 1.5",
)

# conditions on whole arrays
WHOLE = (
    "np.any({0} > {1})",
    "(np.abs({0}) < {1}).all()",
    "{0}.max() > {1}",
    "np.sum({0}) < {1}",
    "np.linalg.norm({0}) > {1}",
    "({0} > {1}).sum() > 1",
    "({0} > {1})[0]",
    "np.count_nonzero({0} > {1})",
    "bool({0}[0] > {1})",
    "np.where(np.abs({0}) > {1}, 1, 0)[-1]",
)


class Expressions:
    """Writes expressions for one function, from what is in scope."""

    def __init__(
        self,
        rng: random.Random,
        features: Features,
        helpers: Sequence[Helper],
        constants: Sequence[str],
    ) -> None:
        self.rng = rng
        self.features = features
        self.helpers = [helper for helper in helpers if "written" not in helper.kinds]
        self.constants = list(constants)
        self.asked: list[tuple[str, str]] = []  # conditions on arrays, and the arrays

    def on(self, feature: str, share: float) -> bool:
        """Tell, by chance, whether to use a feature here."""
        return feature in self.features and self.rng.random() < share

    def number(self) -> str:
        """Return a literal, or a constant of the surroundings."""
        if self.constants and self.rng.random() < 0.3:
            return self.rng.choice(self.constants)
        return repr(round(self.rng.choice([-1, 1]) * self.rng.uniform(0.2, 1.6), 2))

    def leaf(self, scope: Scope) -> str:
        """Return a variable, an element or a number."""
        choice = self.rng.random()
        if choice < 0.4 and scope.floats:
            names = [n for n in scope.floats if n not in scope.unsure or self.rng.random() < 0.3]
            if names:
                return self.rng.choice(names)
        if choice < 0.85:
            element = self.element(scope)
            if element:
                return element
        if choice < 0.92:
            ints = [n for n, (low, high) in scope.ints.items() if low > -20 and high < 20]
            if ints:
                return f"0.1 * {self.rng.choice(ints)}"
        return self.rng.choice(scope.floats) if scope.floats and choice < 0.95 else self.number()

    def float(self, scope: Scope, depth: int = 2) -> str:
        """Return an expression with a float as its value."""
        if depth == 0:
            return self.leaf(scope)
        makers: list[tuple[float, Callable[[Scope, int], str]]] = [
            (1.5, lambda s, d: self.leaf(s)),
            (3.0, self.arithmetic),
            (1.5 * ("functions" in self.features), self.pattern(SMOOTH)),
            (0.8 * ("numpy_functions" in self.features), self.pattern(NUMPY)),
            (0.8 * ("kinks" in self.features), self.pattern(KINKED)),
            (0.6 * ("powers" in self.features), self.pattern(POWERS)),
            (0.6 * ("divisions" in self.features), self.quotient),
            (0.7 * ("choices" in self.features), self.choice),
            (1.0 * bool(self.helpers), self.call),
            *self.others(),
        ]
        weights = [weight for weight, _ in makers]
        maker = self.rng.choices([make for _, make in makers], weights)[0]
        return maker(scope, depth - 1)

    def others(self) -> list[tuple[float, Callable[[Scope, int], str]]]:
        """Return more makers of numbers, with their weights."""
        return []

    def arithmetic(self, scope: Scope, depth: int) -> str:
        """Return a sum, difference or product."""
        left, right = self.float(scope, depth), self.float(scope, depth)
        operator = self.rng.choice(["+", "-", "*", "*"])
        text = f"(({left}) {operator} ({right}))"
        if self.rng.random() < 0.15:
            return f"(-{text})"
        if self.rng.random() < 0.15:
            return f"({self.number()} * ({left}) * ({right}) * ({self.leaf(scope)}))"
        return text

    def pattern(self, patterns: Sequence[str]) -> Callable[[Scope, int], str]:
        """Return the maker of one of some expressions."""

        def make(scope: Scope, depth: int) -> str:
            parts = [self.float(scope, depth) for _ in range(2)] + [self.leaf(scope)]
            return f"({self.rng.choice(patterns).format(*parts)})"

        return make

    def quotient(self, scope: Scope, depth: int) -> str:
        """Return a quotient whose denominator is not small."""
        below = self.float(scope, depth)
        pattern = self.rng.choice(["1.5 + math.sin({0})", "1.0 + ({0}) * ({0})", "2.5"])
        return f"(({self.float(scope, depth)}) / ({pattern.format(below)}))"

    def choice(self, scope: Scope, depth: int) -> str:
        """Return a conditional expression."""
        parts = self.float(scope, depth), self.condition(scope), self.float(scope, depth)
        return "(({}) if {} else ({}))".format(*parts)

    def bounded(self, scope: Scope, depth: int = 2) -> str:
        """Return an expression that most often is not large."""
        text = self.float(scope, depth)
        pattern = self.rng.choice(["{}", "{}", "0.5 * ({})", "math.sin({})", "math.tanh({})"])
        return pattern.format(text)

    # --- calls ---

    def call(self, scope: Scope, depth: int) -> str:
        """Return a call of a helper with one result, or something else if there is none."""
        text = self.call_of([h for h in self.helpers if h.results == 1 and not h.gives], scope)
        return text or self.arithmetic(scope, depth)

    def call_of(self, helpers: Sequence[Helper], scope: Scope) -> str:
        """Return a call of one of the helpers, or "" if none can be called here."""
        for helper in self.rng.sample(list(helpers), len(helpers)):
            arguments = self.arguments(helper, scope)
            if arguments is not None:
                return f"{helper.name}({', '.join(self.passed(helper, arguments))})"
        return ""

    def passed(self, helper: Helper, arguments: list[str]) -> list[str]:
        """Return arguments as a call has them: some by name, some left out."""
        count = len(arguments)
        while count > helper.optional and helper.named >= count and self.rng.random() < 0.4:
            count -= 1
        by_name = min(helper.named, self.rng.choice([count, count, max(count - 1, 0)]))
        if not helper.parameters:
            return arguments
        words = [f"{helper.parameters[n]}={arguments[n]}" for n in range(by_name, count)]
        self.rng.shuffle(words)
        return arguments[:by_name] + words

    def arguments(self, helper: Helper, scope: Scope) -> list[str] | None:
        """Return arguments for a helper, or None if there are none that fit."""
        length, columns = self.features.sizes
        shapes = {"vector": (length,), "written": (length,), "matrix": (length, columns)}
        found: list[str] = []
        for kind in helper.kinds:
            if kind == "float":
                text = self.float(scope, 1)
            elif kind == "depth":
                text = str(self.rng.choice([0, 1, 2, 3]))
            elif kind == "index":
                text = self.index(scope, length, wraps=False)
            else:
                names = self.fitting(kind, shapes.get(kind, (length,)), scope)
                if "aliased_calls" not in self.features:
                    names = [n for n in names if n not in found]
                text = self.rng.choice(names) if names else ""
            if not text:
                return None
            found.append(text)
        return found

    def fitting(self, kind: str, shape: tuple[int, ...], scope: Scope) -> list[str]:
        """Return the arrays that can be an argument of a kind."""
        if kind == "indices":
            names = scope.index_arrays()
            high = self.features.sizes[0] - 1
            names = [n for n in names if scope.arrays[n].bounds == (0, high)]
        else:
            names = scope.select(len(shape), writable=kind == "written")
        return [n for n in names if scope.arrays[n].shape == shape]

    # --- elements and integers ---

    def element(self, scope: Scope, writable: bool = False) -> str:
        """Return an element of an array of floats, or "" if there is none."""
        names = scope.vectors(writable) + scope.matrices(writable)
        names = [name for name in names if name != "TABLE" or self.rng.random() < 0.3]
        for name in self.rng.sample(names, len(names)):
            subscripts = [self.index(scope, size) for size in scope.arrays[name].shape]
            if all(subscripts):
                return f"{name}[{', '.join(subscripts)}]"
        return ""

    def index(self, scope: Scope, size: int, wraps: bool | None = None) -> str:
        """Return a subscript that is valid for a dimension, or "" if there is none."""
        lowest = -size if (wraps is None and self.on("wraps", 0.5)) else 0
        fitting = [n for n, (low, high) in scope.ints.items() if lowest <= low and high < size]
        near = [
            f"{name} {'+' if offset > 0 else '-'} {abs(offset)}"
            for name, (low, high) in scope.ints.items()
            for offset in (-1, 1, -2)
            if lowest <= low + offset and high + offset < size
        ]
        if fitting and self.rng.random() < 0.55:
            return self.rng.choice(fitting)
        if near and self.rng.random() < 0.55:
            return self.rng.choice(near)
        if size == 0:
            return self.rng.choice(fitting or [""])
        inner = self.indirect(scope, size)
        if inner and self.rng.random() < 0.4:
            return inner
        if fitting and self.rng.random() < 0.5:
            name = self.rng.choice(fitting)
            return self.rng.choice([f"{self.size(scope, size)} - 1 - {name}", f"{name} // 2"])
        if scope.ints and self.rng.random() < 0.5:
            name = self.rng.choice(list(scope.ints))
            factor = self.rng.choice(["", "2 * ", "3 * "])
            return f"({factor}{name} + {self.rng.randrange(3)}) % {self.size(scope, size)}"
        return str(self.rng.randrange(lowest, size))

    def indirect(self, scope: Scope, size: int) -> str:
        """Return an element of an index array that is a valid subscript, or ""."""
        for name in scope.index_arrays():
            array = scope.arrays[name]
            assert array.bounds is not None
            if array.bounds[0] >= 0 and array.bounds[1] < size and self.rng.random() < 0.7:
                inner = [n for n, (a, b) in scope.ints.items() if a >= 0 and b < array.shape[0]]
                if inner:
                    return f"{name}[{self.rng.choice(inner)}]"
        return ""

    def size(self, scope: Scope, size: int) -> str:
        """Return the text of a size."""
        return self.rng.choice(scope.sizes.get(size, [str(size)]))

    def integer(self, scope: Scope) -> tuple[str, Bounds]:
        """Return an expression with a small integer as its value, and its bounds."""
        small = {n: (a, b) for n, (a, b) in scope.ints.items() if a > -10 and b < 10}
        value = self.rng.randrange(0, 4)
        if not small or self.rng.random() < 0.3:
            return str(value), (value, value)
        name = self.rng.choice(list(small))
        low, high = small[name]
        if self.rng.random() < 0.5:
            return f"{name} + {value}", (low + value, high + value)
        if self.rng.random() < 0.5:
            return f"{value} - {name}", (value - high, value - low)
        return f"({name} * 2 + {value}) % 3", (0, 2)

    # --- conditions ---

    def condition(self, scope: Scope) -> str:
        """Return a condition."""
        if self.on("logic", 0.4):
            pattern = self.rng.choice(
                ["{} and {}", "{} or {}", "not ({})", "{} and not ({})", "({} or {}) and {}"]
            )
            return f"({pattern.format(*(self.comparison(scope) for _ in range(3)))})"
        return self.comparison(scope)

    def comparison(self, scope: Scope) -> str:
        """Return a comparison, or a flag."""
        flags = [name for name in scope.flags if name not in scope.unsure]
        if flags and self.rng.random() < 0.5:
            return self.rng.choice(flags)
        operator = self.rng.choice(["<", ">", "<=", ">="])
        if scope.ints and self.rng.random() < 0.4:
            name = self.rng.choice(list(scope.ints))
            pattern = self.rng.choice(["{} % 2 == 0", "{} > 1", "{} != 0", "0 < {} <= 2"])
            return f"({pattern.format(name)})"
        if self.on("logic", 0.15):
            return f"({self.number()} < {self.float(scope, 1)} < 1.5)"
        wholes = [n for n in scope.vectors() if 0 not in scope.arrays[n].shape]
        if wholes and "whole_arrays" in self.features and self.rng.random() < 0.25:
            return f"({self.rng.choice(['', 'not '])}{self.of_array(scope, wholes)})"
        return f"({self.float(scope, 1)} {operator} {self.leaf(scope)})"

    def of_array(self, scope: Scope, arrays: list[str]) -> str:
        """Return a condition on a whole array: a new one, or one that was asked before."""
        again = [test for test, array in self.asked if array in arrays]
        if again and self.rng.random() < 0.5:
            return self.rng.choice(again)
        array = self.rng.choice(arrays)
        if self.rng.random() < 0.5:
            return self.rng.choice(WHOLE).format(array, self.leaf(scope))
        test = self.rng.choice(WHOLE).format(array, self.number())
        self.asked.append((test, array))
        return test
