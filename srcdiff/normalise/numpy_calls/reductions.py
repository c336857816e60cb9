"""Write `sum`, `max`, `all` and the like as loops over the values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.arguments.known_tuples import known_tuples
from srcdiff.syntax import (
    Block,
    Expression,
    assign,
    binary,
    call,
    clone,
    constant,
    dotted,
    is_number,
    locate,
    name,
    rebuild,
    substitute,
)

Reduction = Callable[[gast.Call, Block, str, Naming], Expression]


def written_out(tree: Expression, known: Mapping[str, Sequence[Expression]]) -> list[Expression]:
    """Return the values that an expression goes over, if they are all known here."""
    if isinstance(tree, gast.Name) and tree.id in known:
        return [clone(part) for part in known[tree.id]]
    if isinstance(tree, (gast.Tuple, gast.List)):
        return [] if any(isinstance(v, gast.Starred) for v in tree.elts) else list(tree.elts)
    if not isinstance(tree, (gast.GeneratorExp, gast.ListComp)) or len(tree.generators) > 1:
        return []
    (generator,) = tree.generators
    values = written_out(generator.iter, known)
    named = isinstance(generator.iter, gast.Name)
    simple = named or all(isinstance(v, gast.Name) or is_number(v) for v in values)
    if generator.ifs or not simple or not isinstance(generator.target, gast.Name):
        return []
    return [substitute(tree.elt, {generator.target.id: value}) for value in values]


def reduced(node: gast.Call, out: Block, base: str, naming: Naming) -> Expression:
    """Return the value of a reduction, for which statements are appended.

    >>> from srcdiff.syntax import expression, unparse
    >>> out = []
    >>> value = expression("all(v < 1.0 for v in x)")
    >>> unparse(reduced(value, out, "y", Naming(value)))
    'y·all'
    >>> print(unparse(gast.Module(out, [])))
    y·all = True
    for v in x:
        if not v < 1.0:
            y·all = False
            break
    """
    return REDUCTIONS[dotted(node.func)](node, out, base, naming)


def is_reduction(node: Any) -> bool:
    """Return True if an expression reduces a comprehension to one value."""
    called = dotted(node.func) if isinstance(node, gast.Call) else ""
    kinds = gast.GeneratorExp if called == "next" else (gast.GeneratorExp, gast.ListComp)
    return called in REDUCTIONS and len(node.args) > 0 and isinstance(node.args[0], kinds)


def nest(comprehension: Expression, body: Block, leaves: Expression | None = None) -> Block:
    """Return the loops of a comprehension around a body; they end where `leaves` is true."""
    for place, generator in enumerate(reversed(comprehension.generators)):
        for test in reversed(generator.ifs):
            body = [locate(gast.If(test, body, []), test)]
        if place > 0 and leaves is not None:
            body = [*body, gast.If(leaves, [gast.Break()], [])]
        loop = gast.For(generator.target, generator.iter, body, [], None)
        body = [locate(loop, comprehension)]
    return body


def options(node: gast.Call, *known: str) -> dict[str, Expression]:
    """Return the arguments behind the comprehension, by name.

    Raises UnsupportedSyntax for any that are not known.
    """
    words = {word.arg: word.value for word in node.keywords}
    given = dict(zip(known, node.args[1:], strict=False))
    if len(node.args) - 1 > len(given) or words.keys() - set(known):
        raise UnsupportedSyntax(
            f"these arguments of `{dotted(node.func)}` are not supported with a comprehension",
            node,
            "write the loop",
        )
    return {**given, **words}


def total(node: gast.Call, out: Block, base: str, naming: Naming) -> Expression:
    """Write `sum(...)`, `math.fsum(...)` and `math.prod(...)`."""
    multiplied = dotted(node.func) == "math.prod"
    plain = {"math.prod": 1, "math.fsum": 0.0}.get(dotted(node.func), 0)
    start = options(node, "start").get("start", constant(plain))
    kept = naming.part(base, "product" if multiplied else "sum")
    operator = gast.Mult() if multiplied else gast.Add()
    comprehension = node.args[0]
    step = assign(kept, binary(name(kept), operator, comprehension.elt), comprehension.elt)
    out += [assign(kept, start, node), *nest(comprehension, [step])]
    return name(kept)


def extreme(node: gast.Call, out: Block, base: str, naming: Naming) -> Expression:
    """Write `max(...)` and `min(...)`."""
    title = dotted(node.func)
    default = options(node, "default").get("default")
    kept, found = naming.part(base, title), naming.part(base, "found")
    value = naming.part(base, "value")
    if default is not None:
        out.append(assign(kept, default, node))
    operator = gast.Gt() if title == "max" else gast.Lt()
    better = gast.Compare(name(value), [operator], [name(kept)])
    test = gast.BoolOp(gast.Or(), [gast.UnaryOp(gast.Not(), name(found)), better])
    taken = [assign(kept, name(value), node), assign(found, constant(True), node)]
    body = [assign(value, node.args[0].elt, node.args[0].elt), gast.If(test, taken, [])]
    out += [assign(found, constant(False), node), *nest(node.args[0], body)]
    if default is None:
        error = call("ValueError", constant(f"{title}() arg is an empty sequence"))
        out.append(gast.If(gast.UnaryOp(gast.Not(), name(found)), [gast.Raise(error, None)], []))
    return name(kept)


def quantified(node: gast.Call, out: Block, base: str, naming: Naming) -> Expression:
    """Write `any(...)` and `all(...)`, which end as soon as the result is known."""
    every = dotted(node.func) == "all"
    options(node)
    kept = naming.part(base, dotted(node.func))
    comprehension = node.args[0]
    test = gast.UnaryOp(gast.Not(), comprehension.elt) if every else comprehension.elt
    left = gast.UnaryOp(gast.Not(), name(kept)) if every else name(kept)
    body = [gast.If(test, [assign(kept, constant(not every), node), gast.Break()], [])]
    out += [assign(kept, constant(every), node), *nest(comprehension, body, left)]
    return name(kept)


def first(node: gast.Call, out: Block, base: str, naming: Naming) -> Expression:
    """Write `next(...)` of a generator, with what stands for an element where there is none."""
    comprehension, *default = node.args
    kept, found = naming.part(base, "next"), naming.part(base, "found")
    is_asked = not default or len(comprehension.generators) > 1  # whether one was found
    body: Block = [assign(kept, comprehension.elt, comprehension.elt)]
    if is_asked:
        body.append(assign(found, constant(True), node))
        out.append(assign(found, constant(False), node))
    out += [assign(kept, value, node) for value in default]
    out += nest(comprehension, [*body, gast.Break()], name(found))
    if not default:
        nothing = gast.UnaryOp(gast.Not(), name(found))
        out.append(gast.If(nothing, [gast.Raise(call("StopIteration"), None)], []))
    return name(kept)


REDUCTIONS: dict[str, Reduction] = {
    "sum": total,
    "math.fsum": total,
    "math.prod": total,
    "max": extreme,
    "min": extreme,
    "any": quantified,
    "all": quantified,
}
BUILTINS = tuple(REDUCTIONS)  # which take arrays, too
REDUCTIONS["next"] = first


@needs(*BUILTINS)
def reductions(tree: gast.FunctionDef, constants: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with `sum(v for v in x)` instead of `sum(x)`, and so on.

    Values that are written out are compared one by one; `constants` are those of globals.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, y): return sum(x) + max(x, 1) + max((x, 1)) + min([x, 2, y])")
    >>> print(unparse(reductions(tree, {})))
    def f(x, y):
        return sum((for·value for for·value in x)) + max(x, 1) + max(x, 1) + min(x, 2, y)
    """
    naming = Naming(tree)
    known = known_tuples(tree, constants)

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
        if not isinstance(node, gast.Call) or dotted(node.func) not in BUILTINS:
            return node
        started = REDUCTIONS[dotted(node.func)] is total and len(node.args) == 2
        if len(node.args) != 1 and not started:
            return node
        if dotted(node.func) in ("max", "min") and not node.keywords:
            values = written_out(node.args[0], known)
            if len(values) == 1:
                return values[0]
            if values:
                return gast.copy_location(gast.Call(node.func, values, []), node)
        if isinstance(node.args[0], (gast.GeneratorExp, gast.ListComp)):
            return node
        target = gast.Name(naming.part("for", "value"), gast.Store(), None, None)
        generator = gast.comprehension(target, node.args[0], [], 0)
        element = locate(gast.GeneratorExp(name(target.id), [generator]), node)
        return gast.copy_location(
            gast.Call(node.func, [element, *node.args[1:]], node.keywords), node
        )

    return rebuild(tree, change)
