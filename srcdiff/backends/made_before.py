"""Derivatives that were made before: `grad(f)` twice is one derivative.

What is made of a function is kept by the function itself, as an attribute: so it goes when the
function goes. A derivative of a method holds its object, so it is the form of it that the function
keeps, which is the same for all objects of a class.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from threading import RLock
from types import FunctionType, MethodType
from typing import Any
from weakref import WeakValueDictionary, ref

from numba.core import config
from numba.core.dispatcher import Dispatcher
from numba.np.ufunc.dufunc import DUFunc

from srcdiff.backends.methods import MethodForm, OfMethod
from srcdiff.front.callables import CACHED, is_derivative, unwrapped

TITLE = "__srcdiff_derivatives__"
OWN = ("__code__", "__defaults__", "__kwdefaults__")
VARIABLES = ("SRCDIFF_VERIFY", "SRCDIFF_CACHE_DIR")
MOST_KEPT = 64  # ways to ask for a derivative of one function
LOCK = RLock()
Key = tuple[Any, ...]


class Entry:
    """What was made of a function, and its code and default values at that time.

    It is held until it holds what is to go with its last use itself.
    """

    def __init__(self, made: Any, plain: Any) -> None:
        self.made = ref(made)
        self.held: Any = made
        self.plain = plain
        self.own = own_parts(plain)
        made.is_read.keepers.append(self.release)

    def release(self) -> None:
        """Hold it no longer."""
        self.held = None

    def current(self) -> Any:
        """Return what was made if the same would be made now, else None."""
        made = self.made()
        if made is None or not made.is_read.is_current():
            return None
        same = all(a is b for a, b in zip(own_parts(self.plain), self.own, strict=True))
        return made if same else None


class MadeBefore:
    """What was made of one function, by what was asked for; copies of a function begin anew."""

    def __init__(self, owner: Any = None) -> None:
        self.owner = (lambda: None) if owner is None else ref(owner)
        self.entries: dict[Key, Entry] = {}
        self.methods: WeakValueDictionary[Key, OfMethod] = WeakValueDictionary()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes an empty one, in another process or for a copy."""
        return MadeBefore, ()

    def get(self, key: Key, make: Callable[[], Any]) -> Any:
        """Return what was made for a key, or make it."""
        entry = self.entries.get(key)
        found = None if entry is None else entry.current()
        if found is not None:
            return found
        made = make()
        with LOCK:
            now = self.entries.get(key)
            found = None if now is None or now is entry else now.current()
            if found is not None:
                return found  # made by another thread meanwhile
            if len(self.entries) >= MOST_KEPT:
                self.entries.clear()
            self.entries[key] = Entry(made, unwrapped(self.owner()))
        return made

    def method(self, key: Key, form: MethodForm, method: MethodType) -> OfMethod:
        """Return the derivative of a method of one object, which holds the object."""
        own = (*key, id(method.__self__))
        with LOCK:
            found = self.methods.get(own)
            if found is None or found.form is not form:
                found = self.methods[own] = OfMethod(form, method, (), {})
            return found


def own_parts(plain: Any) -> tuple[Any, ...]:
    """Return the code and the default values of a function."""
    return tuple(getattr(plain, title, None) for title in OWN)


def made_before(function: Any) -> MadeBefore | None:
    """Return what was made of a function; None for what cannot keep it.

    >>> def square(x): return x * x
    >>> made_before(square) is made_before(square), made_before(abs) is None
    (True, True)
    """
    if not isinstance(function, KEEPERS) and not is_derivative(function):
        return None
    space = getattr(function, "__dict__", None)
    if space is None:
        return None
    found = space.get(TITLE)
    if found is None or found.owner() is not function:  # it may be a copy, as of `wraps`
        with LOCK:
            found = space.get(TITLE)
            if found is None or found.owner() is not function:
                found = space[TITLE] = MadeBefore(function)
    assert isinstance(found, MadeBefore)
    return found


def key_of(*asked: Any) -> Key | None:
    """Return what stands for what was asked for; None for what is not known.

    >>> key_of(["x"]) == key_of(["x"]), key_of(1) == key_of(True), key_of(object()) is None
    (True, False, True)
    """
    around = (config.BOUNDSCHECK, *map(os.environ.get, VARIABLES))
    try:
        return (*map(frozen, asked), *around)
    except TypeError:
        return None


def frozen(value: Any) -> Any:
    """Return what is equal for values of one type that are equal.

    Raises TypeError for values of other types than options have.
    """
    kind = type(value)
    if kind is str or value is None:
        return value
    if kind in (int, bool):
        return (kind, value)
    if kind in (tuple, list):
        return (kind, *map(frozen, value))
    if kind in (set, frozenset):
        return (kind, *sorted(map(frozen, value)))
    if kind is dict:
        return (kind, *((k, frozen(v)) for k, v in sorted(value.items())))
    raise TypeError(f"no option is a {kind.__name__}")


KEEPERS = (FunctionType, CACHED, Dispatcher, DUFunc, functools.partial)
