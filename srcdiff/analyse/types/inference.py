"""The type of every name in a core form, found by Numba's own type inference."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import gast
import numpy as np
from numba.core import compiler, errors
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import WarningsFixer  # type: ignore[attr-defined]
from numba.core.registry import cpu_target
from numba.core.typeinfer import TypeInferer
from numba.core.typing.templates import signature
from numba.extending import typeof_impl

from srcdiff.analyse.types import templates  # noqa: F401 -- Numba finds them there
from srcdiff.analyse.types.asked_once import asked_once
from srcdiff.analyse.types.never_bound import with_types_of_copies
from srcdiff.analyse.types.own_inference.decided import Decided
from srcdiff.analyse.types.own_inference.decided_tests import decided_tests
from srcdiff.analyse.types.own_inference.infer_types import infer_types, result_alone
from srcdiff.analyse.types.own_inference.result_types import ResultOnly
from srcdiff.analyse.types.own_inference.result_types import context as declarations
from srcdiff.analyse.types.runnable import numbered, runnable, statement_at, with_one_exit
from srcdiff.analyse.types.types import Type, Types, typeof, types
from srcdiff.analyse.types.untyped import failed, several_types, untyped
from srcdiff.analyse.types.without_scipy import check_scipy, without_scipy
from srcdiff.core import Core
from srcdiff.core.operations import MODULES
from srcdiff.core.values import NUMBERS, UNBOUND
from srcdiff.errors import SrcdiffError, UnsupportedSyntax, UnsupportedType, WriteAgain
from srcdiff.syntax import Statement, dotted, targets, walk, walk_statements, writes

ResultOf = Callable[[Any, tuple[Type, ...]], Type]


class Unbound(types.Type):  # type: ignore[misc]
    """The type of a variable on a way that leaves it unbound: any other type takes its place.

    While types are inferred it is not precise: Numba waits for the other type.
    """

    def __init__(self, settled: bool = False) -> None:
        self.settled = settled
        super().__init__(name=f"srcdiff.Unbound({settled})")

    def unify(self, context: Any, other: Type) -> Type:
        """Return the type of a variable that has this type on one way, another on others."""
        return other

    def is_precise(self) -> bool:
        """Return True if this may be the type of a variable in the end."""
        return self.settled


class Callee:
    """A function of the user, of which type inference only asks what it returns."""

    def __init__(
        self, name: str, function: Any, result_of: ResultOf, call: gast.AST | None = None
    ) -> None:
        self.name = name
        self.function = function
        self.result_of = result_of
        self.call = call

    def result(self, given: tuple[Type, ...]) -> Type:
        """Return the type of what the function returns for arguments of some types."""
        try:
            return self.result_of(self.function, plain(given))
        except SrcdiffError as error:
            raise error.at_call(self.call) from None


def plain(given: tuple[Type, ...]) -> tuple[Type, ...]:
    """Return types without what is known of values, but for one string, or True or False."""
    options = types.StringLiteral, types.BooleanLiteral
    return tuple(kind if isinstance(kind, options) else types.unliteral(kind) for kind in given)


class CalleeType(types.Callable):  # type: ignore[misc]
    """Numba's type of a Callee."""

    def __init__(self, callee: Callee) -> None:
        self.callee = callee
        super().__init__(name=f"srcdiff.Callee({callee.name}, {id(callee)})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call."""
        return signature(self.callee.result(args), *plain(args))

    def get_call_signatures(self) -> Any:
        """Return the known signatures: none, as each call is inferred anew."""
        return (), False

    def get_impl_key(self, sig: Any) -> Any:
        """Return the key of an implementation: there is none, nothing is compiled."""
        return None


@typeof_impl.register(Callee)  # type: ignore[untyped-decorator]
def typeof_callee(value: Callee, context: Any) -> CalleeType:
    """Return Numba's type of a Callee."""
    return CalleeType(value)


@register_pass(mutates_CFG=False, analysis_only=True)
class TypesOfAll(FunctionPass):  # type: ignore[misc]
    """Numba's type inference, which leaves unbound what nothing binds."""

    _name = "srcdiff_types"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Find the types of all variables, and of the result."""
        context, code = state.typingctx, state.func_ir
        # the lines of the core form mean nothing to the user: Numba warns again when it compiles
        unsaid = WarningsFixer(errors.NumbaWarning)
        inferer = TypeInferer(context, code, unsaid)
        stack = context.callstack.register(
            state.targetctx.target, inferer, code.func_id, state.args
        )
        with stack:
            for position, (name, kind) in enumerate(zip(code.arg_names, state.args, strict=True)):
                inferer.seed_argument(name, position, kind)
            inferer.build_constraint()
            inferer.propagate()
            for variable in inferer.typevars.values():
                if isinstance(variable.type, Unbound):
                    variable.type = Unbound(settled=True)
            state.typemap, state.return_type, state.calltypes = inferer.unify()
        return False


class TypesOnly(ResultOnly):
    """Numba's compiler up to this type inference."""

    inference = TypesOfAll


def infer(core: Core, arguments: tuple[Type, ...], result_of: ResultOf) -> Types:
    """Return the types of all names of a core form for arguments of the given types.

    `result_of` tells what the user's functions return. Raises UnsupportedType, with
    Numba's reason, at the statement that cannot be typed.
    """
    # what follows a dot would be taken for the number of a version
    assert not any("." in t for s in walk_statements(core.tree.body) for t in targets(s))
    arrays = {n: typeof(v) for n, v in core.constants.items() if isinstance(v, np.ndarray)}
    given = tuple(map(types.unliteral, arguments))
    nodes = reversed(walk(core.tree)) if core.functions else ()
    first = {dotted(node.func): node for node in nodes if isinstance(node, gast.Call)}
    callees = {n: Callee(n, f, result_of, first.get(n)) for n, f in core.functions.items()}
    results = {name: callee.result for name, callee in callees.items()}
    surroundings = {**MODULES, **core.constants}
    found = infer_types(core.tree, given, results, surroundings, Unbound(settled=True))
    names, result = found or by_numba(core, given, callees)
    check_scipy(core)
    names = with_types_of_copies(core.tree.body, names, lambda kind: isinstance(kind, Unbound))
    return Types({**global_numbers(core), **names}, result, arrays)


def global_numbers(core: Core) -> dict[str, Type]:
    """Return the types of global numbers: without one they would be taken for no integers.

    True and False are left out: Python adds them as numbers, which NumPy's are not.
    """
    numbers = {n: v for n, v in core.constants.items() if isinstance(v, NUMBERS)}
    return {n: typeof(v) for n, v in numbers.items() if not isinstance(v, bool)}


def known_result(core: Core, arguments: tuple[Type, ...], result_of: ResultOf) -> Type | None:
    """Return what a core form returns, as far as that is known where `result_of` knows nothing.

    It may raise Untyped; None where nothing is known of the result.
    """
    given = tuple(map(types.unliteral, arguments))
    results = {n: Callee(n, value, result_of).result for n, value in core.functions.items()}
    return result_alone(core.tree, given, results, {**MODULES, **core.constants})


def decided(core: Core, arguments: tuple[Type, ...], result_of: ResultOf) -> Decided:
    """Return the conditions in a core form that are known from types, where it has none."""
    given = tuple(map(types.unliteral, arguments))
    results = {n: Callee(n, value, result_of).result for n, value in core.functions.items()}
    return decided_tests(core.tree, given, results, {**MODULES, **core.constants})


def by_numba(
    core: Core, given: tuple[Type, ...], callees: Mapping[str, Callee]
) -> tuple[dict[str, Type], Type]:
    """Return the types of all names, and of the result, as Numba's own inference finds them."""
    known = {**callees, UNBOUND: Callee(UNBOUND, None, lambda called, given: Unbound())}
    tree = with_one_exit(numbered(core.tree))
    function = runnable(replace(core, tree=tree), {**core.constants, **known})
    flags = compiler.Flags()
    flags.nrt = True
    flags.error_model = "numpy"
    inference = TypesOnly(declarations(), cpu_target.target_context, None, given, None, flags, {})
    try:
        with asked_once():
            inference.compile_extra(function)
    except errors.NumbaError as error:
        raise untyped(core, statement_at(core, getattr(error, "loc", None)), error) from None
    except WriteAgain:
        raise
    except ImportError:
        raise without_scipy(core) from None
    except Exception as error:
        endless = endless_loop(core, error)
        if endless is not None:
            raise UnsupportedSyntax(
                "this loop never ends, and Numba does not compile it",
                endless,
                "let the condition read what the loop changes, or leave the loop by `break`",
            ) from None
        place = place_in_core(error)
        if place is not None and not isinstance(error, SrcdiffError):
            raise failed(core, statement_at(core, place)) from error
        raise
    found = collect(inference.state.typemap)
    check_joined(core, found)
    unify = cpu_target.typing_context.unify_types
    return {n: unify(*kinds) for n, kinds in found.items()}, types.unliteral(
        inference.state.return_type
    )


def endless_loop(core: Core, error: Exception) -> Statement | None:
    """Return the loop without an end that lets Numba fail, or None where that is not why."""
    _, found, names = str(error).partition("liveness info missing for vars: ")
    lost = set(re.findall(r"'([^']+?)(?:\.\d+)?'", names))
    loops = (s for s in walk_statements(core.tree.body) if isinstance(s, gast.While))
    return next((loop for loop in loops if found and writes([loop]) & lost), None)


def place_in_core(error: Exception) -> Any:
    """Return where in a core form Numba was when it failed by a mistake of its own, or None."""
    found = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        place = getattr(frame.f_locals.get("self"), "loc", None)
        if str(getattr(place, "filename", "")).startswith("<core form"):
            found = place
    return found


def collect(typemap: Mapping[str, Type]) -> dict[str, list[Type]]:
    """Return the types of each name, those of all its versions in Numba's code."""
    found: dict[str, list[Type]] = {}
    for name, kind in typemap.items():
        plain = name.split(".")[0]
        if not name.startswith(("$", "arg.")) and kind is not types.undefined:
            found.setdefault(plain, []).append(settled(kind))
    return found


def check_joined(core: Core, found: Mapping[str, list[Type]]) -> None:
    """Refuse names whose values have no common type.

    Numba takes them where no path reads a value of one type as one of the other. But an adjoint
    has one type, and a name without a type would count as one without a derivative. Raises
    UnsupportedType.

    `found` has the types of the values of each name.
    """
    context = cpu_target.typing_context
    for statement in walk_statements(core.tree.body):
        for target in targets(statement):
            kinds = found.get(target, [])
            if kinds and context.unify_types(*kinds) is None:
                raise UnsupportedType(*several_types(core, target, statement, kinds))


def settled(kind: Type) -> Type:
    """Return a type without what is known of the value: literals and omitted defaults."""
    if isinstance(kind, types.Omitted):
        return cpu_target.typing_context.resolve_value_type(kind.value)
    return types.unliteral(kind)
