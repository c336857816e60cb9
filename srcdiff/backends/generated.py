"""One derivative of one function, and its generated modules for the types it is used with."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numba

from srcdiff.analyse.types.function_types import functions_in, without_functions
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.backends.call_arguments import CallArguments
from srcdiff.errors import InternalError, SrcdiffError, UnsupportedType
from srcdiff.front.callables import unwrapped
from srcdiff.front.door import BELOW, PYTHON
from srcdiff.front.gc_pause import seldom_collected
from srcdiff.front.options import Asked, Given
from srcdiff.front.recursion_limit import deep, too_deep
from srcdiff.output import store
from srcdiff.output.fingerprint import fingerprint
from srcdiff.output.times import timed
from srcdiff.output.what_is_read import WhatIsRead

if TYPE_CHECKING:
    from srcdiff.program.module import Written

OWN_PACKAGES = BELOW | PYTHON | {"numpy", "scipy"}


@dataclass(frozen=True)
class Loaded:
    """A generated module: its text, its main function's name, and the module itself."""

    text: str
    name: str
    module: ModuleType


class Derivative(CallArguments):
    """A derivative of a function: finds, or writes, the module for given types."""

    def __init__(self, function: Any, asked: Asked) -> None:
        super().__init__(function, asked)
        self.modules: dict[tuple[Any, ...], Loaded] = {}
        self.latest: Loaded | None = None
        self.is_read = WhatIsRead(function)

    def load(self, given: tuple[Any, ...]) -> Loaded:
        """Return the module for arguments of the given types.

        Raises a SrcdiffError for a function that cannot be differentiated.
        """
        for position, kind in enumerate(given):
            if isinstance(kind, numba_types.PyObject):
                raise self.unknown(position, kind)
        if given not in self.modules:
            self.is_read.note()
            self.is_read.hold(functions_in(given))
            self.modules[given] = self.find(self.with_tables(given))
        self.latest = self.modules[given]
        return self.latest

    def find(self, given: tuple[Any, ...]) -> Loaded:
        """Return the module from its file; write the file first where there is none."""
        own = unwrapped(self.function)
        # what NUMBA_BOUNDSCHECK asks for counts, too: it changes what Numba compiles
        functions = tuple(functions_in(given))
        shown = tuple(map(without_functions, given))
        read = (self.function, *functions) if functions else self.function
        key = fingerprint(read, shown, self.asked, numba.config.BOUNDSCHECK)
        stem = f"{own.__name__.strip('<>')}_{key}"
        folder = store.folder() if self.asked.options.cache else None
        file = folder / f"{stem}.py" if folder is not None else None
        found = store.read(file) if file is not None else None
        if found is None:
            found = self.write(given)
            if file is not None and not store.save(file, *found):
                file = None
        text, name = found
        return Loaded(text, name, store.load(stem, text, file))

    def write(self, given: tuple[Any, ...]) -> tuple[str, str]:
        """Return the text of the module, and the name of its main function."""
        own = unwrapped(self.function)
        try:
            with deep(), seldom_collected(), timed(f"{self.asked.kind} of {own.__name__}"):
                written = self.written(self.divide(given))
        except SrcdiffError:
            raise
        except RecursionError as error:
            raise too_deep(own) from error
        except Exception as error:
            raise self.failed(error) from error
        return written.text, written.name

    def attempt(self, values: tuple[Any, ...]) -> None:
        """Write the module for some arguments, and forget it: raises what is refused."""
        self.written(self.divide(self.with_tables(self.types_of(values))))

    def failed(self, error: Exception) -> SrcdiffError:
        """Return the error for one that was raised while a derivative was written."""
        own = unwrapped(self.function)
        if not is_of_user(error):
            where = "; ".join(getattr(error, "__notes__", ()))  # the pass that has failed
            return InternalError(
                f"srcdiff failed on `{own.__name__}`{where and f', {where}'}: "
                f"{type(error).__name__}: {error}",
                advice="this is a bug in srcdiff; please report the function",
            )
        found = UnsupportedType(
            f"an object that `{own.__name__}` uses raised {type(error).__name__} when it was asked "
            f"for an attribute, or compared: {error}",
            advice="pass its numbers as arguments, or bind them to global numbers or arrays",
        )
        return self.at_parameter(len(self.parameters), found)

    def written(self, given: Given) -> Written:
        """Return the module as it is written."""
        from srcdiff.program.module import write

        return write(self.function, given, self.asked)

    def report(self, arguments: tuple[Any, ...]) -> Any:
        """Return how loops run and what is saved, and why."""
        return self.written(self.divide(self.types_of(self.packed(arguments)))).report


def is_of_user(error: Exception) -> bool:
    """Return True if an error was raised by code of the user, such as a method of an object."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    title = trace.tb_frame.f_globals.get("__name__", "") if trace is not None else "srcdiff"
    return str(title).split(".")[0] not in OWN_PACKAGES
