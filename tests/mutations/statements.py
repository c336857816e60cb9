"""Changes of statements: where they stand, and how often they run."""

from __future__ import annotations

import ast
import copy

from .site import (
    Site,
    arguments,
    expression,
    flat,
    inner,
    leaves,
    loaded,
    loops,
    statements,
    stored,
)


def into_branch(site: Site) -> bool:
    """Move statements into a branch, by a counter or by a value."""
    block, start, end = site.stretch()
    test = site.condition(site.before(block, start))
    if test is None:
        return False
    moved = block[start:end]
    other = [copy.deepcopy(moved[0])] if site.rng.random() < 0.2 else []
    block[start:end] = [ast.If(test, moved, other)]
    return True


def into_loop(site: Site) -> bool:
    """Run statements in a loop of none to three iterations, or of `while`."""
    block, start, end = site.stretch()
    if leaves(block[start:end]):
        return False
    counter, trips = site.fresh("k"), site.rng.choice((0, 1, 2, 2, 3))
    if site.rng.random() < 0.6:
        loop = statements(f"for {counter} in range({trips}):\n    pass")
    else:
        text = f"{counter} = 0\nwhile {counter} < {trips}:\n    {counter} += 1"
        loop = statements(text)
    site.kinds[counter] = "int"
    body = loop[-1].body
    body[:] = [*block[start:end], *(s for s in body if not isinstance(s, ast.Pass))]
    block[start:end] = loop
    return True


def into_while(site: Site) -> bool:
    """Write a loop over a range as `while`."""
    places = [
        (block, k)
        for block, k in loops(site)
        if isinstance(block[k], ast.For) and is_range(block[k]) and not block[k].orelse
    ]
    if not places:
        return False
    block, k = site.rng.choice(places)
    loop = block[k]
    if any(isinstance(n, ast.Continue) for n in ast.walk(loop)):
        return False
    counter, given = loop.target.id, [ast.unparse(a) for a in loop.iter.args]
    first, last = ("0", given[0]) if len(given) == 1 else given[:2]
    new = statements(f"{counter} = {first}\nwhile {counter} < {last}:\n    {counter} += 1")
    new[1].body[:0] = loop.body
    block[k : k + 1] = new
    return True


def is_range(loop: ast.For) -> bool:
    """Return True for a loop over a range with steps of one."""
    call = loop.iter
    if not isinstance(call, ast.Call) or not isinstance(loop.target, ast.Name):
        return False
    return isinstance(call.func, ast.Name) and call.func.id == "range" and len(call.args) < 3


def into_helper(site: Site) -> bool:
    """Move statements into a function, which may return an array twice."""
    block, start, end = site.stretch()
    moved = block[start:end]
    if leaves(moved):
        return False
    known = site.before(block, start)
    results = list(dict.fromkeys(n for s in flat(moved) for n in stored(s)))
    results = [name for name in results if not name.startswith("_")]
    needed = [n for n in known if n in loaded(moved) or n in results]
    name = site.fresh("helper")
    arrays = [n for n in (*results, *needed) if site.kinds.get(n, "").startswith("array")]
    returned, targets = list(results), list(results)
    if arrays and site.rng.random() < 0.4:
        twice = site.rng.choice(arrays)
        view = site.rng.choice(("", "", "[:]", "[1:]", ".T"))
        returned.append(twice + view)
        targets.append(site.fresh("same"))
        site.kinds[targets[-1]] = site.kinds[twice]
    if not returned:
        call = statements(f"{name}({', '.join(needed)})")
    else:
        call = statements(f"{', '.join(targets)} = {name}({', '.join(needed)})")
    (helper,) = statements(f"def {name}({', '.join(needed)}):\n    pass")
    helper.body = [*moved, *statements(f"return {', '.join(returned)}")] if returned else moved
    block[start:end] = call
    index = site.module.body.index(site.function)
    site.module.body.insert(index, helper)
    return True


