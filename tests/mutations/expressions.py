"""Changes of expressions: split, in place or not, constants."""

from __future__ import annotations

import ast
import copy

from .names import replace_node
from .site import Site, expression, flat, own_nodes, statements

PLAIN = (ast.Assign, ast.AugAssign, ast.Return, ast.Expr)
LAZY = (ast.comprehension, ast.Lambda, ast.IfExp, ast.BoolOp, ast.NamedExpr)


def split(site: Site) -> bool:
    """Give a part of an expression a name in a statement of its own."""
    places = []
    for block in site.blocks():
        for k, statement in enumerate(block):
            nodes = list(own_nodes(statement))
            if not isinstance(statement, PLAIN) or any(isinstance(n, LAZY) for n in nodes):
                continue
            parts = [n for n in nodes if isinstance(n, (ast.BinOp, ast.Subscript, ast.Call))]
            loads = [
                n for n in parts if isinstance(getattr(n, "ctx", None), (ast.Load, type(None)))
            ]
            places += [(block, k, node) for node in loads]
    if not places:
        return False
    block, k, node = site.rng.choice(places)
    new = site.fresh("part")
    site.kinds[new] = "float" if isinstance(node, ast.BinOp) else "other"
    (assign,) = statements(f"{new} = {ast.unparse(node)}")
    replace_node(site.function, node, ast.Name(new, ast.Load()))
    block.insert(max(0, k - site.rng.choice((0, 0, 0, 1))), assign)
    return True


def in_place(site: Site) -> bool:
    """Write `a = a + b` as `a += b`, `a += b` as `a = a + b`, `a = e` as `a[:] = e`, or back."""
    places = [
        (block, k, new)
        for block in site.blocks()
        for k, statement in enumerate(block)
        for new in other_forms(site, statement)
    ]
    if not places:
        return False
    block, k, new = site.rng.choice(places)
    block[k : k + 1] = statements(new)
    return True


def other_forms(site: Site, statement: ast.stmt) -> list[str]:
    """Return other forms of an assignment."""
    if isinstance(statement, ast.AugAssign):
        target = ast.unparse(statement.target)
        value = ast.unparse(ast.BinOp(statement.target, statement.op, statement.value))
        forms = [f"{target} = {value}"]
        if isinstance(statement.target, ast.Subscript):
            forms.append(f"{target} = {ast.unparse(statement.value)}")
        return forms
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return []
    target, value = statement.targets[0], statement.value
    left, right = ast.unparse(target), ast.unparse(value)
    forms = []
    if isinstance(value, ast.BinOp) and ast.unparse(value.left) == left:
        operator = ast.unparse(ast.AugAssign(ast.Name("a"), value.op, ast.Name("b")))
        forms.append(operator.replace("a ", f"{left} ", 1)[:-1] + f"({ast.unparse(value.right)})")
    if isinstance(target, ast.Name) and site.kinds.get(left, "").startswith("array"):
        forms += [f"{left}[:] = {right}", f"{left} = {left} + 0.5 * ({right})"]
    if isinstance(target, ast.Subscript):
        forms += [f"{left} {site.rng.choice(('+=', '*=', '-='))} {right}"]
        if isinstance(target.value, ast.Name) and ast.unparse(target.slice) == ":":
            forms.append(f"{target.value.id} = {right}")
    return forms


def constant(site: Site) -> bool:
    """Make a constant negative, or the base of a power."""
    places = [
        node
        for statement in flat(site.function.body)
        for node in own_nodes(statement)
        if isinstance(node, ast.Constant) and type(node.value) in (float, int)
    ]
    if not places:
        return False
    node = site.rng.choice(places)
    old = node.value
    if isinstance(old, float):
        text = site.rng.choice((f"(-{old})", f"(-{old}) ** 2", f"{old} ** -2", f"{old} * -1.5"))
    else:
        text = site.rng.choice((f"{old + 1}", f"{max(old - 1, 0)}", f"(-{old})", f"{old}.0"))
    replace_node(site.function, node, expression(text))
    return True


def factor(site: Site) -> bool:
    """Multiply what is assigned by a number that is at hand, or square it."""
    places = [
        (block, k, statement)
        for block in site.blocks()
        for k, statement in enumerate(block)
        if isinstance(statement, (ast.Assign, ast.AugAssign))
        and not isinstance(statement.value, (ast.Tuple, ast.List))
    ]
    if not places:
        return False
    block, k, statement = site.rng.choice(places)
    floats = site.of_kind(site.before(block, k), "float")
    old = ast.unparse(statement.value)
    texts = [f"({old}) * 1.25", f"({old}) ** 2", f"-({old})", f"({old}) - 0.125"]
    texts += [f"({old}) * {name}" for name in floats]
    statement.value = expression(site.rng.choice(texts))
    return True


def subscript(site: Site) -> bool:
    """Write to, or read from, another element or a row."""
    places = [
        node
        for statement in flat(site.function.body)
        for node in own_nodes(statement)
        if isinstance(node, ast.Subscript)
    ]
    if not places:
        return False
    node = site.rng.choice(places)
    old = ast.unparse(ast.Subscript(ast.Name("a"), node.slice))[2:-1]
    if isinstance(node.slice, (ast.Tuple, ast.Slice)):
        node.slice = expression(f"a[{site.rng.choice((old, '0', '-1', '::-1', ':'))}]").slice
    else:
        texts = (f"{old} - 1", f"-{old}", "0", "-1", f"({old}) % 2", f"({old}) // 2")
        node.slice = expression(site.rng.choice(texts))
    return True


def conditional(site: Site) -> bool:
    """Assign under a condition within the expression."""
    places = [
        (block, k, statement)
        for block in site.blocks()
        for k, statement in enumerate(block)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    ]
    if not places:
        return False
    block, k, statement = site.rng.choice(places)
    known = site.before(block, k)
    test, name = site.condition(known), statement.targets[0].id
    others = [n for n in known if site.kinds.get(n) == site.kinds.get(name, "no")]
    if test is None or not others:
        return False
    statement.value = ast.IfExp(test, statement.value, expression(site.rng.choice(others)))
    return True


def order_of_operands(site: Site) -> bool:
    """Swap the operands of an operation."""
    places = [
        node
        for statement in flat(site.function.body)
        for node in own_nodes(statement)
        if isinstance(node, ast.BinOp)
    ]
    if not places:
        return False
    node = site.rng.choice(places)
    node.left, node.right = copy.deepcopy(node.right), copy.deepcopy(node.left)
    return True


KINDS = (
    split,
    in_place,
    constant,
    factor,
    subscript,
    conditional,
    order_of_operands,
)
