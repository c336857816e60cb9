"""Measure srcdiff's own passes: from a function to the text of its derivative, without Numba.

    python benchmarks/own_passes.py                    all forms
    python benchmarks/own_passes.py branches elifs     some
    python benchmarks/own_passes.py loops --mode jvp   of another transformation

Each form is a function of a number of statements (levels of loops, branches of one `if`), at
three sizes, about doubled twice. CPU seconds, and the exponent of their growth from the second
size to the third: 1 is linear. Each size in a process of its own, with nothing in any cache.
"""

from __future__ import annotations

import argparse
import linecache
import math
import multiprocessing
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import srcdiff

SIZES = {"loops": (5, 10, 19), "elifs": (75, 150, 300)}
STATEMENTS = (500, 1000, 2000)
FORK = multiprocessing.get_context("fork")


def straight(n: int) -> list[str]:
    """Return statements that each bind a name of their own."""
    return [f"v{i} = {term('x' if not i else f'v{i - 1}', i)}" for i in range(n)]


def rebound(n: int) -> list[str]:
    """Return statements that bind three names, again and again."""
    return [f"{'abc'[i % 3]} = {term('abc'[(i + 2) % 3], i)}" for i in range(n)]


def body(n: int) -> list[str]:
    """Return a loop with that many statements in it."""
    lines = [f"{'abc'[i % 3]} = {term('abc'[(i + 2) % 3], i)}" for i in range(n - 1)]
    return ["for k in range(3):", *indented(lines)]


def branches(n: int) -> list[str]:
    """Return branches one behind the other, of four lines each."""
    lines = []
    for i in range(n // 4):
        lines += [f"if a > {0.25 * i}:", f"    a = {term('b', i)}"]
        lines += ["else:", f"    b = {term('a', i)}"]
    return lines


def elements(n: int) -> list[str]:
    """Return stores into elements of an array, each of an element before it."""
    return [f"w[{i + 1}] = {term(f'w[{i}]', i)}" for i in range(n)]


def loops(n: int) -> list[str]:
    """Return loops inside each other, with one statement in the innermost."""
    lines = ["a = a * x + b"]
    for level in reversed(range(n)):
        lines = [f"for i{level} in range(2):", *indented(lines)]
    return lines


def elifs(n: int) -> list[str]:
    """Return one `if` of that many branches."""
    lines = []
    for i in range(n):
        lines += [f"{'el' if i else ''}if y > {n - i}.0:", f"    a = {i}.5 * x"]
    return lines


def term(name: str, i: int) -> str:
    """Return an expression of a name, another one for each of four numbers in turn."""
    parts = (f"{name} * y + {i}.5", f"math.sin({name}) - y", f"{name} / (y + {i}.0)", f"{name} * x")
    return parts[i % 4]


def indented(lines: list[str]) -> list[str]:
    """Return lines one step further to the right."""
    return [f"    {line}" for line in lines]


FORMS: dict[str, tuple[Callable[[int], list[str]], str]] = {  # and what they return
    "straight": (straight, "v{}"),
    "rebound": (rebound, "a + b + c"),
    "body": (body, "a + b + c"),
    "branches": (branches, "a + b"),
    "elements": (elements, "w[{}]"),
    "loops": (loops, "a"),
    "elifs": (elifs, "a"),
}


def function(form: str, n: int) -> Callable[..., Any]:
    """Return the function of a form and a size."""
    lines, result = FORMS[form]
    last = n if form == "elements" else n - 1
    start = "a, b, c = x, y, x + y"
    text = "\n".join(
        ["def f(x, y, w):", *indented([start, *lines(n), f"return {result.format(last)}"])]
    )
    name = f"<{form} {n}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    space: dict[str, Any] = {"math": math}
    exec(compile(text, name, "exec"), space)
    made: Callable[..., Any] = space["f"]
    return made


def seconds(form: str, n: int, mode: str) -> float:
    """Return the CPU seconds until the text of a derivative is there."""
    given = function(form, n)
    derivative = getattr(srcdiff, mode)(given, target="python", cache=False)
    begin = time.process_time()
    derivative.source(0.5, 1.25, np.ones(n + 1))
    return time.process_time() - begin


def apart(form: str, n: int, mode: str, answers: Any) -> None:
    """Measure in a process of its own."""
    seconds(form, 8, mode)  # what the first function loads
    answers.put(seconds(form, n, mode))


def main() -> None:
    """Print a line for each form."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("forms", nargs="*", metavar="form", help=", ".join(FORMS))
    parser.add_argument("--mode", default="grad", help="grad (as it is), jvp, ...")
    options = parser.parse_args()
    for form in options.forms or FORMS:
        sizes, spent = SIZES.get(form, STATEMENTS), []
        for n in sizes:
            answers = FORK.SimpleQueue()
            process = FORK.Process(target=apart, args=(form, n, options.mode, answers))
            process.start()
            process.join()
            spent.append(answers.get())
        growth = math.log(spent[2] / spent[1]) / math.log(sizes[2] / sizes[1])
        figures = "  ".join(f"{n}: {s:6.2f} s" for n, s in zip(sizes, spent, strict=True))
        print(f"{form:10} {figures}  exponent {growth:.2f}", flush=True)


if __name__ == "__main__":
    main()
