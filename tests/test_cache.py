"""Generated modules on disk: found again, renewed when something changed, never trusted blindly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .sample import sample

SOURCE = """
import helpers
import numpy as np
from helpers import OFFSET, callee
from srcdiff import derivative, grad, value_and_grad

FACTOR = 2.0
TABLE = np.array([1.0, 2.0, 3.0])
PAIRS = ((1.0, 2.0), 3.0)

def unknown(x):
    return x

@derivative(unknown)
def rule(g, y, x):
    return 5.0 * g

def make(inner):
    def closed(x):
        return inner * x
    return closed

closed = make(7.0)

def model(x, n=3):
    total = 0.0
    for i in range(n):
        total += FACTOR * x * TABLE[i]
    return total + callee(x) + helpers.other(x) + OFFSET * x + closed(x) + with_default(x)

def with_default(x, scale=11.0):
    return scale * x

def parts(x):
    return PAIRS[1] * x

def ruled(x):
    return unknown(x)
"""
HELPERS = """
OFFSET = 13.0
def callee(x):
    return 17.0 * inner(x)
def inner(x):
    return x
def other(x):
    return 19.0 * x
"""
SLOPE = 2.0 * 6.0 + 17.0 + 19.0 + 13.0 + 7.0 + 11.0
CALL = "from model import *; d = grad(model, target='python'); print(d(2.0))"
ONLY_READ = "import sys; sys.modules['srcdiff.program.module'] = None; "


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with a model, and an empty cache below it."""
    (tmp_path / "model.py").write_text(SOURCE)
    (tmp_path / "helpers.py").write_text(HELPERS)
    return tmp_path


def start(project: Path, code: str, **variables: str) -> subprocess.Popen[str]:
    """Start a process that runs code in the project."""
    settings = {
        **os.environ,
        "SRCDIFF_CACHE_DIR": str(project / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
        **variables,
    }
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code],
        cwd=project,
        env=settings,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen[str]) -> str:
    """Return what a process prints."""
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return output.strip()


def run(project: Path, code: str = CALL, **variables: str) -> str:
    """Return what code prints, run in a process of its own."""
    return finish(start(project, code, **variables))


def files(project: Path) -> dict[str, tuple[int, str]]:
    """Return time and text of the generated modules."""
    found = sorted((project / "cache").glob("*.py"))
    return {file.name: (file.stat().st_mtime_ns, file.read_text()) for file in found}


# --- across processes ---


def test_a_second_process_writes_nothing_anew(project: Path) -> None:
    assert float(run(project)) == SLOPE
    before = files(project)
    assert len(before) == 1
    assert float(run(project, ONLY_READ + CALL)) == SLOPE
    assert files(project) == before
    assert not list((project / "cache").glob("*.tmp"))


def test_a_second_process_compiles_nothing_anew(project: Path) -> None:
    code = (
        "from model import *; d = grad(model); print(d(2.0)); "
        "(m,) = d.derivative.modules.values(); "
        "print(*getattr(m.module, m.name).stats.cache_hits.values())"
    )
    assert run(project, code).split("\n") == [str(SLOPE)]
    assert run(project, ONLY_READ + code).split("\n") == [str(SLOPE), "1"]


