"""Cross products of vectors with two components, which are numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import gast

from srcdiff.core.fixed_points import settled
from srcdiff.core.needs import needs
from srcdiff.core.primitives import names_with
from srcdiff.syntax import Expression, call, dotted, number, parameters, rebuild, unparse, walk

SUMS = (gast.Add, gast.Sub, gast.Mult, gast.Div)
FILLED = {"np.zeros", "np.ones", "np.empty"}
ARRAYS = names_with(from_lists=True)
IsPair = Callable[[str], bool]


@needs("np.cross")
def crosses(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with cross products of two components each by their own function.

    What NumPy gives for them has one dimension less, so their types must be known apart. A name
    stands for two components if all that it is bound to has two.

    >>> from srcdiff.syntax import function
    >>> print(unparse(crosses(function('''
    ... def f(x, y):
    ...     a = x[:2] - y[1:3]
    ...     return np.cross(a, [y[0], 1.0]) + np.cross(x, y)[0]
    ... '''))))
    def f(x, y):
        a = x[:2] - y[1:3]
        return runtime.cross_of_pairs(a, np.array([y[0], 1.0])) + np.cross(x, y)[0]
    """
    names = of_two(tree)

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
        if isinstance(node, gast.Call) and dotted(node.func) == "np.cross":
            words = {word.arg: word.value for word in node.keywords}
            if len(node.args) + len(words) == 2 and words.keys() <= {"a", "b"}:
                operands = [*node.args, *(words[key] for key in sorted(words))]
                if all(is_pair(operand, names.__contains__) for operand in operands):
                    new = call("runtime.cross_of_pairs", *map(as_array, operands))
                    return gast.copy_location(new, node)
        return node

    return change(tree)


def as_array(value: Expression) -> Expression:
    """Return a list or tuple that is written out as an array, anything else as it is."""
    if isinstance(value, (gast.List, gast.Tuple)):
        return call("np.array", gast.List(value.elts, gast.Load()))
    return value


def of_two(tree: gast.FunctionDef) -> set[str]:
    """Return the names that are bound to arrays with two components only.

    All that may be are taken first, then those left out that are bound to something else, so
    names that are bound to each other, in loops, support each other.
    """
    plain: dict[str, list[Expression]] = {}
    stored: dict[str, int] = {}
    for node in walk(tree):
        if isinstance(node, gast.Assign):
            for target, value in bindings(node):
                if isinstance(target, gast.Name):
                    plain.setdefault(target.id, []).append(value)
        if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store):
            stored[node.id] = stored.get(node.id, 0) + 1
    changed = {
        node.target.id
        for node in walk(tree)
        if isinstance(node, gast.AugAssign) and isinstance(node.target, gast.Name)
    }
    found = {
        key
        for key, values in plain.items()
        if len(values) == stored[key] and key not in changed and key not in parameters(tree)
    }
    return settled(
        found,
        lambda left: {k for k in left if all(is_pair(v, left.__contains__) for v in plain[k])},
    )


def bindings(node: gast.Assign) -> Iterator[tuple[Expression, Expression]]:
    """Yield the targets of an assignment with their values, one by one where both are written."""
    for target in node.targets:
        both = isinstance(target, gast.Tuple) and isinstance(node.value, gast.Tuple)
        if both and len(target.elts) == len(node.value.elts):
            yield from zip(target.elts, node.value.elts, strict=True)
        else:
            yield target, node.value


def is_pair(value: Expression, named: IsPair) -> bool:
    """Return True if an expression is known to be an array whose last axis has length two.

    >>> from srcdiff.syntax import expression
    >>> texts = "x[:2]", "x[k:k + 2]", "m[:, 1:3]", "[a, b]", "x[:3]", "2.0 * p", "np.zeros(2)"
    >>> [is_pair(expression(text), {"p"}.__contains__) for text in texts]
    [True, True, True, True, False, True, True]
    >>> is_pair(expression("z[()]"), {"p"}.__contains__)
    False
    """
    if isinstance(value, gast.Name):
        return named(value.id)
    if isinstance(value, (gast.List, gast.Tuple)):
        return len(value.elts) == 2 and not any(
            isinstance(part, (gast.Starred, gast.List, gast.Tuple)) for part in value.elts
        )
    if isinstance(value, gast.BinOp) and isinstance(value.op, SUMS):
        parts = [part for part in (value.left, value.right) if is_array_pair(part, named)]
        return bool(parts)
    if isinstance(value, gast.UnaryOp) and isinstance(value.op, gast.USub):
        return is_array_pair(value.operand, named)
    if isinstance(value, gast.Call) and value.args:
        title, first = dotted(value.func), value.args[0]
        if title in FILLED:
            return number(first) == 2
        return title in ARRAYS and isinstance(first, gast.List) and is_pair(first, named)
    return isinstance(value, gast.Subscript) and takes_two(value.slice)


def is_array_pair(value: Expression, named: IsPair) -> bool:
    """Return True for arrays, but not for lists, of which `*` and `+` make longer ones."""
    return not isinstance(value, (gast.List, gast.Tuple)) and is_pair(value, named)


def takes_two(index: Expression) -> bool:
    """Return True if a subscript takes two elements along the last axis that it names.

    Before it stand slices only, so that the array has as many axes and no fewer.
    """
    parts = index.elts if isinstance(index, gast.Tuple) else [index]
    if not parts or not all(isinstance(part, gast.Slice) for part in parts):
        return False
    last = parts[-1]
    if last.step is not None:
        return False
    low, high = last.lower, last.upper
    if low is None or number(low) == 0:
        return high is not None and number(high) == 2
    if high is None:
        return number(low) == -2
    if number(low) is not None and number(high) is not None:
        first, behind = int(number(low) or 0), int(number(high) or 0)
        return behind - first == 2 and (first >= 0) == (behind > 0)
    return (
        isinstance(high, gast.BinOp)
        and isinstance(high.op, gast.Add)
        and number(high.right) == 2
        and isinstance(low, gast.Name)
        and unparse(high.left) == low.id
    )
