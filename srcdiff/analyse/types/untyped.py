"""What Numba says where it finds no types, in the words of the user."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.flow.written import binding, quoted, subject, value_of
from srcdiff.analyse.types.words import split, text
from srcdiff.core import Core
from srcdiff.core.operations import is_store, store_target
from srcdiff.core.operators import COMPARISONS, EVERY, OPERATORS
from srcdiff.core.values import FLAG
from srcdiff.errors import SrcdiffError, UnsupportedType
from srcdiff.front.source_text import OUTSIDE
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    Statement,
    base,
    dotted,
    has_operator,
    is_none,
    targets,
    walk_statements,
)

SIGNS: dict[str, str] = {"contains": "in"} | {
    function.__name__: EVERY[kind][1] for kind, function in {**OPERATORS, **COMPARISONS}.items()
}
GENERAL = "write it so that Numba compiles the function with `@njit`"
SUBSCRIPTS = "use one integer for each dimension"
WRITABLE = "copy the array first, or pass one that can be written to"
IN_TUPLE = "keep the arrays in a tuple, `(a, b)`, or as the rows of a matrix"
NUMBERS_ONLY = "keep only numbers in lists, and all else under names of its own"
LOOP = "write the loop over the elements"
OF_LISTS = ("append", "count", "extend", "index", "insert", "remove")
NOT_EMPTY = "use an array, such as `np.zeros(0)`, or put something into the list first"
OTHER = "use functions that Numba compiles, or write the loop over the elements"
OF_PROGRAMS = ("open", "input", "eval", "exec", "globals", "locals", "vars", "dir", "id")

Found = tuple[str, gast.AST, str]  # the reason, where it is, and the way out


TWO_TYPES = r"Cannot unify ([^\n]+) and ([^\n]+) for '([^'\n]+)'"
ONE_TYPE = "give all that the list holds one type, such as `np.float64(...)`"
NUMBER = "0.0"  # an element of a list that begins with None, as text
IN_LIST = " is kept in a list, which is not differentiated yet"


def untyped(core: Core, statement: Statement, error: Exception) -> UnsupportedType:
    """Return the error for a statement of which Numba cannot find the types."""
    found = explained(core, statement, plain_text(error))
    found.original = plain_text(error)
    return found


def explained(core: Core, statement: Statement, message: str) -> UnsupportedType:
    """Return the error for what Numba says of a statement."""
    if any(FLAG in title for s in walk_statements(core.tree.body) for title in targets(s)):
        message = re.sub(r"(?<=[( ])\.\.\.(?=[,) ])", "none", message)  # what stands for None
    for pattern, explain in EXPLANATIONS.items():
        found = re.search(pattern, message, re.DOTALL)
        if found:
            return UnsupportedType(*explain(core, statement, found))
    value = value_of(statement)
    head = first_lines(message)
    if head.isidentifier():  # an attribute of a module
        return UnsupportedType(f"Numba does not know `{head}`", value, OTHER)
    reason = f"Numba cannot compile {quoted(core, value)}: {head}"
    return UnsupportedType(reason, value, GENERAL)


def plain_text(error: BaseException) -> str:
    """Return a message of Numba without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error))


def failed(core: Core, statement: Statement) -> UnsupportedType:
    """Return the error for a statement on which Numba fails by a mistake of its own."""
    value = value_of(statement)
    return UnsupportedType(f"Numba cannot compile {quoted(core, value)}", value, GENERAL)


def list_of_arrays(error: SrcdiffError) -> str:
    """Return the name of the list that an error says holds arrays, "" for any other error."""
    kept = error.reason.endswith(IN_LIST) and error.node is not None and is_store(error.node)
    if kept:
        return dotted(store_target(error.node).value)
    if isinstance(error.node, gast.Call) and " does not take a list" in error.reason:
        return dotted(error.node.args[0]) if error.node.args else ""
    return ""


