"""Imports inside functions."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from srcdiff import UnsupportedSyntax, grad

from .compare import check


def of_modules(x):
    import math
    import os.path as paths

    import numpy as np

    return math.sin(x) * np.exp(x) + len(paths.sep) * x


def of_functions(x):
    from math import exp
    from math import sin as sine

    def inner(y):
        from math import cos

        return cos(y) * exp(y)

    return sine(x) * exp(x) + inner(x)


def in_branches(x):
    if x > 1.0:
        from math import sin
    else:
        from math import sin
    return sin(x)


def of_the_package(x):
    from .test_keywords import scaled

    return scaled(x) * x


def optional(x):
    try:
        from math import sinh as curve
    except ImportError:
        curve = None
    return curve(x) if curve is not None else x


def never(x, way="plain"):
    if way == "other":
        import no_such_module

        return no_such_module.square(x)
    return x * x


@pytest.mark.parametrize("function", [of_modules, of_functions, in_branches, of_the_package, never])
def test_imports(function):
    check(function, 0.7)


def test_compiled():
    check(of_functions, 0.7, target="cpu")


def either(x):
    if x > 1.0:
        from math import sin as curve
    else:
        from math import cos as curve
    return curve(x)


def missing(x):
    import no_such_module

    return no_such_module.square(x)


@pytest.mark.parametrize(
    ("function", "reason"),
    [(either, "`curve` is imported, and stands"), (missing, "this cannot be imported")],
)
def test_refused(function, reason):
    with pytest.raises(UnsupportedSyntax, match=reason):
        grad(function)(0.7)


def read_before(x):
    z = sine(x)  # noqa: F821
    from math import sin as sine

    return z + sine(x)


def asked_before(x):
    if tools.sin(x) > 0.0:  # noqa: F821
        x = 2.0 * x
    import math as tools

    return tools.sin(x)


def defined_after(x):
    z = inner(x)  # noqa: F821

    def inner(y):
        return y * y

    return z * inner(x)


@pytest.mark.parametrize("function", [read_before, asked_before, defined_after])
def test_read_before_it_is_bound(function):
    """A function that uses what it imports or defines only later always raises."""
    with pytest.raises(UnboundLocalError):
        function(0.7)
    with pytest.raises(UnsupportedSyntax, match="has no value here"):
        grad(function, target="python")(0.7)


def imported_before_it_is_called(x):
    def inner(y):
        return sine(y)

    also = lambda y: sine(y) * y  # noqa: E731
    if x > 5.0:
        return sine(x)  # noqa: F821
    from math import sin as sine

    return inner(x) * also(x)


def test_read_later():
    """Functions inside, and branches, may read it."""
    check(imported_before_it_is_called, 0.7)


def test_what_is_imported_is_part_of_the_fingerprint(tmp_path: Path, monkeypatch) -> None:
    """A changed module makes a new derivative."""
    from srcdiff.output.fingerprint import fingerprint

    def loss(x):
        from module_of_a_test import helper

        return helper(x)

    monkeypatch.syspath_prepend(str(tmp_path))
    file = tmp_path / "module_of_a_test.py"
    file.write_text("def helper(x):\n    return 2.0 * x\n")
    assert grad(loss, target="python")(math.pi) == 2.0
    before = fingerprint(loss)
    import module_of_a_test  # type: ignore[import-not-found]

    monkeypatch.setattr(module_of_a_test, "helper", math.sin)
    assert fingerprint(loss) != before
