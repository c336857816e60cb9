"""Write the statements of a function in place of a call of it."""

from __future__ import annotations

from dataclasses import replace

import gast

from srcdiff.core import Core
from srcdiff.core.operations import call_of
from srcdiff.syntax import (
    Block,
    Statement,
    all_names,
    assign,
    assign_results,
    base,
    clone,
    fresh,
    further_down,
    map_blocks,
    parameters,
    rename,
    targets,
    with_body,
    writes,
)


def inlined(core: Core, statement: Statement, callee: Core) -> Core:
    """Return a core form in which one statement that calls a function is what the function does.

    What the function binds gets names that nothing has yet; what it is given keeps its name there.
    The text of the function, for quoting and for errors, stands below that of its caller.

    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function, unparse
    >>> def core_of(text):
    ...     return Core(function(text), {}, {}, Origin("f", "f.py", 1, 0, []), function(text))
    >>> caller = core_of('''
    ... def f(x, rows):
    ...     y = g(rows, x)
    ...     return y
    ... ''')
    >>> callee = core_of('''
    ... def g(a, x):
    ...     y = a[0]
    ...     a.append(x)
    ...     return y
    ... ''')
    >>> print(unparse(inlined(caller, caller.tree.body[0], callee).tree))
    def f(x, rows):
        y_2 = rows[0]
        rows.append(x)
        y = y_2
        return y
    """
    titles = titles_in(core, callee)
    tree = rename(callee.tree, titles)
    made = call_of(statement)
    given = made.args if made is not None else []
    every = dict(zip(parameters(tree), given, strict=True))
    rebound = writes(tree.body)
    passed = {p: v.id for p, v in every.items() if isinstance(v, gast.Name) and p not in rebound}
    names = own_names(tree, core.tree)
    tree = rename(tree, {**names, **passed})
    below = len(core.origin.lines) + sum(len(other.lines) for other in core.origin.others)
    body: Block = [
        assign(names.get(p, p), clone(value), statement)
        for p, value in every.items()
        if p not in passed
    ]
    body += further_down(tree, below).body
    if isinstance(body[-1], gast.Return):
        last = body.pop()
        if targets(statement):
            body.append(assign_results(targets(statement), last.value, statement))
    written = [*core.written.body, *further_down(callee.written, below).body]

    def change(block: Block) -> Block:
        return [new for old in block for new in (body if old is statement else [old])]

    functions = {titles.get(title, title): called for title, called in callee.functions.items()}
    return replace(
        core,
        tree=with_body(core.tree, map_blocks(core.tree.body, change)),
        functions={**core.functions, **functions},
        constants={**core.constants, **callee.constants},
        origin=replace(core.origin, others=(*core.origin.others, callee.origin)),
        written=with_body(core.written, written),
    )


def titles_in(core: Core, callee: Core) -> dict[str, str]:
    """Return other names for the functions that are called by a name that means another one."""
    taken = {*core.functions, *callee.functions}
    found: dict[str, str] = {}
    for title, called in callee.functions.items():
        if core.functions.get(title, called) is not called:
            found[title] = fresh(title, taken)
            taken.add(found[title])
    return found


def own_names(tree: gast.FunctionDef, caller: gast.FunctionDef) -> dict[str, str]:
    """Return other names for those that a function binds and that its caller has, too.

    >>> from srcdiff.syntax import function
    >>> text = "def g(x):\\n    {0} = x\\n    for k in {0}:\\n        y = k"
    >>> own_names(function(text.format("a·1")), function(text.format("a·2")))
    {'x': 'x_2', 'a·1': 'a_2·1', 'k': 'k_2', 'y': 'y_2'}
    """
    names = [*parameters(tree), *sorted(writes(tree.body))]
    taken = {*map(base, all_names(caller)), *map(base, names)}
    stems: dict[str, str] = {}
    for stem in dict.fromkeys(map(base, names)):
        if stem in map(base, all_names(caller)):
            stems[stem] = fresh(stem, taken)
            taken.add(stems[stem])
    return {n: stems[base(n)] + n.removeprefix(base(n)) for n in names if base(n) in stems}