def absent_element(core: Core, error: SrcdiffError) -> tuple[str, str]:
    """Return the list that an error says gets a number or an array, and such an element as text.

    ("", "") for any other error. The element is what a list that begins with None holds instead: a
    number where an error only says that there is None.
    """
    if re.search(r"\bNone\b", error.reason):
        lists = (s for s in walk_statements(core.tree.body) if isinstance(s, gast.Assign))
        made = (base(targets(s)[0]) for s in lists if targets(s) and is_list_of_none(s.value))
        return next(made, ""), NUMBER
    kept = error.reason.endswith(IN_LIST) and error.node is not None and is_store(error.node)
    found = re.match(r"a (?:(\d)-d array of )?(\w+) is kept", error.reason)
    if not kept or found is None or not hasattr(np, found[2]):
        return "", ""
    list_name = dotted(store_target(error.node).value)
    if found[1] is None:
        return list_name, {"float64": NUMBER, "int64": "0"}.get(found[2], f"np.{found[2]}(0)")
    kind = "" if found[2] == "float64" else f", np.{found[2]}"
    return list_name, f"np.empty(({'0, ' * int(found[1])}){kind})"


def is_list_of_none(value: Expression) -> bool:
    """Return True for a list that is written with nothing but None."""
    return isinstance(value, gast.List) and bool(value.elts) and all(map(is_none, value.elts))


def not_taken(core: Core, statement: Statement, found: re.Match[str]) -> Found:
    """Explain that a function, or an operator, does not take what it is given."""
    value = value_of(statement)
    kinds = [given(kind) for kind in split(found[2])]
    advice = advised(kinds)
    if found[1] in ("getitem", "static_getitem") and len(kinds) == 2:
        advice = SUBSCRIPTS if "-d array" in kinds[0] else GENERAL
        return f"{kinds[0]} cannot be subscripted with {kinds[1]}", value, advice
    if found[1] == "setitem" and found[2].startswith("readonly "):
        array = quoted(core, store_target(statement).value)
        return f"{array} cannot be written to, or is a global array", statement, WRITABLE
    if found[1] == "setitem" and len(kinds) == 3 and kinds[0].startswith("a list"):
        return kept_in_list(split(found[2])[2], statement)
    if found[1] == "setitem" and len(kinds) == 3:
        taken = f"{kinds[2]} cannot be assigned to what {kinds[1]} selects of {kinds[0]}"
        return taken, statement, advice
    if has_operator(value, gast.MatMult):
        return f"`@` does not take {listed(kinds)}", value, advice
    function = quoted(core, value.func) if isinstance(value, gast.Call) else ""
    called = function if function.endswith(f"{found[1]}`") else f"`{symbol(found[1])}`"
    advice = LOOP if called.startswith("`math.") else advice
    return f"{called} does not take {listed(kinds)}", value, advice


def advised(kinds: list[str]) -> str:
    """Return what to do about operands of some types, in words.

    >>> advised(["a float64", "None"])
    'ask `is not None` before, or pass a number'
    """
    if "None" in kinds:
        return "ask `is not None` before, or pass a number"
    if "a string" in kinds:
        return "pass a number: strings can be compared, and nothing else"
    if any(kind.startswith("a list of") for kind in kinds):
        return "make an array of the list: `np.array(...)`"
    return LOOP if any("-d array" in kind for kind in kinds) else GENERAL


def kept_in_list(kind: Any, statement: Statement) -> Found:
    """Explain that a list does not take what is stored in it, a type of Numba or its text."""
    words = given(str(kind))
    return f"{words}{IN_LIST}", statement, IN_TUPLE if "-d array" in words else NUMBERS_ONLY


def two_types(core: Core, statement: Statement, found: re.Match[str]) -> Found:
    """Explain that a variable has two types."""
    return several_types(core, found[3].split(".")[0], statement, [found[1], found[2]])


def several_types(core: Core, name: str, statement: Statement, types: list[Any]) -> Found:
    """Explain that a variable has several types, as Numba has them or as it prints them."""
    own = [s for s in walk_statements(core.tree.body) if name in targets(s)]
    place = binding(core, name, own[-1] if own else statement)
    kinds = sorted(map(text, dict.fromkeys(types)))
    if kinds[0] == kinds[1] == "a function":
        return (
            f"`{base(name)}` stands for different functions",
            place,
            "call each of them in an `if`",
        )
    who = subject(core, name, statement)
    advice = "give each of them a name of its own" if who.startswith("`") else "return one of them"
    return f"{who} is both {', '.join(kinds[:-1])} and {kinds[-1]}", place, advice


