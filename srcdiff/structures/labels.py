"""What users write for the variables of functions of leaves, which stand for parts of objects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

T = TypeVar("T")


def with_label(labels: dict[str, str], variable: str, label: str) -> None:
    """Enter what users write for a variable; one that stands for several things has no label."""
    if label:
        known = labels.setdefault(variable, label)
        labels[variable] = label if known == label else variable


def relabelled(value: T, labels: Mapping[str, str]) -> T:
    """Return a text, or records and tuples of texts, with what users write for variables.

    >>> relabelled("`w_0` and `w_01` are saved", {"w_0": "w[0]"})
    '`w[0]` and `w_01` are saved'
    """
    found: Any = value
    if isinstance(value, str):
        if labels:
            pattern = rf"\b({'|'.join(map(re.escape, labels))})\b(?!\()"
            found = re.sub(pattern, lambda match: labels[match[0]], value)
    elif isinstance(value, tuple):
        found = tuple(relabelled(part, labels) for part in value)
    elif is_dataclass(value) and not isinstance(value, type):
        own = {field.name: getattr(value, field.name) for field in fields(value)}
        found = replace(value, **{k: relabelled(part, labels) for k, part in own.items()})
    return found  # type: ignore[no-any-return]
