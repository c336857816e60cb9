"""The functions of Python that look at what values consist of."""

from __future__ import annotations

import copy
import dataclasses
import functools
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import gast

from srcdiff.structures.calls.asking import (
    attribute_named,
    class_of,
    has_attribute,
    is_callable,
    is_instance,
    length,
    printed,
    set_attribute,
    set_frozen,
)
from srcdiff.structures.calls.collecting import (
    as_dict,
    as_list,
    as_namespace,
    first_of,
    folded,
    from_keys,
    iterator,
    total,
)
from srcdiff.structures.calls.copies import as_dictionary, copied, partial, replaced
from srcdiff.structures.calls.orders import extreme, in_order
from srcdiff.structures.calls.quantifiers import quantified
from srcdiff.structures.containers.default_dicts import as_counter, as_default
from srcdiff.structures.state.values import Value

if TYPE_CHECKING:
    from srcdiff.structures.calls.calls import Calls

BUILTINS: dict[Any, Callable[[Calls, gast.Call], Value | None]] = {
    len: length,
    print: printed,
    isinstance: is_instance,
    getattr: attribute_named,
    hasattr: has_attribute,
    setattr: set_attribute,
    object.__setattr__: set_frozen,
    type: class_of,
    callable: is_callable,
    list: as_list(list),
    tuple: as_list(tuple),
    dict: as_dict(dict),
    OrderedDict: as_dict(OrderedDict),
    defaultdict: as_default,
    Counter: as_counter,
    dict.fromkeys: from_keys,
    SimpleNamespace: as_namespace,
    sum: total,
    next: first_of,
    all: quantified(True),
    any: quantified(False),
    sorted: in_order,
    max: extreme,
    min: extreme,
    copy.copy: copied(False),
    copy.deepcopy: copied(True),
    dataclasses.replace: replaced,
    dataclasses.asdict: as_dictionary,
    functools.partial: partial,
    functools.reduce: folded,
    iter: iterator,
}
