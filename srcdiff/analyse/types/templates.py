"""The types of what Numba does not take, but a pass then writes as something that it takes."""

from __future__ import annotations

import inspect
import operator
from typing import Any

import numpy as np
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
    signature,
)
from numba.np.numpy_support import as_dtype, from_dtype

from srcdiff.analyse.types.types import Type, is_array, is_inexact, types
from srcdiff.core.primitives import primitives_with

NUMBERS = (types.Integer, types.Float)
PLAIN = (types.Number, types.Boolean)
IN_PLACE = {
    operator.iadd: operator.add,
    operator.isub: operator.sub,
    operator.imul: operator.mul,
    operator.itruediv: operator.truediv,
    operator.ifloordiv: operator.floordiv,
    operator.imod: operator.mod,
    operator.ipow: operator.pow,
}
OF_ONE = tuple(  # methods that give a number back as it is
    p.name.removeprefix("np.") for p in primitives_with(one_number=True, method=True)
)
OF_TRUTH = ("any", "all")  # and those of the result of a comparison


@infer_global(operator.iadd)
class JoinedTuples(AbstractTemplate):  # type: ignore[misc]
    """The type of `t += u` for tuples, which Numba has for `t + u` only."""

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for two tuples, None for anything else."""
        if kws or not all(isinstance(kind, types.BaseTuple) for kind in args):
            return None
        return signature(types.Tuple([part for kind in args for part in kind]), *args)


class NumberWithArray(AbstractTemplate):  # type: ignore[misc]
    """The type of `x += a` for a number and an array: a new array (normalise/memory/inplace.py)."""

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for a number and an array, None for anything else."""
        if kws or len(args) != 2 or not isinstance(args[0], PLAIN) or not is_array(args[1]):
            return None
        plain = types.unliteral(args[0])
        found = self.context.resolve_function_type(self.of_two, (plain, args[1]), {})
        return None if found is None else signature(found.return_type, *args)


for augmented, of_two in IN_PLACE.items():
    made = {"key": augmented, "of_two": staticmethod(of_two)}
    infer_global(augmented)(type(f"{augmented.__name__}_of_number", (NumberWithArray,), made))


@infer_global(np.clip)
class ClippedNumber(AbstractTemplate):  # type: ignore[misc]
    """The type of `np.clip(x, a, b)` for numbers: normalise/dialect/conversions.py."""

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for three real numbers, None for anything else."""
        plain = [types.unliteral(kind) for kind in args]
        if kws or len(plain) != 3 or not all(isinstance(kind, NUMBERS) for kind in plain):
            return None
        return signature(self.context.unify_types(*plain), *args)


@infer_global(operator.matmul)
class MixedProduct(AbstractTemplate):  # type: ignore[misc]
    """The type of products of arrays of several kinds: normalise/dialect/mixed_products.py."""

    of_numbers = False

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for what such a product is of, None for anything else."""
        made = None if kws else mixed_product(tuple(args), self.of_numbers)
        return None if made is None else signature(made, *args)


@infer_global(np.dot)
class MixedDot(MixedProduct):
    """The type of products that only `np.dot` takes, too."""

    of_numbers = True


@infer_global(np.vdot)
class MixedVdot(MixedProduct):
    """The type of products of vectors that `np.vdot` takes."""

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for two vectors, None for anything else."""
        vectors = len(args) == 2 and all(getattr(kind, "ndim", 0) == 1 for kind in args)
        return super().generic(args, kws) if vectors else None


@infer_global(np.inner)
class InnerProduct(AbstractTemplate):  # type: ignore[misc]
    """The type of inner products, and of products of numbers: dialect/promote_operands.py."""

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for two arrays or numbers, None for anything else."""
        plain = [types.unliteral(kind) for kind in args]
        numbers = [kind.dtype if is_array(kind) else kind for kind in plain]
        if kws or len(plain) != 2 or not all(isinstance(kind, PLAIN) for kind in numbers):
            return None
        made = from_dtype(np.result_type(*map(as_dtype, numbers)))
        ndims = [kind.ndim if is_array(kind) else 0 for kind in plain]
        rank = sum(ndims) - (0 if 0 in ndims else 2)
        return signature(types.Array(made, rank, "C") if rank > 0 else made, *args)


