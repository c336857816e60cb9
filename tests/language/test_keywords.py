"""Called functions that take `**options`."""

from __future__ import annotations

import math

import pytest

from srcdiff import UnsupportedSyntax, grad

from .compare import check, check_both


def scaled(x, factor=2.0, **options):
    power = options.get("power", 2.0)
    if "shift" in options and options:
        x = x + options["shift"]
    if len(options) > 2:
        x = x * len(options)
    return factor * x**power


def wrapped(*args, **options):
    return scaled(*args, **options)


def all_of_them(x, y):
    return (
        scaled(x)
        + scaled(x, y)
        + scaled(y, factor=x, power=3.0)
        + scaled(x, shift=y, power=y)
        + scaled(x=x, a=y, b=1, c=2)
    )


def passed_on(x, y):
    return wrapped(x, y) * wrapped(x, shift=y) + wrapped(y, power=x)


def with_a_function(x, y):
    def inner(a, *, rate, **rest):
        return rate * scaled(a, **rest, power=1.5)

    return inner(x, rate=y, shift=x) + inner(y, rate=1.0)


def collected(**parts):
    return parts["first"] * parts["second"]


def only_keywords(x, y):
    return collected(first=x, second=math.sin(y)) + collected(second=x, first=y)


@pytest.mark.parametrize("function", [all_of_them, passed_on, with_a_function, only_keywords])
def test_options(function):
    check_both(function, 1.3, 0.6)


def test_compiled():
    check(passed_on, 1.3, 0.6, target="cpu")


def largest(x, **options):
    return x * max(options.values())


def as_value(x, y):
    return largest(x, a=y)


def without(x, y):
    return collected(first=x)


def test_keywords_as_a_value() -> None:
    assert grad(as_value, wrt=(0, 1))(1.3, 0.6) == (0.6, 1.3)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (without, r"`parts\['second'\]` is not defined"),
    ],
)
def test_refused(function, reason):
    with pytest.raises(UnsupportedSyntax, match=reason):
        grad(function)(1.3, 0.6)
