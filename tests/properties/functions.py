"""Random functions that the differentiated one calls."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import replace

from .arrays import ArrayExpressions
from .features import Features
from .returned import filled
from .scope import Array, Helper, Scope
from .simple import Lines, Place, indented
from .statements import Statements

Result = Callable[[Scope], str]
NAMES = {
    "float": ("k", "c", "b"),
    "vector": ("x", "y"),
    "written": ("out", "target"),
    "matrix": ("A",),
    "indices": ("idx",),
    "index": ("i",),
    "depth": ("depth",),
}


class Functions:
    """Writes the functions of one program."""

    def __init__(self, rng: random.Random, features: Features) -> None:
        self.rng = rng
        self.features = features
        self.helpers: list[Helper] = []
        self.constants: list[str] = []
        self.surroundings = Scope()

    def statements(self) -> Statements:
        """Return the writer of a function's statements."""
        expressions = ArrayExpressions(self.rng, self.features, self.helpers, self.constants)
        writers = [h for h in self.helpers if "written" in h.kinds and not h.gives]
        return Statements(expressions, writers)

    def floats(self, statements: Statements, count: int) -> Result:
        """Return the writer of the text of a result of so many floats."""
        return lambda scope: ", ".join(
            statements.expressions.bounded(scope, 2) for _ in range(count)
        )

    def enter(self, kinds: Collection[str]) -> tuple[list[str], Scope]:
        """Return the parameters of a helper, and the scope at its beginning."""
        scope = self.surroundings.copy()
        length, columns = self.features.sizes
        pools = {kind: list(names) for kind, names in NAMES.items()}
        given = []
        for kind in kinds:
            name = pools[kind].pop(0)
            given.append(name)
            if kind == "float":
                scope.add_float(name)
            elif kind in ("vector", "written"):
                array = Array((length,), writable=kind == "written", plain=False)
                scope.add_array(name, array)
                scope.sizes.setdefault(length, []).append(f"len({name})")
            elif kind == "matrix":
                scope.add_array(name, Array((length, columns), None, False, False))
                scope.sizes.setdefault(columns, []).append(f"{name}.shape[1]")
            elif kind == "indices":
                scope.add_array(name, Array((length,), (0, length - 1), False))
            else:
                scope.add_int(name, (0, 3) if kind == "depth" else (0, length - 1))
                scope.held |= {name}
        return given, scope

    def kinds(self) -> list[str]:
        """Return the kinds of the parameters of a helper."""
        chosen = ["float"] + ["float"] * (self.rng.random() < 0.4)
        chosen += ["vector"] * self.rng.choice([0, 1, 1, 2])
        if self.features.sizes[0] and self.rng.random() < 0.4:
            chosen.append("index")
        if "writing_helpers" in self.features and self.rng.random() < 0.5:
            chosen += ["written"] * self.rng.choice([1, 1, 2])
        if "matrices" in self.features and self.rng.random() < 0.3:
            chosen.append("matrix")
        if "index_arrays" in self.features and self.rng.random() < 0.3:
            chosen.append("indices")
        self.rng.shuffle(chosen)
        return chosen

    def helper(self, name: str) -> Lines:
        """Return the lines of a helper."""
        kinds = self.kinds()
        results = self.rng.choice([0, 1, 1, 2] if "written" in kinds else [1, 1, 1, 2])
        helper = Helper(name, tuple(kinds), results)
        if "array_helpers" in self.features and self.rng.random() < 0.4:
            length, columns = self.features.sizes
            shape = self.rng.choice([(length,), (length,), (length, columns)])
            helper = replace(helper, results=1, gives=shape)
        if "keywords" in self.features and self.rng.random() < 0.6:
            return self.with_words(helper)
        if "returned_arguments" in self.features and "written" in kinds and not helper.gives:
            helper = replace(helper, back=self.rng.random() < 0.6)
        given, scope = self.enter(kinds)
        return [f"def {name}({', '.join(given)}):", *self.defined(helper, scope)]

    def defined(self, helper: Helper, scope: Scope) -> Lines:
        """Return the body of a helper, and enter it."""
        statements = self.statements()
        statements.left = 14
        result = self.floats(statements, helper.results)
        if helper.back:
            written = NAMES["written"][0]
            numbers = result
            result = lambda scope: f"{written}, {numbers(scope)}".removesuffix(", ")  # noqa: E731
        if helper.gives:
            shape = helper.gives
            factor = self.rng.choice(["1.0 * ", "1.0 * ", ""])
            result = lambda scope: f"{factor}{statements.arrays.array(scope, shape)}"  # noqa: E731
        place = Place(min(self.features.depth, 2), result=result)
        lines = statements.block(scope, self.rng.choice([0, 1, 2, 3]), place)
        if helper.gives and self.rng.random() < 0.5:
            sizes = tuple(statements.expressions.size(scope, n) for n in helper.gives)
            more, part = filled(self.rng, sizes, lambda: statements.expressions.bounded(scope, 1))
            lines += more
            result = lambda scope: part  # noqa: E731
        self.helpers.append(helper)
        end = [f"return {result(scope)}"] if helper.results or helper.back else []
        return indented([*lines, *end])

    def with_words(self, helper: Helper) -> Lines:
        """Return the lines of a helper with defaults, or with parameters passed by name."""
        kinds = [k for k in helper.kinds if k != "float"] + ["float"] * 3
        optional = len(kinds) - self.rng.choice([0, 1, 1, 2])
        named = self.rng.choice([99, 99, len(kinds) - 1, len(kinds) - 2])
        given, scope = self.enter(kinds)
        texts = [f"{n}={0.3 + 0.1 * i:.1f}" if i >= optional else n for i, n in enumerate(given)]
        if named < len(kinds):
            texts.insert(named, "*")
        helper = replace(helper, kinds=tuple(kinds), parameters=tuple(given))
        helper = replace(helper, optional=optional, named=named)
        return [f"def {helper.name}({', '.join(texts)}):", *self.defined(helper, scope)]

    def recursive(self, name: str) -> Lines:
        """Return the lines of a function that calls itself."""
        kinds = [kind for kind in self.kinds() if kind != "index"] + ["depth"]
        given, scope = self.enter(kinds)
        statements = self.statements()
        statements.left = 10
        result = self.floats(statements, 1)
        lines = ["if depth <= 0:", f"    return {result(scope)}"]
        place = Place(1)
        lines += statements.block(scope, self.rng.choice([0, 1, 2]), place)
        for target in self.rng.choice([["r"], ["r"], ["r", "r2"]]):
            pairs = zip(kinds, given, strict=True)
            arguments = [self.again(kind, p, statements, scope) for kind, p in pairs]
            lines.append(f"{target} = {name}({', '.join(arguments)})")
            scope.add_float(target)
        lines += statements.block(scope, self.rng.choice([0, 1, 2]), place)
        lines.append(f"return math.sin(r) + {result(scope)}")
        self.helpers.append(Helper(name, tuple(kinds), 1))
        return [f"def {name}({', '.join(given)}):", *indented(lines)]

    def again(self, kind: str, parameter: str, statements: Statements, scope: Scope) -> str:
        """Return an argument of a call of the function by itself."""
        if kind == "depth":
            return "depth - 1"
        if kind == "float":
            return statements.expressions.bounded(scope, 1)
        return parameter
