"""Write one comprehension as a loop that fills an array or a list."""

from __future__ import annotations

import copy

import gast

from srcdiff.core.operations import is_shape
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.evaluation_order import calls_user, may_change
from srcdiff.normalise.control_flow.loops.iterables import READERS, Hold, Reader
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.numpy_calls.reductions import nest
from srcdiff.syntax import (
    Block,
    Expression,
    all_names,
    assign,
    binary,
    call,
    callee_of,
    constant,
    dotted,
    has_star,
    is_number,
    is_range,
    locate,
    name,
    number,
    of_members,
    subscript,
    tuple_of,
)


class Collected:
    """Writes the loops of one comprehension; `makes_array` tells that it is no list."""

    def __init__(self, base: str, naming: Naming, out: Block, makes_array: bool) -> None:
        self.base = base
        self.naming = naming
        self.out = out
        self.makes_array = makes_array

    def room(self, shape: list[Expression], fill: list[Expression]) -> Expression:
        """Return the array, or list, that has room for the values, or is full of one number."""
        if len(shape) > 1:
            made = "runtime.collect" if self.makes_array else "runtime.nested"
            return call(made, tuple_of(shape), *fill)
        made = "runtime.collect" if self.makes_array else "runtime.listed"
        return call(made, tuple_of(shape), *fill) if fill else call(made, *shape)

    def collected(self, node: Expression, kept: str) -> Expression:
        """Return the array of the values of a comprehension, which is called `kept`."""
        if len(node.generators) == 1 and not node.generators[0].ifs:
            self.counted(node, kept)
            return name(kept)
        return self.filtered(node, kept)

    def counted(self, node: Expression, kept: str) -> None:
        """Fill an array that has as many elements as there are items."""
        levels = [node]
        while is_level(inner := self.written_out(levels[-1].elt), levels):
            levels.append(inner)
        sizes: list[Expression] = []
        places: list[str] = []
        loops: list[Loop] = []
        for level in levels:
            (generator,) = level.generators
            iteration = self.settled(generator.iter)
            place = self.naming.part("for", "ijklmn"[min(len(places), 5)])
            places.append(place)
            if loops and is_row(iteration, loops[-1]):
                sizes.append(call("runtime.width", loops[-1][2]))
            else:
                sizes.append(length_of(iteration, generator.target, self.hold))
            loops.append((place, generator.target, iteration))
        value = levels[-1].elt
        body, width = self.stores(value, kept, list(map(name, places)))
        sizes += [constant(width)] if width else []
        is_plain = all(is_plain_loop(target, iteration) for _, target, iteration in loops)
        fill = [value] if is_number(value) and is_plain else []
        self.out.append(assign(kept, self.room(sizes, fill), node))
        if fill:
            return
        for place, target, iteration in reversed(loops):
            pair = tuple_of([gast.Name(place, gast.Store(), None, None), target], store=True)
            body = [locate(gast.For(pair, call("enumerate", iteration), body, [], None), node)]
        self.out += body

    def written_out(self, tree: Expression) -> Expression:
        """Return a comprehension for a list that repeats one value, such as `[0.0] * n`."""
        plain = callee_of(tree) == "runtime.listed"
        if not plain or len(tree.args) != 2 or not is_simple(tree.args[1]):
            return tree
        count, value = tree.args
        target = gast.Name(self.naming.part(self.base, "repeated"), gast.Store(), None, None)
        generator = gast.comprehension(target, call("range", count), [], 0)
        return locate(gast.ListComp(value, [generator]), tree)

    def filtered(self, node: Expression, kept: str) -> Expression:
        """Fill an array that has room for all items, and return the part that is filled."""
        new = copy.copy(node)
        new.generators = []
        sizes = []
        seen: set[str] = set()
        rows: dict[str, str] = {}  # names of rows, and of which array
        for generator in node.generators:
            inner = copy.copy(generator)
            if dotted(generator.iter) in rows:
                sizes.append(call("runtime.width", name(rows[dotted(generator.iter)])))
                new.generators.append(inner)
                continue
            later = generator is not node.generators[0]
            if seen & all_names(generator.iter):
                raise unknown_count(generator.iter, "write the loops, with np.empty and a count")
            if later and may_differ(generator.iter, node):
                advice = "bind what it goes through to a name before, if it stays the same"
                raise unknown_count(generator.iter, advice)
            inner.iter = self.settled(generator.iter)
            sizes.append(length_of(inner.iter, generator.target, self.hold))
            new.generators.append(inner)
            seen |= all_names(generator.target)
            if isinstance(inner.iter, gast.Name) and isinstance(generator.target, gast.Name):
                rows[generator.target.id] = inner.iter.id
        count = self.naming.part(self.base, "count")
        body, width = self.stores(node.elt, kept, [name(count)])
        body.append(assign(count, binary(name(count), gast.Add(), constant(1)), node))
        whole = sizes[0]
        for size in sizes[1:]:
            whole = binary(whole, gast.Mult(), size)
        shape = [whole, constant(width)] if width else [whole]
        self.out.append(assign(kept, self.room(shape, []), node))
        self.out.append(assign(count, constant(0), node))
        self.out += nest(new, body)
        if not any(generator.ifs for generator in node.generators):
            return name(kept)
        part = gast.Slice(None, name(count), None)
        return gast.Subscript(name(kept), part, gast.Load())

    def stores(self, value: Expression, kept: str, place: list[Expression]) -> tuple[Block, int]:
        """Return the stores of a value; those of the parts of a tuple, and their number."""
        if not isinstance(value, (gast.Tuple, gast.List)):
            return [assign(self.element(kept, place), value, value)], 0
        if any(isinstance(v, (gast.Starred, gast.Tuple, gast.List)) for v in value.elts):
            raise UnsupportedSyntax("a list of this is not supported", value, "use an array")
        new: Block = []
        for column, part in enumerate(value.elts):
            new.append(assign(self.element(kept, [*place, constant(column)]), part, part))
        return new, len(value.elts)

    def element(self, kept: str, place: list[Expression]) -> Expression:
        """Return the element that is stored at a place."""
        if self.makes_array or len(place) == 1:
            index = of_members(place)
            return subscript(kept, index, store=True)
        row: Expression = name(kept)
        for part in place[:-1]:
            row = gast.Subscript(row, part, gast.Load())
        return gast.Subscript(row, place[-1], gast.Store())

    def settled(self, tree: Expression, inside: str = "") -> Expression:
        """Return an iterable that may be evaluated twice; `inside` is the call that it is in."""
        if callee_of(tree) in READERS:
            new = copy.copy(tree)
            new.args = [self.settled(argument, dotted(tree.func)) for argument in tree.args]
            return new
        if isinstance(tree, (gast.Tuple, gast.List)):
            if not inside or has_star(tree.elts):
                return tree  # only the number of values is asked for
            new = copy.copy(tree)
            new.elts = [self.settled(part, inside) for part in tree.elts]
            return new
        # arithmetic gives an array, but in `range`
        if is_simple(tree) and (inside in ("", "range") or not isinstance(tree, gast.BinOp)):
            return tree
        kept = self.naming.part(self.base, "items")
        self.out.append(assign(kept, tree, tree))
        return locate(name(kept), tree)

    def hold(self, tree: Expression, word: str, named: bool) -> Expression:
        """Give a value a name, unless it may be evaluated twice."""
        if is_simple(tree) and (isinstance(tree, gast.Name) or not named):
            return tree
        kept = self.naming.part(self.base, word)
        self.out.append(assign(kept, tree, tree))
        return locate(name(kept), tree)


