"""What statements do to a list of which elements may be None."""

from __future__ import annotations

import gast

from srcdiff.normalise.array_lists.filled_in_order import uses
from srcdiff.syntax import Statement, dotted, is_none, own_nodes, walk, walk_statements

PARTLY = (gast.BoolOp, gast.IfExp, gast.ListComp, gast.GeneratorExp, gast.Lambda, gast.FunctionDef)
ORDERS = (gast.Lt, gast.LtE, gast.Gt, gast.GtE)
NUMERIC = ("abs", "float", "int", "len", "max", "min", "round", "sum")
READERS = ("sum", "max", "min", "sorted")  # of all elements


def can_be_marked(title: str, tree: gast.FunctionDef) -> bool:
    """Return True if every use of a list names the elements that it reads or writes."""
    return all(Uses(title, statement).are_known() for statement in walk_statements(tree.body))


class Uses:
    """What a statement does to a list itself, not in its blocks."""

    def __init__(self, title: str, statement: Statement) -> None:
        self.title = title
        self.statement = statement
        nodes = list(own_nodes(statement))
        places = [n for n in nodes if isinstance(n, gast.Subscript) and dotted(n.value) == title]
        tests = {id(asked(n)) for n in nodes if asked(n) is not None}
        slices = [n for n in places if isinstance(n.slice, gast.Slice)]
        calls = [n for n in nodes if isinstance(n, gast.Call) and title in map(dotted, n.args)]
        lengths = sum(dotted(n.func) == "len" for n in calls)
        reading = sum(dotted(n.func).startswith("np.") or dotted(n.func) in READERS for n in calls)
        self.stored = [n.slice for n in places if isinstance(n.ctx, gast.Store)]
        self.read = [n for n in places if isinstance(n.ctx, gast.Load) and id(n) not in tests]
        if isinstance(statement, gast.AugAssign):
            self.read += [n for n in places if n is statement.target]
        whole = sum(isinstance(n, gast.Name) and n.id == title for n in nodes)
        whole -= sum(isinstance(n.ctx, gast.Store) for n in nodes if dotted(n) == title)
        whole -= len(places) - len(slices) + lengths
        self.is_whole = whole > 0
        self.may_be_none = whole > reading  # a function of the user may ask which ones are

    def are_known(self) -> bool:
        """Return True if a check before the statement sees all that it reads."""
        if isinstance(self.statement, gast.Delete):
            return not uses(self.title, [self.statement])
        nodes = list(own_nodes(self.statement))
        value = getattr(self.statement, "value", None)
        partly = [n for part in nodes if isinstance(part, PARTLY) for n in walk(part)]
        places = [*(n.slice for n in self.read), *self.stored]
        calls = [n for place in places for n in walk(place) if isinstance(n, gast.Call)]
        methods = [
            n for n in nodes if isinstance(n, gast.Attribute) and dotted(n.value) == self.title
        ]
        early = isinstance(self.statement, gast.While) and (self.read or self.is_whole)
        named = self.is_whole and any(
            isinstance(n, gast.Name) and n.id == self.title for n in partly
        )
        return not (
            self.may_be_none
            or early
            or methods
            or named
            or any(n is part for n in self.read for part in partly)
            or not all(map(self.needs_value, self.read))
            or any(dotted(n.func) != "len" for n in calls)
            or dotted(value) == self.title
        )

    def needs_value(self, element: gast.AST) -> bool:
        """Return True if Python raises TypeError where an element is None.

        It does not where that gets a name, is given to a function, or is asked whether it is true.
        """
        if element is getattr(self.statement, "target", None):
            return True
        for node in own_nodes(self.statement):
            if any(child is element for child in gast.iter_child_nodes(node)):
                return uses_value(node, element)
        return False


def uses_value(node: gast.AST, part: gast.AST) -> bool:
    """Return True if an expression or a statement cannot do without the value of its part."""
    match node:
        case gast.BinOp() | gast.AugAssign() | gast.Return() | gast.Attribute():
            return True
        case gast.UnaryOp(op=operator):
            return not isinstance(operator, gast.Not)
        case gast.Compare(ops=operators):
            return all(isinstance(operator, ORDERS) for operator in operators)
        case gast.Subscript(value=whole):
            return whole is part
        case gast.Call(func=function):
            return dotted(function).startswith(("np.", "math.")) or dotted(function) in NUMERIC
    return False


def asked(node: gast.AST) -> gast.Subscript | None:
    """Return the element that a comparison asks whether it is None, or None."""
    if not isinstance(node, gast.Compare) or not is_none(node.comparators[0]):
        return None
    is_test = isinstance(node.ops[0], (gast.Is, gast.IsNot)) and isinstance(
        node.left, gast.Subscript
    )
    return node.left if is_test else None
