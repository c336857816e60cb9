"""What compiles derivatives on the CPU, at the first call for new types."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from numba.core import sigutils
from numba.core.dispatcher import OmittedArg
from numba.core.errors import NumbaPendingDeprecationWarning, NumbaPerformanceWarning
from numba.core.registry import CPUDispatcher

from srcdiff.analyse.types.declarations import mend_declarations
from srcdiff.analyse.types.function_types import without_functions
from srcdiff.analyse.types.types import types
from srcdiff.analyse.types.without_scipy import GET_SCIPY, WITHOUT_SCIPY
from srcdiff.backends.argument_types import unknown_type
from srcdiff.backends.compiling.broadcasting import broadcast_quickly
from srcdiff.backends.compiling.callees import numba_as_callee
from srcdiff.backends.compiling.counters import bounded_counters
from srcdiff.backends.compiling.disk_cache import forgive
from srcdiff.backends.compiling.pipelines import with_own_passes
from srcdiff.backends.compiling.plain_arguments import only_plain_arrays
from srcdiff.backends.compiling.remembered import remembered
from srcdiff.backends.compiling.stand_ins import stand_in
from srcdiff.backends.generated import Derivative
from srcdiff.backends.list_arguments import has_functions, needs_another, passed, type_of
from srcdiff.backends.objects.taking_apart import TakesApart
from srcdiff.backends.run_time_errors import add_place
from srcdiff.backends.verifying import is_asked_for
from srcdiff.errors import REFUSALS, InternalError, SrcdiffError, UnsupportedSyntax, UnsupportedType
from srcdiff.first.scipy_cells import enter_all
from srcdiff.front.array_kinds import check_kind
from srcdiff.front.door import DOOR, leave
from srcdiff.front.gc_pause import seldom_collected
from srcdiff.front.insertion import INSERTED
from srcdiff.front.options import Asked
from srcdiff.output.times import timed

if TYPE_CHECKING:
    from srcdiff.backends.objects.quick import Quick


class DerivativeDispatcher(TakesApart, CPUDispatcher):  # type: ignore[misc]
    """A derivative as Numba sees it: called from Python, from `@njit` code, or passed on.

    What it runs for arguments of certain types is written when these types first occur.
    """

    def __init__(self, function: Any, asked: Asked) -> None:
        self.derivative = Derivative(function, asked)
        enter_all()
        super().__init__(stand_in(self.derivative), targetoptions=ANY_ARGUMENTS)
        self.__wrapped__ = function
        self.known_objects: list[Quick] = []  # for layouts of objects that were met

    @functools.cached_property
    def primal(self) -> Any:
        """Return the function itself, compiled."""
        asked = self.derivative.asked
        plain = Asked("primal", (), (), True, asked.options)
        found = DerivativeDispatcher(self.derivative.function, plain)
        found.derivative.is_read = self.derivative.is_read
        return found

    def compile(self, sig: Any) -> Any:
        """Compile the derivative for arguments of the given types, if it is not yet."""
        given, _ = sigutils.normalize_signature(sig)
        known = self.overloads.get(tuple(given))
        if known is not None:
            return known.entry_point
        result = self.compiled(self.decided(tuple(given)), tuple(given))
        self.enter(result, tuple(given))
        return result.entry_point

    def enter(self, result: Any, given: tuple[Any, ...]) -> None:
        """Enter what is compiled for types of arguments, of which compiled code takes others."""
        if tuple(result.signature.args) == given:
            self.add_overload(result)
        else:
            self._insert([kind._code for kind in given], result.entry_point, result.objectmode)
            self.overloads[given] = result

    def compiled(self, given: tuple[Any, ...], asked: tuple[Any, ...]) -> Any:
        """Return what is compiled for arguments of types `given`, called with those of `asked`."""
        loaded = self.derivative.load(given)
        inner = getattr(loaded.module, loaded.name)
        taken = tuple(map(without_functions, asked))
        if taken in inner.overloads:
            return inner.overloads[taken]
        with_own_passes(loaded.module, inner)
        forgive(inner)
        mend_declarations()
        try:
            title = f"{self.derivative.asked.kind} of {loaded.name}"
            with timed(title), seldom_collected(), as_own(), warnings.catch_warnings():
                # of lines that the user did not write
                for category in (NumbaPerformanceWarning, NumbaPendingDeprecationWarning):
                    warnings.simplefilter("ignore", category)
                inner.compile(taken)
        except ImportError:
            raise UnsupportedType(WITHOUT_SCIPY, advice=GET_SCIPY) from None
        except Exception as error:
            raise self.refused(given, loaded.module, error) from error
        return inner.overloads[taken]

    def refused(self, given: tuple[Any, ...], module: ModuleType, error: Exception) -> SrcdiffError:
        """Return the error for a derivative that Numba does not compile."""
        if any(INSERTED in name for name in vars(module)):
            return UnsupportedSyntax(
                f"Numba does not compile what stands in a block of `insert_grad_of`: {error}",
                advice='use what Numba compiles there, or `target="python"`',
            )
        from srcdiff.backends.own_limits import own_limit  # asks Numba of the function itself

        limit = own_limit(self.derivative.function, self.derivative.divide(given).arguments, error)
        return limit or InternalError(
            f"Numba refuses what srcdiff wrote for `{self.derivative.function.__name__}`: {error}",
            advice="this is a bug in srcdiff; please report the function",
        )

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Return what to call for arguments of these types: Numba takes no lists of lists."""
        with DOOR:
            if self.needs_parts(args):
                self.known_objects = self.objects.quick
                if type(self) is DerivativeDispatcher:
                    self.__class__ = OfObjectsFirst
                return self.apart
            try:
                return self.compile_for(args, kws)
            except REFUSALS as error:
                self.check_refused(error, self.passed_values(args))
                return self.apart

    def apart(self, *args: Any) -> Any:
        """Call the derivative of the function of leaves."""
        with DOOR:
            return self.with_objects(self.passed_values(args))

    def passed_values(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments of a call as values, with all default values."""
        left_out = {k for k, arg in enumerate(args) if isinstance(arg, OmittedArg)}
        return self.as_passed(plain_values(args), left_out)

    @property
    def maker(self) -> Callable[[Any, Asked], Any]:
        """Return what makes the derivative of a function of leaves."""
        from srcdiff.backends.cpu import dispatcher

        return dispatcher

    def compile_for(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Return what to call for numbers, arrays, and lists of them."""
        try:
            is_other = any(map(needs_another, args))
        except RecursionError:  # lists in lists without end, of which the type says so
            is_other = bool(self.derivative.types_of(args))
        made = None if is_other else super()._compile_for_args(*args, **kws)
        entry = self.with_arrays_for_lists if is_other else made
        if is_asked_for(self.derivative.asked.options):
            return functools.partial(self.verified, entry)
        return functools.partial(self.first_call, entry)

    def first_call(self, entry: Any, /, *args: Any) -> Any:
        """Call compiled code for the first time; an error has a note of the user's line.

        Later calls go from Numba to the compiled code, in less time.
        """
        try:
            return entry(*args)
        except Exception as error:
            if self.derivative.asked.kind != "adjoint":  # which adds the note where it is called
                add_place(error, self.derivative, plain_values(args))
            leave(error)
            raise

    def verified(self, entry: Any, /, *args: Any) -> Any:
        """Call compiled code for the first time, and the function itself beside it."""
        from srcdiff.backends import verify

        run = functools.partial(self.first_call, entry, *args)
        with DOOR:
            return verify.first_call(self.derivative, run, plain_values(args))

    def with_arrays_for_lists(self, *args: Any) -> Any:
        """Call the derivative with arrays for lists of lists, which it makes of them anyway.

        Cotangents and tangents may be arrays, too. Raises WrongShape if the lists in a list differ
        in length.
        """
        kinds = self.derivative.types_of(args)
        values = tuple(map(passed, args))
        taken = tuple(
            self.derivative.type_of(position, value) if value is not args[position] else kind
            for position, (value, kind) in enumerate(zip(values, kinds, strict=False))
        )
        count = len(self.derivative.parameters)
        given = (*kinds[:count], *taken[count:], *kinds[len(args) :])
        taken = (*taken, *kinds[len(args) :])
        entry = self.compiled(self.decided(given), taken).entry_point
        with DOOR:
            return entry(*values)

    def decided(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the types of the arguments with what is known of their values."""
        return given

    def _reduce_states(self) -> dict[str, Any]:
        """Return what another process needs to make this derivative again."""
        return {"function": self.derivative.function, "asked": self.derivative.asked}

    @classmethod
    def _rebuild(cls, function: Any, asked: Asked) -> DerivativeDispatcher:
        """Make the derivative again, in another process."""
        return cls(function, asked)

    def typeof_pyval(self, val: Any) -> Any:
        """Return Numba's type of an argument; one that it refuses is an object."""
        try:
            if has_functions(val):
                return type_of(val)
            check_kind("an argument", val)
            found = self.derivative.omitted(val) or super().typeof_pyval(val)
        except SrcdiffError:
            raise
        except Exception:  # of Numba, or of an object that raises whatever it is asked
            found = types.pyobject
        if types.pyobject in (found, getattr(found, "dtype", None)):
            found = unknown_type(val)
            active = self._types_active_call  # a list, in older versions of Numba
            (active.append if isinstance(active, list) else active.add)(found)
        return found

    def _make_finalizer(self) -> Callable[[], None]:
        """Return what to do when this object goes: nothing, the module owns what is compiled."""
        return lambda: None


class OfObjectsFirst(DerivativeDispatcher):
    """A derivative that was called with objects: it looks whether arguments are such first.

    Numba asks for the types of arguments in vain before it gives up.
    """

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the derivative."""
        try:
            if not kwargs:
                for quick in self.known_objects:
                    leaves = quick.take(args)
                    if leaves is not None and quick.special.flat.is_current():
                        return quick.call(leaves)
            return super().__call__(*args, **kwargs)
        except Exception as error:
            leave(error)
            raise


def plain_values(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments of a call as values, defaults included."""
    return tuple(arg.value if isinstance(arg, OmittedArg) else arg for arg in args)


@contextmanager
def as_own() -> Iterator[None]:
    """Have Numba compile as srcdiff needs it: in less time, for plain arrays only, fast loops."""
    with (
        remembered(),
        broadcast_quickly(),
        numba_as_callee(),
        only_plain_arrays(),
        bounded_counters(),
    ):
        yield


# without "nopython": else Numba raises its own error for a value of which it knows no type
ANY_ARGUMENTS: dict[str, Any] = {}
