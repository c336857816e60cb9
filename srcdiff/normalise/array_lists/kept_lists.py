"""Does a list stay as it is, once it has been put into another?"""

from __future__ import annotations

import gast

from srcdiff.syntax import (
    Block,
    Statement,
    all_names,
    blocks,
    dotted,
    has_operator,
    walk,
    whole_target,
)

READERS = {"enumerate", "len", "max", "min", "reversed", "sorted", "sum", "zip"}


def stays(title: str, place: Statement, tree: gast.FunctionDef) -> bool:
    """Return True if nothing uses the list that a name stands for behind a statement.

    >>> from srcdiff.syntax import function, walk_statements
    >>> def last_of(text):
    ...     tree = function(text)
    ...     return tree, next(s for s in walk_statements(tree.body) if isinstance(s, gast.Expr))
    >>> texts = "r = []\\n    t.append(r)", "t.append(r)\\n    r = []", "t.append(r)\\n    r[0] = 1"
    >>> for text in texts:
    ...     tree, place = last_of(f"def f(n):\\n  for k in range(n):\\n    {text}")
    ...     print(stays("r", place, tree))
    True
    True
    False
    """
    way = path_to(place, tree.body)
    block, index = way[-1]
    for statement in block[index + 1 :]:
        if whole_target(statement) == title and title not in all_names(statement.value):
            return True
        if title in all_names(statement):
            return False
    later = [s for block, index in way for s in block[index + 1 :]]
    if any(title in all_names(statement) for statement in later):
        return False
    loops = [block[index] for block, index in way[:-1]]
    return all(
        begins(title, loop.body) for loop in loops if isinstance(loop, (gast.For, gast.While))
    )


def has_one_name(title: str, tree: gast.FunctionDef) -> bool:
    """Return True if a list gets no other name: it is only read, changed and put into others.

    >>> from srcdiff.syntax import function
    >>> text = "def f(x):\\n  a = [x]\\n  b = [x]\\n  b.append(a[0])\\n  c = b\\n  return sum(a)"
    >>> [has_one_name(title, function(text)) for title in "ab"]
    [True, False]
    """
    known: set[int] = set()
    for node in walk(tree):
        match node:
            case gast.Subscript(value=part) | gast.Attribute(value=part):
                known.add(id(part))
            case gast.For(iter=part) | gast.comprehension(iter=part):
                known.add(id(part))
            case (
                gast.If(test=part)
                | gast.While(test=part)
                | gast.UnaryOp(op=gast.Not(), operand=part)
            ):
                known.add(id(part))
            case gast.Call(func=func, args=parts):
                if dotted(func) in READERS or dotted(func).startswith("np.") or is_append_of(func):
                    known |= {id(part) for part in parts}
            case gast.Assign(targets=[gast.Name()], value=gast.List(elts=parts)):
                known |= {id(part) for part in parts}  # of lists that are lists of lists
    used = [n for n in walk(tree) if isinstance(n, gast.Name) and n.id == title]
    return all(id(n) in known or not isinstance(n.ctx, gast.Load) for n in used)


def is_append_of(func: gast.AST) -> bool:
    """Return True for the method that puts a value into a list."""
    return isinstance(func, gast.Attribute) and func.attr == "append"


def begins(title: str, body: Block) -> bool:
    """Return True if the first statement of a loop that has a name binds it."""
    first = next((s for s in body if title in all_names(s)), None)
    return (
        first is not None and whole_target(first) == title and title not in all_names(first.value)
    )


def path_to(place: Statement, block: Block) -> list[tuple[Block, int]]:
    """Return the blocks around a statement, outer ones first, and where it is in them."""
    for index, statement in enumerate(block):
        if statement is place:
            return [(block, index)]
        for inner in blocks(statement):
            found = path_to(place, inner)
            if found:
                return [(block, index), *found]
    return []


def changed_list_in(node: gast.AST) -> str:
    """Return the list of which a node changes an element, or the length; `u[]` for one in `u`.

    >>> from srcdiff.syntax import expression, statements
    >>> [changed_list_in(expression(text)) for text in ("u.append(x)", "u[0].pop()", "u[0]")]
    ['u', 'u[]', '']
    >>> changed_list_in(statements("u[0][k] = x")[0].targets[0])
    'u[]'
    """
    match node:
        case gast.Call(func=gast.Attribute(value=owner)):
            pass
        case gast.Subscript(value=owner, ctx=gast.Store()):
            pass
        case _:
            return ""
    return f"{dotted(owner.value)}[]" if isinstance(owner, gast.Subscript) else dotted(owner)


def is_repeated(node: gast.AST, title: str) -> bool:
    """Return True if a statement makes a list of one list, several times."""
    made = whole_target(node) == title if isinstance(node, gast.Assign) else False
    return made and has_operator(node.value, gast.Mult)
