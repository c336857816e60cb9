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
MODULES = {  # with the names that they had when the sample was drawn, which keep it as it is
    "analyse.flow.activity": "analyse.activity",
    "analyse.arrays.arrays": "analyse.arrays",
    "analyse.aliasing.buffers": "analyse.buffers",
    "analyse.checks.checks": "analyse.checks",
    "analyse.checks.sharing": "analyse.checks",
    "analyse.aliasing.effects": "analyse.effects",
    "analyse.checks.flow": "analyse.flow",
    "analyse.checks.global_arrays": "analyse.global_arrays",
    "analyse.arrays.induction": "analyse.induction",
    "analyse.arrays.known_places": "analyse.known_places",
    "analyse.flow.liveness": "analyse.liveness",
    "analyse.flow.loops": "analyse.loops",
    "analyse.aliasing.memory": "analyse.memory",
    "analyse.aliasing.memory_groups": "analyse.memory_groups",
    "analyse.types.own_inference.names_so_far": "analyse.names_so_far",
    "analyse.types.never_bound": "analyse.never_bound",
    "analyse.aliasing.new_memory": "analyse.new_memory",
    "analyse.arrays.ordered": "analyse.ordered",
    "analyse.aliasing.overlaps": "analyse.overlaps",
    "analyse.aliasing.owners": "analyse.owners",
    "analyse.flow.schedule": "analyse.schedule",
    "analyse.aliasing.scratch": "analyse.scratch",
    "analyse.aliasing.statement_effects": "analyse.statement_effects",
    "analyse.flow.storage": "analyse.storage",
    "analyse.flow.structure": "analyse.structure",
    "analyse.arrays.subscripts": "analyse.subscripts",
    "analyse.arrays.affine": "analyse.subscripts",
    "analyse.aliasing.summaries": "analyse.summaries",
    "analyse.flow.written": "analyse.written",
    "normalise.memory.returned_arguments": "normalise.given_back",
    "normalise.indexing.gathers": "normalise.gathers",
    "normalise.memory.in_one_array": "normalise.in_one_array",
    "normalise.memory.inplace": "normalise.inplace",
    "normalise.memory.joins": "normalise.joins",
    "normalise.memory.references": "normalise.references",
    "normalise.partial_evaluation.reachable": "normalise.reachable",
    "normalise.containers.sharing": "normalise.sharing",
    "normalise.control_flow.ssa": "normalise.single",
    "normalise.memory.snapshots": "normalise.snapshots",
    "normalise.memory.swaps": "normalise.swaps",
    "normalise.control_flow.unbound": "normalise.unbound",
    "normalise.memory.copy_aliased_operands": "normalise.unshared",
    "normalise.numpy_calls.written_results": "normalise.written_results",
    "optimise.dataflow.common": "optimise.common",
    "optimise.dataflow.copies": "optimise.copies",
    "optimise.dataflow.dead_code": "optimise.dead_code",
    "optimise.dataflow.forward_substitute_blocks": "optimise.distant",
    "optimise.arithmetic.fills": "optimise.fills",
    "optimise.dataflow.moves": "optimise.moves",
    "optimise.dataflow.nest": "optimise.nest",
    "optimise.dataflow.order": "optimise.order",
    "optimise.dataflow.propagate": "optimise.propagate",
    "optimise.dataflow.stores": "optimise.stores",
    "optimise.dataflow.updates": "optimise.updates",
    "optimise.dataflow.live_ranges": "optimise.webs",
    "optimise.arithmetic.zeros": "optimise.zeros",
    "optimise.arithmetic.shared_arrays": "optimise.zeros",
    "differentiate.reverse.call_copies": "differentiate.call_copies",
    "differentiate.reverse.contributions": "differentiate.contributions",
    "differentiate.reverse.joining": "differentiate.joining",
    "differentiate.tape.kept_memory": "differentiate.kept_memory",
    "differentiate.reverse.present": "differentiate.present",
    "differentiate.tape.restore": "differentiate.restore",
    "differentiate.reverse.shadows": "differentiate.shadows",
    "differentiate.tape.shape_only": "differentiate.shape_only",
    "differentiate.forward.vanish": "differentiate.vanish",
    "differentiate.tape.written_shapes": "differentiate.written_shapes",
    "program.units.aliases": "aliases",
    "program.units.copy_returned_aliases": "apart",
    "normalise.memory.buffer_swaps": "rebound",
    "program.units.results": "results",
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
        drawn = f"srcdiff.{MODULES[self.module.removeprefix('srcdiff.')]}"
        return f"{drawn}.{self.function}: {short(self.old)} -> {short(self.new)}{note}"

    @property
    def file(self) -> Path:
        """Return the file of the module."""
        return ROOT / f"{self.module.replace('.', '/')}.py"


def short(text: str) -> str:
    """Return code in one line."""
    return " ".join(text.split())


def modules() -> list[str]:
    """Return the names of the modules that are weakened."""
    return [f"srcdiff.{name}" for name in MODULES]


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
