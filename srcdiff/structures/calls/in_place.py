"""Functions that run in the place of their calls: those that make lists of their callers grow."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import CHANGING
from srcdiff.errors import SrcdiffError, UnsupportedSyntax, located
from srcdiff.front.parse import Source
from srcdiff.normalise.functions.returns import returns
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.structures.state.restarts import Raised
from srcdiff.structures.state.slots import nonlocals
from srcdiff.structures.state.values import Closure, Leaf, Ref, Value
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    all_parameters,
    assign,
    bottom_up,
    call,
    clone,
    constant,
    dotted,
    further_down,
    in_callee,
    map_blocks,
    name,
    rebuild,
    rename,
    walk,
    walk_statements,
    with_body,
)
from srcdiff.syntax.origin import Origin

NONE = Leaf(constant(None), None)
MOST_RUNS = 1000  # of one function that calls itself


@dataclass(frozen=True)
class Copied:
    """A function whose names are its own wherever it stands: its tree, with one `return`.

    `written` is what the author wrote, at the same lines; `titles` are its names by those in its
    text, `globals` what its global names stand for.
    """

    tree: gast.FunctionDef
    written: gast.FunctionDef
    titles: Mapping[str, str]
    globals: Mapping[str, Any]


def grows(tree: gast.FunctionDef) -> bool:
    """Return True if a function changes the length of a list that it is given.

    >>> from srcdiff.syntax import function
    >>> grows(function("def f(a, x): a.append(x)")), grows(function("def f(a, x): a[0] = x"))
    (True, False)
    """
    return bool(changed_lengths(tree.body) & {p.id for p in all_parameters(tree)})


def changed_lengths(block: Block) -> set[str]:
    r"""Return the names of lists that get longer or shorter in some statements.

    Those of which longer ones are made are among them: an empty one has no type.

    >>> from srcdiff.syntax import statements
    >>> sorted(changed_lengths(statements("a.append(x)\nb += [x]\ndel c[0]\nd[0] = e + [x]")))
    ['a', 'b', 'c', 'e']
    """
    found: set[str] = set()
    for node in (node for statement in block for node in walk(statement)):
        match node:
            case gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr=method)):
                found |= {title} if method in CHANGING else set()
            case gast.AugAssign(target=gast.Name(id=title), value=gast.List() | gast.ListComp()):
                found.add(title)
            case gast.Delete(targets=[gast.Subscript(value=gast.Name(id=title))]):
                found.add(title)
            case gast.BinOp(left=gast.Name(id=title), op=gast.Add(), right=gast.List()):
                found.add(title)
            case gast.List(elts=[gast.Starred(value=gast.Name(id=title)), *_]):
                found.add(title)
    return found


def run_in_place(
    frame: Any, source: Source, values: Mapping[str, Value], place: Expression
) -> Value:
    """Run a function in the place of a call of it, and return what it gives.

    Raises UnsupportedSyntax for one that calls itself, unless that is for other objects.
    """
    tree = source.tree
    objects = frozenset(frame.current(v).identity for v in values.values() if isinstance(v, Ref))
    known = [own for running, own in frame.in_place if running == id(tree)]
    runs = frame.program.runs
    runs[id(tree)] += 1
    if known and (objects in known or not objects or runs[id(tree)] > MOST_RUNS):
        raise UnsupportedSyntax(
            f"`{tree.name}` calls itself, and changes what its caller has made",
            place,
            "write it as a loop",
        )
    copied = copy_at(frame, source, place)
    given = {copied.titles.get(k, k): v for k, v in values.items()}
    frame.in_place.append((id(tree), objects))
    frame.touched = True
    try:
        with located(frame.source.origin):
            try:
                return run(frame, copied, given, place)
            except SrcdiffError as error:
                raise error.at_call(place) from None
    finally:
        frame.in_place.pop()


def run(frame: Any, copied: Copied, given: Mapping[str, Value], place: Expression) -> Value:
    """Run the statements of a function on what is known of its arguments."""
    tree, own = copied.tree, set(copied.titles.values())
    enter(frame, copied, given, place)
    last = tree.body[-1] if isinstance(tree.body[-1], gast.Return) else None
    frame.take(tree.body[:-1] if last is not None else tree.body)
    if frame.state.is_dead:
        raise Raised
    found: Value = NONE
    if last is not None and last.value is not None:
        found = lasting(frame, frame.value(last.value), place)
    kept = read_by_closures(frame, found)
    for title in own - kept:
        frame.state.names.pop(title, None)
    return found


def read_by_closures(frame: Any, value: Value) -> set[str]:
    """Return the names that functions inside, which are among the parts of a value, may read."""
    found: set[str] = set()
    for part in frame.all_parts({"": value}):
        if isinstance(part, Closure):
            found |= {n.id for n in walk(part.tree) if isinstance(n, gast.Name)}
    return found


def enter(frame: Any, copied: Copied, given: Mapping[str, Value], place: Expression) -> None:
    """Bind the parameters of a function that runs in the place of a call."""
    tree, own = copied.tree, set(copied.titles.values())
    frame.quoted[id(tree)] = copied.written
    if copied.written.name == "__iter__":
        frame.program.own_iterators |= {id(n) for n in walk(tree) if isinstance(n, gast.Call)}
    frame.namespace.update(copied.globals)
    frame.local |= own
    frame.slots |= own
    frame.bound_once -= own
    frame.nonlocals |= nonlocals(tree)
    rebound = bound_names(tree.body)
    for title, value in given.items():
        if isinstance(value, Ref):
            frame.held(value, place)
        if isinstance(value, Leaf) and (title in rebound or not is_name_or_literal(value)):
            frame.bind(title, value, place)
        else:
            frame.state.names[title] = value


def lasting(frame: Any, value: Value, place: Expression) -> Value:
    """Return a result that keeps its value when the function runs once more in this place."""
    if isinstance(value, Ref):
        held: Value = frame.held(value, place)
        return held
    is_literal = isinstance(value, Leaf) and isinstance(value.tree, gast.Constant)
    if not isinstance(value, Leaf) or is_literal:
        return value
    title = frame.new_name(f"{place_title(place)}{SEPARATOR}result", place)
    frame.emit(assign(title, clone(value.tree)), place)
    frame.bound_once.add(title)
    return Leaf(name(title), value.known, value.origin)


def place_title(place: Expression) -> str:
    """Return what the result of a call is called."""
    return dotted(getattr(place, "func", place)).split(".")[-1] or "call"


def is_name_or_literal(value: Leaf) -> bool:
    """Return True if a leaf can be read again wherever a parameter is."""
    return isinstance(value.tree, (gast.Name, gast.Constant))


def copy_at(frame: Any, source: Source, place: Expression) -> Copied:
    """Return a function for a call of it: the same one each time that the caller is run anew."""
    program = frame.program
    for number in range(MOST_RUNS):
        key = (id(place), id(source.tree), number)
        found: Copied | None = program.copies.get(key)
        if found is None:
            break
        if not any(title in frame.state.names for title in found.titles.values()):
            return found
    program.alive += [place, source.tree]
    tree = source.tree
    own = bound_names(tree.body) | {p.id for p in all_parameters(tree)}
    own |= {tree.args.kwarg.id} if tree.args.kwarg is not None else set()
    is_inside = source.function is None and source.origin == frame.source.origin
    number = program.count()
    outer = {t for s in walk_statements(tree.body) if isinstance(s, gast.Nonlocal) for t in s.names}
    titles = {t: in_callee(t, tree.name, number) for t in own - outer}
    known: dict[str, Any] = {}
    if not is_inside:
        for title in free_names(tree, own):
            value = source.namespace.get(title, getattr(builtins, title, None))
            current = frame.namespace.get(title, getattr(builtins, title, None))
            if title in frame.local or current is not value:
                titles[title] = in_callee(title, tree.name, number)
            known[titles.get(title, title)] = value
        tree = further_down(tree, below(frame, source.origin))
    written = tree
    body = [s for s in tree.body if not isinstance(s, gast.Nonlocal)]
    tree = returns(with_body(tree, body or [gast.Pass()]))
    tree = renamed(with_owner(tree, source, known, f"class{SEPARATOR}{number}"), titles)
    made = Copied(tree, written, {k: v for k, v in titles.items() if k in own}, known)
    program.copies[key] = made
    return made


def with_owner(
    tree: gast.FunctionDef, source: Source, known: dict[str, Any], title: str
) -> gast.FunctionDef:
    """Return a method in which `super()` names its class, by a name of its own, and its object."""
    first = next(iter(all_parameters(tree)), None)
    cls = source.namespace.get("__class__")

    def change(node: gast.AST) -> gast.AST:
        match node:
            case gast.Call(func=gast.Name(id="super"), args=[]) if cls and first is not None:
                known[title] = cls
                return gast.copy_location(call("super", name(title), name(first.id)), node)
        return node

    changed: gast.FunctionDef = bottom_up(tree, change)
    return changed


def free_names(tree: gast.FunctionDef, own: set[str]) -> list[str]:
    """Return the global names that a function reads."""
    read = [n.id for s in tree.body for n in walk(s) if isinstance(n, gast.Name)]
    return [title for title in dict.fromkeys(read) if title not in own]


def renamed(tree: gast.FunctionDef, titles: Mapping[str, str]) -> gast.FunctionDef:
    """Return a function with other names, those of functions inside included."""

    def with_title(block: Block) -> Block:
        return [
            replaced_title(s, titles.get(s.name, s.name)) if isinstance(s, gast.FunctionDef) else s
            for s in block
        ]

    def with_names(node: gast.AST) -> gast.AST:
        if not isinstance(node, gast.Nonlocal):
            return node
        return gast.copy_location(gast.Nonlocal([titles.get(t, t) for t in node.names]), node)

    new = bottom_up(rename(tree, titles), with_names)
    return with_body(new, map_blocks(new.body, with_title))


def replaced_title(tree: gast.FunctionDef, title: str) -> gast.FunctionDef:
    """Return a function with another name."""
    new = rebuild(tree, lambda part: part)
    new = gast.copy_location(
        gast.FunctionDef(title, new.args, new.body, new.decorator_list, None, None, []), tree
    )
    return new


def below(frame: Any, origin: Origin) -> int:
    """Return how many lines the text of a function stands below that of its caller.

    The place of its text is entered there, for errors and for quoting.
    """
    own = frame.source.origin
    lines = len(own.lines)
    for other in own.others:
        if other.where == origin.where:
            return lines
        lines += len(other.lines)
    others = (*own.others, replace(origin, others=()), *origin.others)
    frame.program.others[id(frame.source.tree)] = others
    frame.source = replace(frame.source, origin=replace(own, others=others))
    return lines
