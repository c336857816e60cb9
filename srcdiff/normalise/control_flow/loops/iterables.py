"""Read what stands behind the `in` of a loop: ranges, arrays, `enumerate`, `zip` and so on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import gast

from srcdiff.core.operations import is_shape
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.loops.items import (
    Backwards,
    Counted,
    Displayed,
    Elements,
    Indices,
    Items,
    Together,
)
from srcdiff.syntax import (
    Expression,
    binary,
    call,
    callee_of,
    constant,
    dotted,
    element,
    has_star,
    is_number,
    locate,
    number,
    path,
)

# gives a value a name, unless it keeps its value during the loop as it is; the last
# argument tells that only a name will do
Hold = Callable[[Expression, str, bool], Expression]


class Reader:
    """Reads the iterable of one loop.

    `hold` keeps values, in the order in which Python evaluates them; `tuples` has the
    parts of the names that are known to be tuples; `leaves` that the loop may end
    before its items do. `ranks` gets the shapes that must have a certain number of parts,
    and `lengths` what must be equal.
    """

    def __init__(
        self, hold: Hold, tuples: Mapping[str, Sequence[Expression]], leaves: bool
    ) -> None:
        self.hold_as = hold
        self.tuples = tuples
        self.leaves = leaves
        self.ranks: list[tuple[Expression, int]] = []
        self.lengths: list[tuple[Expression, Expression]] = []

    def items(self, tree: Expression, target: Expression | None) -> Items:
        """Return what an expression goes over; `target` is the loop variable."""
        read = READERS.get(callee_of(tree))
        if read is not None:
            if has_star(tree.args):
                raise refused("starred arguments of what a loop goes over", tree)
            return read(self, tree, target)
        match tree:
            case gast.Tuple(elts=parts) | gast.List(elts=parts):
                if has_star(parts):
                    raise refused("a loop over starred values", tree)
                return Displayed([self.value(part) for part in parts])
            case gast.Constant() | gast.Attribute(attr="flat"):
                raise refused("a loop over this", tree)
            case gast.Name(id=title) if title in self.tuples:
                return Displayed(self.tuples[title])
        return Elements(self.named(tree))

    def hold(self, tree: Expression, word: str) -> Expression:
        """Return a value that the loop does not change."""
        return self.hold_as(tree, word, False)

    def named(self, tree: Expression) -> str:
        """Return the name of an array that the loop does not give to another."""
        return dotted(self.hold_as(tree, "items", True))

    def value(self, tree: Expression) -> Expression:
        """Return a value of a display, which is held part by part."""
        if isinstance(tree, gast.Tuple):
            return locate(gast.Tuple([self.value(part) for part in tree.elts], gast.Load()), tree)
        return tree if is_number(tree) else self.hold(tree, "value")

    def range(self, tree: gast.Call, target: Expression | None) -> Items:
        """Read `range(...)`."""
        start, stop, step = range_arguments(tree)
        start, stop = self.hold(start, "start"), self.hold(stop, "stop")
        step = self.hold(step, "step")
        if number(step) == 1:
            count = stop if number(start) == 0 else binary(stop, gast.Sub(), start)
        elif number(step) == -1:
            count = binary(start, gast.Sub(), stop)
        else:
            count = self.hold(call("len", call("range", start, stop, step)), "trips")
        return Counted(start, step, count, stop)

    def enumerate(self, tree: gast.Call, target: Expression | None) -> Items:
        """Read `enumerate(items, start)`."""
        words = {word.arg: word.value for word in tree.keywords}
        given = list(tree.args)
        if len(given) == 1 and set(words) == {"start"}:
            given.append(words.pop("start"))
        if words or not 1 <= len(given) <= 2:
            raise refused("this call of enumerate", tree)
        inner = self.items(given[0], part_of(target, 1, 2))
        start = self.hold(given[1], "start") if len(given) == 2 else constant(0)
        return Together([Counted(start, constant(1), None), inner])

    def zip(self, tree: gast.Call, target: Expression | None) -> Items:
        """Read `zip(...)`."""
        words = {word.arg: getattr(word.value, "value", None) for word in tree.keywords}
        if set(words) > {"strict"} or words.get("strict") not in (None, False, True):
            raise refused("this call of zip", tree)
        if not tree.args:
            raise refused("zip of nothing", tree)
        count = len(tree.args)
        parts = [self.items(a, part_of(target, k, count)) for k, a in enumerate(tree.args)]
        if words.get("strict"):
            lengths = [part.length for part in parts if isinstance(part, (Elements, Displayed))]
            if self.leaves or len(lengths) < count:
                raise refused("`zip` with `strict=True`", tree, "leave out `strict=True`")
            first, *others = lengths
            self.lengths += [(first, other) for other in others]
        return Together(parts)

    def reversed(self, tree: gast.Call, target: Expression | None) -> Items:
        """Read `reversed(...)` of something that has a length."""
        if len(tree.args) != 1 or tree.keywords:
            raise refused("this call of reversed", tree)
        items = self.items(tree.args[0], target)
        if not isinstance(items, (Counted, Elements, Displayed)):
            raise refused("reversed of this", tree)
        return Backwards(items)

    def subscripts(self, tree: gast.Call, target: Expression | None) -> Items:
        """Read `np.ndindex(shape)` or `np.ndindex(n, m)`."""
        if tree.keywords or not tree.args:
            raise refused("this call of np.ndindex", tree)
        sizes = list(tree.args)
        if len(sizes) == 1:
            (shape,) = sizes
            if isinstance(shape, (gast.Tuple, gast.List)):
                sizes = list(shape.elts)
            elif not is_size(shape):
                return Indices(self.sizes(shape, target))
        if not sizes or has_star(sizes):
            raise refused("this call of np.ndindex", tree)
        return Indices([self.hold(size, "size") for size in sizes])

    def subscripts_and_elements(self, tree: gast.Call, target: Expression | None) -> Items:
        """Read `np.ndenumerate(array)`."""
        if tree.keywords or len(tree.args) != 1:
            raise refused("this call of np.ndenumerate", tree)
        array = self.named(tree.args[0])
        shape = locate(path(f"{array}.shape"), tree)
        return Indices(self.sizes(shape, part_of(target, 0, 2)), array)

    def sizes(self, shape: Expression, target: Expression | None) -> list[Expression]:
        """Return the sizes in a shape whose rank only the loop variables tell.

        Raises UnsupportedSyntax where they do not.
        """
        parts = target.elts if isinstance(target, (gast.Tuple, gast.List)) else []
        if not parts or has_star(parts):
            raise UnsupportedSyntax(
                "the number of subscripts is not known here",
                shape,
                "give the loop a variable for each: `for i, j in np.ndindex(x.shape)`",
            )
        whole = self.hold(shape, "shape")
        self.ranks.append((whole, len(parts)))
        return [element(whole, k) for k in range(len(parts))]


READERS: dict[str, Callable[[Reader, gast.Call, Expression | None], Items]] = {
    "range": Reader.range,
    "enumerate": Reader.enumerate,
    "zip": Reader.zip,
    "reversed": Reader.reversed,
    "np.ndindex": Reader.subscripts,
    "np.ndenumerate": Reader.subscripts_and_elements,
}


def range_arguments(tree: gast.Call) -> tuple[Expression, Expression, Expression]:
    """Return start, stop and step of a call of `range`.

    Raises UnsupportedSyntax for a call that Python does not take.
    """
    parts = list(tree.args)
    starred = has_star(parts)
    if tree.keywords or starred or not 1 <= len(parts) <= 3:
        raise refused("this call of range", tree)
    if len(parts) == 1:
        return constant(0), parts[0], constant(1)
    step = parts[2] if len(parts) == 3 else constant(1)
    if number(step) == 0:
        raise UnsupportedSyntax("the step of a range cannot be 0", step, "write 1 or -1")
    return parts[0], parts[1], step


def part_of(target: Expression | None, place: int, count: int) -> Expression | None:
    """Return the part of a loop variable at a place, if it has that many parts."""
    if isinstance(target, (gast.Tuple, gast.List)) and len(target.elts) == count:
        return target.elts[place]
    return None


def is_size(tree: Expression) -> bool:
    """Return True if an expression is a number, not a tuple, by its form."""
    if isinstance(tree, gast.Call):
        return dotted(tree.func) in ("len", "int", "min", "max", "round")
    if isinstance(tree, gast.BinOp):
        numbers = (gast.Sub, gast.FloorDiv, gast.Mod)
        added = isinstance(tree.op, gast.Add) and (is_number(tree.left) or is_number(tree.right))
        return isinstance(tree.op, numbers) or added
    return is_number(tree) or (is_shape(tree) and isinstance(tree, gast.Subscript))


def refused(what: str, tree: Expression, advice: str = "loop over range(...)") -> UnsupportedSyntax:
    """Return the error for something that a loop cannot go over."""
    return UnsupportedSyntax(f"{what} is not supported here", tree, advice)
