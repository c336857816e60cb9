"""Random programs of complex numbers, against differences and forward mode.

SRCDIFF_RANDOM tells how many; each is a function of a complex and a real number and of a
complex and a real array, in which statements are drawn from a table.
"""

from __future__ import annotations

import importlib.util
import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax

from ..rules.array_cases import Case
from ..rules.test_complex import compare, compare_modes

COUNT = int(os.environ.get("SRCDIFF_RANDOM", "25"))
TEMPLATES = {  # by the kind of the result: c and r are numbers, C and R arrays of three
    "c": (
        *("{c} + {c}", "{c} - {r}", "{c} * {c}", "{r} * {c}", "{c} / (3.0 + {c} * {c})"),
        *("{r} / ({c} + 4j)", "1j * {r} - {c}", "-{c}", "{c} ** 2", "({c} + 5.0) ** {r}"),
        *("{c}.conjugate()", "cmath.exp(1j * {r})", "cmath.sin({c}) / 4", "complex({r}, {r})"),
        *("cmath.sqrt({c} + 6.0)", "cmath.log({c} + 6.0)", "{c} if {r} > 0.3 else {c} * 1j"),
        *("np.sum({C}) / 3", "{C}[1]", "{C}[0] * {R}[2]", "np.vdot({C}, {C})", "{C} @ {C}"),
        *("cmath.rect({r}, {r})", "np.sum({C} * {R})", "{c} * {c} * {r} * {c} * 0.5"),
    ),
    "r": (
        *("{r} + {r}", "{r} * {r}", "{c}.real", "{c}.imag", "abs({c})", "({c} * {c}).imag"),
        *("math.sin({r})", "cmath.phase({c} + 5.0)", "abs({c}) ** 2", "np.sum(np.abs({C}))"),
        *("np.linalg.norm({C})", "{R}[1]", "np.sum({R})", "{C}[2].real", "{C}.imag[0]"),
        *("{r} / (2.0 + {r} * {r})", "np.vdot({C}, {C}).real"),
    ),
    "C": (
        *("{C} + {C}", "{C} * {C}", "{C} - {R}", "{c} * {C}", "{c} * {R}", "{r} * {C}"),
        *("{C} / (3.0 + {C} * {C})", "np.exp(1j * {R})", "{C}.conj()", "{C} ** 2", "-{C}"),
        *("np.conj({C}) * {C}", "np.where({R} > 0.5, {C}, 1j * {C})", "{C}[::-1] * 0.5"),
        *("np.array([{c}, {c}, {c} * {r}])", "np.cumsum({C}) / 3", "{R} * 1j", "{C}.copy()"),
    ),
    "R": (
        *("{R} + {R}", "{R} * {r}", "np.abs({C})", "({C} * {C}).real", "({C} - {R}).imag"),
        *("np.sin({R})", "np.abs({C}) ** 2", "{C}.real * 2.0", "{C}.imag + {R}"),
    ),
}
WRITES = (
    *("{A}[0] = {c}", "{A}[1] += {c} * {r}", "{A}[2] *= {c}", "{A}[1:] = {C}[:2]"),
    *("{A}[:] = {A} * {r}", "{A}.real[1] = {r}", "{A}[0] -= {r}", "{A} += {C}"),
)


def made(seed: int) -> str:
    """Return the text of a random program."""
    draw = random.Random(seed)
    known = {"c": ["c0"], "r": ["r0"], "C": ["C0"], "R": ["R0"]}
    own = ["A0"]
    lines = ["A0 = C0 * 1.0"]

    def filled(template: str) -> str:
        text = template.replace("{A}", draw.choice(own))
        for kind, names in known.items():
            while "{" + kind + "}" in text:
                text = text.replace("{" + kind + "}", draw.choice(names), 1)
        return text

    for count in range(draw.randint(6, 14)):
        if draw.random() < 0.25:
            lines.append(filled(draw.choice(WRITES)))
            continue
        kind = draw.choice("ccrrCCR")
        name = f"{kind}{count + 1}"
        lines.append(f"{name} = {filled(draw.choice(TEMPLATES[kind]))}")
        known[kind].append(name)
    if draw.random() < 0.5:
        carried = draw.choice(known["c"][1:] or ["c0"])
        body = filled("{c} * 0.3 + {r}").replace("c0", carried)
        lines += [f"w = {carried}", "for k in range(3):", f"    w = w * 0.4j + {body} * k"]
        lines += ["    A0[k] += w"]
    last = [names[-1] for names in known.values()]
    lines.append(f"return {', '.join([*last, 'A0'])}")
    body = "\n".join(f"    {line}" for line in lines)
    return f"import cmath\nimport math\n\nimport numpy as np\n\n\ndef f(c0, r0, C0, R0):\n{body}\n"


def case(seed: int, folder: Path) -> Case:
    """Return a random program, and arguments for it."""
    file = folder / f"complex_{seed}.py"
    file.write_text(made(seed))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    numbers = np.random.default_rng(seed)
    c, d = numbers.uniform(-1.0, 1.0, (2, 3)), numbers.uniform(0.2, 0.9, 3)
    arguments = (complex(d[0], d[1]), float(d[2]), c[0] + 1j * c[1], numbers.uniform(0.1, 0.9, 3))
    return Case(file.stem, module.f, arguments)


@pytest.mark.parametrize("seed", range(int(os.environ.get("SRCDIFF_RANDOM_START", "0")), COUNT))
def test_random_program(seed: int, tmp_path: Path) -> None:
    """Reverse mode agrees with differences, and forward mode with it."""
    program = case(seed, tmp_path)
    try:
        compare(program, "python")
    except UnsupportedSyntax as refusal:
        assert "may share memory" in str(refusal)  # parts of an array that is written
        return
    compare_modes(program, "python")