def early_return(site: Site) -> bool:
    """Return earlier, under a condition, the same expression or another number."""
    returns = [s for s in flat(site.function.body) if isinstance(s, ast.Return) and s.value]
    block, position = site.spot()
    known = site.before(block, position)
    test = site.condition(known)
    if not returns or test is None:
        return False
    value = copy.deepcopy(site.rng.choice(returns).value)
    floats = site.of_kind(known, "float")
    if site.rng.random() < 0.4 and floats and not isinstance(value, ast.Tuple):
        value = expression(f"{site.rng.choice(floats)} * 0.5")
    block.insert(position, ast.If(test, [ast.Return(value)], []))
    return True


def swap_statements(site: Site) -> bool:
    """Swap two statements of a block."""
    block, first = site.spot()
    second = first + site.rng.choice((1, 1, 2))
    if second >= len(block) or leaves([block[first], block[second]]):
        return False
    block[first], block[second] = block[second], block[first]
    return True


def duplicate(site: Site) -> bool:
    """Run a statement twice."""
    block, position = site.spot()
    if leaves([block[position]]):
        return False
    other = site.rng.choice((position + 1, position + 1, len(block)))
    if isinstance(block[-1], ast.Return):
        other = min(other, len(block) - 1)
    block.insert(other, copy.deepcopy(block[position]))
    return True


def leave_out(site: Site) -> bool:
    """Leave out a statement."""
    block, position = site.spot()
    if len(block) < 2 or leaves([block[position]]):
        return False
    del block[position]
    return True


def next_iteration(site: Site) -> bool:
    """Go on with the next iteration, or leave the loop, under a condition."""
    places = loops(site)
    if not places:
        return False
    block, k = site.rng.choice(places)
    loop = block[k]
    word = ast.Continue() if site.rng.random() < 0.6 else ast.Break()
    if isinstance(word, ast.Continue) and isinstance(loop, ast.While):
        return False
    position = site.rng.randrange(len(loop.body) + 1)
    test = site.condition(site.before(loop.body, position))
    if test is None:
        return False
    loop.body.insert(position, ast.If(test, [word], []))
    return True


def into_try(site: Site) -> bool:
    """Put statements into `try`, with a handler that binds or passes."""
    block, start, end = site.stretch()
    if leaves(block[start:end]):
        return False
    known = site.before(block, start)
    floats = site.of_kind(known, "float")
    kind = site.rng.choice(("ZeroDivisionError", "ValueError", "IndexError"))
    raised = site.condition(known) if site.rng.random() < 0.6 else None
    attempt = list(block[start:end])
    if raised is not None:
        error = statements(f"raise {kind}('no')")
        attempt.insert(site.rng.randrange(len(attempt) + 1), ast.If(raised, error, []))
    handler = "pass"
    if floats:
        handler = f"{site.rng.choice(floats)} = {site.rng.choice(floats)} * 0.75"
    new = statements(f"try:\n    pass\nexcept {kind}:\n    {handler}")
    new[0].body = attempt
    block[start:end] = new
    return True


def out_of_block(site: Site) -> bool:
    """Put the statements of a branch in the place of the `if`."""
    places = [
        (block, k)
        for block in site.blocks()
        for k, s in enumerate(block)
        if isinstance(s, ast.If) and not leaves([s])
    ]
    if not places:
        return False
    block, k = site.rng.choice(places)
    block[k : k + 1] = site.rng.choice(inner(block[k]))
    return True


def begin_with(site: Site) -> bool:
    """Copy an array argument at the beginning, or change it in place."""
    arrays = site.of_kind([a.arg for a in arguments(site.function)], "array")
    if not arrays:
        return False
    name = site.rng.choice(arrays)
    factor = site.rng.choice((0.5, -1.25, 2.0))
    text = site.rng.choice((f"{name} = {name}.copy()", f"{name} *= {factor}", f"{name}[0] = 0.25"))
    site.function.body[:0] = statements(text)
    return True


KINDS = (
    into_branch,
    into_loop,
    into_while,
    into_helper,
    early_return,
    swap_statements,
    duplicate,
    leave_out,
    next_iteration,
    into_try,
    out_of_block,
    begin_with,
)
