"""Compile functions that only other compiled functions call.

Numba makes machine code of each function that it compiles, with wrappers to call it from Python
and from C, also where another function takes all of it in. For the pairs of functions that a
derivative of several functions consists of that is half of the time to the first gradient; for
the functions in which Numba itself is written it is a third. Here they end as LLVM code, which
the functions that call them link in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from numba.core import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

from srcdiff.backends.compiling.code_size import SMALL, SMALL_OF_NUMBA, inline_small
from srcdiff.core.exchanged import exchanged


class CalleeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The LLVM code of a function that others link in, without machine code."""

    largest = SMALL

    def _optimize_final_module(self) -> None:
        """Make the code smaller; the functions that call it do the rest, with their own."""
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=self._codegen._opt_level, cost="cheap"
        )
        passes.run(self._final_module, builder)
        inline_small(self._final_module, self.largest)

    def _finalize_final_module(self) -> None:
        """Make the code ready to be linked into that of another function."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class CalleeLowering(NativeLowering):  # type: ignore[misc]
    """Lower a function to LLVM code, and let other functions call it."""

    _name = "callee_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a function, without anything to call it from Python."""
        if needs_python(state.func_ir):
            return bool(super().run_pass(state))
        state.library = CalleeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        if is_of_numba(state.func_id):
            state.library.largest = SMALL_OF_NUMBA
        if state.flags.no_compile:  # a part of another function
            return bool(super().run_pass(state))
        for part in ("compile", "cpython_wrapper", "cfunc_wrapper"):
            setattr(state.flags, f"no_{part}", True)
        super().run_pass(state)
        entry: Any = {}.popitem  # stands for the function; whoever calls it gets an exception
        lowered = state["cr"]
        state.targetctx.insert_user_function(entry, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = lowered._replace(cfunc=entry)
        return True


CALLEE = {NativeLowering: CalleeLowering}
OWN = ("srcdiff.first.", "srcdiff.runtime.")  # what generated code imports
ARRAY_EXPRESSION = "__numba_array_expr_"


def needs_python(function: Any) -> bool:
    """Return True if Numba's code of a function prints, or makes the texts of exceptions."""
    return any(
        isinstance(statement, (ir.Print, ir.DynamicRaise, ir.DynamicTryRaise))
        for block in function.blocks.values()
        for statement in block.body
    )


def passes(state: Any, own: Mapping[Any, Any]) -> Any:
    """Return Numba's passes for compiled code, some exchanged for others, or for none."""
    found = DefaultPassBuilder.define_nopython_pipeline(state)
    changed = [(own.get(kind, kind), text) for kind, text in found.passes]
    found.passes = [(kind, text) for kind, text in changed if kind is not None]
    found.finalize()
    return found


@contextmanager
def numba_as_callee() -> Iterator[None]:
    """Compile the functions in which Numba is written for those that call them only."""
    define = Compiler.define_pipelines

    def define_pipelines(self: Any) -> list[Any]:
        own = is_of_numba(self.state.func_id) and not self.state.flags.force_pyobject
        return [passes(self.state, CALLEE)] if own else define(self)

    with exchanged(Compiler, "define_pipelines", define_pipelines):
        yield


def is_of_numba(function: Any) -> bool:
    """Return True if a function is a part of Numba or `srcdiff.runtime` that no Python calls.

    Numba's containers call some of theirs from Python. What it makes of expressions of arrays is
    in the module that they stand in.
    """
    name = str(function.modname)
    if name.startswith(OWN) or function.func_name.startswith(ARRAY_EXPRESSION):
        return True
    return name.startswith("numba.") and not name.startswith(("numba.typed", "numba.experimental"))
