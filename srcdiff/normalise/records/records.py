"""Write arrays of records as one array for each field, and single records as their fields."""

from __future__ import annotations

from dataclasses import replace

import gast

from srcdiff.front.parse import Source
from srcdiff.normalise.functions.scopes import FUNCTIONS
from srcdiff.normalise.records.record_expressions import RecordExpressions
from srcdiff.normalise.records.record_parts import (
    Value,
    part_name,
    place_name,
    refused,
    stored,
    without_copies,
)
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    locate,
    name,
    rebuild,
    tuple_of,
    with_blocks,
    with_body,
)


def records(source: Source) -> Source:
    """Return a function without records, which has the fields of its records as parameters.

    A name for an element of an array becomes one for its place.

    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(p·x_, p·m_, k):
    ...     q = p[k]
    ...     q.x = 2.0 * q.m
    ...     return sum(r.x for r in p) + p["m"][0] * len(p)
    ... ''')
    >>> from srcdiff.front.parse import Fields
    >>> own = {"p": Fields(("x", "m"), 1)}
    >>> origin = Origin("f", "f.py", 1, 0, [])
    >>> print(unparse(records(Source(None, tree, {}, origin, records=own)).tree))
    def f(p·x_, p·m_, k):
        q·place = int(k)
        p·x_[q·place] = 2.0 * p·m_[q·place]
        return sum((p·x_[r·place] for r·place in range(len(p·x_)))) + p·m_[0] * len(p·x_)
    """
    if not source.records:
        return source
    writer = Records(source)
    tree = with_body(source.tree, writer.block(source.tree.body))
    return replace(source, tree=without_copies(tree), namespace=writer.namespace, records={})


class Records(RecordExpressions):
    """Writes the statements of one function that have records."""

    def block(self, block: Block) -> Block:
        """Return a block without records."""
        return [new for statement in block for new in self.statement(statement)]

    def statement(self, statement: Statement) -> Block:
        """Return the statements that stand for a statement."""
        if isinstance(statement, gast.Assign) and len(statement.targets) == 1:
            found = self.assigned(statement)
            if found is not None:
                return [locate(new, statement) for new in found]
        if isinstance(statement, gast.For):
            target, items = self.iteration(statement.target, statement.iter)
            head = gast.For(target, items, statement.body, statement.orelse, None)
            statement = gast.copy_location(head, statement)
        if isinstance(statement, FUNCTIONS):
            self.check_hidden(statement)
        if any(True for _ in blocks(statement)) and not isinstance(statement, FUNCTIONS):
            inner = [self.block(part) for part in blocks(statement)]
            parts = with_blocks(statement, [[] for _ in inner])
            return [with_blocks(rebuild(parts, self.change), inner)]
        return [self.change(statement)]

    def assigned(self, statement: gast.Assign) -> Block | None:
        """Return the statements that assign records, None where a statement does not."""
        (target,), value = statement.targets, statement.value
        found = self.value(value)
        if isinstance(target, gast.Name):
            if found is None:
                if target.id in self.known or target.id in self.places:
                    raise refused(statement, f"`{target.id}` stands for records, and for others")
                return None
            return self.bound(target.id, value, found)
        to = self.value(target) if isinstance(target, gast.Subscript) else None
        if to is None:
            return None
        if found is not None:
            if found.fields.names != to.fields.names:
                raise refused(statement, "records of one kind are assigned to those of another")
            values = [found.part(field) for field in to.fields.names]
        elif isinstance(value, gast.Tuple) and len(value.elts) == len(to.fields.names):
            values = [self.change(part) for part in value.elts]
        else:
            raise refused(statement, "what is assigned to a record is no record, and no tuple")
        targets = [stored(to.part(field)) for field in to.fields.names]
        return [gast.Assign([tuple_of(targets, store=True)], tuple_of(values), None)]

    def bound(self, title: str, value: Expression, found: Value) -> Block:
        """Return the statements that give records a name."""
        if found.is_array:
            self.enter(self.known, title, found.fields)
            return [assign(part_name(title, f), found.part(f)) for f in found.fields.names]
        if isinstance(value, gast.Name) and value.id in self.places:
            self.enter(self.places, title, self.places[value.id])
            return [assign(place_name(title), name(place_name(value.id)))]
        whole = self.value(value.value) if isinstance(value, gast.Subscript) else None
        if whole is None or not whole.array:
            raise refused(value, "a record gets a second name")
        self.enter(self.places, title, whole.array)
        return [assign(place_name(title), self.place(value.slice))]

    # --- expressions ---
