"""What Numba's functions return, found without compiling them.

Numba knows the type of what many functions return, those of arrays above all, only from their
code, and compiles it to machine code to find out: of the time that it takes to find the types of
a whole function that is nearly all. Here the same declarations are read, and types inferred as
Numba does it, but nothing is compiled.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba.core import compiler, typing
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.typed_passes import NopythonTypeInference
from numba.core.typing.templates import _OverloadFunctionTemplate, make_concrete_template
from numba.core.utils import pysignature

from srcdiff.analyse.types.chosen import chosen_type
from srcdiff.analyse.types.quick import quick
from srcdiff.analyse.types.types import Type, types

Signatures = dict[tuple[Type, ...], Any]


class ResultTypes(typing.Context):  # type: ignore[misc]
    """Numba's declarations of functions, of which it only asks what they return."""

    def __init__(self) -> None:
        # the declarations themselves, not a copy: there may be more of them later
        self.__dict__.update(cpu_target.typing_context.__dict__)
        self.found: WeakKeyDictionary[CPUDispatcher, Signatures] = WeakKeyDictionary()

    def _resolve_user_function_type(
        self, func: Any, args: Any, kws: Any, literals: Any = None
    ) -> Any:
        """Return the signature of a call; Numba asks for it here, for a function of any kind."""
        function = self._lookup_global(func) or func
        if isinstance(function, types.Function):
            if function.typing_key is np.where and (chosen := chosen_type(args)) and not kws:
                return typing.signature(chosen, *args)
            if (other := quick(function.typing_key, args)) is not None:
                function = self.resolve_value_type(other)
            return without_code(function).get_call_type(self, args, kws)
        if isinstance(function, types.BoundFunction) and is_written(function.template):
            return self.method(function, args, kws)
        if isinstance(function, types.Dispatcher) and type(function.dispatcher) is CPUDispatcher:
            names, given = function.dispatcher.fold_argument_types(args, kws)
            if function.dispatcher._can_compile and given not in function.dispatcher.overloads:
                return self.signature(function.dispatcher, given).replace(pysig=names)
        return super()._resolve_user_function_type(func, args, kws, literals)

    def method(self, function: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a method whose code is written in Python."""
        written = function.template._overload_func
        whole = without_code(self.resolve_value_type(written))
        found = whole.get_call_type(self, (function.this, *args), kws)
        return found.replace(pysig=pysignature(written)).as_method()

    def signature(self, dispatcher: CPUDispatcher, given: tuple[Type, ...]) -> Any:
        """Return the signature of compiled code, for arguments of some types."""
        known = self.found.setdefault(dispatcher, {})
        if given not in known:
            with global_compiler_lock, dispatcher._compiling_counter:
                known[given] = typing.signature(self.inferred(dispatcher, given), *given)
        return known[given]

    def inferred(self, dispatcher: CPUDispatcher, given: tuple[Type, ...]) -> Type:
        """Return the type of what compiled code returns, by Numba's inference."""
        flags = compiler.Flags()
        cpu_target.options.parse_as_flags(flags, dispatcher.targetoptions)
        target = cpu_target.target_context
        passes = ResultOnly(self, target, None, given, None, flags, dispatcher.locals)
        return passes.compile_extra(dispatcher.py_func)


@register_pass(mutates_CFG=False, analysis_only=True)
class TakeResult(FunctionPass):  # type: ignore[misc]
    """The end of Numba's passes, with the type of the result instead of compiled code."""

    _name = "srcdiff_result"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Return the type of the result."""
        state["cr"] = state.return_type
        return False


class ResultOnly(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's compiler up to type inference, and no further."""

    inference: type[FunctionPass] = NopythonTypeInference

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes = compiler.DefaultPassBuilder.define_untyped_pipeline(self.state)
        passes.add_pass(self.inference, "type inference")
        passes.add_pass(TakeResult, "type of the result")
        passes.finalize()
        return [passes]


class Implementation(CPUDispatcher):  # type: ignore[misc]
    """The code of a function of Numba's, which is not compiled."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return a declaration of the code for arguments of some types."""
        names, given = self.fold_argument_types(args, kws)
        title = self.py_func.__name__
        signature = context().signature(self, given)
        return make_concrete_template(title, title, [signature]), names, given, {}

    def get_overload(self, sig: Any) -> None:
        """Return no code, as there is none."""


@functools.cache
def context() -> ResultTypes:
    """Return the declarations of this process."""
    return ResultTypes()


@functools.cache
def without_code(function: Any) -> Any:
    """Return a function of Numba's whose implementations are not compiled."""
    return types.Function(tuple(map(uncompiled, function.templates)))


def is_written(method: Any) -> bool:
    """Return True if the code of a method is written in Python."""
    return hasattr(method, "_overload_func")


@functools.cache
def uncompiled(template: Any) -> Any:
    """Return a declaration of a function whose code is not compiled, or any other as it is."""
    if _OverloadFunctionTemplate not in template.__mro__:  # asking ABCMeta takes long
        return template
    own = ("_impl_cache", "_compiled_overloads", "_inline_overloads")
    changes: dict[str, Any] = {name: {} for name in own}
    changes["_get_jit_decorator"] = lambda self: implemented
    return type(template)(template.__name__, (template,), changes)


def implemented(**options: Any) -> Callable[[FunctionType], Implementation]:
    """Return what makes an implementation of a Python function, as Numba's `jit` makes code."""
    return lambda function: Implementation(function, targetoptions={**options, "nopython": True})
