"""The type of every name in a core form, found by Numba's own type inference."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any, TypeAlias

import gast
import numpy as np
from numba.core import compiler, errors
from numba.core import types as numba_types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import WarningsFixer  # type: ignore[attr-defined]
from numba.core.registry import cpu_target
from numba.core.typeinfer import TypeInferer
from numba.core.typing.templates import signature
from numba.core.typing.typeof import typeof as numba_typeof
from numba.extending import typeof_impl

from srcdiff.analyse.untyped import untyped, without_scipy
from srcdiff.normalise import Core
from srcdiff.normalise.unbound import UNBOUND
from srcdiff.operations import MODULES
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    Statement,
    call,
    clone,
    constant,
    path,
    targets,
    tuple_of,
    walk_statements,
    with_body,
)

types: Any = numba_types  # Numba does not annotate all of it
typeof: Any = numba_typeof
Type: TypeAlias = Any  # a type of Numba
ResultOf = Callable[[str, tuple[Type, ...]], Type]


@dataclass(frozen=True)
class Types:
    """Numba's type of each name of a core form, of the result, and of arrays that are global."""

    names: Mapping[str, Type]
    result: Type
    constants: Mapping[str, Type] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Type:
        """Return the type of a name; NoneType where Numba found that it is never used."""
        return self.names.get(name) or self.constants.get(name, types.none)

    def is_array(self, name: str) -> bool:
        """Tell whether a name is of an array."""
        return is_array(self[name])

    def ndim(self, name: str) -> int:
        """Return the number of dimensions of an array, 0 for anything else."""
        return self[name].ndim if is_array(self[name]) else 0

    def with_copies(self, copies: Mapping[str, str]) -> Types:
        """Return the types with those of some copies of arrays."""
        new = {n: types.Array(self[old].dtype, self[old].ndim, "C") for n, old in copies.items()}
        return replace(self, names={**self.names, **new})

    def fits(self, name: str, array: str) -> bool:
        """Tell whether an element of an array keeps the value of a name as it is."""
        return bool(is_array(self[array]) and self[array].dtype == self[name])

    def some_value(self, name: str) -> Expression:
        """Return a value of the type of a name."""
        return some_value(self[name])

    def parts(self, name: str) -> int:
        """Return the number of parts of a tuple, 0 for what is no tuple.

        The name may be that of a part of a named tuple (normalise/tuples.py).
        """
        kind = self.kind_of_part(name)
        return len(kind) if isinstance(kind, types.BaseTuple) else 0

    def kind_of_part(self, name: str) -> Type:
        """Return the type of a name, or of a part of a tuple that may have no name yet."""
        whole, _, place = name.rpartition(SEPARATOR)
        if name in self.names or not whole or not place.endswith("_"):
            return self[name]
        kind = self.kind_of_part(whole)
        known = isinstance(kind, types.BaseTuple) and place[:-1].isdigit()
        return kind[int(place[:-1])] if known else types.none

    def has_gaps(self, core: Core) -> bool:
        """Tell whether there are names that were not there when the types were inferred."""
        bound = {t for s in walk_statements(core.tree.body) for t in targets(s)}
        return not bound <= self.names.keys()

    def has_tuples(self, core: Core) -> bool:
        """Tell whether there are tuples among the names, the parameters left out."""
        bound = {t for s in walk_statements(core.tree.body) for t in targets(s)}
        return any(self.parts(name) for name in bound)


def is_float(kind: Type) -> bool:
    """Tell whether values of a type are real floating-point scalars."""
    return isinstance(kind, types.Float)


def is_array(kind: Type) -> bool:
    """Tell whether values of a type are arrays."""
    return isinstance(kind, types.Array)


def is_float_array(kind: Type) -> bool:
    """Tell whether values of a type are arrays of real floating-point numbers."""
    return is_array(kind) and is_float(kind.dtype)


def is_differentiable(kind: Type) -> bool:
    """Tell whether a value of a type can have an adjoint."""
    if isinstance(kind, types.BaseTuple):
        return any(is_differentiable(part) for part in kind)
    return is_float(kind) or is_float_array(kind)


def some_value(kind: Type) -> Expression:
    """Return a value of a type, for a variable that nobody reads."""
    if isinstance(kind, types.Boolean):
        return constant(False)
    if isinstance(kind, types.Integer):
        return constant(0)
    if isinstance(kind, types.NoneType):
        return constant(None)
    if isinstance(kind, types.BaseTuple):
        return tuple_of(map(some_value, kind))
    if is_array(kind):
        shape = tuple_of([constant(0)] * kind.ndim)
        plain = kind.dtype == types.float64
        return call("np.empty", shape, *([] if plain else [path(f"np.{dtype_name(kind.dtype)}")]))
    return constant(0.0)


def dtype_name(kind: Type) -> str:
    """Return NumPy's name of the type of an array's elements."""
    return "bool_" if isinstance(kind, types.Boolean) else str(kind)


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
        """Tell whether this may be the type of a variable in the end."""
        return self.settled


class Callee:
    """A function of the user, of which type inference only asks what it returns."""

    def __init__(self, name: str, result_of: ResultOf) -> None:
        self.name = name
        self.result_of = result_of


def is_option(kind: Type) -> bool:
    """Tell whether a type is of one string, or of True or False."""
    return isinstance(kind, (types.StringLiteral, types.BooleanLiteral))


