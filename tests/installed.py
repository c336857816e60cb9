"""Functions of installed packages that a file names, with arguments to try them with."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

FILE = os.environ.get("SRCDIFF_TEST_CORPUS", "")  # what tests take, if anything


@dataclass(frozen=True)
class Installed:
    """A function, its arguments by name, and the names of those that are differentiated."""

    name: str
    function: Any
    given: dict[str, Any]
    wrt: tuple[str, ...]

    @property
    def arguments(self) -> tuple[Any, ...]:
        """Return the arguments by position, those with defaults too."""
        bound = inspect.signature(self.function).bind(*self.given.values())
        bound.apply_defaults()
        return bound.args


def installed(file: Path) -> Iterator[Installed]:
    """Yield the functions that a file names, as far as their packages are installed.

    Its entries have an `id`, a `target` (module:function), `args` by name and the names `wrt`.
    """
    for entry in json.loads(file.read_text()):
        if entry.get("needs") or not entry.get("pure_ok", True):
            continue
        module, _, path = entry["target"].partition(":")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what packages say of themselves
                function: Any = importlib.import_module(module)
            for part in path.split("."):
                function = getattr(function, part)
        except (ImportError, AttributeError):
            continue
        given = {name: decoded(value) for name, value in entry["args"].items()}
        yield Installed(entry["id"], function, given, tuple(entry["wrt"]))


def decoded(value: Any) -> Any:
    """Return an argument as such a file writes it."""
    if isinstance(value, dict) and "nd" in value:
        data = value["nd"]
        if value["dtype"].startswith("complex"):
            data = np.array(data[0]) + 1j * np.array(data[1])
        return np.array(data).astype(value["dtype"]).reshape(value["shape"])
    if isinstance(value, dict) and "tuple" in value:
        return tuple(decoded(item) for item in value["tuple"])
    return [decoded(item) for item in value] if isinstance(value, list) else value
