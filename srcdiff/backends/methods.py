"""Derivatives of methods of objects, whose attributes are read at each call."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any

from srcdiff.backends.inspectable import Inspectable, name_like
from srcdiff.errors import WrongCall
from srcdiff.front.callables import bound_method, left_signature, own_signature
from srcdiff.front.door import DOOR, leave
from srcdiff.front.options import PRODUCTS, Asked, listed
from srcdiff.output.what_is_read import WhatIsRead


class MethodForm:
    """What derivatives of one method are for all objects, with as many arguments given."""

    def __init__(self, function: Any, asked: Asked, make: Callable[[Any, Asked], Any]) -> None:
        from srcdiff.backends.objects.of_objects import OfObjects  # needs all of structures/

        method, given, words = bound_method(function)
        self.objects = OfObjects(method.__func__, asked, make)
        self.signature = left_signature(method.__func__, (None, *given), words)
        own = own_signature(method.__func__).parameters
        self.titles = list(own)[1 + len(given) :]
        self.is_plain = not words and all(p.kind is p.POSITIONAL_OR_KEYWORD for p in own.values())

    @property
    def is_read(self) -> WhatIsRead:
        """Return what was read of the surroundings when the derivative was written."""
        return self.objects.is_read


class OfMethod(Inspectable):
    """A derivative of a method: it takes the arguments of the method, and knows its object.

    Those that `functools.partial` gives are as they are.
    """

    __name__: str

    def __init__(
        self, form: MethodForm, method: MethodType, given: tuple[Any, ...], words: dict[str, Any]
    ) -> None:
        self.form = form
        self.method = method
        self.given = (method.__self__, *given)
        self.words = words
        self.objects = form.objects
        self.__signature__ = form.signature
        self.titles = form.titles
        self.is_plain = form.is_plain
        name_like(self, method)

    @property
    def is_read(self) -> WhatIsRead:
        """Return what was read of the surroundings when the derivative was written."""
        return self.form.is_read

    @property
    def primal(self) -> Any:
        """Return the method itself."""
        return self.method

    @property
    def srcdiff_request(self) -> Asked:
        """Return what was asked for."""
        return self.objects.asked

    @property
    def srcdiff_function(self) -> Any:
        """Return the method whose derivative this is."""
        return self.method

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return the derivative at some arguments."""
        try:
            own, others = self.split(args)
            return self.objects(self.all_values(own, kwargs), others)
        except Exception as error:
            leave(error)
            raise

    def split(self, args: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Return the arguments of the method, and the cotangent or tangents that follow."""
        asked = self.objects.asked
        if asked.kind not in PRODUCTS:
            return args, ()
        count = 1 if asked.kind == "vjp" else len(asked.wrt)
        return args[: len(args) - count], args[len(args) - count :]

    def all_values(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """Return the object and all arguments of the method, with defaults.

        Raises WrongCall for arguments that do not fit.
        """
        if self.is_plain and not kwargs and len(args) == len(self.titles):
            return (*self.given, *args)
        try:
            bound = self.__signature__.bind(*args, **kwargs)
        except TypeError as error:
            raise WrongCall(
                f"the arguments do not fit `{self.__name__}`: {error}",
                advice=f"pass {listed(list(self.__signature__.parameters))}",
            ) from None
        bound.apply_defaults()
        named = {**bound.arguments, **self.words}
        return (*self.given, *(named[title] for title in self.titles))

    def source(self, *arguments: Any) -> str:
        """Return the generated source for these arguments; without any, the latest.

        Raises WrongCall if there are no arguments and the derivative was not used yet.
        """
        with DOOR:
            if not arguments:
                return self.objects.source()
            own, _ = self.split(arguments)
            return self.objects.source(self.all_values(own, {}))

    def report(self, *arguments: Any) -> Any:
        """Return how loops run and what is saved, and why, for these arguments."""
        with DOOR:
            own, _ = self.split(arguments)
            return self.objects.report(self.all_values(own, {}))
