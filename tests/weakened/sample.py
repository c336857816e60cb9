"""All that can be weakened in the modules that decide who shares memory, and a sample of it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from .edits import edits

ROOT = Path(__file__).parents[2]
MODULES = {
    "analyse": """activity arrays buffers checks effects flow global_arrays induction known_places
        liveness loops memory memory_groups names_so_far never_bound new_memory ordered overlaps
        owners schedule scratch statement_effects storage structure subscripts summaries
        written""",
    "normalise": """given_back gathers in_one_array inplace joins references reachable sharing
        single snapshots swaps unbound unshared written_results""",
    "optimise": """common copies dead_code distant fills moves nest order propagate stores updates
        webs zeros""",
    "differentiate": """call_copies contributions joining kept_memory present restore shadows
        shape_only vanish written_shapes""",
    "": "aliases apart rebound results",
}


@dataclass(frozen=True)
class Weakening:
    """One edit: the function by its name in the module, the number of the edit, what it does."""

    module: str
    function: str
    number: int
    line: int
    old: str
    new: str
    again: int  # how many edits of the function above it look the same

    @property
    def key(self) -> str:
        """Return what names the edit when lines move: words of the text, not numbers."""
        note = f" ({self.again + 1})" if self.again else ""
        return f"{self.module}.{self.function}: {short(self.old)} -> {short(self.new)}{note}"

    @property
    def file(self) -> Path:
        """Return the file of the module."""
        return ROOT / f"{self.module.replace('.', '/')}.py"


def short(text: str) -> str:
    """Return code in one line."""
    return " ".join(text.split())


def modules() -> list[str]:
    """Return the names of the modules that are weakened, as far as they exist."""
    found = [
        ".".join(filter(None, ("srcdiff", folder, name)))
        for folder, names in MODULES.items()
        for name in names.split()
    ]
    return [name for name in found if (ROOT / f"{name.replace('.', '/')}.py").exists()]


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Return the functions of a module and the methods of its classes, by name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def weakenings(module: str) -> Iterator[Weakening]:
    """Return all edits of a module."""
    file = ROOT / f"{module.replace('.', '/')}.py"
    for name, function in functions(ast.parse(file.read_text(encoding="utf-8"))):
        seen: Counter[tuple[str, str]] = Counter()
        for number, (node, old, new, _) in enumerate(edits(function)):
            line = getattr(node, "lineno", function.lineno)
            yield Weakening(module, name, number, line, old, new, seen[old, new])
            seen[old, new] += 1


def sample(count: int, seed: int) -> list[Weakening]:
    """Return some of all edits; an edit elsewhere in srcdiff leaves most of the sample as it is."""
    every = [edit for module in modules() for edit in weakenings(module)]
    every.sort(key=lambda edit: blake2b(f"{seed} {edit.key}".encode()).digest())
    return every[:count]
