"""Functions that look whether what was read of the surroundings is still so, without a search.

Their text is made for the readings, as `collections.namedtuple` makes its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from srcdiff.structures.surroundings import MISSING, Reading, same_content


def quick_check(readings: Sequence[Reading]) -> Callable[[], bool]:
    """Return a function that says if the very same values are found now; False may be wrong.

    >>> own = {"a": 1.0, "kind": "linear"}
    >>> found = quick_check([Reading("keys", own, None, ("a", "kind"))])
    >>> found(), own.pop("a"), found()
    (True, 1.0, False)
    """
    space: dict[str, Any] = {"MISSING": MISSING, "same_content": same_content}
    tests = []
    for number, reading in enumerate(readings):
        space |= {f"o{number}": reading.owner, f"v{number}": reading.value}
        space[f"k{number}"] = reading.key
        space[f"r{number}"] = reading
        tests.append(text_of(reading).replace("#", str(number)))
    text = f"def check():\n    try: return {' and '.join(tests) or 'True'}\n"
    exec(text + "    except Exception: return False\n", space)
    found: Callable[[], bool] = space["check"]
    return found


def text_of(reading: Reading) -> str:
    """Return the text that compares a reading with what there is now; `#` is its number."""
    kind = type(reading.owner)
    if reading.kind == "name" or (reading.kind == "part" and kind is dict):
        return "o#.get(k#, MISSING) is v#"
    if reading.kind == "attribute" and reading.key.isidentifier():
        return f"o#.{reading.key} is v#"
    if reading.kind == "cell":
        return "o#.cell_contents is v#"
    if reading.kind == "part" and kind is list:
        return "o#[k#] is v#"
    if reading.kind == "keys" and kind is dict:
        return "tuple(o#) == v#"
    if reading.kind == "keys" and kind in (list, tuple):
        return "len(o#) == len(v#)"
    return "same_content(o#, v#)" if reading.kind == "content" else "r#.is_current()"
