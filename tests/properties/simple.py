"""Random statements without blocks of statements inside."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from .arrays import ArrayExpressions
from .scope import WILD, Array, Helper, Scope, either

FLOATS = ("a", "b", "c", "s", "t", "u", "v", "total", "acc")
STRANGE = ("d_x", "x_saved", "s_2", "x_at", "d_s", "x_before", "t_product", "s_saved", "d_t", "np_")
INTS = ("i", "j", "p", "q")
WILD_INTS = ("count", "m")
FLAGS = ("flag", "done")
VECTORS = ("w", "z", "buf", "work")
MATRICES = ("B", "C")

Lines = list[str]


@dataclass(frozen=True)
class Place:
    """Where a statement stands: blocks that may still be nested, and the ways out.

    `around` are the variables of the `for` loops around it.
    """

    depth: int
    in_loop: bool = False
    result: Callable[[Scope], str] | None = None  # writes what is returned early
    top: bool = True
    around: frozenset[str] = frozenset()


def indented(lines: Lines) -> Lines:
    """Return the lines of a block."""
    return ["    " + line for line in lines or ["pass"]]


class Simple:
    """Writes the simple statements of one function."""

    def __init__(self, expressions: ArrayExpressions, writers: list[Helper]) -> None:
        self.expressions = self.arrays = expressions
        self.rng = expressions.rng
        self.features = expressions.features
        self.on = expressions.on
        strange = "strange_names" in self.features
        self.float_names = (*FLOATS[:5], *STRANGE) if strange else FLOATS
        self.writers = writers  # helpers that write into an argument
        self.left = 60  # statements, so that nests do not explode

    def free(self, names: tuple[str, ...], scope: Scope) -> str:
        """Return a name that may be assigned to."""
        return self.rng.choice([n for n in names if n not in scope.held] or ["spare"])

    def variable(self, names: tuple[str, ...], scope: Scope, place: Place) -> str:
        """Return a name for the variable of a loop, perhaps that of a loop around it."""
        again = [n for n in names if n in place.around]
        if again and self.on("loop_variables_again", 0.4):
            return self.rng.choice(again)
        return self.free(names, scope)

    # --- scalars ---

    def assign(self, scope: Scope, place: Place) -> Lines:
        """Assign to a float."""
        name = self.free(self.float_names, scope)
        text = self.expressions.bounded(scope)
        if name not in scope.floats and self.on("integer_starts", 0.4):
            text = self.rng.choice(["0", "1", "0", "len(x)"])
        scope.add_float(name)
        scope.unsure -= {name}
        return [f"{name} = {text}"]

    def augment(self, scope: Scope, place: Place) -> Lines:
        """Write `a += e` and the like."""
        names = [n for n in scope.floats if n not in scope.unsure | scope.held]
        if not names:
            return self.assign(scope, place)
        return [self.update(self.rng.choice(names), scope)]

    def update(self, target: str, scope: Scope) -> str:
        """Return an augmented assignment of a float or an element."""
        operator = self.rng.choice(["+=", "+=", "-=", "*=", "/="])
        text = self.expressions.bounded(scope, 1)
        if operator == "*=":
            text = self.rng.choice([f"1.0 + 0.3 * math.sin({text})", "0.7", f"math.cos({text})"])
        if operator == "/=":
            text = f"1.3 + 0.2 * math.sin({text})"
        return f"{target} {operator} {text}"

    def store(self, scope: Scope, place: Place) -> Lines:
        """Write or update an element of an array."""
        target = self.expressions.element(scope, writable=True)
        if not target:
            return self.assign(scope, place)
        if self.rng.random() < 0.6:
            return [self.update(target, scope)]
        return [f"{target} = {self.expressions.bounded(scope)}"]

    def together(self, scope: Scope, place: Place) -> Lines:
        """Assign to several targets at once."""
        names = [n for n in scope.floats if n not in scope.unsure | scope.held]
        elements = [self.expressions.element(scope, writable=True) for _ in range(2)]
        text = self.expressions.bounded(scope, 1)
        pattern = self.rng.random()
        if all(elements) and pattern < 0.25:
            return [f"{elements[0]}, {elements[1]} = {elements[1]}, {elements[0]}"]
        if len(names) >= 2 and pattern < 0.8:
            first, second = self.rng.sample(names, 2)
            other = self.rng.choice([first, text, f"0.6 * {first} + {second}"])
            return [f"{first}, {second} = {second}, {other}"]
        new = self.free(self.float_names, scope)
        target = elements[0] or self.free(self.float_names, scope)
        if target == new:
            return [f"{new} = {text}"] if not scope.add_float(new) else []
        if target.isidentifier():
            scope.add_float(target)
        scope.add_float(new)
        scope.unsure -= {new, target}
        return [f"{new} = {target} = {text}"]

    def assign_int(self, scope: Scope, place: Place) -> Lines:
        """Assign to an integer; one that is wild may change at any place."""
        wild = [n for n in WILD_INTS if n in scope.ints and n not in scope.held]
        if wild and self.rng.random() < 0.6:
            change = self.rng.choice(["+= 1", "-= 1", "+= 2", "*= 2", "//= 2"])
            name = self.rng.choice(wild)
            change = change if not (place.in_loop and change == "*= 2") else "+= 3"
            return [f"{name} {change}"]
        text, bounds = self.expressions.integer(scope)
        if self.rng.random() < 0.5:
            name, bounds = self.free(WILD_INTS, scope), WILD
        else:
            name = self.free(INTS, scope)
            bounds = WILD if name in scope.ints and not place.top else bounds
        if name == "spare":
            return ["pass"]
        scope.add_int(name, bounds)
        return [f"{name} = {text}"]

    def data_dependent(self, scope: Scope, place: Place) -> Lines:
        """Compute an integer from floats."""
        text = self.expressions.float(scope, 1)
        name = self.free(WILD_INTS, scope)
        if name == "spare":
            return ["pass"]
        scope.add_int(name, WILD)
        function = self.rng.choice(["int", "math.floor"])
        return [f"{name} = {function}(3.0 + 2.0 * math.sin({text}))"]

    def assign_flag(self, scope: Scope, place: Place) -> Lines:
        """Assign a condition."""
        text = self.expressions.condition(scope)
        name = self.free(FLAGS, scope)
        if name == "spare":
            return ["pass"]
        scope.add_flag(name)
        return [f"{name} = {text}"]

    # --- arrays ---

    def local_array(self, scope: Scope, place: Place) -> Lines:
        """Make an array."""
        length, columns = self.features.sizes
        pool, shape = VECTORS, (length,)
        if "matrices" in self.features and self.rng.random() < 0.35:
            pool, shape = MATRICES, (length, columns)
        name = self.free(pool, scope)
        texts = [self.expressions.size(scope, size) for size in shape]
        wanted = texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
        made = [f"np.zeros({wanted})", f"np.ones({wanted})", f"np.empty({wanted})"]
        if "float32" in self.features:
            made.append(f"np.zeros({wanted}, dtype=x.dtype)")
        alike = [n for n in scope.select(len(shape), False) if scope.arrays[n].shape == shape]
        for other in alike[:2]:
            forms = "np.zeros_like({0})", "np.empty_like({0})", "{0}.copy()", "np.copy({0})"
            made += [form.format(other) for form in forms]
        if name in scope.arrays and scope.arrays[name].shape != shape:
            return ["pass"]
        text = self.rng.choice(made)
        lines = [f"{name} = {text}"]
        fill: Lines = []
        if "empty" in text:
            inner = scope.copy()
            scope.forget(name)
            fill = self.fill(name, shape, inner)
        scope.add_array(name, Array(shape))
        return lines + fill

    def fill(self, name: str, shape: tuple[int, ...], scope: Scope) -> Lines:
        """Return loops that write each element of an array."""
        scope.forget(name)
        names = ("i", "j")[: len(shape)] if "i" not in scope.held else ("p", "q")[: len(shape)]
        for variable, size in zip(names, shape, strict=True):
            scope.add_int(variable, (0, max(size - 1, 0)))
        lines = [f"{name}[{', '.join(names)}] = {self.expressions.bounded(scope)}"]
        for variable, size in reversed(list(zip(names, shape, strict=True))):
            head = f"for {variable} in range({self.expressions.size(scope, size)}):"
            lines = [head, *indented(lines)]
        return lines

    def alias(self, scope: Scope, place: Place) -> Lines:
        """Give an array a second name."""
        names = scope.vectors() + scope.matrices()
        if not names:
            return ["pass"]
        old = self.rng.choice(names)
        text, array = old, scope.arrays[old]
        if "other_shapes" in self.features and self.rng.random() < 0.6:
            text, array = self.rng.choice(list(self.shapes(old, array, scope)))
        shape = array.shape
        new = self.rng.choice(VECTORS if len(shape) == 1 else MATRICES)
        if new == old or new in scope.held or scope.arrays.get(new, Array(shape)).shape != shape:
            return ["pass"]
        scope.add_array(new, array)
        return [f"{new} = {text}"]

    def shapes(self, name: str, array: Array, scope: Scope) -> Iterator[tuple[str, Array]]:
        """Return views of an array in other shapes, and the array itself."""
        yield name, array
        strided = replace(array, plain=False)
        size = array.shape[0]
        if len(array.shape) == 2:
            columns = array.shape[1]
            if array.plain:
                for form in ("{0}.reshape(-1)", "{0}.ravel()", "np.reshape({0}, {0}.size)"):
                    yield form.format(name), replace(array, shape=(size * columns,))
            yield f"{name}.T", replace(strided, shape=(columns, size))
            if size and columns:
                yield f"{name}[:, {columns - 1}]", replace(strided, shape=(size,))
            for place, (low, high) in scope.ints.items():
                if low >= 0 and high < size:
                    yield f"{name}[{place}]", replace(array, shape=(columns,))
            return
        if array.plain:
            yield f"{name}.reshape(1, {name}.size)", replace(array, shape=(1, size))
        if array.plain and size % 2 == 0:
            yield f"{name}.reshape(2, {size // 2})", replace(array, shape=(2, size // 2))
        yield f"{name}[::-1]", strided
        if size:
            yield f"{name}[1:]", replace(array, shape=(size - 1,))
            yield f"{name}[:-1]", replace(array, shape=(size - 1,))
            yield f"{name}[::2]", replace(strided, shape=((size + 1) // 2,))
        for place, (low, high) in scope.ints.items():
            if low >= 0 and high + 2 <= size:
                yield f"{name}[{place} : {place} + 2]", replace(array, shape=(2,))

    def rebind(self, scope: Scope, place: Place) -> Lines:
        """Swap two arrays, or assign one to the other."""
        names = [n for n in scope.vectors(True) if n in VECTORS and n not in scope.held]
        if len(names) < 2:
            return self.local_array(scope, place)
        first, second = self.rng.sample(names, 2)
        if scope.arrays[first].shape != scope.arrays[second].shape:
            return ["pass"]
        scope.arrays[first] = scope.arrays[second] = either(
            scope.arrays[first], scope.arrays[second]
        )
        return [self.rng.choice([f"{first}, {second} = {second}, {first}", f"{first} = {second}"])]

    def call(self, scope: Scope, place: Place) -> Lines:
        """Call a helper as a statement, for its results or for what it writes."""
        several = [h for h in self.expressions.helpers if h.results != 1 and not h.gives]
        helpers = [*several, *self.writers]
        helper = self.rng.choice(helpers) if helpers else None
        text = self.expressions.call_of([helper], scope) if helper else ""
        if not text or helper is None:
            return self.assign(scope, place)
        names = [n for n in self.float_names if n not in scope.held]
        targets = self.rng.sample(names, helper.results)
        for target in targets:
            scope.add_float(target)
            scope.unsure -= {target}
        if helper.back:
            arguments = ast.parse(text, mode="eval").body.args
            targets = [ast.unparse(arguments[helper.kinds.index("written")]), *targets]
        return [f"{', '.join(targets)} = {text}" if targets else text]
