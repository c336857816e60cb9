"""All functions of a program that are taken apart, each once for what its arguments consist of."""

from __future__ import annotations

import copy
import inspect
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import gast

from srcdiff.errors import SrcdiffError, located
from srcdiff.front.callables import unwrapped
from srcdiff.front.parse import Made, Source, source_of
from srcdiff.structures.arguments import Import, enter_arguments, is_static, shape
from srcdiff.structures.calls.in_place import grows
from srcdiff.structures.labels import AsWritten, with_label
from srcdiff.structures.results import result_of
from srcdiff.structures.state.frames import Frame
from srcdiff.structures.state.live import read_first
from srcdiff.structures.state.restarts import CallsItself, MadeOfRows, OfKnownLength, WrittenOut
from srcdiff.structures.state.values import Leaf, Value
from srcdiff.structures.statements.loops import Loops
from srcdiff.structures.surroundings import readings_of_function
from srcdiff.structures.unit_calls import UnitCalls
from srcdiff.structures.units import Input, Unit, check_calls_itself
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    locate,
    walk,
    with_body,
)
from srcdiff.syntax.origin import Origin

MOST_RETRIES = 40


class Function(Loops):
    """One function that is taken apart."""


class Program(UnitCalls):
    """The functions that are taken apart together, and the global objects that they read."""

    def __init__(self) -> None:
        super().__init__()
        self.units: dict[Any, Unit] = {}
        self.alive: list[Any] = []  # whose identities are keys
        self.written_out: set[int] = set()  # loops over ranges whose items have to be known
        self.lifted_functions: dict[Any, Made] = {}
        self.number = 0
        self.of_lambdas: dict[int, Any] = {}
        self.row_lists: dict[int, Any] = {}  # shapes of elements, by where lists are made
        self.known_lists: set[int] = set()  # where lists of known length are made
        self.growing_lists: set[int] = set()  # and others, which grow in loops
        self.tuple_lists: set[int] = set()  # where lists of tuples are made
        self.made_lists: dict[int, Any] = {}  # empty lists, by the comprehensions that they are of
        self.same_lists: dict[int, int] = {}  # comprehensions, by those empty lists
        self.default_classes: dict[Any, type] = {}  # of what `defaultdict` makes, by factories
        self.own_iterators: set[int] = set()  # calls in methods `__iter__` that run in place
        self.copies: dict[Any, Any] = {}  # functions that run in the place of a call, by it
        self.rewritten: dict[Any, Any] = {}  # what stands for statements and expressions, by them
        self.takes_all = False  # parts of arguments that are bound before they are read, too
        self.retries = 0
        self.bound_in_try: defaultdict[int, set[Any]] = defaultdict(set)  # parts, by `try`
        self.runs: Counter[int] = Counter()  # of functions in the place of their calls
        self.labels: dict[str, str] = {}  # what users write for variables
        self.others: dict[int, tuple[Origin, ...]] = {}  # their texts, by the tree of the caller

    def count(self) -> int:
        """Return a number that nothing else has."""
        self.number += 1
        return self.number

    def as_function(self, tree: gast.Lambda) -> gast.FunctionDef:
        """Return the definition of a function that is a lambda; the same one each time."""
        if id(tree) not in self.of_lambdas:
            self.alive.append(tree)
            title = f"function{SEPARATOR}value{SEPARATOR}{len(self.of_lambdas) + 1}"
            body = [locate(gast.Return(copy.deepcopy(tree.body)), tree)]
            made = gast.FunctionDef(title, copy.deepcopy(tree.args), body, [], None, None, [])
            self.of_lambdas[id(tree)] = locate(made, tree)
        found: gast.FunctionDef = self.of_lambdas[id(tree)]
        return found

    # --- functions ---
    def unit(
        self,
        caller: Frame,
        function: Any,
        values: Mapping[str, Value],
        place: Expression,
        is_root: bool = False,
    ) -> Unit:
        """Return a function that is taken apart for what its arguments consist of."""
        imported = Import()
        shapes = tuple((k, shape(caller, v, imported, place)) for k, v in values.items())
        plain = unwrapped(function)
        self.alive.append(plain)
        key = (id(plain), shapes, is_root)
        if key in self.units:
            unit = self.units[key]
            if not unit.is_done and imported.order and not unit.calls_itself:
                raise CallsItself(unit)
            return unit
        unit = self.units[key] = Unit(is_root=is_root)
        self.readings += readings_of_function(plain)
        try:
            self.complete(unit, caller, function, values, imported)
        except BaseException as error:
            del self.units[key]
            if isinstance(error, SrcdiffError):
                error.at_call(place)
            raise
        return unit

    def complete(
        self,
        unit: Unit,
        caller: Frame,
        function: Any,
        values: Mapping[str, Value],
        imported: Import,
    ) -> None:
        """Take a function apart; loops whose indices have to be known are written out then."""
        source = source_of(function)
        peeled: set[int] = set()
        split: set[int] = set()
        first: SrcdiffError | None = None
        while True:
            others = self.others.get(id(source.tree), source.origin.others)
            frame = Function(self, replace(source, origin=replace(source.origin, others=others)))
            frame.peeled, frame.split = peeled, split
            try:
                with located(source.origin):
                    self.run(unit, frame, caller, values, imported)
                return
            except SrcdiffError as error:
                first = first or error
                if not self.is_tried_anew(frame):
                    raise first from None
            except WrittenOut as found:
                self.written_out.add(id(found.loop))
                self.alive.append(found.loop)
            except CallsItself as found:
                if found.unit is not unit:
                    raise
                unit.calls_itself = True
            except MadeOfRows as rows:
                place = self.same_lists.get(rows.place, rows.place)
                if place in self.row_lists and self.row_lists[place] == rows.shape:
                    raise AssertionError("a list is made of rows already") from None
                self.row_lists[place] = rows.shape
            except OfKnownLength as known:
                if known.is_known:
                    self.known_lists.add(known.place)
                else:
                    self.known_lists.discard(known.place)
                    self.growing_lists.add(known.place)

    def is_tried_anew(self, frame: Function) -> bool:
        """Return True if there is a way to know more: loops to peel, then branches to split."""
        self.retries += 1
        if self.retries > MOST_RETRIES:
            return False
        loops = {k for k, s in frame.unsure.items() if isinstance(s, (gast.For, gast.While))}
        branches = set(frame.unsure) - frame.split
        if loops - frame.peeled:
            frame.peeled |= loops
        elif branches:
            frame.split |= branches
        else:
            return False
        return True

    def run(
        self,
        unit: Unit,
        frame: Function,
        caller: Frame,
        values: Mapping[str, Value],
        imported: Import,
    ) -> None:
        """Run a function on descriptions of its arguments, and write what is left of it."""
        tree = frame.source.tree
        enter_arguments(frame, caller, values, imported)
        inputs: dict[str, tuple[Any, Any]] = {
            variable: (identity, key) for (identity, key), variable in frame.variables.items()
        }
        written = AsWritten(frame.state.nodes)
        for variable, (identity, part) in inputs.items():
            if identity in frame.state.nodes:
                with_label(self.labels, variable, written.part(identity, part))
        unit.title = title_of(frame.source.function, str(tree.name))
        if unit.title != tree.name:
            with_label(self.labels, unit.title, str(frame.source.origin.function))
        unit.number = self.count()
        frame.touched = any(not isinstance(v, Leaf) for v in values.values())
        own: list[tuple[str, Input]] = [
            (title, title)
            for title, value in values.items()
            if isinstance(value, Leaf) and not is_static(value)
        ]
        unit.inputs = tuple(what for _, what in [*own, *inputs.items()])  # if it calls itself
        frame.take(tree.body)
        unit.changes = any(c[0][0] == "in" for c in frame.state.changed) or any(
            c[0][0] == "in" for leave in frame.returns for c in leave.state.changed
        )
        unit.result = result_of(frame, frame.returns, tree, unit.is_root, unit.is_root)
        unit.is_plain = not frame.touched and unit.result.is_leaf
        read = names_in(frame.block) if unit.is_root and self.takes_all else read_first(frame.block)
        first = set(inputs)
        inputs |= {v: (i, k) for (i, k), v in frame.variables.items() if i[0] == "global"}
        own += [
            (title, what)
            for title, what in inputs.items()
            if title in read or (unit.calls_itself and title in first)
        ]
        unit.inputs = tuple(what for _, what in own)
        unit.made = made(frame, [title for title, _ in own], unit.title)
        if unit.calls_itself:
            check_calls_itself(unit, tree)
        unit.grows = grows(source_of(unit.made).tree) or (frame.needs_place and not unit.is_plain)
        unit.may_be_none = frame.needs_place
        unit.has_context = frame.has_context
        unit.is_done = True


