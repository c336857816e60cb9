"""The grammar of the core form, and what each stage before it has done away with, as a checker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping

import gast

from srcdiff.core.operations import ATTRIBUTES, MODULES, called, factors, is_copy, is_shape
from srcdiff.core.primitives import functions_with
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    children,
    dotted,
    is_number,
    number,
    own_nodes,
    targets,
    unparse,
    walk,
    walk_statements,
)

SURFACE = (gast.Import, gast.ImportFrom, gast.ClassDef, gast.Global, gast.Nonlocal, gast.Delete)
CALLS = (*SURFACE, gast.Lambda)
VALUES = (*CALLS, gast.NamedExpr, gast.ListComp, gast.GeneratorExp, gast.SetComp, gast.DictComp)
CONTROL = (*VALUES, gast.Starred, gast.Try, gast.With)
GONE: Mapping[str, tuple[type, ...]] = {  # kinds of nodes that are gone after a stage
    "surface": SURFACE,
    "calls": CALLS,
    "values": VALUES,
    "control": CONTROL,
    "core": (*CONTROL, gast.IfExp, gast.Break, gast.Continue),
}
OF_TRUTH = functions_with(reduces_masks=True, constant=True)


def faults(tree: gast.FunctionDef, stage: str, functions: Container[str] = ()) -> Iterator[str]:
    """Yield what should not be in a function at the end of a stage of the pipeline.

    `functions` are the names of the functions of the user that it calls.

    >>> from srcdiff.syntax import function
    >>> form = function("def f(x): y = x * (x + 1); return y")
    >>> list(faults(form, "values")), list(faults(form, "core"))
    ([], ['`x + 1` is no atom in `y = x * (x + 1)`'])
    """
    gone = GONE.get(stage, GONE["core"])
    for node in walk(gast.Module(tree.body, [])):
        if isinstance(node, gone):
            yield f"`{type(node).__name__}` after the stage {stage}: {unparse(node)}"
    if stage not in list(GONE)[:-1]:
        yield from Grammar(tree, functions).faults()


class Grammar:
    """The statements of the core form (core/__init__.py), and what breaks their rules."""

    def __init__(self, tree: gast.FunctionDef, functions: Container[str] = ()) -> None:
        self.tree, self.functions = tree, functions

    def faults(self) -> Iterator[str]:
        """Yield what breaks the rules of the core form."""
        statements = list(walk_statements(self.tree.body))
        for statement in statements:
            for reason in self.of_statement(statement):
                yield f"{reason} in `{unparse(statement).splitlines()[0]}`"
        for tree in (tree for s in statements for tree in asked(s)):
            if any(callee_of(node) in self.functions for node in walk(tree)):
                yield f"a function of the user is called in `{unparse(tree)}`"
        returns = [s for s in statements if isinstance(s, gast.Return)]
        if len(returns) > 1 or (returns and returns[0] is not self.tree.body[-1]):
            yield "a `return` is not at the end"
        bound = Counter(t for s in statements if not is_copy(s) for t in targets(s))
        yield from (f"`{title}` is bound {n} times" for title, n in bound.items() if n > 1)
        # the backward pass ends names in this for what it makes again
        yield from (f"`{title}` ends in `·0`" for title in bound if title.endswith("·0"))

    def of_statement(self, statement: Statement) -> Iterator[str]:
        """Yield what breaks the rules in one statement."""
        match statement:
            case gast.Assign(targets=[gast.Name()], value=value):
                yield from self.of_operation(value)
            case gast.Assign(targets=[gast.Tuple(elts=parts)], value=value):
                if not all(isinstance(part, gast.Name) for part in parts):
                    yield "a target is no name"
                yield from self.of_operation(value)
            case gast.Assign(targets=[gast.Subscript() as target], value=value):
                yield from self.of_store(target, value)
            case gast.AugAssign(target=gast.Subscript() as target, op=gast.Add() | gast.Sub()):
                yield from self.of_store(target, statement.value)
            case gast.For(target=gast.Name(), iter=gast.Call() as bounds, orelse=[]):
                if dotted(bounds.func) != "range":
                    yield "a loop is not over a range"
            case gast.While(orelse=[]) | gast.If() | gast.Pass() | gast.Raise() | gast.Assert():
                pass  # what these ask is any expression
            case gast.Expr(value=gast.Call() as value):
                yield from self.of_operation(value)
            case gast.Return(value=value) if value is None or is_atom(value):
                pass
            case _:
                yield f"no such statement as {type(statement).__name__}"

    def of_store(self, target: gast.Subscript, value: Expression) -> Iterator[str]:
        """Yield what breaks the rules in a store."""
        if not isinstance(target.value, gast.Name):
            yield "the array has no name"
        if not is_atom(value):
            yield f"`{unparse(value)}` is no atom"

    def of_operation(self, value: Expression) -> Iterator[str]:
        """Yield what breaks the rules on the right side of an assignment."""
        if is_atom(value):
            return
        match value:
            case gast.BoolOp() | gast.Compare():
                return
            case gast.UnaryOp(op=gast.Not()):
                return
            case gast.BinOp(left=gast.UnaryOp(op=gast.USub(), operand=gast.Name() as index)):
                operands = [index, value.right]  # `-i - 1`, an index that counts from the end
            case gast.BinOp(op=gast.Mult()):
                operands = factors(value)
            case gast.Subscript():
                operands = [value.value]
            case gast.Call() if called(value).function in OF_TRUTH:
                return  # it is a condition
            case gast.Call():
                operands = [*value.args, *(word.value for word in value.keywords)]
                if isinstance(value.func, gast.Attribute) and not dotted(value.func):
                    operands.append(value.func.value)
            case _:
                operands = [part for part in children(value) if isinstance(part, gast.expr)]
        yield from (f"`{unparse(part)}` is no atom" for part in operands if not is_atom(part))


def asked(statement: Statement) -> Iterator[Expression]:
    """Yield the conditions, the indices and the bounds in a statement."""
    yield from (part for part in map(statement.__dict__.get, ("test", "iter")) if part is not None)
    for node in own_nodes(statement):
        match node:
            case gast.Subscript(slice=index):
                yield index
            case gast.Compare() | gast.BoolOp():
                yield node


def is_atom(tree: Expression) -> bool:
    """Return True if an expression is an atom, or a tuple or list of atoms.

    >>> from srcdiff.syntax import expression
    >>> texts = ("x", "-2.0", "x.shape[0]", "x.dtype", "math.pi", "(x, [1])", "x[0]", "x.T")
    >>> [is_atom(expression(text)) for text in texts]
    [True, True, True, True, True, True, False, False]
    """
    if isinstance(tree, (gast.Tuple, gast.List)):
        return all(map(is_atom, tree.elts))
    if isinstance(tree, gast.Attribute) and dotted(tree).split(".")[0] in MODULES:
        return True
    if isinstance(tree, gast.Attribute) and tree.attr not in ATTRIBUTES:
        return isinstance(tree.value, gast.Name)  # its dtype, or a field of a tuple
    if callee_of(tree) == "max" and len(tree.args) == 2 and number(tree.args[1]) == 0:
        return is_atom(tree.args[0])  # a size that may be negative
    return isinstance(tree, (gast.Name, gast.Constant)) or is_number(tree) or is_shape(tree)
