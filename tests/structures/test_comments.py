"""The comments of derivatives of objects quote what the author wrote."""

from __future__ import annotations

from srcdiff import grad

from .cases.special_methods import Vector


def moved(x, y):
    a = Vector(x, y)

    def turned(other):
        other.x = other.x * y
        return other

    points = []
    add(points, turned(a))
    return points[0].x * abs(a)


def add(points, point):
    points.append(point)
    point.y *= 2.0


def test_statements_of_the_function_and_of_those_in_the_place_of_their_calls() -> None:
    text = grad(moved, target="python").source(0.9, 0.4)
    comments = [line.strip() for line in text.splitlines() if line.strip().startswith("#")]
    assert "# return points[0].x * abs(a)" in comments
    assert "# other.x = other.x * y" in comments
    assert "# point.y *= 2.0" in comments
    assert not any("·" in comment for comment in comments)
