"""Gradients of a function of numbers for each of many samples, one thread a sample."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numba.np.numpy_support import as_dtype, from_dtype

from srcdiff.analyse.types.types import Type, is_differentiable
from srcdiff.backends.arrays import check_apart, described, is_array, type_of
from srcdiff.backends.cuda import flat, on_device, python_function, room_on_device
from srcdiff.errors import WrongCall, WrongShape
from srcdiff.front.array_kinds import check_kind
from srcdiff.front.door import DOOR
from srcdiff.front.options import Asked, Given, check_named
from srcdiff.gpu.launch.device import write_map
from srcdiff.output import store
from srcdiff.program.module import Written

THREADS = 128  # of a block
Arrays = dict[str, Any]


class MapGradient:
    """The gradient of a function for each sample: `gradient(xs, ys, a)`."""

    def __init__(self, function: Any, asked: Asked, whole: Sequence[str]) -> None:
        self.function = python_function(function)
        check_named(self.function)
        self.asked = asked
        self.whole = whole
        self.modules: dict[Any, tuple[Written, ModuleType]] = {}
        self.latest: Written | None = None
        functools.update_wrapper(self, self.function)

    def __call__(self, *args: Any, out: Any = None, stream: Any = 0, **kwargs: Any) -> Any:
        """Return an array with the gradient of each sample, or a tuple of such arrays.

        They are arrays of NumPy if all samples are, else on the device; or those in `out`.
        Raises WrongCall and WrongShape for arguments that do not fit, AliasedArguments for `out`
        that shares memory with them.
        """
        with DOOR:
            return self.launched(self.bound(args, kwargs), out, stream)

    def launched(self, own: Arrays, out: Any, stream: Any) -> Any:
        """Return the gradients for all arguments of the function, by name."""
        samples = {n: v for n, v in own.items() if is_array(v) and n not in self.whole}
        shape = shape_of(samples)
        own = in_precision(own, samples)
        kinds = {n: element(v) if n in samples else type_of(v) for n, v in own.items()}
        written, module = self.load(tuple(kinds.values()), tuple(samples))
        results = self.results(shape, kinds, out)
        check_apart(own, results)
        if 0 not in shape:
            blocks = -(-int(np.prod(shape, dtype=int)) // THREADS)
            given = [on_device(v) if is_array(v) else v for v in own.values()]
            given = [flat(v) if n in samples else v for n, v in zip(own, given, strict=True)]
            made = [on_device(v) for v in results.values()]
            getattr(module, written.name)[blocks, THREADS, stream](*given, *map(flat, made))
            for array, result in zip(made, results.values(), strict=True):
                if isinstance(result, np.ndarray):
                    result[...] = array.copy_to_host()
        if out is None and all(isinstance(v, np.ndarray) for v in samples.values()):
            results = {n: v.copy_to_host() for n, v in results.items()}
        return next(iter(results.values())) if self.asked.single else tuple(results.values())

    def bound(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Arrays:
        """Return all arguments of the function by name, with defaults.

        Raises WrongCall where they do not fit.
        """
        try:
            bound = inspect.signature(self.function).bind(*args, **kwargs)
        except TypeError as error:
            raise WrongCall(f"`{self.function.__name__}`: {error}") from None
        bound.apply_defaults()
        for parameter, value in bound.arguments.items():
            check_kind(f"`{parameter}`", value)
        # an array without dimensions is a number
        return {n: v[()] if isinstance(v, np.ndarray) else v for n, v in bound.arguments.items()}

    def results(self, shape: tuple[int, ...], kinds: Mapping[str, Type], out: Any) -> Arrays:
        """Return the arrays for gradients: those in `out`, or new ones on the device."""
        wanted = {n: as_dtype(kinds[n]) for n in self.asked.wrt}
        if out is None:
            return {n: room_on_device(shape, dtype) for n, dtype in wanted.items()}
        given = (out,) if self.asked.single else tuple(out)
        if len(given) != len(wanted):
            raise WrongCall(f"`out` has {len(given)} arrays, and there are {len(wanted)} gradients")
        for array, (parameter, dtype) in zip(given, wanted.items(), strict=True):
            if not is_array(array) or described(array)[:2] != (dtype, shape):
                raise WrongShape(
                    f"`out` has no array of shape {shape} and {dtype} for the gradient with "
                    f"respect to `{parameter}`",
                    advice="pass arrays like the samples",
                )
        return dict(zip(wanted, given, strict=True))

    def load(self, given: tuple[Type, ...], samples: tuple[str, ...]) -> tuple[Written, ModuleType]:
        """Return the module for samples of certain types."""
        key = given, samples
        if key not in self.modules:
            written = write_map(self.function, Given(given, (), ()), self.asked, samples)
            self.modules[key] = written, store.load_text(written.name, written.text)
        self.latest = self.modules[key][0]
        return self.modules[key]

    def source(self) -> str:
        """Return the generated source that was used last.

        Raises WrongCall if there is none yet.
        """
        if self.latest is None:
            raise WrongCall("no source has been written yet", advice="call the gradient once")
        return self.latest.text


def shape_of(samples: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the shape of all samples.

    Raises WrongCall where there are none, WrongShape where they differ.
    """
    shapes = {n: described(v)[1] for n, v in samples.items()}
    if not shapes:
        raise WrongCall(
            "there are no samples", advice="pass an array of them for at least one argument"
        )
    first = next(iter(shapes))
    for other, shape in shapes.items():
        if shape != shapes[first]:
            raise WrongShape(
                f"the samples `{other}` have shape {shape}, and `{first}` has {shapes[first]}",
                advice="pass arrays of one shape, and numbers for what is the same for all "
                "samples; name arrays that each sample reads all of in `whole`",
            )
    return shapes[first]


def element(samples: Any) -> Type:
    """Return the type of a sample."""
    return from_dtype(described(samples)[0])


def in_precision(own: Mapping[str, Any], samples: Mapping[str, Any]) -> Arrays:
    """Return arguments with Python's numbers in single precision, if all samples are in it."""
    kinds = [element(v) for v in samples.values()]
    real = {as_dtype(kind) for kind in kinds if is_differentiable(kind)}
    is_single = real == {np.dtype(np.float32)}
    return {n: np.float32(v) if is_single and type(v) is float else v for n, v in own.items()}
