"""What is read of a function that is called: a plain Python function without tuples."""

from __future__ import annotations

from typing import Any

from srcdiff.analyse.types.composite_types import with_lists
from srcdiff.analyse.types.types import Type
from srcdiff.front.callables import is_derivative
from srcdiff.front.parse import plain_function
from srcdiff.normalise.functions.declared import declared
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.normalise.functions.mapped import of_all_elements
from srcdiff.normalise.functions.specialise import Flat, taken_apart
from srcdiff.program.units.unit_checks import check_inserted
from srcdiff.program.units.variants import Variant


def plain(function: Any, given: tuple[Type, ...]) -> tuple[Any, tuple[Type, ...]]:
    """Return a Python function that takes no tuples, and the types of what it takes.

    That of a derivative is written for the given types.
    """
    if isinstance(function, Variant):
        return function, given
    places: frozenset[int] = frozenset()
    if isinstance(function, Flat):
        function, places = function.function, function.places
    if is_derivative(function):
        function = function.generated(given)
    function = declared(of_all_elements(function, given), given)
    if isinstance(function, Inserted):
        check_inserted(function, given)
    plain, given = taken_apart(function, given)
    given = tuple(with_lists(k) if i in places else k for i, k in enumerate(given))
    return plain_function(plain), given
