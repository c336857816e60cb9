"""Return True if the text of a function is still that of its compiled code."""

from __future__ import annotations
import __future__

import ast
import dis
from collections.abc import Iterator
from types import CodeType, FunctionType

import gast


def is_current(tree: gast.FunctionDef, function: FunctionType) -> bool:
    """Return True if a text is that of a function's compiled code.

    Tools such as pytest change assertions when a module is imported, and the code of a
    class tells where it stands: such functions are not compared.
    """
    if any(isinstance(node, (gast.Assert, gast.ClassDef)) for node in gast.walk(tree)):
        return True
    free = function.__code__.co_freevars
    # a name of its own, so that a function that calls itself reads what it read before
    title = tree.name
    while title not in free and (title == tree.name or title in function.__code__.co_names):
        title += "_"
    plain = gast.FunctionDef(title, tree.args, tree.body, [], None, None, [])
    around = gast.parse(f"def around({', '.join(n for n in free if n != tree.name)}): pass")
    around.body[0].body = [plain]
    made = ast.fix_missing_locations(gast.gast_to_ast(around))
    # annotations inside it are strings where its own module wants them so, not where this one does
    flags = function.__code__.co_flags & __future__.annotations.compiler_flag
    whole = compile(made, "<text>", "exec", flags, dont_inherit=True)
    code = next(codes(whole, "around"))
    return alike(next(codes(code, title)), function.__code__)


def codes(code: CodeType, name: str) -> Iterator[CodeType]:
    """Return the code objects of that name directly inside another."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and constant.co_name == name:
            yield constant


def alike(first: CodeType, second: CodeType) -> bool:
    """Return True if two code objects do the same, apart from where they stand."""
    return first.co_varnames == second.co_varnames and steps(first) == steps(second)


def steps(code: CodeType) -> list[tuple[str, str]]:
    """Return what code does, step by step.

    How an attribute is called, and how far a jump is, depend on the surroundings of a
    function; that is left out.
    """
    found = []
    for step in dis.get_instructions(code):
        if step.opname.startswith(WAYS_TO_CALL):
            name = str(step.argval) if "METHOD" in step.opname or "ATTR" in step.opname else ""
            if name:
                found.append(("name", name))
        elif isinstance(step.argval, CodeType):
            found += steps(step.argval)
        else:
            jumps = "JUMP" in step.opname or step.opname == "FOR_ITER"
            # the name of a class or function tells where it is defined
            value = repr(step.argval).split("<locals>.")[-1]
            found.append((step.opname, "" if jumps else value))
    return found


WAYS_TO_CALL = ("LOAD_METHOD", "LOAD_ATTR", "PRECALL", "CALL", "PUSH_NULL", "NOP", "EXTENDED_ARG")
