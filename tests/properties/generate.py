"""Write random programs: Python modules with a function `f` and its arguments.

The same seed gives the same text. A module also says what is asked of `f`:

    KIND = "vjp"                      # or "grad", or "adjoint"
    WRT = ("x", "k")
    OUTPUTS = ("out",)                # arguments that hold results; not for "grad"

    def inputs():
        return np.array([0.3, 1.2]), 0.7
"""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Collection

from .expressions import Expressions
from .features import Features, choose
from .scope import Array, Helper, Scope
from .simple import FLOATS, Lines, Place, indented
from .statements import Statements

Result = Callable[[Scope], str]


def program(seed: int, only: Collection[str] | None = None) -> str:
    """Return the text of the program of a seed; with `only`, of these features alone."""
    rng = random.Random(seed)
    features = choose(rng, only)
    return Module(rng, features).text()


class Module:
    """Writes one program."""

    def __init__(self, rng: random.Random, features: Features) -> None:
        self.rng = rng
        self.features = features
        self.helpers: list[Helper] = []
        self.globals: Lines = []
        self.constants: list[str] = []
        self.surroundings = Scope()

    def text(self) -> str:
        """Return the text of the module."""
        self.environment()
        functions: Lines = []
        if "helpers" in self.features:
            for number in range(self.rng.choice([1, 1, 2, 3])):
                functions += [*self.helper(f"h{number}"), ""]
        if "recursion" in self.features:
            functions += [*self.recursive("rec"), ""]
        main, end = self.main()
        if "closure" in self.features:
            kept = ["c0 = 0.8", *self.globals]
            main = ["def make():", *indented([*kept, *main, "return f"]), "", "f = make()"]
        lines = ["import math", "import numpy as np", *self.globals, *functions, *main, *end]
        return ast.unparse(ast.parse("\n".join(lines))) + "\n"

    def environment(self) -> None:
        """Write the constants of the surroundings."""
        length = self.features.sizes[0]
        if "globals" in self.features:
            values = [self.value() for _ in range(max(length, 1))]
            step = self.rng.choice([1, 2, -1, -2])
            self.globals += ["G = 0.7", "N = 2", f"STEP = {step}", f"TABLE = np.array({values})"]
            self.constants.append("G")
            self.surroundings.ints |= {"N": (2, 2), "STEP": (step, step)}
            self.surroundings.sizes.setdefault(2, []).append("N")
            if length:
                indices = [self.rng.randrange(length) for _ in range(length)]
                self.globals.append(f"ITABLE = np.array({indices})")
                self.surroundings.arrays["TABLE"] = Array((length,), writable=False)
                self.surroundings.arrays["ITABLE"] = Array((length,), (0, length - 1), False)
            self.surroundings.held |= {"G", "N", "STEP"}

    def value(self) -> float:
        """Return a number for an input."""
        return round(self.rng.uniform(-1.5, 1.5), 3)

    # --- functions ---

    def statements(self, own: Collection[Helper] = ()) -> Statements:
        """Return the writer of a function's statements."""
        helpers = [h for h in self.helpers if h not in own]
        expressions = Expressions(self.rng, self.features, helpers, self.constants)
        return Statements(expressions, [h for h in helpers if "written" in h.kinds])

    def enter(self, kinds: Collection[str]) -> tuple[list[str], Scope]:
        """Return the parameters of a helper, and the scope at its beginning."""
        scope = self.surroundings.copy()
        length, columns = self.features.sizes
        pools = {
            "float": ["k", "c"],
            "vector": ["x", "y"],
            "written": ["out", "target"],
            "matrix": ["A"],
            "indices": ["idx"],
            "index": ["i"],
            "depth": ["depth"],
        }
        given = []
        for kind in kinds:
            name = pools[kind].pop(0)
            given.append(name)
            if kind == "float":
                scope.add_float(name)
            elif kind in ("vector", "written"):
                scope.add_array(name, Array((length,), writable=kind == "written"))
                scope.sizes.setdefault(length, []).append(f"len({name})")
            elif kind == "matrix":
                scope.add_array(name, Array((length, columns), writable=False))
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
        given, scope = self.enter(kinds)
        statements = self.statements()
        statements.left = 14
        result = self.floats(statements, results)
        place = Place(min(self.features.depth, 2), result=result)
        lines = statements.block(scope, self.rng.choice([0, 1, 2, 3]), place)
        self.helpers.append(Helper(name, tuple(kinds), results))
        end = [f"return {result(scope)}"] if results else []
        return [f"def {name}({', '.join(given)}):", *indented([*lines, *end])]

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

    def floats(self, statements: Statements, count: int) -> Result:
        """Return the writer of the text of a result of so many floats."""
        return lambda scope: ", ".join(
            statements.expressions.bounded(scope, 2) for _ in range(count)
        )

    # --- the main function ---

    def main(self) -> tuple[Lines, Lines]:
        """Return the lines of `f`, and those that say what is asked of it."""
        given, scope = self.arguments()
        kind = self.rng.choice(["grad"] * 5 + ["vjp"] * 4 + ["adjoint"])
        outputs = ["out"] if "out" in given and kind != "grad" else []
        form = "float" if kind == "grad" else self.rng.choice(FORMS[bool(outputs)])
        statements = self.statements()
        result = self.result(form, statements)
        place = Place(self.features.depth, result=result if form != "nothing" else None)
        lines = statements.block(scope, self.features.statements, place)
        lines += self.summed(scope, statements)
        if form != "nothing":
            lines.append(f"return {result(scope)}")
        wrt = [name for name in given if name in scope_floats(given, self.features)]
        wrt = [name for name in wrt if name in ("x", "out") or self.rng.random() < 0.8]
        values = [self.literal(name, text) for name, text in given.items()]
        end = [
            "",
            f"KIND = {kind!r}",
            f"WRT = {tuple(wrt)!r}",
            f"OUTPUTS = {tuple(outputs)!r}",
            "def inputs():",
            f"    return ({', '.join(values)},)",
        ]
        return [f"def f({', '.join(given)}):", *indented(lines)], end

    def arguments(self) -> tuple[dict[str, str], Scope]:
        """Return the arguments of `f` with texts of their values, and the scope they make."""
        scope = self.surroundings.copy()
        if "closure" in self.features:
            self.constants.append("c0")
        length, columns = self.features.sizes
        free = "overwritten_arguments" in self.features
        given = {"x": str([self.value() for _ in range(length)]), "k": str(self.value())}
        if self.rng.random() < 0.4:
            given["y"] = str([self.value() for _ in range(length)])
        if self.rng.random() < 0.35:
            given["out"] = str([self.value() for _ in range(length)])
        if "matrices" in self.features:
            rows = [[self.value() for _ in range(columns)] for _ in range(length)]
            given["A"] = f"{rows}" if length else f"np.empty((0, {columns}))"
            scope.sizes.setdefault(columns, []).append("A.shape[1]")
            scope.add_array("A", Array((length, columns), writable=free))
        for name in {"x", "y", "out"} & set(given):
            scope.add_array(name, Array((length,), writable=free or name == "out"))
        scope.sizes.setdefault(length, []).extend(["len(x)", "x.shape[0]", "x.size"])
        scope.add_float("k")
        scope.arrays = dict(sorted(scope.arrays.items()))
        self.integers(given, scope)
        return given, scope

    def integers(self, given: dict[str, str], scope: Scope) -> None:
        """Add arguments that are integers or arrays of integers."""
        length = self.features.sizes[0]
        if "int_arguments" in self.features:
            step = self.rng.choice([1, 2, -1, -2, 3])
            given |= {"n": str(length), "step": str(step)}
            scope.sizes.setdefault(length, []).append("n")
            scope.add_int("n", (length, length))
            scope.add_int("step", (step, step))
            scope.held |= {"n", "step"}
        if "index_arrays" in self.features and length:
            given["idx"] = str([self.rng.randrange(length) for _ in range(length)])
            scope.add_array("idx", Array((length,), (0, length - 1), False))
            inner = sorted(self.rng.randrange(length + 1) for _ in range(length - 1))
            given["ptr"] = str([0, *inner, length])
            scope.add_array("ptr", Array((length + 1,), (0, length), False))

    def literal(self, name: str, text: str) -> str:
        """Return the text of an argument."""
        kind = ", dtype=np.float32" if "float32" in self.features else ""
        if name in ("idx", "ptr"):
            return f"np.array({text})"
        if name in ("x", "y", "out", "A"):
            return f"np.array({text}{kind or ', dtype=np.float64'})"
        return text

    def result(self, form: str, statements: Statements) -> Result:
        """Return the writer of what `f` returns."""
        floats = {"float": 1, "floats": 2, "mixed": 1, "counted": 1}.get(form, 0)
        scalars = self.floats(statements, floats)

        def write(scope: Scope) -> str:
            live = [name for name in scope.floats if name not in scope.unsure]
            more = self.rng.sample(live, min(len(live), self.rng.choice([0, 1, 2, 3])))
            parts = [" + ".join([*more, scalars(scope)])] if floats else []
            if form in ("array", "mixed", "arrays"):
                length = self.features.sizes[0]
                names = [n for n in scope.vectors(True) if scope.arrays[n].shape == (length,)]
                names = [n for n in names if n not in scope.unsure] or ["x.copy()"]
                parts += self.rng.choices(names, k=2 if form == "arrays" else 1)
            return ", ".join(parts + ["3"] * (form == "counted"))

        return write

    def summed(self, scope: Scope, statements: Statements) -> Lines:
        """Return loops that make some arrays count for the result."""
        names = [n for n in scope.vectors() if n not in scope.unsure and n != "TABLE"]
        name = self.rng.choice(FLOATS)
        lines: Lines = []
        for array in self.rng.sample(names, min(len(names), self.rng.choice([0, 1, 2]))):
            length = scope.arrays[array].shape[0]
            scope.add_int("i", (0, max(length - 1, 0)))
            weight = statements.expressions.number()
            lines += [
                f"for i in range({statements.expressions.size(scope, length)}):",
                f"    {name} += {weight} * {array}[i] * {array}[i]",
            ]
        if lines:
            lines = [f"{name} = 0.0", *lines]
            scope.add_float(name)
        return lines


FORMS = {
    True: ("nothing", "nothing", "float", "array"),
    False: ("float", "floats", "array", "mixed", "arrays", "counted"),
}


def scope_floats(given: Collection[str], features: Features) -> set[str]:
    """Return the arguments that are floats or arrays of floats."""
    return {"x", "y", "out", "A", "k", "c"} & set(given)
