"""Random expressions with arrays as their values, and numbers computed from whole arrays.

The makers get the shape that is wanted, and return "" where they cannot give it.
"""

from __future__ import annotations

from collections.abc import Callable

from .expressions import Expressions
from .parts import Shape, part
from .scope import Scope

Maker = Callable[[Scope, Shape, int], str]

# functions of the elements, with a value that is not large
SMOOTH = (
    "np.sin({0})",
    "np.cos({0})",
    "np.tanh({0})",
    "np.exp(-({0}) * ({0}))",
    "np.exp(np.sin({0}))",
    "np.sqrt(0.5 + ({0}) ** 2)",
    "np.log(2.0 + np.sin({0}))",
    "np.log1p(np.square({0}))",
    "np.arctan({0})",
    "np.arctan2({0}, {1})",
    "np.hypot({0}, 1.0 + ({1}) ** 2)",
    "({0}) / (1.5 + np.cos({1}))",
    "({0}) ** 2",
    "({0}) ** 3",
    "(1.0 + ({0}) ** 2) ** 0.5",
    "1.5 ** np.sin({0})",
    "(1.2 + np.sin({0})) ** ({1})",
    "-({0})",
)
KINKED = (
    "np.abs({0})",
    "np.maximum({0}, {1})",
    "np.minimum({0}, {1})",
    "np.clip({0}, -0.6, 0.7)",
    "np.where(({0}) > 0.1, {0}, {1})",
    "np.where(({0}) < ({1}), {1}, 0.5)",
    "np.where((({0}) > 0.0) & (({1}) < 0.8), 2.0, {1})",
)
# numbers from all elements
REDUCED = (
    "np.sum({0})",
    "np.sum({0})",
    "({0}).sum()",
    "np.mean({0})",
    "({0}).mean()",
    "np.var({0})",
    "np.std(np.sin({0}))",
    "np.prod(np.cos({0}))",
    "np.sum({0} * {0})",
    "np.linalg.norm(1.0 + ({0}) ** 2)",
)
EXTREME = ("np.max({0})", "({0}).max()", "np.min({0})", "({0}).min()", "np.ptp({0})")


