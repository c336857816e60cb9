"""The arguments of a call, taken apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from srcdiff.backends.objects.leaves import leaf_count, source_value
from srcdiff.backends.objects.paths import split_path
from srcdiff.structures.layouts import Layout, NodeLayout, layout_of, leaves, parts_of
from srcdiff.structures.root import Flat


@dataclass(frozen=True)
class Arguments:
    """The values of the parameters of a function, what they consist of, and their leaves."""

    parameters: tuple[str, ...]
    values: tuple[Any, ...]
    layouts: tuple[Layout, ...]
    leaves: list[Any]

    def given(self, function: Flat) -> list[Any]:
        """Return the arguments of the function of leaves."""
        return [source_value(source, self.leaves) for source in function.sources]

    def part(self, path: str) -> tuple[Layout, Any, int]:
        """Return layout and value of an argument, or a part, and the number of its first leaf."""
        root, steps = split_path(path)
        place = self.parameters.index(root)
        count = sum(leaf_count(layout) for layout in self.layouts[:place])
        layout, value = self.layouts[place], self.values[place]
        for key in steps:
            assert isinstance(layout, NodeLayout)
            own = parts_of(value) or {}
            chosen = next(k for k in layout.keys if k == key and type(k) is type(key))
            before = layout.keys.index(chosen)
            count += sum(leaf_count(part) for part in layout.parts[:before])
            layout, value = layout.parts[before], own[chosen]
        return layout, value, count


def taken_apart(parameters: tuple[str, ...], values: tuple[Any, ...]) -> Arguments:
    """Return the arguments of a call, taken apart."""
    layouts = tuple(layout_of(value) for value in values)
    own = [leaf for v, lay in zip(values, layouts, strict=True) for leaf in leaves(v, lay)]
    return Arguments(parameters, values, layouts, own)
