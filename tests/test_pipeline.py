"""Every pass gives Python that runs, and computes what the function computes."""

from __future__ import annotations

import importlib.util
import linecache
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from srcdiff import pipeline
from srcdiff.core.passes import Stage, name_of, wanted
from srcdiff.normalise.draft import Draft
from srcdiff.normalise.typed_draft import TypedDraft
from srcdiff.optimise.generated_function import GeneratedFunction
from srcdiff.optimise.symbols import Symbols

from .installed import FILE, Installed, installed
from .language.test_supported import EXAMPLES, Row, arguments, example_of
from .language.test_supported import title as title_of
from .normalise.programs import PROGRAMS
from .pass_programs import PASS_PROGRAMS
from .programs.test_programs import FILES
from .sample import sample
from .walk import After, after_passes, faults_in, none_is_missed, outcome, ran_over

STAGES = [stage for stage in vars(pipeline).values() if isinstance(stage, Stage)]
NORMALISING = ("surface", "calls", "values", "control", "core")
TYPING = ("types", "arithmetic", "subscripts", "tuples", "typed")
NORMALISED = [stage for stage in STAGES if stage.name in NORMALISING + TYPING]
INFERRING = {"collecting", "completed", "inferred", "renewed"}  # they leave the tree alone
ELSEWHERE = {
    "integer_reductions",  # for kernels only: elsewhere `as_python` does it
    "replaced_fields",  # fields become parts later: tests/library/test_containers.py
    "records",  # it reads what callers pass field by field: tests/language/test_records.py
}

CHANGED: set[str] = set()  # the passes that have changed a program in a test that ran before


def compare(function: Callable[..., Any], *inputs: tuple[Any, ...]) -> None:
    """Run a function after each pass, and compare what it gives and leaves in its arguments.

    At the end of each stage it has the grammar that belongs there. The passes that are skipped
    would not have changed it.
    """
    expected = [outcome(function, given) for given in inputs]
    with none_is_missed() as missed:
        every = ran_over(function, inputs[0])
    CHANGED.update(ran.name for ran in every if ran.has_changed)
    assert not missed, "\n".join(missed)
    assert not list(faults_in(every, NORMALISED))
    for after in after_passes(function, every):
        for given, (result, left) in zip(inputs, expected, strict=True):
            found, own = after.run(given)
            np.testing.assert_equal(flat(found), flat(result), title(after))
            np.testing.assert_equal(own, left, title(after))


def flat(value: Any) -> list[Any]:
    """Return the parts of nested tuples, as `unnested` returns them."""
    return [p for part in value for p in flat(part)] if isinstance(value, tuple) else [value]


def title(after: After) -> str:
    """Return what to say of a pass that changes what a function computes."""
    return f"after `{after.ran.name}`:\n{after.text}"


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_programs_of_all_syntax(program: Any) -> None:
    compare(program[0], *program[1])


@pytest.mark.filterwarnings("ignore")  # of NumPy: cross products of two, integers that wrap
@pytest.mark.parametrize("program", PASS_PROGRAMS, ids=lambda program: program[0].__name__)
def test_programs_for_passes(program: Any) -> None:
    compare(*program)


@pytest.mark.parametrize("row", sample(EXAMPLES, 3), ids=title_of)
def test_examples_of_what_is_supported(row: Row, tmp_path: Path) -> None:
    compare(example_of(row, tmp_path), arguments())


@pytest.mark.parametrize("file", sample(FILES, 3), ids=lambda file: file.stem)
def test_test_programs(file: Path) -> None:
    module = module_of(file)
    compare(module.f, module.inputs())


if FILE:

    @pytest.mark.filterwarnings("ignore")
    @pytest.mark.parametrize("entry", list(installed(Path(FILE))), ids=lambda entry: entry.name)
    def test_functions_of_installed_packages(entry: Installed) -> None:
        plain = getattr(entry.function, "py_func", entry.function)  # compiled, it rounds otherwise
        compare(plain, entry.arguments)


def module_of(file: Path) -> Any:
    """Return a program of tests/programs/corpus."""
    spec = importlib.util.spec_from_file_location(f"program_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_pass_has_something_to_do(tmp_path: Path) -> None:
    """Each pass that is no check changes one of the programs at least."""
    left = {name_of(p) for s in STAGES if s.name in NORMALISING + TYPING for p in s.passes}
    left = {name for name in left if not name.startswith("check")} - INFERRING - ELSEWHERE
    left -= CHANGED
    programs = chain(
        PASS_PROGRAMS,
        ((function, inputs[0]) for function, inputs in PROGRAMS),
        ((example_of(row, tmp_path), arguments()) for row in EXAMPLES),
        ((module.f, module.inputs()) for module in map(module_of, FILES)),
    )
    while left and (program := next(programs, None)):
        linecache.checkcache()  # the examples are in one file
        left -= {ran.name for ran in ran_over(*program) if ran.has_changed}
    assert not left


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_passes_ask_for_what_there_is(stage: Stage) -> None:
    """Each parameter of a pass is the name of something that its record has."""
    record: type = GeneratedFunction
    if stage.name in NORMALISING + TYPING:
        record = Draft if stage.name in NORMALISING else TypedDraft
    known = {*dir(record), *record.__dataclass_fields__}  # type: ignore[attr-defined]
    known |= set(dir(Symbols)) if record is GeneratedFunction else set()
    for change in stage.passes:
        needed = {name for name, is_optional in wanted(change) if not is_optional}
        assert needed <= known, name_of(change)