class CalleeType(types.Callable):  # type: ignore[misc]
    """Numba's type of a Callee."""

    def __init__(self, callee: Callee) -> None:
        self.callee = callee
        super().__init__(name=f"srcdiff.Callee({callee.name}, {id(callee)})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call."""
        plain = tuple(kind if is_option(kind) else types.unliteral(kind) for kind in args)
        return signature(self.callee.result_of(self.callee.name, plain), *plain)

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
        warnings = WarningsFixer(errors.NumbaWarning)
        inferer = TypeInferer(context, code, warnings)
        stack = context.callstack.register(
            state.targetctx.target, inferer, code.func_id, state.args
        )
        with stack, warnings:
            for position, (name, kind) in enumerate(zip(code.arg_names, state.args, strict=True)):
                inferer.seed_argument(name, position, kind)
            inferer.build_constraint()
            inferer.propagate()
            for variable in inferer.typevars.values():
                if isinstance(variable.type, Unbound):
                    variable.type = Unbound(settled=True)
            state.typemap, state.return_type, state.calltypes = inferer.unify()
        return False


class TypesOnly(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's compiler up to type inference, and no further."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes = compiler.DefaultPassBuilder.define_untyped_pipeline(self.state)
        passes.add_pass(TypesOfAll, "type inference")
        passes.finalize()
        return [passes]


def infer(core: Core, arguments: tuple[Type, ...], result_of: ResultOf) -> Types:
    """Return the types of all names of a core form for arguments of the given types.

    `result_of` tells what the user's functions return. Raises UnsupportedType, with
    Numba's reason, at the statement that cannot be typed.
    """
    # what follows a dot would be taken for the number of a version
    assert not any("." in t for s in walk_statements(core.tree.body) for t in targets(s))
    names = {name: Callee(name, result_of) for name in core.functions}
    names[UNBOUND] = Callee(UNBOUND, lambda called, given: Unbound())
    tree = with_one_exit(numbered(core.tree))
    function = runnable(replace(core, tree=tree), {**core.constants, **names})
    plain = tuple(map(types.unliteral, arguments))
    flags = compiler.Flags()
    flags.nrt = True
    flags.error_model = "numpy"
    inference = TypesOnly(
        cpu_target.typing_context, cpu_target.target_context, None, plain, None, flags, {}
    )
    try:
        inference.compile_extra(function)
    except errors.NumbaError as error:
        raise untyped(core, statement_at(core, getattr(error, "loc", None)), error) from None
    except ImportError:
        raise without_scipy(core) from None
    except AttributeError:
        # there is no compiled code to return, as the compilation stops after the types
        if inference.state.typemap is None:
            raise
    arrays = {n: typeof(v) for n, v in core.constants.items() if isinstance(v, np.ndarray)}
    result = types.unliteral(inference.state.return_type)
    return Types(collect(inference.state.typemap), result, arrays)


def runnable(core: Core, surroundings: Mapping[str, Any]) -> FunctionType:
    """Return a core form as a Python function that runs."""
    module = ast.fix_missing_locations(gast.gast_to_ast(gast.Module([core.tree], [])))
    space: dict[str, Any] = {**MODULES, **surroundings}
    exec(compile(module, f"<core form of {core.tree.name}>", "exec"), space)
    function: FunctionType = space[core.tree.name]
    # a function that calls itself calls what stands for it, and one called `math` no module
    space.update({**MODULES, **surroundings})
    return function


def numbered(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function with each statement on a line of its own, from line 2 on."""
    new: gast.FunctionDef = clone(tree)
    for line, statement in enumerate(walk_statements(new.body), start=2):
        for node in gast.walk(statement):
            node.lineno = node.end_lineno = line
            node.col_offset = node.end_col_offset = 0
    return new


def with_one_exit(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function whose `return` no Python copies into the branches before it.

    Some compile a short `return` once for each branch that ends there, and Numba then
    speaks of several results where it should speak of a variable with several types.
    """
    *body, last = tree.body
    if not isinstance(last, gast.Return) or last.value is None:
        return tree
    reads = [gast.copy_location(gast.Expr(clone(last.value)), last) for _ in range(2)]
    return with_body(tree, [*body, *reads, last])


def statement_at(core: Core, place: Any) -> Statement:
    """Return the statement that `numbered` put where Numba found a mistake."""
    statements = list(walk_statements(core.tree.body))
    position = getattr(place, "line", 1) - 2
    return statements[position] if 0 <= position < len(statements) else core.tree


def collect(typemap: Mapping[str, Type]) -> dict[str, Type]:
    """Return one type for each name, from those of all its versions in Numba's code."""
    found: dict[str, list[Type]] = {}
    for name, kind in typemap.items():
        plain = name.split(".")[0]
        if not name.startswith(("$", "arg.")) and kind is not types.undefined:
            found.setdefault(plain, []).append(settled(kind))
    context = cpu_target.typing_context
    return {name: context.unify_types(*kinds) for name, kinds in found.items()}


def settled(kind: Type) -> Type:
    """Return a type without what is known of the value: literals and omitted defaults."""
    if isinstance(kind, types.Omitted):
        return cpu_target.typing_context.resolve_value_type(kind.value)
    return types.unliteral(kind)
