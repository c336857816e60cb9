"""Compile functions that only other compiled functions call.

Numba makes machine code of each function that it compiles, with wrappers to call it from Python
and from C, also where another function takes all of it in. For the pairs of functions that a
derivative of several functions consists of that is half of the time to the first gradient; for
the functions in which Numba itself is written it is a third. Here they end as LLVM code, which
the functions that call them link in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from numba.core import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering


class CalleeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The LLVM code of a function that others link in, without machine code."""

    def _optimize_final_module(self) -> None:
        """Make the code smaller; the functions that call it do the rest, with their own."""
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=self._codegen._opt_level, cost="cheap"
        )
        passes.run(self._final_module, builder)

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


def needs_python(function: Any) -> bool:
    """Tell whether Numba's code of a function prints, or makes the texts of exceptions."""
    return any(
        isinstance(statement, (ir.Print, ir.DynamicRaise, ir.DynamicTryRaise))
        for block in function.blocks.values()
        for statement in block.body
    )


class CalleeCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's passes, with another one at the end."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's passes for compiled code, with `CalleeLowering` instead of its own."""
        return [callee_passes(self.state)]


def callee_passes(state: Any) -> Any:
    """Return Numba's passes for compiled code, with `CalleeLowering` instead of its own."""
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    own = {NativeLowering: CalleeLowering}
    passes.passes = [(own.get(kind, kind), text) for kind, text in passes.passes]
    passes.finalize()
    return passes


@contextmanager
def numba_as_callee() -> Iterator[None]:
    """Compile the functions in which Numba is written for those that call them only.

    Nothing else is compiled meanwhile: Numba compiles one function at a time.
    """
    with global_compiler_lock:
        define = Compiler.define_pipelines

        def define_pipelines(self: Any) -> list[Any]:
            own = is_of_numba(self.state.func_id) and not self.state.flags.force_pyobject
            return [callee_passes(self.state)] if own else define(self)

        Compiler.define_pipelines = define_pipelines
        try:
            yield
        finally:
            Compiler.define_pipelines = define


def is_of_numba(function: Any) -> bool:
    """Tell whether Numba is written in a function, and nobody else calls it.

    Its containers call some of theirs from Python.
    """
    name = str(function.modname)
    return name.startswith("numba.") and not name.startswith(("numba.typed", "numba.experimental"))


def without_machine_code(module: ModuleType, called: Any) -> None:
    """Have the functions of a module compiled for `called` only, which is one of them.

    Functions that call themselves, perhaps through others, are compiled as Numba does it: their
    addresses are known only later.
    """
    own = {
        title: value
        for title, value in vars(module).items()
        if isinstance(value, CPUDispatcher) and value.py_func.__globals__ is vars(module)
    }
    calls = {title: own.keys() & {*value.py_func.__code__.co_names} for title, value in own.items()}
    for title, value in own.items():
        if value is not called and title not in reached(title, calls):
            value._compiler.pipeline_class = CalleeCompiler


def reached(first: str, calls: Mapping[str, Set[str]]) -> set[str]:
    """Return what a function calls, also through others.

    >>> sorted(reached("f", {"f": {"g"}, "g": {"h"}, "h": {"g"}}))
    ['g', 'h']
    """
    found: set[str] = set()
    pending = [first]
    while pending:
        new = calls[pending.pop()] - found
        found |= new
        pending += new
    return found
