"""Take statements apart."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.array_lists.separate_lists import is_list, one_by_one
from srcdiff.structures.state.exits import Exit
from srcdiff.structures.state.restarts import Raised
from srcdiff.structures.state.values import UNKNOWN, BuiltinMethod, Leaf, Ref, Value
from srcdiff.structures.statements.growing import Growing
from srcdiff.syntax import Block, Expression, Statement, clone, constant, name, rebuild


class Statements(Growing):
    """Takes statements apart."""

    def take(self, block: Block) -> None:
        """Take the statements of a block apart, up to one that leaves it.

        What follows a statement around it stays for that.
        """
        outer, self.following = self.following, []
        self.take_each(block)
        self.following = outer

    def take_each(self, block: Block) -> None:
        """Take statements apart; one that is split has those behind it in it."""
        for place, statement in enumerate(block):
            if self.state.is_dead:
                return
            statement = self.as_branch(statement)
            if id(statement) not in self.split:
                self.statement(statement)
                continue
            self.following = block[place + 1 :]
            self.statement(statement)
            self.take(self.rest())
            return

    def as_branch(self, statement: Statement) -> Statement:
        """Return an assignment of a conditional expression that is split as a branch."""
        value = getattr(statement, "value", None)
        if not isinstance(value, gast.IfExp) or id(value) not in self.split:
            return statement
        made = self.program.rewritten.get(id(value))
        if made is None:
            first = rebuild(statement, lambda part: value.body if part is value else part)
            other = rebuild(statement, lambda part: value.orelse if part is value else part)
            made = gast.copy_location(gast.If(value.test, [first], [other]), statement)
            self.program.rewritten[id(value)] = made
        self.split.add(id(made))
        return made

    def rest(self) -> Block:
        """Return what follows a branch that is split, once: who asks for it writes it."""
        found, self.following = self.following, []
        return found

    def statement(self, statement: Statement) -> None:
        """Take a statement apart, up to what always raises."""
        method = getattr(self, f"statement_{type(statement).__name__.lower()}", None)
        if isinstance(statement, gast.Match):
            raise UnsupportedSyntax(
                "`match` is not supported yet",
                statement,
                "use `if` and `elif`; see docs/supported-python.md",
            )
        if method is None:
            self.emit(clone(statement))
            return
        pins, around = self.pins, self.running
        self.running = statement
        try:
            method(statement)
        except Raised:
            self.unpin(pins)
            self.state.is_dead = True
        finally:
            self.running = around

    def statement_pass(self, statement: gast.Pass) -> None:
        """Write nothing."""

    def statement_assign(self, statement: gast.Assign) -> None:
        """Bind targets to a value."""
        if is_of_new_lists(statement.value):
            first, *others = one_by_one(statement, is_list)
            if others:
                for one in (first, *others):
                    self.statement_assign(one)
                return
        if any(isinstance(target, gast.Name) for target in statement.targets):
            self.check_lazy(statement.value)
        value = self.value(statement.value)
        if self.is_simple(statement, value):
            leaf = self.leaf(value, statement.value)
            targets = [clone(t) for t in statement.targets]
            self.emit(gast.copy_location(gast.Assign(targets, leaf.tree, None), statement))
            for target in statement.targets:
                for node in gast.walk(target):
                    if isinstance(node, gast.Name):
                        known = UNKNOWN if node.id in self.nonlocals else leaf.known
                        self.state.names[node.id] = Leaf(name(node.id), known, leaf.origin)
            return
        if len(statement.targets) > 1 and isinstance(value, Leaf):
            value = self.held(value, statement)
        for target in statement.targets:
            self.target(target, self.current(value), statement)

    def check_lazy(self, tree: Expression) -> None:
        """Refuse names for generators, which see later changes, and are used up."""
        is_generator = isinstance(tree, gast.GeneratorExp) and not isinstance(
            self.trial(lambda: self.iterated(tree.generators[0].iter, tree))[0], type(None)
        )
        if is_generator:
            raise UnsupportedSyntax(
                "a generator has a name, and sees what changes after that",
                tree,
                "make it a list: `[... for ...]`",
            )

    def is_simple(self, statement: gast.Assign, value: Value) -> bool:
        """Return True if an assignment stays as it is, but for its value."""
        if not isinstance(value, Leaf) or isinstance(value.known, (str, tuple)):
            return False
        return all(isinstance(t, gast.Name) for t in statement.targets)

    def statement_annassign(self, statement: gast.AnnAssign) -> None:
        """Bind a target to a value, without the annotation."""
        if statement.value is not None:
            new = gast.Assign([statement.target], statement.value, None)
            self.statement(gast.copy_location(new, statement))

    def statement_expr(self, statement: gast.Expr) -> None:
        """Evaluate an expression for what it does."""
        if isinstance(statement.value, gast.Constant):
            return
        self.made_of_rows(statement.value)
        if self.extended(statement.value):
            return
        value = self.value(statement.value)
        if isinstance(value, Leaf) and isinstance(value.tree, (gast.Call, gast.Subscript)):
            self.emit(gast.copy_location(gast.Expr(value.tree), statement))

    def statement_return(self, statement: gast.Return) -> None:
        """Return a value."""
        tree = statement.value
        value = self.value(tree) if tree is not None else Leaf(constant(None), None)
        new = gast.copy_location(gast.Return(None), statement)
        self.emit(new)
        self.returns.append(Exit(new, self.block, self.state.copy(), value))
        self.state.is_dead = True

    def statement_raise(self, statement: gast.Raise) -> None:
        """Raise an exception; what cannot be in its message is left out."""
        made = statement.exc
        new = clone(statement)
        if isinstance(made, gast.Call):
            values, written = self.trial(lambda: self.several(made.args))
            if values and all(isinstance(v, Leaf) for v in values) and not written:
                args = self.trees(made.args)
                call = gast.copy_location(gast.Call(made.func, args, made.keywords), made)
                new = gast.copy_location(gast.Raise(call, statement.cause), statement)
        self.emit(new)
        self.state.is_dead = True

    def statement_assert(self, statement: gast.Assert) -> None:
        """Check a condition."""
        test = self.value(statement.test)
        if self.truth(test) is not True:
            own = self.tested(test, statement.test).tree
            message = statement.msg
            if message is not None and not isinstance(message, (gast.Constant, gast.JoinedStr)):
                value, written = self.trial(lambda: self.value(message))
                message = value.tree if isinstance(value, Leaf) and not written else None
            self.emit(gast.copy_location(gast.Assert(own, copied(message)), statement))

    def statement_delete(self, statement: gast.Delete) -> None:
        """Delete names, or parts of dictionaries and lists."""
        for target in statement.targets:
            owner = self.value(target.value) if isinstance(target, gast.Subscript) else None
            if isinstance(owner, Ref):
                key = self.constant_key(self.value(target.slice), target.slice)
                self.call_method_of(
                    BuiltinMethod(owner, "pop"), [Leaf(constant(key), key)], {}, target
                )
            elif isinstance(target, gast.Name) and not isinstance(
                self.state.names.get(target.id), Leaf
            ):
                self.state.names.pop(target.id, None)
            else:
                new = rebuild(target, lambda p: self.tree(p) if isinstance(p, gast.expr) else p)
                self.emit(gast.copy_location(gast.Delete([new]), statement))

    def statement_functiondef(self, statement: gast.FunctionDef) -> None:
        """Enter a function that is defined inside."""
        self.define(statement)

    def statement_nonlocal(self, statement: gast.Nonlocal) -> None:
        """Leave it as it is."""
        self.emit(clone(statement))


def copied(tree: Any) -> Any:
    """Return a copy of a tree, None for none."""
    return None if tree is None else clone(tree)


def is_of_new_lists(tree: Expression) -> bool:
    """Return True for a tuple of empty lists, constants and variables, which call nothing."""
    return isinstance(tree, gast.Tuple) and all(
        isinstance(part, (gast.List, gast.Constant, gast.Name)) and not getattr(part, "elts", ())
        for part in tree.elts
    )
