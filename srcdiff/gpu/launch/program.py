"""A kernel with the device functions that it calls: what becomes one generated module."""

from __future__ import annotations

import functools
from collections.abc import Collection
from dataclasses import replace

import gast

from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import Operation
from srcdiff.errors import UnsupportedSyntax, located
from srcdiff.gpu.barriers.barriers import meanwhile
from srcdiff.gpu.barriers.kept import kept
from srcdiff.gpu.barriers.shuffled import Shuffle, adjoint_of_shuffle
from srcdiff.gpu.barriers.shuffles import is_stand_in
from srcdiff.gpu.gather.atomics import atomics, own_arrays_of
from srcdiff.gpu.gather.extremes import STAND_INS, device_function
from srcdiff.gpu.launch.launched import known_to
from srcdiff.gpu.thread.literals import OTHER, SINGLE, WEAK, literals
from srcdiff.gpu.thread.room import check_room
from srcdiff.gpu.thread.whole_arrays import check_whole_arrays
from srcdiff.optimise.symbols import Symbols
from srcdiff.program.interfaces import interface
from srcdiff.program.program import Mask
from srcdiff.program.reverse_program import ReverseProgram
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.units import Units
from srcdiff.syntax import SEPARATOR, Expression, Statement, dotted, is_adjoint, name, primal


class KernelProgram(ReverseProgram):
    """The functions of the module with the adjoint of a kernel.

    `iterations` is how many there is room for of loops that are not counted before; `variables`
    are the names that the kernel binds; `shuffles` has the generated names that stand for shuffles.
    """

    in_threads = True

    def __init__(self, iterations: int | None, variables: Collection[str] = ()) -> None:
        super().__init__(Units(is_python=False), again=self.is_run_again)
        self.iterations = iterations
        self.variables = set(variables)
        self.shuffles: dict[str, Shuffle] = {}

    def is_run_again(self, found: Operation) -> bool:
        """Return True if an operation is run again, which costs less on a GPU than a saved result.

        Shuffles are not, as all lanes have to take part.
        """
        return found.name not in self.shuffles

    @property
    def taken(self) -> set[str]:
        """Return the names that no other generated function gets: variables are among them."""
        return super().taken | self.variables

    def primal(self, key: Key) -> str:
        """Return the name of a function's own copy in the module.

        There is none of a shuffle, and one of all stand-ins for the same device function.
        """
        function = self.units.of[key].function
        if key in self.primals or not (is_stand_in(function) or function in STAND_INS):
            return super().primal(key)
        return self.shuffle(key) if is_stand_in(function) else self.decider(key)

    @functools.cached_property
    def adder(self) -> str:
        """Return the name of the device function that adds over a block."""
        return self.title("add_over_block")

    @property
    def deciders(self) -> set[str]:
        """Return the names of the device functions that tell which thread decides."""
        every = self.primals.items()
        return {title for key, title in every if self.units.of[key].function in STAND_INS}

    def decider(self, key: Key) -> str:
        """Return the name of the device function that tells which thread decides."""
        unit = self.units.of[key]
        for other, title in self.primals.items():
            found = self.units.of[other]
            if found.function is unit.function and of_single(found) == of_single(unit):
                self.primals[key] = title
                break
        return super().primal(key)

    def shuffle(self, key: Key) -> str:
        """Return the name that stands for a shuffle."""
        unit = self.units.of[key]
        title = self.primals[key] = self.title(unit.function.__name__)
        self.results[title] = unit.types.result
        self.shuffles[title] = Shuffle(unit.function.__name__, False)
        return title

    def shuffled_pair(self, unit: Unit, mask: Mask) -> None:
        """Enter the pair of a shuffle: it saves nothing, and goes back the other way."""
        _, pair = interface(self.units, unit, mask)
        word = unit.function.__name__
        title = self.title(f"{word.removesuffix('_sync')}_rev")
        found = self.shuffles[title] = Shuffle(word, True)
        if found.is_function:
            is_single = unit.given[0] == numba_types.float32
            self.trees[title] = adjoint_of_shuffle(word, title, is_single)
        aug = self.primal(unit.key)
        none: frozenset[int] = frozenset()
        self.pairs[unit.key, mask] = replace(
            pair, aug=aug, rev=title, takes=(1,), contents=none, before=False
        )

    def check(self) -> None:
        """Refuse functions that compute with whole arrays; raises UnsupportedSyntax."""
        for unit in self.units.of.values():
            if unit.function is meanwhile:
                continue
            with located(unit.core.origin):
                check_whole_arrays(unit.core.tree, unit.types)

    def barriers(self) -> set[str]:
        """Return the generated functions that stand for barriers; there is no text of them."""
        keys = [key for key, unit in self.units.of.items() if unit.function is meanwhile]
        found = {self.primals[key] for key in keys if key in self.primals}
        pairs = [pair for (key, _), pair in self.pairs.items() if key in keys]
        found |= {title for pair in pairs for title in (pair.aug, pair.rev)}
        for title in found & self.trees.keys():
            del self.trees[title]
        self.reports = [r for r in self.reports if not found & set(r.name.split(", "))]
        return found

    def divided_pair(self, unit: Unit, mask: Mask) -> None:
        """Enter the pair of a function, whose backward part runs forward again for arrays.

        A device function cannot hand on arrays of its own.
        """
        if is_stand_in(unit.function):
            self.shuffled_pair(unit, mask)
            return
        before = len(self.reports)
        super().divided_pair(unit, mask)
        pair = self.pairs[unit.key, mask]
        if any(is_array(kind) for _, kind in pair.saved):
            for title in (pair.aug, pair.rev):
                del self.trees[title]
                self.defined.discard(title)
            del self.reports[before:]
            self.whole_pair(unit, mask)

    def finished(self, tree: gast.FunctionDef, unit: Unit, symbols: Symbols) -> gast.FunctionDef:
        """Return a device function as it is printed."""
        if unit.function in STAND_INS:
            return device_function(tree, of_single(unit))
        own = own_arrays_of(tree)
        tree = atomics(tree, lambda array: is_adjoint(array) and array not in own)
        known = known_to(tree, (), self.units.constants)
        found = kept(tree, known, (), self.iterations, uncounted_on_device)
        if found.rooms or found.may_overflow:
            raise uncounted_on_device(unit.core.tree)
        if unit.function is not meanwhile:
            check_room(found.tree)
        tree = literals(found.tree, lambda part: kind_of(part, symbols), symbols.is_new)
        return super().finished(tree, unit, symbols)


