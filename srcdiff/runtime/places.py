"""Places in arrays: where the parts begin that an array is split in."""

from __future__ import annotations

from srcdiff.runtime.compilable import compilable


@compilable
def section(size: int, count: int, place: int) -> int:
    """Return where a part begins of so many equal parts: np.split.

    Raises ValueError if they cannot be equal.

    >>> section(6, 3, 1)
    2
    """
    if size % count != 0:
        raise ValueError("array split does not result in an equal division")
    return place * (size // count)


@compilable
def about_section(size: int, count: int, place: int) -> int:
    """Return where a part begins of so many parts, the first of which may be longer by one.

    >>> [about_section(7, 3, place) for place in range(3)]
    [0, 3, 5]
    """
    return place * (size // count) + min(place, size % count)
