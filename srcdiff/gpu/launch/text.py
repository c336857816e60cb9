"""The text of a generated module for the GPU: its imports, its constants, its functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gast

from srcdiff.output.emit import source as text_of_tree
from srcdiff.program.module_text import defined
from srcdiff.syntax import REAL, fresh, parameters, reads, rename, writes


def text_of(
    functions: Sequence[gast.FunctionDef],
    kernels: Sequence[gast.FunctionDef],
    constants: Mapping[str, Any],
    lines: Sequence[str] = (),
    parts: Sequence[str] = (),
) -> str:
    """Return the text of a module with device functions and kernels.

    `constants` are globals that they may read; `lines` follow these, and `parts` go before the
    functions.
    """
    used = {name for tree in (*functions, *kernels) for name in reads(tree.body)}
    own = {n for tree in (*functions, *kernels) for n in (*parameters(tree), *writes(tree.body))}
    single = fresh("real", {*own, *constants})
    fixed = [defined(word, value) for word, value in constants.items() if word in used]
    typed = any("np." in line for line in fixed)
    head = ["import math", ""] if "math" in used else []
    head += ["import numpy as np"] if REAL in used or "np" in used or parts or typed else []
    head += ["from numba import cuda", ""]
    head += [f"{single} = np.float32"] if REAL in used or parts else []
    head += [*lines, *fixed]
    texts = ["\n".join(head).rstrip(), *(part.replace(REAL, single) for part in parts)]
    for decorator, trees in (("@cuda.jit(device=True)", functions), ("@cuda.jit", kernels)):
        named = [rename(tree, {REAL: single}) for tree in trees]
        texts += [f"{decorator}\n{text_of_tree(tree).rstrip()}" for tree in named]
    return "\n\n\n".join(texts) + "\n"