def no_attribute(core: Core, statement: Statement, found: re.Match[str]) -> Found:
    """Explain that a module, or a value, does not have something."""
    value = value_of(statement)
    if found[2].startswith("Module"):
        called = value.func if isinstance(value, gast.Call) else value
        return f"Numba does not know {quoted(core, called)}", value, OTHER
    kind = text(found[2])
    if "-d array" in kind and not hasattr(np.ndarray, found[1]):
        advice = f"use `np.{found[1]}`" if hasattr(np, found[1]) else "check the spelling"
        return f"{kind} has no attribute `{found[1]}`", value, advice
    return f"Numba does not know `{found[1]}` of {kind}", value, OTHER


def not_known(core: Core, statement: Statement, found: re.Match[str]) -> Found:
    """Explain that Numba does not know a function, or not with such arguments."""
    name = re.sub(r"^numpy\b", "np", found[1])
    advice = OUTSIDE if name in OF_PROGRAMS else OTHER
    return f"Numba does not know `{name}`, or not used like this", value_of(statement), advice


def not_callable(core: Core, statement: Statement, found: re.Match[str]) -> Found:
    """Explain that something called is no function, or that a method does not take what it gets."""
    value = value_of(statement)
    if text(found[1]) == "a BoundFunction" and isinstance(value, gast.Call) and value.args:
        what = quoted(core, value.args[-1])
        if dotted(value.func).rpartition(".")[2] not in OF_LISTS:
            return f"{quoted(core, value.func)} does not take {what}", value, OTHER
        return f"{what} is of another type than what the list holds", value, ONE_TYPE
    return f"{text(found[1])} is not a function", value_of(statement), GENERAL


def empty_list(core: Core, statement: Statement, found: re.Match[str]) -> Found:
    """Explain that nothing says what an empty list holds."""
    return "what an empty list holds cannot be told here", value_of(statement), NOT_EMPTY


def not_determined(core: Core, statement: Statement, found: re.Match[str]) -> Found:
    """Explain that a value has no type."""
    title, value = found[1].split(".")[0], value_of(statement)
    plain = title.isidentifier() and SEPARATOR not in title
    what = f"`{title}`" if plain else quoted(core, value)
    return f"the type of {what} cannot be told", value, GENERAL


EXPLANATIONS: dict[str, Callable[[Core, Statement, re.Match[str]], Found]] = {
    r"No implementation of function .*?>>> (\w+)\(([^\n]*)\)": not_taken,
    TWO_TYPES: two_types,
    r"Unknown attribute '(\w+)' of type ([^\n]+)": no_attribute,
    r"Use of unsupported NumPy function '([\w.]+)'": not_known,
    r"Untyped global name '(\w+)'": not_known,
    r"Invalid use of ([^\n]+) with parameters": not_callable,
    r"imprecise type: list\(undefined\)": empty_list,
    r"Type of variable '([^'\n]+)' cannot be determined": not_determined,
}


def given(argument: str) -> str:
    """Return the type of an argument in words.

    >>> given("float64"), given("a_max=Literal[int](3)")
    ('a float64', 'an int64 as `a_max`')
    """
    word, equals, kind = argument.partition("=")
    if equals and word.isidentifier():
        return f"{text(kind)} as `{word}`"
    return text(argument)


def symbol(name: str) -> str:
    """Return the operator that a function of the module `operator` stands for.

    >>> symbol("add"), symbol("iadd"), symbol("sin")
    ('+', '+=', 'sin')
    """
    if name.startswith("i") and name[1:] in SIGNS:
        return f"{SIGNS[name[1:]]}="
    return SIGNS.get(name, name)


def listed(words: list[str]) -> str:
    """Return words as a list in a sentence.

    >>> listed(["a", "b", "c"]), listed([])
    ('a, b and c', 'nothing')
    """
    if not words:
        return "nothing"
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def first_lines(message: str) -> str:
    """Return the first lines of a message that say what is wrong, in names of the user.

    >>> first_lines("Failed in nopython mode\\nbad use of 'x·2.1'\\nDuring: typing")
    "bad use of 'x'"
    """
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith(("Failed in", "During", "File "))]
    lines = [line for line in lines if not re.match(r"^[<>\-{~%=]", line)]
    head = " ".join(lines[:3])
    head = re.sub(r",? (defined )?at <core form[^>]*> \(\d+\)", "", head)
    head = re.sub(r"[aA]rray\(\w+, [^()]*\)|UniTuple\([^()]*\)", lambda m: text(m[0]), head)
    return re.sub(rf"(\w){SEPARATOR}[\w{SEPARATOR}.]*", r"\1", head)