def names_in(block: Block) -> set[str]:
    """Return the names in some statements."""
    return {n.id for s in block for n in walk(s) if isinstance(n, gast.Name)}


def title_of(function: Any, title: str) -> str:
    """Return what a function that was taken apart is called: a method with its class."""
    whole = str(getattr(function, "__qualname__", title)).replace("<locals>.", "")
    parts = whole.replace("<lambda>", "lambda_").split(".")
    title = title.replace("<lambda>", "lambda_")
    return "_".join(parts[-2:]) if len(parts) > 1 and parts[-2][:1].isupper() else title


def made(frame: Function, parameters: list[str], title: str) -> Made:
    """Return the function that is left."""
    source = frame.source
    own = [gast.Name(p, gast.Param(), None, None) for p in parameters]
    arguments = gast.arguments(own, [], None, [], [], None, [])
    tree = gast.FunctionDef(title, arguments, frame.block or [gast.Pass()], [], None, None, [])
    gast.copy_location(tree, source.tree)
    for node in walk(tree):
        locate(node, source.tree)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature([inspect.Parameter(p, kind) for p in parameters])
    quoted = [s for other in frame.quoted.values() for s in other.body]
    written = with_body(tree, [*quoted, *source.tree.body])
    return Made(Source(None, tree, frame.namespace, source.origin, written), signature)
