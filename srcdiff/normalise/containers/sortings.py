"""Write `sorted` of numbers, and of `zip`, and `.sort()` with the functions of NumPy that sort."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.array_lists.list_spellings import always_lists
from srcdiff.normalise.control_flow.guards import wrong_length
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    call,
    callee_of,
    clone,
    constant,
    dotted,
    each_statement,
    locate,
    name,
    rebuild,
    subscript,
    walk,
    with_body,
)

STABLE = "mergesort"  # the one that Numba has


@needs("sorted", ".sort")
def sortings(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without `sorted` and `.sort()`, but for calls with a key.

    What is sorted together by `zip` becomes arrays in this order, where the list of tuples is only
    gone through.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(sortings(function('''
    ... def f(x, y):
    ...     pairs = sorted(zip(x, y))
    ...     largest = sorted(x, reverse=True)
    ...     x.sort()
    ...     return largest[0] + sum([a * b for a, b in pairs])
    ... '''))))
    def f(x, y):
        pairs·1 = np.asarray(x)
        pairs·2 = np.asarray(y)
        pairs·count = min(len(pairs·1), len(pairs·2))
        pairs·order = np.argsort(pairs·2[:pairs·count], kind='mergesort')
        pairs·order = pairs·order[np.argsort(pairs·1[pairs·order], kind='mergesort')]
        pairs·1·sorted = pairs·1[pairs·order]
        pairs·2·sorted = pairs·2[pairs·order]
        largest = [value for value in np.sort(np.asarray(x))[::-1]]
        x[:] = np.sort(np.asarray(x))
        return largest[0] + sum([a * b for a, b in zip(pairs·1·sorted, pairs·2·sorted)])
    """
    called = [n.func for n in walk(tree) if isinstance(n, gast.Call)]
    if not any(dotted(f) == "sorted" or getattr(f, "attr", "") == "sort" for f in called):
        return tree
    naming = Naming(tree)
    together = sorted_together(tree)

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Name) and node.id in together and isinstance(node.ctx, gast.Load):
            return zipped(node.id, together[node.id], node)
        node = rebuild(node, change)
        if isinstance(node, gast.Call) and is_plain(node) and not is_zip(node.args[0]):
            return alone(node, naming)
        return node

    known = always_lists(tree)
    tree = each_statement(tree, lambda s: in_list(s, naming) if list_sorted(s, known) else [s])
    new = each_statement(tree, lambda s: sorted_before(s, together, naming))
    return rebuild(new, change)


def sorted_together(tree: gast.FunctionDef) -> dict[str, Statement]:
    """Return the statements that sort tuples, by their names, where these are only gone through."""
    found = {s.targets[0].id: s for s in walk(tree) if is_together(s)}
    gone_through = {id(part) for part in iterated(tree)}
    for node in walk(tree):
        if isinstance(node, gast.Name) and node.id in found:
            own = found[node.id].targets[0]
            if node is not own and id(node) not in gone_through:
                del found[node.id]
    return found


def sorted_before(statement: Statement, together: dict[str, Statement], naming: Naming) -> Block:
    """Return a statement, or those that sort arrays where it does so with tuples."""
    if is_in_place(statement):
        array = statement.value.func.value
        if statement.value.args or statement.value.keywords:
            raise UnsupportedSyntax(
                "an array is sorted in place along an axis, which is not differentiated yet",
                statement,
                "write its elements: `y[:] = np.sort(y, axis=0)`",
            )
        whole = gast.Subscript(clone(array), gast.Slice(None, None, None), gast.Store())
        return [assign(whole, call("np.sort", call("np.asarray", array)), statement)]
    if any(statement is s for s in together.values()):
        return in_order(statement)
    if not isinstance(statement, gast.For) or not is_sorted_zip(statement.iter):
        return [statement]
    owner = naming.whole("pairs")
    made = assign(owner, statement.iter, statement)
    loop = with_body(statement, statement.body)
    loop.iter = zipped(owner, made, statement.iter)
    return [*in_order(made), loop]


def list_sorted(statement: Statement, lists: set[str]) -> str:
    """Return the list that a statement sorts, in rising or falling order, or "".

    >>> from srcdiff.syntax import statements
    >>> body = statements("a.sort(); a.sort(reverse=True); a.sort(key=f); b.sort()")
    >>> [list_sorted(statement, {"a"}) for statement in body]
    ['a', 'a', '', '']
    """
    value = getattr(statement, "value", None)
    if not isinstance(statement, gast.Expr) or not isinstance(value, gast.Call) or value.args:
        return ""
    plain = all(w.arg == "reverse" and isinstance(w.value, gast.Constant) for w in value.keywords)
    title, _, method = dotted(value.func).rpartition(".")
    return title if plain and method == "sort" and title in lists else ""


def in_list(statement: Statement, naming: Naming) -> Block:
    """Return the statements that sort a list, which may have other names, in place.

    >>> from srcdiff.syntax import statements, unparse
    >>> for new in in_list(statements("a.sort(reverse=True)")[0], Naming(gast.Module([], []))):
    ...     print(unparse(new))
    a·sorted = np.sort(np.asarray(a))[::-1]
    for for·i in range(len(a)):
        a[for·i] = a·sorted[for·i]
    """
    title = dotted(statement.value.func.value)
    values, step = naming.part(title, "sorted"), naming.counter(0)
    ordered: Expression = call("np.sort", call("np.asarray", name(title)))
    if falls(statement.value):
        ordered = backwards(ordered)
    body = [
        assign(subscript(title, name(step), store=True), subscript(values, name(step)), statement)
    ]
    places = call("range", call("len", name(title)))
    over = gast.Name(step, gast.Store(), None, None)
    loop = locate(gast.For(over, places, body, [], None), statement)
    return [assign(values, ordered, statement), loop]


