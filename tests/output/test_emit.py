"""The printed source means what the tree means, and fits the page."""

from __future__ import annotations

import ast
import itertools
import textwrap
from pathlib import Path
from typing import Any

import gast
import pytest

from srcdiff.front.parse import source_of
from srcdiff.normalise.draft import Draft
from srcdiff.output.emit import WIDTH, source
from srcdiff.pipeline import core_form
from srcdiff.syntax import comment, function, name, with_body

from .. import golden
from ..golden.programs import PROGRAMS as GOLDEN
from ..normalise.programs import PROGRAMS

EVERY = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
# what is expected of golden/test_golden.py
SOURCES = {title: (Path(golden.__file__).parent / f"{title}.py").read_text() for title in GOLDEN}


def meaning(tree: gast.AST) -> str:
    """Return what a tree means: all of it, but for places."""
    plain = gast.gast_to_ast(gast.Module([tree], []))
    return ast.dump(ast.parse(ast.unparse(ast.fix_missing_locations(plain))))


@EVERY
def test_what_was_written_is_printed(program: Any) -> None:
    tree = source_of(program[0]).tree
    assert ast.dump(ast.parse(source(tree))) == meaning(tree)


@EVERY
def test_core_forms_are_printed(program: Any) -> None:
    written = source_of(program[0])
    tree = core_form(Draft(written, written.tree, ())).tree
    assert ast.dump(ast.parse(source(tree))) == meaning(tree)


@pytest.mark.parametrize("title", SOURCES)
def test_lines_are_not_too_long(title: str) -> None:
    for line in SOURCES[title].splitlines():
        assert len(line) <= WIDTH, line


@pytest.mark.parametrize("title", SOURCES)
def test_a_comment_has_something_below_it(title: str) -> None:
    lines = [line.strip() for line in SOURCES[title].splitlines()]
    assert ("# forward", "# backward") not in itertools.pairwise(lines)


LITERALS = [
    *("1.0", "-1.0", "1e300", "1e-320", "0.1", "5e-324", "1.7976931348623157e+308"),
    *("-0.0", "1j", "True", "None", "'a'", "'it\\'s'", '"""a \'b\' \\"c\\" """', "123456789012"),
    *("x[-1]", "x[1:2, ::3]", "x[()]", "-x ** 2", "(-x) ** 2", "2 ** -x", "-(-x)", "+x", "~x"),
    *("not (x and y)", "(x, y)", "(x,)", "()", "x if y else -x", "(x if y else x) + 1"),
    *("x - (y - x)", "x / (y * x)", "x * (y / x)", "x // y % x", "(x < y) == x", "x < y < 3"),
    *("f(x, *y)", "f(x, key=y)", "f(-x)", "x.T[0]", "(x + y).sum()", "x @ y", "x << y | x & y"),
    *("(2).real", "2.5.imag", "(-2).real", "x.real.imag"),
]


@pytest.mark.parametrize("text", LITERALS)
def test_expressions(text: str) -> None:
    tree = function(f"def f(x, y):\n    return {text}")
    assert ast.dump(ast.parse(source(tree))) == meaning(tree)


@pytest.mark.parametrize("count", [3, 8, 20, 60])
def test_long_lines_are_wrapped(count: int) -> None:
    terms = " + ".join(f"first_factor_{k} * second_factor_{k}" for k in range(count))
    tree = function(f"def f(x):\n    if x:\n        value = g({terms}) - (x, {terms})[0]")
    printed = source(tree)
    assert ast.dump(ast.parse(printed)) == meaning(tree)
    assert max(map(len, printed.splitlines())) <= WIDTH


LAID_OUT = [
    """
    total_attraction, distance = attraction_aug(
        total_difference_of_x, total_difference_of_y, softening
    )
    """,
    """
    d_residual += d_size_of_the_residual * (
        1.0 if residual > 0.0 else -1.0 if residual < 0.0 else residual
    )
    """,
    """
    d_new_sum = (
        chebyshev_rev(first_argument, second_argument, -d_result)
        + 2.0 * result_chebyshev * d_result
    )
    """,
    """
    if (
        runtime.overlap(first_array, second_array)
        or runtime.overlap(first_array, third_array)
    ):
        pass
    """,
    """
    (
        d_first_argument, d_second_argument, d_third_argument, d_fourth_argument,
        d_fifth_argument,
    ) = backward(first, second, third, fourth)
    """,
    """
    a_rather_long_name_of_an_array[first_index, second_index] += (
        one_factor * another_factor
    )
    """,
    """
    value = function(
        first_argument_of_the_function, second_argument[subscript, 0], third_argument,
        fourth_argument, fifth_argument,
    )
    """,
    """
    raise ValueError(
        "a text that is too long for one line is broken "
        "into lines that are all of about one length"
    )
    """,
    """
    return (
        d_first_value_with_a_name + one,
        d_second_value_with_a_name + two,
        d_third_value_with_a_name,
    )
    """,
]


@pytest.mark.parametrize("text", LAID_OUT)
def test_lines_are_broken_where_a_person_would(text: str) -> None:
    tree = function("def f(x):" + text)
    assert (
        source(tree) == "def f(x):" + textwrap.dedent(text).replace("\n", "\n    ").rstrip() + "\n"
    )


def test_comments_are_wrapped() -> None:
    tree = function("def f(x):\n    return x")
    long = comment(" ".join(["word"] * 50))
    printed = source(with_body(tree, [long, *tree.body]))
    lines = printed.splitlines()
    assert len(lines) > 4 and all(len(line) <= WIDTH for line in lines)
    assert all(line.startswith("    # word") for line in lines[1:-1])
    assert ast.dump(ast.parse(printed)) == meaning(tree)


def test_a_comment_ends_no_block() -> None:
    tree = function("def f(x):\n    if x:\n        pass\n    return x")
    branch = gast.If(name("x"), [comment("nothing"), *tree.body[0].body], [])
    assert "        # nothing\n        pass" in source(with_body(tree, [branch, tree.body[1]]))
