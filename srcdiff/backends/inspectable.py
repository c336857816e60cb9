"""What can be asked of a derivative, whatever it is compiled for."""

from __future__ import annotations

import os
from types import FunctionType
from typing import TYPE_CHECKING, Any

from srcdiff.backends.generated import Derivative
from srcdiff.errors import WrongCall
from srcdiff.front.door import DOOR
from srcdiff.front.options import Asked

if TYPE_CHECKING:
    from srcdiff.output.what_is_read import WhatIsRead
    from srcdiff.report import Report


def name_like(derivative: Any, function: Any) -> None:
    """Give a derivative the name, the docstring and the module of a function."""
    derivative.__wrapped__ = function
    for attribute in ("__name__", "__qualname__", "__module__", "__doc__"):
        setattr(derivative, attribute, getattr(function, attribute))


class Inspectable:
    """What can be asked of a derivative: its source, its function, and a file to keep."""

    derivative: Derivative

    def source(self, *arguments: Any) -> str:
        """Return the generated source for these arguments; without any, the latest.

        Raises WrongCall if there are no arguments and the derivative was not used yet.
        """
        with DOOR:
            if arguments:
                given = self.derivative.packed(arguments)
                return self.derivative.load(self.derivative.types_of(given)).text
            if self.derivative.latest is None:
                raise WrongCall(
                    "no source has been written yet",
                    advice="pass arguments of the types that you mean: `source(x, k)`",
                )
            return self.derivative.latest.text

    def save(self, path: str | os.PathLike[str], *arguments: Any) -> None:
        """Write the generated source to a file that needs no srcdiff to run.

        Raises WrongCall if there are no arguments and the derivative was not used yet.
        """
        from srcdiff.output.standalone import independent

        with DOOR, open(path, "w", encoding="utf-8") as stream:
            stream.write(independent(self.source(*arguments)))

    def generated(self, given: tuple[Any, ...]) -> FunctionType:
        """Return the generated Python function for arguments of the given types."""
        loaded = self.derivative.load(given)
        function: FunctionType = getattr(loaded.module, loaded.name).py_func
        return function

    @property
    def is_read(self) -> WhatIsRead:
        """Return what was read of the surroundings when the derivative was written."""
        return self.derivative.is_read

    @property
    def srcdiff_request(self) -> Asked:
        """Return what was asked for."""
        return self.derivative.asked

    @property
    def srcdiff_function(self) -> Any:
        """Return the function whose derivative this is."""
        return self.derivative.function

    def report(self, *arguments: Any) -> Report:
        """Return how loops run and what is saved, and why, for these arguments.

        The result is a Report (srcdiff/report.py); print it to read it.
        """
        with DOOR:
            found: Report = self.derivative.report(arguments)
        return found