class ArrayExpressions(Expressions):
    """Writes expressions of numbers and of whole arrays."""

    def others(self) -> list[tuple[float, Callable[[Scope, int], str]]]:
        """Return the makers of numbers from whole arrays."""
        return [(2.0 * ("whole_arrays" in self.features), self.reduced)]

    def shapes(self, ranks: tuple[int, ...] = (1, 1, 1, 2, 2, 3)) -> Shape:
        """Return some shape."""
        length, columns = self.features.sizes
        rank = self.rng.choice(ranks)
        if rank == 1:
            return (self.rng.choice([length, length, length, columns, max(length - 1, 0), 1, 2]),)
        if rank == 2 or "cubes" not in self.features:
            pairs = [(length, columns)] * 3 + [(columns, length), (length, length)]
            return self.rng.choice([*pairs, (length, 1), (1, columns), (columns, 2)])
        return self.rng.choice([(length, columns, 2), (2, length, columns), (columns, 1, length)])

    # --- numbers ---

    def reduced(self, scope: Scope, depth: int) -> str:
        """Return a number computed from a whole array."""
        choice = self.rng.random()
        shape = self.shapes()
        if choice < 0.2 and "products" in self.features:
            return self.product(scope, depth)
        if choice < 0.3 and "masks" in self.features:
            vector = self.array(scope, shape, 0)
            other = self.rng.choice([vector, self.array(scope, shape, 0)])
            return f"np.sum(({vector})[({other}) > {self.number()}])"
        if choice < 0.4 and "views" in self.features:
            return self.loose(scope) or self.leaf(scope)
        text = self.array(scope, shape, depth)
        if choice < 0.5 and 0 not in shape:
            places = [self.index(scope, size) for size in shape]
            if all(places) and not text.isidentifier():
                return f"({text})[{', '.join(places)}]"
        if choice < 0.65 and "kinks" in self.features and 0 not in shape:
            return f"({self.rng.choice(EXTREME).format(text)})"
        patterns = REDUCED[: 3 if 0 in shape else 9 if len(shape) > 2 else 10]
        return f"({self.rng.choice(patterns).format(text)})"

    def loose(self, scope: Scope) -> str:
        """Return a sum over a slice whose length depends on variables."""
        names = scope.vectors() + scope.matrices()
        ints = [n for n, (low, high) in scope.ints.items() if low > -9 and high < 9]
        if not names or not ints:
            return ""
        name, place = self.rng.choice(names), self.rng.choice(ints)
        cut = self.rng.choice([f"{place}:", f":{place}", f"{place}::-1", f"{place}:{place} + 2"])
        return f"np.sum(np.sin({name}[{cut}]))"

    def product(self, scope: Scope, depth: int) -> str:
        """Return a number that is a product of arrays."""
        length = self.features.sizes[0]
        first = self.array(scope, (length,), depth)
        second = self.array(scope, (length,), 0)
        pattern = self.rng.choice(["np.dot({0}, {1})", "({0}) @ ({1})", "np.trace({2})"])
        return f"({pattern.format(first, second, self.array(scope, (length, length), 0))})"

    # --- arrays ---

    def array(self, scope: Scope, shape: Shape, depth: int = 2) -> str:
        """Return an expression with an array of a shape as its value."""
        if depth <= 0 or not shape:
            return self.array_leaf(scope, shape)
        on = self.features
        makers: list[tuple[float, Maker]] = [
            (1.5, lambda scope, shape, depth: self.array_leaf(scope, shape)),
            (3.0, self.arithmetic_of),
            (1.5, self.elementwise(SMOOTH)),
            (1.0 * ("kinks" in on), self.elementwise(KINKED)),
            (1.0 * ("axes" in on), self.along),
            (1.2 * ("products" in on), self.product_of),
            (0.8 * ("joined" in on), self.joined),
            (0.8 * ("moved" in on), self.moved),
            (0.8 * ("fancy" in on), self.gathered),
            (0.7 * ("comprehensions" in on), self.comprehended),
            (0.4 * ("choices" in on), self.chosen),
            (3.0 * any(h.gives == shape for h in self.helpers), self.array_call),
        ]
        maker = self.rng.choices([make for _, make in makers], [w for w, _ in makers])[0]
        return maker(scope, shape, depth - 1) or self.array_leaf(scope, shape)

    def array_leaf(self, scope: Scope, shape: Shape) -> str:
        """Return a variable, a part of one, or a new array."""
        if not shape:
            return self.leaf(scope)
        names = [n for n, array in scope.arrays.items() if array.bounds is None]
        same = [n for n in names if scope.arrays[n].shape == shape]
        pool = [*same, *self.rng.sample(names, len(names))]
        self.rng.shuffle(pool)
        for name in pool if self.rng.random() < 0.93 else ():
            text = part(self, scope, name, shape, store=False)
            if text:
                return text
        return self.created(scope, shape)

    def created(self, scope: Scope, shape: Shape) -> str:
        """Return an array made of numbers."""
        wanted = self.shape_text(scope, shape)
        found = [f"np.full({wanted}, {self.leaf(scope)})", f"np.ones({wanted})"]
        if len(shape) == 1:
            ends = f"{self.number()}, {self.leaf(scope)}"
            found += [f"np.linspace({ends}, {wanted})"] * (shape[0] > 1)
            found += [f"0.3 * np.arange({wanted})", f"np.arange({wanted}) * {self.leaf(scope)}"]
        elif len(set(shape)) == 1 and len(shape) == 2:
            found.append(f"np.eye({self.size(scope, shape[0])})")
        return self.rng.choice(found)

    def shape_text(self, scope: Scope, shape: Shape) -> str:
        """Return the text of a shape, as functions that make arrays take it."""
        texts = [self.size(scope, size) for size in shape]
        return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"

    def smaller(self, shape: Shape) -> Shape:
        """Return a shape that is broadcast to another."""
        choice = self.rng.random()
        if "broadcasting" not in self.features or choice < 0.6:
            return shape
        if choice < 0.75:
            return shape[1:]
        if choice < 0.85:
            return ()
        return tuple(1 if self.rng.random() < 0.5 else size for size in shape)

    def arithmetic_of(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Return a sum, difference or product, element by element."""
        pair = [self.array(scope, shape, depth), self.array(scope, self.smaller(shape), depth)]
        self.rng.shuffle(pair)
        operator = self.rng.choice(["+", "-", "*", "*"])
        return f"(({pair[0]}) {operator} ({pair[1]}))"

    def elementwise(self, patterns: tuple[str, ...]) -> Maker:
        """Return the maker of a function of the elements."""

        def make(scope: Scope, shape: Shape, depth: int) -> str:
            first = self.array(scope, shape, depth)
            second = self.array(scope, self.smaller(shape), 0)
            return f"({self.rng.choice(patterns).format(first, second)})"

        return make

    def along(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Return a reduction along one axis, or running sums."""
        axis = self.rng.randrange(len(shape) + 1)
        size = self.rng.choice([max(s, 1) for s in self.features.sizes])
        choice = self.rng.random()
        if choice < 0.3:
            text = self.array(scope, shape, depth)
            return f"np.cumsum({text})" if len(shape) == 1 else f"np.cumsum({text}, axis=0)"
        if choice < 0.4 and len(shape) == 2 and "broadcasting" in self.features:
            text = self.array(scope, shape, 0)
            mean = self.rng.choice(["np.sum({0}, axis=1, keepdims=True)", "np.mean({0}, axis=0)"])
            return f"(({text}) - {mean.format(text)})"
        if len(shape) > 2:
            return ""
        inner = self.array(scope, (*shape[:axis], size, *shape[axis:]), depth)
        names = ["np.sum", "np.sum", "np.mean", "np.max", "np.prod", "np.var"]
        if "kinks" not in self.features:
            names.remove("np.max")
        name = self.rng.choice(names)
        if name in ("np.sum", "np.mean") and self.rng.random() < 0.3:
            return f"({inner}).{name[3:]}(axis={axis})"
        text = f"{name}({inner}, axis={self.rng.choice([axis, axis - len(shape) - 1])})"
        return f"np.tanh({text})" if name == "np.prod" else text

    def product_of(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Return a product of matrices and vectors."""
        inner = self.rng.choice([max(s, 1) for s in self.features.sizes])
        if len(shape) == 1:
            matrix, vector = (shape[0], inner), (inner,)
            pair = [self.array(scope, matrix, 0), self.array(scope, vector, depth)]
            if self.rng.random() < 0.4:
                pair = [pair[1], self.array(scope, matrix[::-1], 0)]
            if self.rng.random() < 0.15:
                return f"np.diag({self.array(scope, shape * 2, depth)})"
        elif len(shape) == 2:
            left, right = (shape[0], inner), (inner, shape[1])
            pair = [self.array(scope, left, depth), self.array(scope, right, 0)]
            if self.rng.random() < 0.3:
                first, second = (self.array(scope, (size,), depth) for size in shape)
                return f"np.outer({first}, {second})"
            if shape[0] == shape[1] and self.rng.random() < 0.3:
                return f"np.diag({self.array(scope, shape[:1], depth)})"
        else:
            return ""
        pattern = self.rng.choice(["({0}) @ ({1})", "({0}) @ ({1})", "np.dot({0}, {1})"])
        return f"({pattern.format(*pair)})"

    def joined(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Return arrays side by side, or on top of each other."""
        size = shape[0]
        if len(shape) == 2 and size == 2 and self.rng.random() < 0.6:
            rows = [self.array(scope, shape[1:], depth) for _ in range(2)]
            return f"{self.rng.choice(['np.stack', 'np.vstack'])}(({rows[0]}, {rows[1]}))"
        if size < 2:
            return ""
        cut = self.rng.randrange(1, size)
        first = self.array(scope, (cut, *shape[1:]), depth)
        second = self.array(scope, (size - cut, *shape[1:]), depth)
        name = "np.hstack" if len(shape) == 1 and self.rng.random() < 0.3 else "np.concatenate"
        return f"{name}(({first}, {second}))"

    def moved(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Return the elements in another order, or their differences."""
        text = self.array(scope, shape, depth)
        if self.rng.random() < 0.25 and "kinks" in self.features:
            return f"np.sort({text})"
        if self.rng.random() < 0.3:
            longer = self.array(scope, (*shape[:-1], shape[-1] + 1), depth)
            return f"np.diff({longer})"
        found = [f"np.flip({text})", f"({text})[::-1]", f"({text}).copy()"]
        if len(shape) == 1:
            found += [f"np.roll({text}, {self.rng.choice([1, -1, 2])})"]
            found += [f"np.repeat({self.array(scope, (shape[0] // 2,), depth)}, 2)"] * (
                shape[0] % 2 == 0
            )
        if len(shape) == 2:
            found += [f"({self.array(scope, shape[::-1], depth)}).T"] * 2
        if len(shape) == 2 and shape[0] == shape[1]:
            found += [f"np.tril({text})", f"np.triu({text})"]
        return self.rng.choice(found)

    def gathered(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Return elements or rows at some places, which may repeat."""
        size = max(self.features.sizes[0], 1)
        places = str([self.rng.randrange(size) for _ in range(shape[0])])
        names = [n for n in scope.index_arrays() if scope.arrays[n].shape == shape[:1]]
        fitting = [n for n in names if (scope.arrays[n].bounds or (0, size))[1] < size]
        text = self.rng.choice(fitting) if fitting else f"np.array({places})"
        if not shape[0]:
            return ""
        return f"({self.array(scope, (size, *shape[1:]), depth)})[{text}]"

    def comprehended(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Return an array made by a comprehension."""
        if len(shape) > 2 or {"ci", "cv"} & scope.bound():
            return ""
        if len(shape) == 2 and not shape[0]:
            return ""  # for NumPy a list of no lists is an array of one dimension
        inner = scope.copy()
        inner.add_int("ci", (0, max(shape[0] - 1, 0)))
        clause = f"for ci in range({self.size(scope, shape[0])})"
        if len(shape) == 2:
            inner.add_int("cj", (0, max(shape[1] - 1, 0)))
            row = f"for cj in range({self.size(scope, shape[1])})"
            return f"np.array([[{self.float(inner, 1)} {row}] {clause}])"
        same = [n for n in scope.vectors() if scope.arrays[n].shape == shape]
        if same and self.rng.random() < 0.5:
            inner.forget("ci")
            clause = f"for cv in {self.rng.choice(same)}"
            inner.add_float("cv")
        return f"np.array([{self.float(inner, 1)} {clause}])"

    def chosen(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Return a conditional expression."""
        parts = self.array(scope, shape, 0), self.comparison(scope), self.array(scope, shape, depth)
        return "(1.0 * ({}) if {} else 1.0 * ({}))".format(*parts)

    def array_call(self, scope: Scope, shape: Shape, depth: int) -> str:
        """Return a call of a helper that returns an array of this shape."""
        return self.call_of([h for h in self.helpers if h.gives == shape], scope)