def length_of(iteration: Expression, target: Expression, hold: Hold) -> Expression:
    """Return the number of items of an iterable."""
    if isinstance(iteration, (gast.Tuple, gast.List)):
        return constant(len(iteration.elts))
    found = Reader(hold, {}, False).items(iteration, target).length
    if found is None or is_shape(found) or (number(found) or 0) > 0:
        return found or constant(0)
    return call("max", found, constant(0))


def is_plain_loop(target: Expression, iteration: Expression) -> bool:
    """Return True if a loop cannot fail, as one that unpacks can, or `zip` with `strict`."""
    if not isinstance(target, gast.Name):
        return False
    return len(iteration.args) < 3 if is_range(iteration) else isinstance(iteration, gast.Name)


def is_level(tree: Expression, levels: list[Expression]) -> bool:
    """Return True if a value is a comprehension that is as long for each of the others."""
    if not isinstance(tree, gast.ListComp) or len(tree.generators) != 1 or tree.generators[0].ifs:
        return False
    if may_differ(tree.generators[0].iter, levels[0]):
        return False
    around = [level.generators[0] for level in levels]
    outer = {n for generator in around for n in all_names(generator.target)}
    inner = tree.generators[0].iter
    own = is_row(inner, ("", around[-1].target, around[-1].iter))
    return not outer & all_names(inner) or (own and not outer & all_names(around[-1].iter))


def is_row(iteration: Expression, loop: Loop) -> bool:
    """Return True if what a loop goes through is what the loop around it takes from a variable."""
    _, target, whole = loop
    is_name = isinstance(whole, gast.Name) and isinstance(target, gast.Name)
    return is_name and dotted(iteration) == dotted(target)


def unknown_count(tree: Expression, advice: str) -> UnsupportedSyntax:
    """Return the error for a loop that may have another number of iterations each time."""
    return UnsupportedSyntax("the number of values is not known before this loop", tree, advice)


def may_differ(iteration: Expression, comprehension: Expression) -> bool:
    """Return True if an inner loop may go through something else each time it is reached.

    So it may where a function of the user is called, which may write to arrays.

    >>> from srcdiff.syntax import expression
    >>> inner = ("range(n)", "zip(a, a[1:])", "np.sqrt(a)", "range(g(a))")
    >>> [may_differ(expression(text), expression("[g(x) for x in y]")) for text in inner]
    [False, False, True, True]
    """
    return not is_fixed(iteration) and (calls_user(iteration) or calls_user(comprehension))


def is_fixed(tree: Expression) -> bool:
    """Return True if an iterable is the same whatever has been written to arrays."""
    if callee_of(tree) in READERS:
        return all(map(is_simple if is_range(tree) else is_fixed, tree.args))
    if isinstance(tree, gast.Subscript):
        return not may_change(tree.slice) and is_fixed(tree.value)
    if isinstance(tree, (gast.Tuple, gast.List)):
        return all(map(is_fixed, tree.elts))
    return isinstance(tree, (gast.Name, gast.Constant, gast.Attribute))


def is_simple(tree: Expression) -> bool:
    """Return True if evaluating an expression twice gives the same, at no cost."""
    if isinstance(tree, gast.BinOp):
        return is_simple(tree.left) and is_simple(tree.right)
    return isinstance(tree, gast.Name) or is_number(tree) or is_shape(tree)


Loop = tuple[str, Expression, Expression]  # its counter, its target, and what it goes through
