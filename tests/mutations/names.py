"""Changes of names: which array or number a name stands for, and since when."""

from __future__ import annotations

import ast
import copy

from .site import (
    Block,
    Site,
    expression,
    flat,
    is_called,
    loops,
    reads,
    statements,
    stored,
)

VIEWS = {
    "array1": ("[:]", "[1:]", "[::-1]", "[:-1]", "[::2]", ".ravel()", ".reshape(-1)"),
    "array2": ("[:]", "[0]", "[1]", "[-1]", ".T", "[:, 0]", "[1:]", ".ravel()", "[::-1]"),
    "array3": ("[0]", "[:, 0]", "[1:]", ".ravel()"),
}


def second_name(site: Site) -> bool:
    """Give an array or a number a second name, and use it here and there below."""
    block, position = site.spot()
    known = site.of_kind(site.before(block, position), "array", "float", "list", "indices")
    if not known:
        return False
    old, new = site.rng.choice(known), site.fresh("t")
    site.kinds[new] = site.kinds[old]
    replace_some(site, block[position:], old, new)
    block.insert(position, statements(f"{new} = {old}")[0])
    return True


def replace_some(site: Site, block: Block, old: str, new: str, chance: float = 0.5) -> None:
    """Replace some of the uses of a name, those in targets of element stores among them."""
    for statement in flat(block):
        for node in reads(statement):
            if node.id == old and not is_called(statement, node) and site.rng.random() < chance:
                node.id = new


def kept_from_before(site: Site) -> bool:
    """Keep what a name was in an earlier iteration, and read that."""
    places = loops(site)
    if not places:
        return False
    block, k = site.rng.choice(places)
    loop = block[k]
    known = site.before(block, k)
    inside = [n for s in flat(loop.body) for n in stored(s)]
    wanted = site.of_kind(inside, "array", "float") or site.of_kind(known, "array", "float")
    if not wanted:
        return False
    old, new = site.rng.choice(wanted), site.fresh("kept")
    site.kinds[new] = site.kinds[old]
    (keep,) = statements(f"{new} = {old}")
    test = site.condition([*known, *inside])
    if test is not None and site.rng.random() < 0.6:
        keep = ast.If(test, [keep], [])
    where = site.rng.choice(("start", "end", "end"))
    rest = block[k + 1 :] if site.rng.random() < 0.5 else []
    replace_some(site, [*loop.body, *rest], old, new, 0.4)
    loop.body.insert(0 if where == "start" else len(loop.body), keep)
    start = [old] if old in known else []
    numbers = site.of_kind(known, site.kinds[old])
    first = site.rng.choice([*start, *numbers]) if start or numbers else None
    if first is not None and site.rng.random() < 0.85:
        block.insert(k, statements(f"{new} = {first}")[0])
    elif not isinstance(keep, ast.If):
        block.insert(k, statements(f"{new} = None")[0])
    return True


def nothing_before(site: Site) -> bool:
    """Bind a name to None or to a number before the block that binds it."""
    places = [
        (block, k, name)
        for block in site.blocks()
        for k, statement in enumerate(block)
        if isinstance(statement, (ast.For, ast.While, ast.If))
        for inside in flat(statement.body)
        for name in stored(inside)
    ]
    if not places:
        return False
    block, k, name = site.rng.choice(places)
    first = site.rng.choice(("None", "0", "0.0", "1.5", "np.zeros(1)"))
    block.insert(k, statements(f"{name} = {first}")[0])
    return True


def rebind(site: Site) -> bool:
    """Let a name stand for another array or number of its kind, perhaps under a condition."""
    block, position = site.spot()
    known = site.before(block, position)
    pairs = [
        (a, b)
        for a in site.of_kind(known, "array", "float", "list")
        for b in known
        if a != b and site.kinds[a] == site.kinds.get(b)
    ]
    if not pairs:
        return False
    a, b = site.rng.choice(pairs)
    text = site.rng.choice((f"{a} = {b}", f"{a} = {b}", f"{a}, {b} = {b}, {a}"))
    (new,) = statements(text)
    test = site.condition(known)
    if test is not None and site.rng.random() < 0.7:
        new = ast.If(test, [new], [])
    block.insert(position, new)
    return True