def mixed_product(kinds: tuple[Type, ...], of_numbers: bool) -> Type | None:
    """Return the type of a product of arrays of several kinds, None where Numba takes it as it is.

    With `of_numbers` of numbers, or of one and an array, as well. Integers alone have none.

    >>> ints, floats = (types.Array(n, 1, "C") for n in (types.int64, types.float64))
    >>> mixed_product((ints, floats), False), mixed_product((floats, floats), False)
    (float64, None)
    >>> mixed_product((types.float64, floats), True)
    Array(float64, 1, 'C', False, aligned=True)
    """
    plain = [types.unliteral(kind) for kind in kinds]
    if len(plain) != 2:
        return None
    numbers = [kind.dtype if is_array(kind) else kind for kind in plain]
    if not all(isinstance(kind, PLAIN) for kind in numbers):
        return None
    ndims = [kind.ndim if is_array(kind) else 0 for kind in plain]
    made = from_dtype(np.result_type(*map(as_dtype, numbers)))
    if 0 in ndims:
        whole = types.Array(made, max(ndims), "C") if any(ndims) else made
        return whole if of_numbers else None
    if numbers[0] == numbers[1] or not is_inexact(made) or not set(ndims) <= {1, 2}:
        return None
    return types.Array(made, sum(ndims) - 2, "C") if sum(ndims) > 2 else made


@infer_global(np.array)
@infer_global(np.asarray)
class StackedArrays(AbstractTemplate):  # type: ignore[misc]
    """The type of `np.array([x, y])` for arrays of one rank: small_arrays/array_literals.py."""

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for arrays in a list or tuple, None for anything else."""
        if kws or not args or len(args) > 2:
            return None
        inner = [args[0].dtype] if isinstance(args[0], types.List) else []
        if isinstance(args[0], types.BaseTuple):
            inner = list(args[0])
        first = inner[0] if inner else None
        if not isinstance(first, types.Array):
            return None
        if any((p.dtype, p.ndim) != (first.dtype, first.ndim) for p in inner):
            return None
        if len(args) == 2 and getattr(args[1], "dtype", None) != first.dtype:
            return None
        return signature(types.Array(first.dtype, first.ndim + 1, "C"), *args)


class OfNumbers(AbstractTemplate):  # type: ignore[misc]
    """The type of an array of numbers that are given in the place of arrays."""

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for numbers of one type, None for anything else."""
        first = args[0] if args else None
        plain = {types.unliteral(kind) for kind in self.numbers(first)}
        if len(plain) != 1 or not all(isinstance(kind, NUMBERS) for kind in plain):
            return None
        made = signature(types.Array(*plain, 1, "C"), *args, *kws.values())
        return made.replace(pysig=inspect.signature(self.key))

    def numbers(self, first: Type) -> tuple[Type, ...]:
        """Return the types of the numbers in the first argument."""
        return () if first is None else (first,)


@infer_global(np.expand_dims)
class ExpandedNumber(OfNumbers):
    """The type of `np.expand_dims(x, 0)` for a number: normalise/dialect/conversions.py."""


@infer_global(np.stack)
class StackedNumbers(OfNumbers):
    """The type of `np.stack((x, y))` for numbers: normalise/dialect/conversions.py."""

    def numbers(self, first: Type) -> tuple[Type, ...]:
        """Return the types of the numbers in a tuple."""
        return tuple(first) if isinstance(first, types.BaseTuple) else ()


class Itself(AbstractTemplate):  # type: ignore[misc]
    """The type of a method that returns its owner: normalise/dialect/scalar_methods.py."""

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for no arguments, None for any."""
        return None if args or kws else signature(self.this, recvr=self.this)


class MethodsOfNumbers(AttributeTemplate):  # type: ignore[misc]
    """The types of methods that NumPy's numbers share with arrays."""

    methods: tuple[str, ...] = ()

    def generic_resolve(self, kind: Any, attribute: str) -> Any:
        """Return the type of a method, None for anything else."""
        if attribute not in self.methods:
            return None
        template = type(f"{kind}.{attribute}", (Itself,), {"key": (kind, attribute)})
        return types.BoundFunction(template, kind)


@infer_getattr
class MethodsOfFloats(MethodsOfNumbers):
    """The types of `x.sum()` and the like, where x is a number and not an array."""

    key = types.Float
    methods = OF_ONE


@infer_getattr
class MethodsOfBooleans(MethodsOfNumbers):
    """The types of `(x > 0.0).any()` and the like, where x is a number and not an array."""

    key = types.Boolean
    methods = OF_TRUTH
