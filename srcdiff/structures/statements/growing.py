"""Statements that make lists grow."""

from __future__ import annotations

import gast

from srcdiff.structures.state.naming import shown
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.restarts import MadeOfRows, OfKnownLength
from srcdiff.structures.state.values import Leaf, Ref
from srcdiff.structures.statements.augmented import Augmented
from srcdiff.syntax import Expression, clone


class Growing(Augmented):
    """Finds out how lists that grow are kept."""

    def made_of_rows(self, tree: Expression) -> None:
        """Have a list made as several lists, if something is appended that has parts.

        Raises MadeOfRows.
        """
        func = tree.func if isinstance(tree, gast.Call) else None
        if not isinstance(func, gast.Attribute) or func.attr not in ("append", "extend", "sort"):
            return
        owner, _ = self.trial(lambda: self.value(func.value))
        if not isinstance(owner, Leaf):
            return
        if owner.origin is None:
            self.check_given_list(owner, tree)
            return
        if func.attr == "append" and tree.args:
            value, _ = self.trial(lambda: self.value(tree.args[0]))
            if isinstance(value, Ref):
                self.check_holds_objects(owner.origin)
            if isinstance(value, Leaf) and isinstance(value.tree, gast.Tuple):
                self.program.tuple_lists.add(owner.origin)
            elif self.unrolled and self.is_of_known_length(owner.origin):
                raise OfKnownLength(owner.origin, True)
            elif self.loops:
                self.program.growing_lists.add(owner.origin)
        if func.attr == "extend" and tree.args:
            value, _ = self.trial(lambda: self.known_items(self.value(tree.args[0])))
            if any(isinstance(item, Ref) for item in value or ()):
                self.check_holds_objects(owner.origin)
        if func.attr == "sort" and owner.origin in self.program.tuple_lists:
            raise MadeOfRows(owner.origin, None)

    def check_holds_objects(self, origin: int) -> None:
        """Have a list made as one that holds objects: of known length, or of rows.

        Raises OfKnownLength or MadeOfRows.
        """
        if self.is_of_known_length(origin):
            raise OfKnownLength(origin, True)
        raise MadeOfRows(origin, None)

    def check_given_list(self, owner: Leaf, tree: gast.Call) -> None:
        """Refuse to put objects into a list that the caller has made: it says what that holds.

        Raises NeedsCaller.
        """
        if not isinstance(owner.tree, gast.Name) or not tree.args:
            return
        value, _ = self.trial(lambda: self.value(tree.args[0]))
        if isinstance(value, Ref):
            raise NeedsCaller(
                f"`{shown(owner.tree.id)}` is a list that is given to this function, which adds "
                "objects",
                tree,
                "make the list where objects are added",
            )

    def extended(self, tree: Expression) -> bool:
        """Add what a comprehension makes to a list of rows, by a loop.

        Return False for any other expression, which is not looked at.
        """
        match tree:
            case gast.Call(
                func=gast.Attribute(attr="extend"),
                args=[(gast.GeneratorExp() | gast.ListComp()) as items],
            ):
                owner, _ = self.trial(lambda: self.value(tree.func.value))
                if self.rows_of(owner) is not None:
                    self.by_loop(items, clone(tree.func.value))
                    return True
                is_list = isinstance(items.elt, gast.Tuple)
                if is_list and isinstance(owner, Leaf) and owner.origin is not None:
                    self.program.tuple_lists.add(owner.origin)
        return False
