"""Make a program small, while it keeps a property."""

from __future__ import annotations

import ast
import copy
import time
from collections.abc import Callable, Iterator

SECONDS = 45.0

Property = Callable[[str], bool]


def reduced(text: str, holds: Property, seconds: float = SECONDS) -> str:
    """Return a smaller program with the property.

    Parts are left out, or replaced by simpler ones, as long as something can be.
    """
    end = time.monotonic() + seconds
    best = ast.unparse(ast.parse(text))
    improved = True
    while improved:
        improved = False
        for edits in (without_statements, without_blocks, without_arguments, simpler):
            position = 0
            while time.monotonic() < end:
                found = next_better(best, edits, position, holds, end)
                if found is None:
                    break
                best, position = found
                improved = True
    return best


def next_better(
    text: str,
    edits: Callable[[ast.Module], Iterator[bool]],
    start: int,
    holds: Property,
    end: float,
) -> tuple[str, int] | None:
    """Return the first of some smaller programs that has the property, and its number."""
    number = 0
    tree = ast.parse(text)
    for is_edit in edits(tree):
        # each edit is undone when the iteration goes on
        if not is_edit:
            continue
        if number >= start:
            if time.monotonic() > end:
                return None
            try:
                candidate = ast.unparse(ast.fix_missing_locations(tree))
            except (AttributeError, ValueError):
                candidate = text
            if len(candidate) < len(text) and is_bound(tree) and holds(candidate):
                return candidate, number
        number += 1
    return None


def is_bound(tree: ast.Module) -> bool:
    """Return True if no local variable is read above all its assignments."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return all(bound_in(function) for function in functions)


def bound_in(function: ast.FunctionDef) -> bool:
    """Tell the same for one function."""
    parameters = [*function.args.args, *function.args.kwonlyargs, function.args.vararg]
    found: set[str] = {argument.arg for argument in parameters if argument}
    local = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and is_store(n)}

    def block(statements: list[ast.stmt]) -> bool:
        for statement in statements:
            names = [n for n in heads(statement) if isinstance(n, ast.Name)]
            read = {n.id for n in names if not is_store(n)} - inner_names(statement)
            if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
                read.add(statement.target.id)
            if (read & local) - found:
                return False
            found.update(n.id for n in names if is_store(n))
            inner = [getattr(statement, field, []) for field in ("body", "orelse")]
            if not isinstance(statement, ast.FunctionDef) and not all(map(block, inner)):
                return False
        return True

    return block(function.body)


def inner_names(statement: ast.stmt) -> set[str]:
    """Return the names that a statement's own comprehensions, lambdas and `:=` bind."""
    found: set[str] = set()
    for node in heads(statement):
        if isinstance(node, ast.comprehension):
            found |= {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
        elif isinstance(node, ast.Lambda):
            found |= {argument.arg for argument in node.args.args}
        elif isinstance(node, ast.NamedExpr):
            found.add(node.target.id)
    return found


def is_store(node: ast.Name) -> bool:
    """Return True if a name is assigned to."""
    return isinstance(node.ctx, ast.Store)


def heads(statement: ast.stmt) -> Iterator[ast.AST]:
    """Return the nodes of a statement, without the statements inside it."""
    if isinstance(statement, ast.FunctionDef):
        return
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        yield node
        pending += [n for n in ast.iter_child_nodes(node) if not isinstance(n, ast.stmt)]


def blocks(tree: ast.AST) -> list[list[ast.stmt]]:
    """Return the blocks of statements of a tree, outer ones first."""
    found = []
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                found.append(block)
    return found


def without_statements(tree: ast.Module) -> Iterator[bool]:
    """Leave out runs of statements, long ones first."""
    for block in blocks(tree):
        length = len(block)
        while length:
            for start in range(len(block) - length, -1, -1):
                removed = block[start : start + length]
                rest = len(block) - length
                block[start : start + length] = [] if rest else [ast.Pass()]
                yield not (len(removed) == 1 and isinstance(removed[0], ast.Pass))
                block[start : start + (0 if rest else 1)] = removed
            length = length // 2 if length > 3 else length - 1


def without_blocks(tree: ast.Module) -> Iterator[bool]:
    """Put the statements of a block in the place of its compound statement."""
    for block in blocks(tree):
        for position in range(len(block)):
            statement = block[position]
            if not isinstance(statement, (ast.If, ast.For, ast.While)):
                continue
            for inner in (statement.body, statement.orelse):
                if inner:
                    block[position : position + 1] = inner
                    yield True
                    block[position : position + len(inner)] = [statement]
            if statement.orelse:
                kept, statement.orelse = statement.orelse, []
                yield True
                statement.orelse = kept


def without_arguments(tree: ast.Module) -> Iterator[bool]:
    """Leave out parameters of functions, everywhere."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        for position in range(len(function.args.args) - 1, -1, -1):
            before = copy.deepcopy(tree.body)
            name = function.args.args[position].arg
            drop(tree, function.name, position, name)
            yield True
            tree.body[:] = before
            again = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
            function = next(n for n in again if n.name == function.name)


def drop(tree: ast.Module, called: str, position: int, name: str) -> None:
    """Leave out one parameter of a function, and what is passed for it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == called:
            del node.args.args[position]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == called and len(node.args) > position:
                del node.args[position]
            elif node.func.id == called:
                node.keywords = [word for word in node.keywords if word.arg != name]
        elif called == "f" and isinstance(node, ast.FunctionDef) and node.name == "inputs":
            (result,) = node.body
            if isinstance(result, ast.Return) and isinstance(result.value, ast.Tuple):
                del result.value.elts[position]
        elif called == "f" and is_request(node) and isinstance(node.value, ast.Tuple):
            kept = [e for e in node.value.elts if getattr(e, "value", None) != name]
            node.value.elts = kept


def simpler(tree: ast.Module) -> Iterator[bool]:
    """Replace expressions by parts of them, or by simple numbers."""
    for parent in list(ast.walk(tree)):
        for field, old in list(ast.iter_fields(parent)):
            if field == "func" or is_request(parent):
                continue
            if isinstance(old, ast.expr) and is_value(old):
                for new in replacements(old):
                    setattr(parent, field, new)
                    yield True
                setattr(parent, field, old)
            elif isinstance(old, list):
                yield from simpler_items(parent, old)


def simpler_items(parent: ast.AST, items: list) -> Iterator[bool]:
    """Simplify the expressions of a list, or leave them out."""
    for position, item in enumerate(list(items)):
        if not isinstance(item, ast.expr) or not is_value(item):
            continue
        for new in replacements(item):
            items[position] = new
            yield True
            items[position] = item
        if isinstance(parent, (ast.List, ast.BoolOp, ast.Tuple)) and len(items) > 1:
            del items[position]
            yield True
            items.insert(position, item)


def is_request(node: ast.AST) -> bool:
    """Return True if a statement says what is asked of `f`."""
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return False
    return node.targets[0].id in ("KIND", "WRT", "OUTPUTS")


def is_value(node: ast.expr) -> bool:
    """Return True if an expression is read, not assigned to, and can be simpler."""
    if isinstance(getattr(node, "ctx", None), ast.Store):
        return False
    return not isinstance(node, (ast.Name, ast.List))


def replacements(node: ast.expr) -> Iterator[ast.expr]:
    """Return simpler expressions."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr) and part is not getattr(node, "func", None):
            yield part
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        if len(repr(node.value)) > 3:
            yield ast.Constant(round(node.value, 1))
            yield ast.Constant(1.0)
        return
    if not isinstance(node, ast.Constant):
        yield ast.Constant(1.0)
        yield ast.Constant(0)
