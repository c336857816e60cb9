"""Uses of one list of lists, written as uses of a list of all elements and of their places."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.normalise.array_lists.kept_lists import (
    changed_list_in,
    has_one_name,
    is_repeated,
    stays,
)
from srcdiff.normalise.containers.appends import is_append
from srcdiff.normalise.containers.column_parts import is_simple
from srcdiff.normalise.containers.list_realloc import ITERATORS, is_reader
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.numpy_calls.reductions import nest
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    all_names,
    assign,
    binary,
    blocks,
    call,
    callee_of,
    clone,
    constant,
    dotted,
    has_operator,
    has_star,
    locate,
    name,
    rebuild,
    subscript,
    walk,
    with_blocks,
    with_body,
    writes,
)


class NotNested(Exception):
    """Raised where a list of lists is used in a way that no places stand for."""


def is_row(value: Expression) -> bool:
    """Return True for a list that is written out, a comprehension, or a repeated list.

    >>> from srcdiff.syntax import expression
    >>> [is_row(expression(text)) for text in ("[x]", "[0.0] * n", "[x for x in y]", "y", "[*y]")]
    [True, True, True, False, False]
    """
    if has_operator(value, gast.Mult):
        return isinstance(value.left, gast.List) and len(value.left.elts) == 1
    if isinstance(value, gast.List):
        return not has_star(value.elts)
    return isinstance(value, gast.ListComp)


class InnerLists:
    """Writes one list of lists; `rows` has names of inner lists, and those of their places."""

    def __init__(self, title: str, tree: gast.FunctionDef) -> None:
        self.title = title
        self.tree = tree
        self.naming = Naming(tree)
        self.every = f"{title}{SEPARATOR}all"
        self.at = f"{title}{SEPARATOR}places"
        self.start = f"{title}{SEPARATOR}start"
        self.rows: dict[str, str] = {}

    def written(self) -> gast.FunctionDef:
        """Return the function without the list; raises NotNested where a use is not known."""
        inner = [n for n in walk(self.tree) if isinstance(n, (gast.FunctionDef, gast.Lambda))]
        if any(self.title in all_names(n) for n in inner if n is not self.tree):
            raise NotNested
        new: gast.FunctionDef = with_body(self.tree, self.block(self.tree.body))
        if {self.title, *self.rows} & all_names(new):
            raise NotNested
        return new

    def block(self, block: Block) -> Block:
        """Return a block without the list."""
        return [locate(new, old) for old in block for new in self.statement(old)]

    def statement(self, statement: Statement) -> Block:
        """Return the statements that do what one does."""
        match statement:
            case gast.Assign(targets=[gast.Name(id=self.title)], value=value):
                return self.made(value, statement)
            case gast.Expr(value=gast.Call(args=[row])) if is_append(statement, self.title):
                return self.put(row, statement)
            case gast.Expr(
                value=gast.Call(
                    func=gast.Attribute(value=gast.Subscript() as row, attr="append"),
                    args=[value],
                    keywords=[],
                )
            ) if dotted(row.value) == self.title:
                return self.longer(row.slice, value)
            case gast.Assign(targets=[gast.Name(id=row)], value=gast.Subscript() as value) if (
                self.places(value) is not None and self.is_only_read(row)
            ):
                return [assign(row, self.read(value))]
            case gast.For(orelse=[]) if self.is_walked(statement.iter):
                target, over = self.walked(statement.target, statement.iter, statement.body)
                loop = gast.For(target, over, self.block(statement.body), [], None)
                return [loop]
        if isinstance(statement, gast.For) and {self.title, *self.rows} & all_names(statement.iter):
            self.check_unchanged(statement.body)
        if blocks(statement):
            inner = [self.block(block) for block in blocks(statement)]
            return [with_blocks(self.own(statement), inner)]
        return [self.value(statement)]

    def own(self, statement: Any) -> Any:
        """Return a compound statement whose own expressions are without the list."""
        new = with_blocks(statement, blocks(statement))
        if hasattr(new, "test"):
            new.test = self.value(new.test)
        if hasattr(new, "iter"):
            new.iter = self.read(new.iter)
        return new

    def made(self, value: Expression, place: Statement) -> Block:
        """Return the statements that make the list."""
        if self.title in all_names(value):
            raise NotNested
        empty = [assign(title, gast.List([], gast.Load())) for title in (self.every, self.at)]
        if isinstance(value, gast.ListComp):
            if not is_row(value.elt):
                raise NotNested  # one list, several times
            return [*empty, *nest(value, self.put(value.elt, place))]
        if has_operator(value, gast.Mult):
            held = self.naming.part(self.title, "row")
            first = self.put(value.left.elts[0], place, held)
            return [*empty, *first, self.repeated(value.right, self.call("places", name(held)))]
        titles = [dotted(row) for row in value.elts if isinstance(row, gast.Name)]
        if len(set(titles)) < len(titles):
            raise NotNested
        return [*empty, *(new for row in value.elts for new in self.put(row, place))]

    def put(self, row: Expression, place: Statement, held: str = "") -> Block:
        """Return the statements that add a list, or hold the places of what it has."""
        new: Block = [assign(self.start, call("len", name(self.every)))]
        if isinstance(row, gast.ListComp):
            new += nest(self.value(row), [self.call("all", self.value(row.elt))])
        elif has_operator(row, gast.Mult):
            item = self.naming.part(self.title, "item")
            new.append(assign(item, self.value(row.left.elts[0])))
            new.append(self.repeated(self.value(row.right), self.call("all", name(item))))
        elif isinstance(row, gast.List):
            if has_star(row.elts) or any(map(is_row, row.elts)):
                raise NotNested
            new += [self.call("all", self.value(element)) for element in row.elts]
        elif isinstance(row, gast.Name) and self.is_kept(row.id, place):
            element = self.naming.part(self.title, "element")
            over = gast.Name(element, gast.Store(), None, None)
            new.append(gast.For(over, row, [self.call("all", name(element))], [], None))
        else:
            raise NotNested
        places = call("np.arange", name(self.start), call("len", name(self.every)))
        return [*new, assign(held, places) if held else self.call("places", places)]

    def is_kept(self, row: str, place: Statement) -> bool:
        """Return True if a list stays as it is once a statement has put it in."""
        return has_one_name(row, self.tree) and stays(row, place, self.tree)

    def is_only_read(self, row: str) -> bool:
        """Return True if an inner list with a name stays as it is, by this name and all others."""
        nodes = walk(self.tree)
        loops = [n for n in nodes if isinstance(n, gast.For) and self.is_walked(n.iter)]
        inner = {f"{self.title}[]", *(n for loop in loops for n in writes(loop.target))}
        changed = {changed_list_in(node) for node in nodes}
        return not {row, *inner} & changed and has_one_name(row, self.tree)

    def call(self, word: str, value: Expression) -> Statement:
        """Return the statement that appends to one of the two lists."""
        return gast.Expr(call(f"{self.title}{SEPARATOR}{word}.append", value))

    def repeated(self, times: Expression, statement: Statement) -> Statement:
        """Return a statement that is done several times."""
        step = gast.Name(self.naming.part("for", "step"), gast.Store(), None, None)
        return gast.For(step, call("range", times), [statement], [], None)

    def longer(self, place: Expression, value: Expression) -> Block:
        """Return the statements that append to an inner list.

        Raises NotNested if there may be one list several times.
        """
        if any(is_repeated(node, self.title) for node in walk(self.tree)):
            raise NotNested
        before: Block = []
        if not is_simple(place):
            held = self.naming.part(self.title, "index")
            before, place = [assign(held, self.value(place))], name(held)
        target = subscript(self.at, self.value(clone(place)), store=True)
        old = subscript(self.at, self.value(clone(place)))
        last = binary(call("len", name(self.every)), gast.Sub(), constant(1))
        more = call("np.append", old, last)
        return [*before, self.call("all", self.value(value)), assign(target, more)]

    def is_walked(self, over: Expression) -> bool:
        """Return True if a loop goes over the list, perhaps beside others."""
        if isinstance(over, gast.Subscript) and isinstance(over.slice, gast.Slice):
            return self.is_walked(over.value)
        if callee_of(over) in ("enumerate", "zip", "reversed"):
            return any(map(self.is_walked, over.args))
        return dotted(over) == self.title

    def walked(
        self, target: Expression, over: Expression, body: list[Any]
    ) -> tuple[Expression, Expression]:
        """Return the target and the iterable of a loop over the places of the inner lists.

        Raises NotNested if the list may change in the loop.
        """
        self.check_unchanged(body)
        return self.over(target, over)

    def check_unchanged(self, body: list[Any]) -> None:
        """Raise NotNested if the list, or one in it, may get longer in a loop over it."""
        if any(self.is_changed(node) for part in body for node in walk(part)):
            raise NotNested

    def over(self, target: Expression, over: Expression) -> tuple[Expression, Expression]:
        """Return what `walked` does, of a part of a loop."""
        if not self.is_walked(over):
            return target, self.value(over)
        if callee_of(over) == "reversed" or isinstance(over, gast.Subscript):
            inner = over.args[0] if isinstance(over, gast.Call) else over.value
            target, inner = self.over(target, inner)
            if isinstance(over, gast.Call):
                return target, call("reversed", inner)
            return target, gast.Subscript(inner, self.value(over.slice), gast.Load())
        if isinstance(over, gast.Call):
            counted = callee_of(over) == "enumerate"
            parts = target.elts if isinstance(target, gast.Tuple) else []
            if len(parts) != (2 if counted else len(over.args)):
                raise NotNested
            pairs = [self.over(p, o) for p, o in zip(parts[counted:], over.args, strict=False)]
            news = [*parts[:counted], *(new for new, _ in pairs)]
            iterables = [*(each for _, each in pairs), *over.args[len(pairs) :]]
            made = gast.Call(over.func, iterables, over.keywords)
            return gast.Tuple(news, gast.Store()), made
        if not isinstance(target, gast.Name):
            raise NotNested
        self.rows[target.id] = self.naming.part(target.id, "places")
        return gast.Name(self.rows[target.id], gast.Store(), None, None), name(self.at)

    def is_changed(self, node: gast.AST) -> bool:
        """Return True if a node may change the list, or one in it."""
        match node:
            case gast.Call(func=gast.Attribute(value=owner)):
                inner = owner.value if isinstance(owner, gast.Subscript) else owner
                return dotted(inner) in {self.title, *self.rows}
            case gast.Subscript(value=gast.Name(id=self.title), ctx=gast.Store()):
                return True
            case gast.Name(id=self.title, ctx=gast.Store()):
                return True
        return False

    def value(self, node: Any) -> Any:
        """Return an expression, or a plain statement, without the list."""
        match node:
            case gast.Subscript(value=inner, slice=place) if not isinstance(place, gast.Slice):
                found = self.places(inner)
                if found is not None:
                    where = gast.Subscript(found, self.value(place), gast.Load())
                    return gast.Subscript(name(self.every), where, node.ctx)
            case gast.Call(args=[inner]) if callee_of(node) == "len":
                if dotted(inner) == self.title:
                    return call("len", name(self.at))
                found = self.places(inner)
                if found is not None:
                    return call("len", found)
            case (
                gast.ListComp(generators=[generator]) | gast.GeneratorExp(generators=[generator])
            ) if self.is_walked(generator.iter):
                target, over = self.walked(generator.target, generator.iter, [node.elt])
                tests = [self.value(test) for test in generator.ifs]
                each = gast.comprehension(target, over, tests, 0)
                return type(node)(self.value(node.elt), [each])
            case gast.Call(func=func, args=parts, keywords=words) if (
                is_reader(func) or dotted(func) in ITERATORS
            ):
                parts = [self.read(part) for part in parts]
                return gast.Call(func, parts, [rebuild(word, self.value) for word in words])
            case gast.BinOp(left=left, op=operator, right=right):
                return gast.BinOp(self.read(left), operator, self.read(right))
            case gast.Subscript(value=inner, slice=part, ctx=gast.Load()):
                return gast.Subscript(self.read(inner), self.value(part), gast.Load())
            case gast.comprehension(target=target, iter=over, ifs=tests):
                return gast.comprehension(target, self.read(over), [*map(self.value, tests)], 0)
        if self.places(node) is not None:
            raise NotNested  # perhaps it gets another name, and changes by that
        return rebuild(node, self.value) if node._fields else node

    def read(self, node: Expression) -> Expression:
        """Return an expression that is only read, of which a copy is as good."""
        found = self.places(node)
        if found is None:
            whole: Expression = self.value(node)
            return whole
        place = self.naming.part(self.title, "place")
        over = gast.comprehension(gast.Name(place, gast.Store(), None, None), found, [], 0)
        return gast.ListComp(subscript(self.every, name(place)), [over])

    def places(self, node: gast.AST) -> Expression | None:
        """Return the places of the elements of an inner list, None for anything else."""
        match node:
            case gast.Subscript(value=gast.Name(id=self.title), slice=place):
                if isinstance(place, gast.Slice):
                    raise NotNested
                return gast.Subscript(name(self.at), self.value(place), gast.Load())
            case gast.Name(id=row) if row in self.rows:
                return name(self.rows[row])
        return None