def of_single(stand_in: Unit) -> bool:
    """Return True if a stand-in is called with an array in single precision."""
    return bool(stand_in.types["last"].dtype == numba_types.float32)


def uncounted(statement: Statement) -> UnsupportedSyntax:
    """Return the error for a loop of which it is not known how often it runs."""
    return UnsupportedSyntax(
        "how often this loop runs is only known when it does, and its adjoint has to save "
        "values of each iteration",
        statement,
        "say how often at most: `grad(..., max_iterations=...)`",
    )


def uncounted_on_device(statement: Statement) -> UnsupportedSyntax:
    """Return the error for such a loop in a device function."""
    return UnsupportedSyntax(
        "a device function has room for as many iterations as it says itself, and the adjoint of "
        "this loop has to save values of each",
        statement,
        "let it run up to a constant, or write the loop in a kernel and differentiate that: "
        "`srcdiff.cuda.grad(..., max_iterations=...)`",
    )


def type_of(tree: Expression, symbols: Symbols) -> Type | None:
    """Return the type of a variable or an element, None where it is not known."""
    text = primal(dotted(tree.value if isinstance(tree, gast.Subscript) else tree))
    while text and text not in symbols.types.names:
        text = text.rpartition(SEPARATOR)[0]
    kind = symbols.types[text] if text else None
    return getattr(kind, "dtype", kind)


def is_float(variable: str, symbols: Symbols) -> bool:
    """Return True if a variable is certainly a floating-point number."""
    return isinstance(type_of(name(variable), symbols), numba_types.Float)


def is_whole(variable: str, symbols: Symbols) -> bool:
    """Return True if a variable is certainly an integer."""
    return isinstance(type_of(name(variable), symbols), numba_types.Integer)


def kind_of(tree: Expression, symbols: Symbols) -> str:
    """Return the precision of a variable or an element."""
    if isinstance(tree, gast.Attribute):
        return WEAK
    kind = type_of(tree, symbols)
    if kind == numba_types.float32:
        return SINGLE
    return WEAK if isinstance(kind, (numba_types.Integer, numba_types.Boolean)) else OTHER
