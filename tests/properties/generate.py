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
from collections.abc import Collection

from . import absent, counters, renaming, rows, values
from .features import Features, choose
from .functions import Functions, Result
from .scope import Array, Scope
from .simple import FLOATS, Lines, Place, indented
from .statements import Statements


def program(
    seed: int,
    only: Collection[str] | None = None,
    among: Collection[str] | None = None,
) -> str:
    """Return the text of the program of a seed; with `only`, of these features, all of them."""
    rng = random.Random(seed)
    features = choose(rng, only, among)
    return Module(rng, features).text()


class Module(Functions):
    """Writes one program."""

    def __init__(self, rng: random.Random, features: Features) -> None:
        super().__init__(rng, features)
        self.globals: Lines = []

    def text(self) -> str:
        """Return the text of the module."""
        self.environment()
        functions: Lines = [*renaming.FUNCTIONS] if "many_names" in self.features else []
        functions += counters.FUNCTIONS if "counters" in self.features else []
        functions += rows.DEFINITIONS if "rows" in self.features else []
        functions += absent.DEFINITIONS if "absent" in self.features else []
        if "values" in self.features:
            functions += values.DEFINITIONS.splitlines()
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
            *(["    x = " + values[0]] if self.shared else []),
            f"    return ({', '.join(['x', *values[1:]] if self.shared else values)},)",
        ]
        return [f"def f({', '.join(given)}):", *indented(lines)], end

    def arguments(self) -> tuple[dict[str, str], Scope]:
        """Return the arguments of `f` with texts of their values, and the scope they make."""
        scope = self.surroundings.copy()
        if "closure" in self.features:
            self.constants.append("c0")
        length, columns = self.features.sizes
        free = "overwritten_arguments" in self.features
        plain = "strided_arguments" not in self.features
        given = {"x": str([self.value() for _ in range(length)]), "k": str(self.value())}
        if self.rng.random() < 0.4:
            given["y"] = str([self.value() for _ in range(length)])
        if self.rng.random() < 0.35:
            given["out"] = str([self.value() for _ in range(length)])
        if "matrices" in self.features:
            rows = [[self.value() for _ in range(columns)] for _ in range(length)]
            given["A"] = f"{rows}" if length else f"np.empty((0, {columns}))"
            scope.sizes.setdefault(columns, []).append("A.shape[1]")
            scope.add_array("A", Array((length, columns), None, free, plain))
        if "cubes" in self.features:
            shape = (length, columns, 2)
            cells = [
                [[self.value() for _ in range(2)] for _ in range(columns)] for _ in range(length)
            ]
            given["V"] = f"{cells}" if length else f"np.empty({shape})"
            scope.add_array("V", Array(shape, None, free, plain))
        self.shared = "shared_arguments" in self.features and "y" in given
        for name in {"x", "y", "out"} & set(given):
            writable = name == "out" or (free and not self.shared)
            scope.add_array(name, Array((length,), None, writable, plain))
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
        if name == "y" and self.shared:
            return "x"
        if name in ("x", "y", "out", "A", "V"):
            return self.laid_out(f"np.array({text}{kind or ', dtype=np.float64'})")
        return text

    def laid_out(self, text: str) -> str:
        """Return an array whose elements may not lie side by side in memory."""
        if "strided_arguments" not in self.features:
            return text
        return self.rng.choice(LAYOUTS).format(text)

    def result(self, form: str, statements: Statements) -> Result:
        """Return the writer of what `f` returns."""
        floats = {"float": 1, "floats": 2, "mixed": 1, "counted": 1}.get(form, 0)
        scalars = self.floats(statements, floats)
        shapes = [statements.arrays.shapes() for _ in range(1 + (form == "arrays"))]

        def write(scope: Scope) -> str:
            live = [name for name in scope.floats if name not in scope.unsure]
            more = self.rng.sample(live, min(len(live), self.rng.choice([0, 1, 2, 3])))
            parts = [" + ".join([*more, scalars(scope)])] if floats else []
            if form in ("array", "mixed", "arrays") and "whole_arrays" in self.features:
                parts += [statements.arrays.array(scope, shape, 1) for shape in shapes]
            elif form in ("array", "mixed", "arrays"):
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


LAYOUTS = (
    "np.repeat({0}, 2, axis=0)[::2]",
    "np.repeat({0}, 2, axis=-1)[..., ::2]",
    "np.asfortranarray({0})",
    "{0}[::-1]",
    "{0}",
)
FORMS = {
    True: ("nothing", "nothing", "float", "array"),
    False: ("float", "floats", "array", "mixed", "arrays", "counted"),
}


def scope_floats(given: Collection[str], features: Features) -> set[str]:
    """Return the arguments that are floats or arrays of floats."""
    return {"x", "y", "out", "A", "V", "k", "c"} & set(given)
