"""Write the statements of a function in place of a call of it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

import gast

from srcdiff.core import Core
from srcdiff.core.operations import call_of, is_shape
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
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
    walk_statements,
    with_body,
    writes,
)


def inlined(
    core: Core, statement: Statement, callee: Core, given: Sequence[Expression] | None = None
) -> Core:
    """Return a core form in which one statement that calls a function is what the function does.

    `given` are the arguments, where they are others than those in the call, as parts of tuples.

    What the function binds gets names that nothing has yet: counters and lengths those of the same
    variable, with a number. What it is given keeps its name there. The text of the function, for
    quoting and for errors, stands below that of its caller.

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
    if given is None:
        given = made.args if made is not None else []
    every = dict(zip(parameters(tree), given, strict=True))
    rebound = writes(tree.body)
    passed = {p: v.id for p, v in every.items() if isinstance(v, gast.Name) and p not in rebound}
    names = own_names(tree, core.tree, passed)
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
    constants = {titles.get(title, title): value for title, value in callee.constants.items()}
    return replace(
        core,
        tree=with_body(core.tree, map_blocks(core.tree.body, change)),
        functions={**core.functions, **functions},
        constants={**core.constants, **constants},
        origin=replace(core.origin, others=(*core.origin.others, callee.origin)),
        written=with_body(core.written, written),
    )


def titles_in(core: Core, callee: Core) -> dict[str, str]:
    """Return other names for the functions and constants whose names mean something else, too."""
    bound = {*parameters(core.tree), *writes(core.tree.body)}
    taken = {*all_names(core.tree), *all_names(callee.tree), *core.functions, *core.constants}
    found: dict[str, str] = {}
    for there, here in (callee.functions, core.functions), (callee.constants, core.constants):
        for title, meant in there.items():
            if title in bound or here.get(title, meant) is not meant:
                found[title] = fresh(title, taken)
                taken.add(found[title])
    return found


def own_names(
    tree: gast.FunctionDef, caller: gast.FunctionDef, passed: Mapping[str, str]
) -> dict[str, str]:
    """Return other names for those that a function binds and that its caller has, too.

    Parts of arguments that are `passed` by a name are parts of what has that name there. Values of
    counters and of lengths may be those of a variable of the caller: these are numbers for sure.

    >>> from srcdiff.syntax import function
    >>> text = "def g(x):\\n    {0} = x\\n    for k in {0}:\\n        y = k"
    >>> own_names(function(text.format("a·1")), function(text.format("a·2")), {})
    {'x': 'x_2', 'a·1': 'a_2·1', 'k': 'k·2', 'y': 'y_2'}
    >>> own_names(function("def g(a): a·at = a[0]"), function("def f(x): x·at = x[1]"), {"a": "x"})
    {'a·at': 'x·at·2'}
    """
    names = dict.fromkeys([*parameters(tree), *sorted(writes(tree.body))])
    known = all_names(caller)
    variables = set(map(base, known))
    taken = {*known, *variables, *names, *map(base, names)}
    shared = counts(tree)
    found: dict[str, str] = {}
    stems: dict[str, str] = {}
    for own in names:
        stem, part = base(own), own.removeprefix(base(own))
        if own in shared or (part and stem in passed):
            new = numbered(base(passed.get(stem, stem)) + part, own, known, taken)
        else:
            if stem not in stems:
                stems[stem] = fresh(stem, taken) if stem in variables else stem
                taken.add(stems[stem])
            new = stems[stem] + part
        taken.add(new)
        if new != own:
            found[own] = new
    return found


def numbered(wanted: str, own: str, known: Set[str], taken: Set[str]) -> str:
    """Return a name for a value of a variable: its `own` one, unless that is `known` elsewhere."""
    if wanted == own and own not in known:
        return own
    numbers = (f"{wanted}{SEPARATOR}{count}" for count in itertools.count(2))
    return wanted if wanted not in taken else next(new for new in numbers if new not in taken)


def counts(tree: gast.FunctionDef) -> set[str]:
    """Return the names that loops count by, or that are bound to lengths of arrays."""
    found: set[str] = set()
    for statement in walk_statements(tree.body):
        if isinstance(statement, gast.For):
            found |= writes(statement.target)
        elif isinstance(statement, gast.Assign) and is_shape(statement.value):
            found.update(targets(statement))
    return found