def is_in_place(statement: Statement) -> bool:
    """Return True if a statement sorts an array in rising order, perhaps along an axis."""
    value = getattr(statement, "value", None)
    if not isinstance(statement, gast.Expr) or not isinstance(value, gast.Call):
        return False
    words = [word.arg for word in value.keywords]
    along = len(value.args) + len(words) == 1 and words in ([], ["axis"])
    is_method = getattr(value.func, "attr", "") == "sort" and dotted(value.func) != "np.sort"
    return is_method and (along or (not value.args and not words and bool(dotted(value.func))))


def is_plain(node: gast.Call) -> bool:
    """Return True if a call sorts in rising or falling order."""
    words = {word.arg: word.value for word in node.keywords}
    known = all(isinstance(value, gast.Constant) for value in words.values())
    return dotted(node.func) == "sorted" and words.keys() <= {"reverse"} and known


def is_zip(node: gast.AST) -> bool:
    """Return True if an expression goes through several sequences at once."""
    return callee_of(node) == "zip" and len(node.args) > 1


def is_strict(node: gast.Call) -> bool:
    """Return True for a call of `zip` that takes no sequences of several lengths."""
    return any(bool(word.value.value) for word in node.keywords)


def is_sorted_zip(node: gast.AST) -> bool:
    """Return True if an expression is a list of sorted tuples."""
    if not isinstance(node, gast.Call) or not is_plain(node) or not is_zip(node.args[0]):
        return False
    words = node.args[0].keywords
    return all(w.arg == "strict" and isinstance(w.value, gast.Constant) for w in words)


def is_together(node: gast.AST) -> bool:
    """Return True if a statement gives sorted tuples a name."""
    return (
        isinstance(node, gast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], gast.Name)
        and is_sorted_zip(node.value)
    )


def zipped(owner: str, made: Statement, place: gast.AST) -> Expression:
    """Return the `zip` of the sequences that have been sorted together."""
    count = len(made.value.args[0].args)
    return locate(call("zip", *map(name, titles(owner, count, "sorted"))), place)


def iterated(tree: gast.FunctionDef) -> list[Expression]:
    """Return what loops and comprehensions go through, perhaps with numbers."""
    every = [n.iter for n in walk(tree) if isinstance(n, (gast.For, gast.comprehension))]
    numbered = [n for n in every if callee_of(n) == "enumerate"]
    return [*every, *(part for n in numbered for part in n.args[:1])]


def falls(node: gast.Call) -> bool:
    """Return True if a call sorts in falling order."""
    return any(bool(word.value.value) for word in node.keywords)


def titles(owner: str, count: int, *words: str) -> list[str]:
    """Return the names of the sequences that are sorted together."""
    return [SEPARATOR.join([owner, str(k + 1), *words]) for k in range(count)]


def backwards(value: Expression) -> Expression:
    """Return a sequence in the opposite order."""
    back = gast.Slice(None, None, gast.UnaryOp(gast.USub(), constant(1)))
    return gast.Subscript(value, back, gast.Load())


def in_order(statement: Statement) -> Block:
    """Return the statements that sort arrays together, by the first one and then the others.

    As `zip` does, they leave out what only some of them have.
    """
    owner, made = statement.targets[0].id, statement.value
    zipping = made.args[0]
    own = titles(owner, len(zipping.args))
    count, order = (SEPARATOR.join([owner, word]) for word in ("count", "order"))
    new = [
        assign(title, call("np.asarray", part), statement)
        for title, part in zip(own, zipping.args, strict=True)
    ]
    first, *others = lengths = [call("len", name(title)) for title in own]
    if is_strict(zipping):
        new += [wrong_length(first, other, statement) for other in others]
    new.append(assign(count, call("min", *map(clone, lengths)), statement))
    for title in reversed(own):
        is_last = title == own[-1]
        part = gast.Slice(None, name(count), None) if is_last else name(order)
        places = call("np.argsort", gast.Subscript(name(title), part, gast.Load()))
        places.keywords = [gast.keyword("kind", constant(STABLE))]
        if not is_last:
            places = gast.Subscript(name(order), places, gast.Load())
        new.append(assign(order, places, statement))
    index = backwards(name(order)) if falls(made) else name(order)
    for title in own:
        value = gast.Subscript(name(title), index, gast.Load())
        new.append(assign(f"{title}{SEPARATOR}sorted", value, statement))
    return new


def alone(node: gast.Call, naming: Naming) -> Expression:
    """Return the list of sorted numbers."""
    value: Expression = call("np.sort", call("np.asarray", node.args[0]))
    if falls(node):
        value = backwards(value)
    title = naming.whole("value")
    target = gast.Name(title, gast.Store(), None, None)
    return locate(gast.ListComp(name(title), [gast.comprehension(target, value, [], 0)]), node)