CHANGES = {
    "function": ("model.py", "total += FACTOR", "total -= FACTOR", SLOPE - 24.0),
    "global": ("model.py", "FACTOR = 2.0", "FACTOR = 4.0", SLOPE + 12.0),
    "global array": ("model.py", "[1.0, 2.0, 3.0]", "[1.0, 2.0, 4.0]", SLOPE + 2.0),
    "imported global": ("helpers.py", "OFFSET = 13.0", "OFFSET = 14.0", SLOPE + 1.0),
    "closure": ("model.py", "make(7.0)", "make(8.0)", SLOPE + 1.0),
    "default": ("model.py", "n=3", "n=2", SLOPE - 6.0),
    "default of a callee": ("model.py", "scale=11.0", "scale=12.0", SLOPE + 1.0),
    "callee": ("helpers.py", "17.0 *", "18.0 *", SLOPE + 1.0),
    "callee of a callee": ("helpers.py", "return x\n", "return 2.0 * x\n", SLOPE + 17.0),
    "callee of a module": ("helpers.py", "19.0 *", "20.0 *", SLOPE + 1.0),
    "sign of zero": ("helpers.py", "return x\n", "return x + 0.0\n", SLOPE),
}


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project whose derivative was written before."""
    folder = tmp_path_factory.mktemp("used")
    (folder / "model.py").write_text(SOURCE)
    (folder / "helpers.py").write_text(HELPERS)
    assert float(run(folder)) == SLOPE
    return folder


@pytest.mark.parametrize("change", sample([*CHANGES], 2))
def test_a_change_is_seen(used: Path, change: str) -> None:
    name, old, new, expected = CHANGES[change]
    before = files(used)
    text = (used / name).read_text()
    assert text.count(old) == 1
    (used / name).write_text(text.replace(old, new))
    try:
        assert float(run(used)) == expected
    finally:
        (used / name).write_text(text)
    after = files(used)
    assert len(after) == len(before) + 1
    assert {name: after[name] for name in before} == before


def test_a_change_of_a_type_is_seen(project: Path) -> None:
    text = (project / "model.py").read_text()
    for value in ("2.0", "2", "np.float32(2.0)"):
        (project / "model.py").write_text(text.replace("FACTOR = 2.0", f"FACTOR = {value}"))
        assert float(run(project)) == SLOPE
    assert len(files(project)) == 3


def test_a_change_inside_a_nested_tuple_is_seen(project: Path) -> None:
    code = "from model import *; d = grad(parts, target='python'); print(d(2.0))"
    assert run(project, code) == "3.0"
    text = (project / "model.py").read_text()
    (project / "model.py").write_text(text.replace("((1.0, 2.0), 3.0)", "(1.0, 2.0, 3.0)"))
    assert run(project, code) == "2.0"


def test_a_change_of_a_rule_is_seen(project: Path) -> None:
    code = "from model import *; d = grad(ruled, target='python'); print(d(2.0))"
    assert run(project, code) == "5.0"
    text = (project / "model.py").read_text()
    (project / "model.py").write_text(text.replace("5.0 * g", "6.0 * g"))
    assert run(project, code) == "6.0"


def test_options_and_kinds_have_files_of_their_own(project: Path) -> None:
    code = (
        "from model import *\n"
        "for options in ({}, {'fastmath': True}, {'fastmath': {'nsz', 'contract'}}):\n"
        "    grad(model, target='python', **options)(2.0)\n"
        "value_and_grad(model, target='python')(2.0)\n"
        "grad(model, 'x', target='python')(2.0)\n"
        "grad(model, ('x',), target='python')(2.0)\n"
        "grad(model, target='python', cache=False)(2.0)\n"
    )
    run(project, code)
    before = files(project)
    assert len(before) == 5  # two of them ask for the same, and one leaves no file
    run(project, ONLY_READ + code.rpartition("grad")[0].removesuffix("\n"))
    assert files(project) == before


def test_the_text_does_not_depend_on_the_process(project: Path) -> None:
    texts = []
    for seed in ("0", "1", "2"):
        cache = f"cache{seed}"
        run(project, SOURCES, PYTHONHASHSEED=seed, SRCDIFF_CACHE_DIR=str(project / cache))
        found = sorted((project / cache).glob("*.py"))
        texts.append([(file.name, file.read_text()) for file in found])
    assert len(texts[0]) > 10
    assert texts[0] == texts[1] == texts[2]


SOURCES = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from tests.golden.programs import PROGRAMS
for derivative, arguments in PROGRAMS.values():
    derivative.source(*arguments)
"""


def test_four_processes_at_once(project: Path) -> None:
    code = CALL.replace(", target='python'", "")
    running = [start(project, code) for _ in range(4)]
    assert [float(finish(process)) for process in running] == [SLOPE] * 4
    assert len(files(project)) == 1
    assert not list((project / "cache").glob("*.tmp"))
    assert float(run(project, ONLY_READ + code)) == SLOPE
