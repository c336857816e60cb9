"""What is imported: little, until a derivative has to be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .sample import sample

MOST = 100  # modules that `import srcdiff` loads
IMPORTED = "import sys\nprint(*(m for m in sys.modules if m.split('.')[0] in ('srcdiff', 'astor')))"
# whole folders, and modules, of what writes derivatives and takes objects apart
WRITING = (
    *("srcdiff.differentiate", "srcdiff.optimise", "srcdiff.program", "srcdiff.library"),
    *("srcdiff.checking", "srcdiff.stages", "srcdiff.pipeline", "srcdiff.report"),
    *(
        "srcdiff.rules.registry",
        "srcdiff.rules.own",
        "srcdiff.core.primitives",
        "srcdiff.core.passes",
    ),
    *("srcdiff.structures.state", "srcdiff.structures.calls", "srcdiff.structures.statements"),
    *("srcdiff.analyse.flow", "srcdiff.analyse.arrays", "srcdiff.analyse.aliasing"),
    *(
        "srcdiff.analyse.types.inference",
        "srcdiff.normalise.draft",
        "srcdiff.normalise.typed_draft",
    ),
    *("srcdiff.backends.objects.of_objects", "srcdiff.backends.python", "srcdiff.backends.verify"),
)
MODEL = """
import numpy as np
from srcdiff import grad, jvp, value_and_grad, vjp

def loss(x, k=2.0):
    total = 0.0
    for i in range(x.size):
        total += np.sin(x[i]) * x[i] * k
    return total

def far(x):
    return x[3]

class Line:
    def __init__(self, slope):
        self.slope = slope

    def at(self, x):
        return self.slope * x
"""
CALLS = {
    "gradient": "print(grad(loss)(np.ones(3)))",
    "decorated": "print(value_and_grad(wrt=('x', 'k'))(loss)(np.ones(3), 3.0))",
    "product": "print(vjp(loss)(np.ones(3), 1.0))",
    "tangent": "print(jvp(loss)(np.ones(3), np.ones(3)))",
}


def run(folder: Path, code: str) -> list[str]:
    """Return the lines that code prints, run in a process of its own."""
    space = {**os.environ, "SRCDIFF_CACHE_DIR": str(folder / "cache"), "SRCDIFF_VERIFY": "0"}
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env=space,
        timeout=120,
    ).stdout.splitlines()


def is_writing(module: str) -> bool:
    """Return True if a module is one of those that are not needed to call what is stored."""
    return module.startswith(tuple(f"{name}." for name in WRITING)) or module in WRITING


def test_srcdiff_imports_little(tmp_path: Path) -> None:
    loaded = run(tmp_path, f"import srcdiff\n{IMPORTED}")[-1].split()
    assert len(loaded) <= MOST
    assert not list(filter(is_writing, loaded))
    assert "srcdiff.runtime" not in loaded  # which generated code imports if it needs it


@pytest.mark.parametrize("kind", sample([*CALLS], 2))
def test_a_stored_derivative_is_called_without_what_writes_derivatives(
    tmp_path: Path, kind: str
) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    code = f"from model import *\n{CALLS[kind]}\n{IMPORTED}"
    first, again = run(tmp_path, code), run(tmp_path, code)
    assert first[:-1] == again[:-1]
    assert list(filter(is_writing, first[-1].split()))
    assert not list(filter(is_writing, again[-1].split()))


def test_the_folders_and_modules_exist() -> None:
    root = Path(__file__).parents[1]
    for name in filter(lambda name: name != "astor", WRITING):
        place = root.joinpath(*name.split("."))
        assert place.is_dir() or place.with_suffix(".py").is_file(), name


LATER = {  # what is printed by the first use of srcdiff in a process, of what is imported late
    "an object": ("grad(Line.at, 'self.slope', target='python')(Line(2.0), 3.0)", "3.0"),
    "a method": ("grad(Line(2.0).at)(3.0)", "2.0"),
    "uncompiled": ("grad(loss, target='python')(np.zeros(1))", "[0.]"),
    "verified": ("grad(loss, verify=True)(np.zeros(1))", "[0.]"),
    "checked": ("check_grads(loss, (np.ones(3),))", "None"),
    "a vector": ("ravel({'a': 1.0})[1](np.zeros(1))", "{'a': 0.0}"),
    "a source": ("'runtime' in grad(loss).source(np.ones(3))", "False"),
    "constants": ("njit(lambda x: 2.0 * stop_gradient(x))(1.0)", "2.0"),
    "a rule": ("grad(derivative(loss)(rule)) is None", "SrcdiffError"),
    "an error": ("grad(far, boundscheck=True)(np.ones(2))", "IndexError"),
}
FIRST = """
from numba import njit
from srcdiff import SrcdiffError, check_grads, derivative, ravel, stop_gradient
from model import *

def rule(g, y):  # of another function
    return g

try:
    print(%s)
except (SrcdiffError, IndexError) as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("kind", sample([*LATER], 2))
def test_what_is_imported_late_is_found_whatever_comes_first(tmp_path: Path, kind: str) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    code, printed = LATER[kind]
    assert run(tmp_path, FIRST % code) == [printed]


THREADS = """
import sys, threading
from srcdiff import check_grads, jvp
from model import *

sys.setswitchinterval(1e-5)
x, found = np.zeros(1), []
calls = [
    lambda: grad(loss, target="python", cache=False)(x),
    lambda: grad(Line.at, "self.slope", target="python", cache=False)(Line(2.0), 3.0),
    lambda: check_grads(loss, (np.ones(3),)),
    lambda: jvp(loss, cache=False)(x, x),
    lambda: grad(loss, verify=True, cache=False)(x),
]
threads = [threading.Thread(target=lambda call=call: found.append(call())) for call in calls]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(found))
"""


def test_threads_begin_at_the_same_time(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL)
    assert run(tmp_path, THREADS) == ["5"]
