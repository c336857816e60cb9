"""Numba's passes for generated source: those that it needs.

Numba looks in each function for what people write: closures, comprehensions, `with` blocks,
branches that types decide, functions to be taken in before they have types. Generated source
has none of that, but for what the user puts into it. Between passes Numba finds out anew where
each variable is read last; only the lowering wants to know. That is a sixth of the time to
compile a derivative.
"""

from __future__ import annotations

import dis
from collections.abc import Mapping, Set
from types import ModuleType
from typing import Any

import numpy as np
from numba.core import ir
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import register_pass
from numba.core.ir_utils import build_definitions
from numba.core.registry import CPUDispatcher
from numba.core.rewrites import rewrite_registry
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg
from numba.np.ufunc.dufunc import DUFunc

from srcdiff.analyse.types.types import types
from srcdiff.backends.compiling.callees import CALLEE, passes
from srcdiff.front.insertion import INSERTED

LEFT_OUT = (
    untyped.WithLifting,
    untyped.InlineClosureLikes,
    untyped.RewriteSemanticConstants,
    untyped.DeadBranchPrune,
    untyped.MakeFunctionToJitFunction,
    untyped.InlineInlinables,
    untyped.FindLiterallyCalls,
    untyped.LiteralUnroll,
    untyped.LiteralPropagationSubPipelinePass,
    typed.InlineOverloads,
)
# for these there are passes: functions inside, lists that become arrays, `with`
WRITTEN = ("MAKE_FUNCTION", "BUILD_LIST", "BEFORE_WITH", "SETUP_WITH", "LOAD_SPECIAL")


@register_pass(mutates_CFG=False, analysis_only=False)
class Blocks(untyped.IRProcessing):  # type: ignore[misc]
    """Bring the blocks of a function to the form that the other passes want."""

    _name = "blocks"

    def run_pass(self, state: Any) -> bool:
        """Bring blocks to that form, without the lifetimes of variables."""
        state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class Versions(untyped.ReconstructSSA):  # type: ignore[misc]
    """Give each value of a variable a name of its own."""

    _name = "versions"

    def run_pass(self, state: Any) -> bool:
        """Name values, without the lifetimes of variables."""
        keep_apart(state.func_ir)
        state.func_ir = reconstruct_ssa(state.func_ir)
        self._patch_locals(state)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class VersionsApart(untyped.ReconstructSSA):  # type: ignore[misc]
    """Give each value a name, as Numba does, unlike those of other variables."""

    _name = "versions_apart"

    def run_pass(self, state: Any) -> bool:
        """Name values."""
        keep_apart(state.func_ir)
        return bool(super().run_pass(state))


def keep_apart(function: ir.FunctionIR) -> None:
    """Take the names that Numba would give to values, if other variables are called alike.

    A value of `x` is called `x.2`, in an expression of arrays `x_2`; so may another variable be.
    """
    scopes = {id(block.scope): block.scope for block in function.blocks.values()}
    for scope in scopes.values():
        taken = scope.localvars
        for name in list(function._definitions):
            stem, _, count = name.rpartition("_")
            version = f"{stem}.{count}"
            if count.isdigit() and name in taken and stem in taken and version not in taken:
                scope.define(version, function.loc)


@register_pass(mutates_CFG=True, analysis_only=False)
class Rewrites(untyped.GenericRewrites):  # type: ignore[misc]
    """Give what has constants in it the form that says so."""

    _name = "rewrites"

    def run_pass(self, state: Any) -> bool:
        """Rewrite, without the lifetimes of variables."""
        blocks = state.func_ir.blocks
        for kind in rewrite_registry.rewrites["before-inference"]:
            rewrite = kind(state)
            pending = list(blocks)
            while pending:
                label = pending[-1]
                given = (state.func_ir, blocks[label], state.typemap, state.calltypes)
                if rewrite.match(*given):
                    blocks[label] = rewrite.apply()
                else:
                    pending.pop()
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class Lifetimes(typed.IRLegalization):  # type: ignore[misc]
    """Tell where variables that hold memory are read last."""

    _name = "lifetimes"

    def run_pass(self, state: Any) -> bool:
        """Tell where, but for numbers: there is nothing to be freed."""
        super().run_pass(state)
        numbers = {name for name, kind in state.typemap.items() if isinstance(kind, NUMBERS)}
        for block in state.func_ir.blocks.values():
            block.body = [
                statement
                for statement in block.body
                if not isinstance(statement, ir.Del) or statement.value not in numbers
            ]
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class WithoutPhis(typed.PreLowerStripPhis):  # type: ignore[misc]
    """Assign to names what `Versions` has them stand for."""

    _name = "without_phis"

    def run_pass(self, state: Any) -> bool:
        """Assign, without the lifetimes of variables."""
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class ArrayExpressions(typed.NopythonRewrites):  # type: ignore[misc]
    """Make one loop of the operations of an expression of arrays."""

    _name = "array_expressions"

    def run_pass(self, state: Any) -> bool:
        """Rewrite such expressions, and give their results an order that can be allocated."""
        has_changed = bool(super().run_pass(state))
        results_in_order(state.func_ir)
        return has_changed