def choose(site: Site) -> bool:
    """Take one of two arrays, or numbers, by a condition, and use the choice below."""
    block, position = site.spot()
    known = site.before(block, position)
    test = site.condition(known)
    wanted = site.of_kind(known, "array", "float")
    if test is None or not wanted:
        return False
    a = site.rng.choice(wanted)
    b = site.rng.choice([n for n in known if site.kinds.get(n) == site.kinds[a]])
    new = site.fresh("chosen")
    site.kinds[new] = site.kinds[a]
    replace_some(site, block[position:], a, new, 0.4)
    other = b if site.rng.random() < 0.6 else f"{b} * 0.5"
    if site.rng.random() < 0.5:
        text = f"{new} = {a} if {ast.unparse(test)} else {other}"
    else:
        text = f"{new} = {other}\nif {ast.unparse(test)}:\n    {new} = {a}"
    block[position:position] = statements(text)
    return True


def through_view(site: Site) -> bool:
    """Write through a view of an array."""
    block, position = site.spot()
    arrays = site.of_kind(site.before(block, position), "array")
    if not arrays:
        return False
    name = site.rng.choice(arrays)
    view = site.rng.choice(VIEWS.get(site.kinds[name], ("[:]",)))
    new = site.fresh("view")
    write = site.rng.choice(
        (f"{new} *= 0.75", f"{new}[0] *= -1.5", f"{new}[0] = 0.25", f"{new}[:] = {new} + 0.125")
    )
    after = block[position:]
    block[position:position] = statements(f"{new} = {name}{view}\n{write}")
    if site.rng.random() < 0.3:  # the view is made before, the write comes after
        later = block.pop(position + 1)
        block.insert(position + 1 + site.rng.randrange(max(1, len(after))), later)
    return True


def copy_or_alias(site: Site) -> bool:
    """Leave a copy out, or take a view in its place."""
    found = []
    for statement in flat(site.function.body):
        for parent in ast.walk(statement):
            for field, value in ast.iter_fields(parent):
                if isinstance(value, ast.Call) and copied(value) is not None:
                    found.append((parent, field, copied(value)))
    if not found:
        return False
    parent, field, inside = site.rng.choice(found)
    view = site.rng.choice(("", "", "", "[:]", "[::-1]"))
    setattr(parent, field, expression(f"{ast.unparse(inside)}{view}"))
    return True


def copied(call: ast.Call) -> ast.expr | None:
    """Return what a call copies, or None."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name == "copy" and not call.args:
        return call.func.value
    if name in ("copy", "array", "ascontiguousarray") and len(call.args) == 1:
        return call.args[0] if isinstance(call.args[0], ast.Name) else None
    return None


def view_or_copy(site: Site) -> bool:
    """Read an array by a view or a copy of it."""
    places = [
        node
        for statement in flat(site.function.body)
        for node in reads(statement)
        if site.kinds.get(node.id, "").startswith("array") and not is_called(statement, node)
    ]
    if not places:
        return False
    node = site.rng.choice(places)
    view = site.rng.choice(("[:]", "[::-1]", ".copy()", ".copy()", ".T", "[::-1].copy()"))
    new = expression(f"{node.id}{view}")
    replace_node(site.function, node, new)
    return True


def replace_node(function: ast.FunctionDef, old: ast.AST, new: ast.expr) -> None:
    """Replace a node of a function."""
    for parent in ast.walk(function):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
                return
            if isinstance(value, list) and any(item is old for item in value):
                value[next(k for k, item in enumerate(value) if item is old)] = new
                return


def table(site: Site) -> bool:
    """Make a constant array with a second name, write through one, read the other."""
    block, position = site.spot()
    first, second = site.fresh("w"), site.fresh("u")
    test = site.condition(site.before(block, position))
    floats = [s for s in flat(block[position:]) if isinstance(s, (ast.Assign, ast.AugAssign))]
    if not floats:
        return False
    used = site.rng.choice(floats)
    values = site.rng.sample((-1.5, -0.75, 0.5, 1.25, 2.0), 3)
    indices = site.rng.random() < 0.3
    text = f"{first} = np.array({[2, 0, 1] if indices else values})\n{second} = {first}"
    new = statements(text)
    if test is not None and site.rng.random() < 0.5:
        other = f"np.array({[1, 1, 0] if indices else values[::-1]})"
        new[1:] = [ast.If(test, new[1:], statements(f"{second} = {other}"))]
    new += statements(f"{second}[{site.rng.choice((0, 1))}] = {1 if indices else -2.5}")
    used.value = expression(f"({ast.unparse(copy.copy(used.value))}) * {first}[0]")
    block[position:position] = new
    return True


KINDS = (
    second_name,
    kept_from_before,
    nothing_before,
    rebind,
    choose,
    through_view,
    copy_or_alias,
    view_or_copy,
    table,
)
