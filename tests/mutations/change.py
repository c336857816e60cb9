"""Change a program at random: some of the kinds of changes, one after the other."""

from __future__ import annotations

import ast
import copy
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from types import FrameType
from typing import Any

import numpy as np

from ..time_limit import limited
from . import expressions, layouts, names, statements
from .plain import TooLong, loaded
from .site import Kinds, Site
from .sources import Program

CHANGES = {
    change.__name__: change
    for module in (statements, names, expressions)
    for change in module.KINDS
}
LAYOUTS = {change.__name__: change for change in layouts.KINDS}
COUNTS = (1, 2, 3, 4, 5, 6)
ATTEMPTS = 20
ELSEWHERE = 0.25  # how often a helper is changed


@dataclass(frozen=True)
class Mutant:
    """A program with the names of the changes that were made."""

    program: Program
    changes: tuple[str, ...]


def mutant(programs: list[Program], seed: int) -> Mutant:
    """Return the program of a seed, with one to six changes."""
    rng = random.Random(seed)
    program = drawn(programs, seed)
    found = kinds(program)
    tree, done = ast.parse(program.text), []
    given = copy.deepcopy(list(program.arguments))
    wanted = rng.choice(COUNTS)
    for _ in range(ATTEMPTS):
        if len(done) == wanted:
            break
        if rng.random() < 0.06:
            name = rng.choice(list(LAYOUTS))
            changed = LAYOUTS[name](rng, given)
        else:
            name = rng.choice(list(CHANGES))
            changed = apply(CHANGES[name], tree, program.entry, found, rng)
        if changed:
            done.append(name)
    text = ast.unparse(ast.fix_missing_locations(tree))
    return Mutant(replace(program, text=text, arguments=tuple(given)), tuple(done))


def drawn(programs: list[Program], seed: int) -> Program:
    """Return the program of a seed: most seeds keep theirs when another program is added."""
    return max(programs, key=lambda program: blake2b(f"{seed} {program.name}".encode()).digest())


def apply(
    change: Callable[[Site], bool],
    tree: ast.Module,
    entry: str,
    found: dict[str, Kinds],
    rng: random.Random,
) -> bool:
    """Make one change in the entry or in a helper; return True if that was possible."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    helpers = [node for node in functions if node.name != entry and node.name in found]
    (function,) = [node for node in functions if node.name == entry]
    if helpers and rng.random() < ELSEWHERE:
        function = rng.choice(helpers)
    before = ast.unparse(tree)
    site = Site(tree, function, found.setdefault(function.name, {}), rng)
    if not change(site):
        return False
    after = ast.unparse(ast.fix_missing_locations(tree))
    tree.body[:] = ast.parse(after).body  # no node stands in two places
    return after != before


KNOWN: dict[tuple[str, str], dict[str, Kinds]] = {}


def kinds(program: Program) -> dict[str, Kinds]:
    """Return what kind each variable of each function is of, found by running the program."""
    asked = (program.name, program.text)
    if asked not in KNOWN:
        KNOWN[asked] = traced(program)
    return copy.deepcopy(KNOWN[asked])


def traced(program: Program) -> dict[str, Kinds]:
    """Run a program and note the kinds of its variables at each line."""
    function, file = loaded(program)
    seen: dict[str, dict[str, set[str]]] = {}

    def note(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        own = seen.setdefault(frame.f_code.co_name, {})
        for name, value in frame.f_locals.items():
            own.setdefault(name, set()).add(kind(value))
        return note

    try:
        with limited(10.0, TooLong), np.errstate(all="ignore"):
            sys.settrace(note)
            function(*copy.deepcopy(program.arguments))
    except (Exception, TooLong):
        pass
    finally:
        sys.settrace(None)
    return {
        owner: {name: next(iter(own)) for name, own in found.items() if len(own) == 1}
        for owner, found in seen.items()
    }


def kind(value: Any) -> str:
    """Return the kind of a value, with the rank of an array."""
    if isinstance(value, (bool, np.bool_)):
        return "bool"
    if isinstance(value, (int, np.integer)):
        return "int"
    if isinstance(value, (float, np.floating)):
        return "float"
    if isinstance(value, np.ndarray):
        letters = {"f": "array", "i": "indices", "c": "complex_array"}
        return f"{letters.get(value.dtype.kind, 'other')}{value.ndim}"
    if isinstance(value, list) and value and all(isinstance(v, float) for v in value):
        return "list"
    return type(value).__name__ if isinstance(value, (complex, tuple)) else "other"