def results_in_order(function: ir.FunctionIR) -> None:
    """Give results of expressions of arrays the order of C where Numba knows none.

    It takes an expression for one that returns an array of Fortran's order until it finds that an
    array in it changes its order in a loop; what is left is a type for both, which Numba does not
    allocate. Arrays of all orders look the same in memory, so the variable may keep that type.
    """
    for block in function.blocks.values():
        for expression in block.find_exprs("arrayexpr"):
            if expression.ty.layout == "A":
                expression.ty = expression.ty.copy(layout="C")


@register_pass(mutates_CFG=True, analysis_only=False)
class ArrayArithmetic(ArrayExpressions):
    """Make one loop of the operations of an expression of arrays, where there are any."""

    _name = "array_arithmetic"

    def run_pass(self, state: Any) -> bool:
        """Rewrite such expressions, and elements of records that texts name."""
        operates = any(operates_on_arrays(state, *found) for found in state.calltypes.items())
        has_texts = any(isinstance(kind, types.StringLiteral) for kind in state.typemap.values())
        return (operates or has_texts) and bool(super().run_pass(state))


def operates_on_arrays(state: Any, expression: Any, signature: Any) -> bool:
    """Return True if an expression is an operation, or a universal function, of arrays."""
    if not isinstance(getattr(signature, "return_type", None), types.Array):
        return False
    if isinstance(expression, ir.Expr) and expression.op == "call":
        called = getattr(state.typemap[expression.func.name], "typing_key", None)
        return isinstance(called, (np.ufunc, DUFunc))
    return isinstance(expression, ir.Expr) and expression.op in OPERATIONS


NUMBERS = (types.Number, types.Boolean)
OPERATIONS = ("binop", "inplace_binop", "unary")
SHORTER: dict[Any, Any] = {
    **dict.fromkeys(LEFT_OUT),
    untyped.IRProcessing: Blocks,
    untyped.GenericRewrites: Rewrites,
    typed.IRLegalization: Lifetimes,
    untyped.ReconstructSSA: Versions,
    typed.PreLowerStripPhis: WithoutPhis,
    typed.NopythonRewrites: ArrayArithmetic,
}
COMPLETE = {
    untyped.ReconstructSSA: VersionsApart,
    typed.NopythonRewrites: ArrayExpressions,
}


def is_plain(function: Any) -> bool:
    """Return True if a function of generated source has nothing that needs all of the passes."""
    if any(INSERTED in name for name in function.func.__globals__):
        return False
    return not any(i.opname in WRITTEN for i in dis.get_instructions(function.code))


def own_passes(state: Any, own: Mapping[Any, Any]) -> Any:
    """Return the passes that a function of generated source needs, some exchanged for `own`."""
    is_short = is_plain(state.func_id) and not state.flags.auto_parallel.enabled
    return passes(state, {**(SHORTER if is_short else COMPLETE), **own})


class DerivativeCompiler(CompilerBase):  # type: ignore[misc]
    """The passes for a function that Python calls."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes that a function of generated source needs."""
        return [own_passes(self.state, {})]


class CalleeCompiler(CompilerBase):  # type: ignore[misc]
    """The passes for a function that only other compiled functions call."""

    def define_pipelines(self) -> list[Any]:
        """Return the same, with `CalleeLowering` instead of Numba's own lowering."""
        return [own_passes(self.state, CALLEE)]


def with_own_passes(module: ModuleType, called: Any) -> None:
    """Have the functions of a module compiled by the passes that they need.

    They are compiled for `called` only, which is one of them. Functions that call themselves,
    perhaps through others, get machine code of their own, as Numba does it: their addresses are
    known only later. The code of a function says itself whether all of it is put into others.
    """
    own = {
        title: value
        for title, value in vars(module).items()
        if isinstance(value, CPUDispatcher) and value.py_func.__globals__ is vars(module)
    }
    calls = {title: own.keys() & {*value.py_func.__code__.co_names} for title, value in own.items()}
    for title, value in own.items():
        value.targetoptions.pop("forceinline", None)
        is_callee = value is not called and title not in reached(title, calls)
        value._compiler.pipeline_class = CalleeCompiler if is_callee else DerivativeCompiler


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
