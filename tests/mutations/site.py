"""What a change needs of the function that it changes: blocks, names, what they stand for."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

Block = list[ast.stmt]
Kinds = dict[str, str]
NESTED = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Yield)


@dataclass
class Site:
    """A function that is changed, the module it stands in, and what kind each variable is of."""

    module: ast.Module
    function: ast.FunctionDef
    kinds: Kinds
    rng: random.Random
    is_entry: bool = True
    done: list[str] = field(default_factory=list)

    def fresh(self, base: str) -> str:
        """Return a name that the module does not have."""
        taken = {n.id for n in ast.walk(self.module) if isinstance(n, ast.Name)}
        taken |= {n.arg for n in ast.walk(self.module) if isinstance(n, ast.arg)}
        taken |= {n.name for n in ast.walk(self.module) if isinstance(n, ast.FunctionDef)}
        return next(f"{base}{k}" for k in range(1, 10**6) if f"{base}{k}" not in taken)

    def blocks(self) -> list[Block]:
        """Return the blocks of the function, outer ones first."""
        return list(blocks(self.function))

    def spot(self) -> tuple[Block, int]:
        """Return a block and the position of one of its statements."""
        places = [(block, k) for block in self.blocks() for k in range(len(block))]
        return self.rng.choice(places)

    def stretch(self) -> tuple[Block, int, int]:
        """Return a block and the first and last + 1 of one to four statements of it."""
        block, start = self.spot()
        return block, start, min(len(block), start + self.rng.choice((1, 1, 2, 3, 4)))

    def before(self, block: Block, position: int) -> list[str]:
        """Return the names that are bound above a statement in the text."""
        found = dict.fromkeys(argument.arg for argument in arguments(self.function))
        for statement in flat(self.function.body):
            if position < len(block) and statement is block[position]:
                return list(found)
            found |= dict.fromkeys(stored(statement))
            if position == len(block) and statement is block[-1]:
                found |= dict.fromkeys(n for s in flat([statement]) for n in stored(s))
                return list(found)
        return list(found)

    def of_kind(self, names: list[str], *kinds: str) -> list[str]:
        """Return the names of variables of some kinds; `array` is any array of floats."""
        return [n for n in names if self.kinds.get(n, "").startswith(kinds)]

    def condition(self, names: list[str]) -> ast.expr | None:
        """Return a condition that is true now and then, on some of the names."""
        rng, texts = self.rng, []
        for name in self.of_kind(names, "int"):
            texts += [f"{name} {test}" for test in ("== 0", "> 0", "== 1", "% 2 == 0", "!= 1")]
        for name in self.of_kind(names, "float"):
            texts += [f"{name} {rng.choice('<>')} {c}" for c in (-0.35, 0.15, 0.45, 1.05)]
        for name in self.of_kind(names, "array1", "list"):
            texts += [f"{name}[{rng.choice((0, -1))}] {rng.choice('<>')} {c}" for c in (0.15, 0.65)]
        for name in self.of_kind(names, "bool"):
            texts += [name, f"not {name}"]
        if not texts:
            return None
        return expression(rng.choice(texts))


def expression(text: str) -> ast.expr:
    """Return the tree of an expression."""
    return ast.parse(text, mode="eval").body


def statements(text: str) -> Block:
    """Return the trees of statements."""
    return ast.parse(text).body


def arguments(function: ast.FunctionDef) -> list[ast.arg]:
    """Return the parameters of a function."""
    own = function.args
    star = [own.vararg] if own.vararg else []
    return [
        *own.posonlyargs,
        *own.args,
        *own.kwonlyargs,
        *star,
        *([own.kwarg] if own.kwarg else []),
    ]


def inner(statement: ast.stmt) -> list[Block]:
    """Return the blocks inside a statement, none of inner functions."""
    if isinstance(statement, NESTED):
        return []
    found = [getattr(statement, name, None) for name in ("body", "orelse", "finalbody")]
    found += [handler.body for handler in getattr(statement, "handlers", [])]
    return [block for block in found if block]


def blocks(owner: ast.FunctionDef) -> Iterator[Block]:
    """Return the blocks of a function, outer ones first."""
    pending = [owner.body]
    while pending:
        block = pending.pop(0)
        yield block
        pending += [b for statement in block for b in inner(statement)]


def flat(block: Block) -> Iterator[ast.stmt]:
    """Return statements and those inside them, in the order of the text."""
    for statement in block:
        yield statement
        for other in inner(statement):
            yield from flat(other)


def own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Return the nodes of a statement without the statements inside it."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, NESTED):
            continue
        pending += [n for n in ast.iter_child_nodes(node) if not is_inner(n)]


def is_inner(node: ast.AST) -> bool:
    """Return True for what stands inside a compound statement."""
    return isinstance(node, (ast.stmt, ast.excepthandler))


def stored(statement: ast.stmt) -> list[str]:
    """Return the names that a statement itself binds."""
    hidden = {
        n.id
        for node in own_nodes(statement)
        if isinstance(node, ast.comprehension)
        for n in ast.walk(node.target)
        if isinstance(n, ast.Name)
    }
    found = [n.id for n in own_nodes(statement) if isinstance(n, ast.Name) and is_bound(n)]
    return [name for name in dict.fromkeys(found) if name not in hidden]


def is_bound(node: ast.Name) -> bool:
    """Return True if a name is bound here."""
    return isinstance(node.ctx, ast.Store)


def loaded(block: Block) -> list[str]:
    """Return the names that statements read, in the order of the text."""
    found = [
        n.id
        for statement in block
        for n in ast.walk(statement)
        if isinstance(n, ast.Name) and (isinstance(n.ctx, ast.Load))
    ]
    for statement in flat(block):
        if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            found.append(statement.target.id)
    return list(dict.fromkeys(found))


def leaves(block: Block) -> bool:
    """Return True if statements may leave their block."""
    return any(isinstance(n, LEAVING) for s in block for n in ast.walk(s))


def loops(site: Site) -> list[tuple[Block, int]]:
    """Return where the loops of a function stand."""
    return [
        (block, k)
        for block in site.blocks()
        for k, statement in enumerate(block)
        if isinstance(statement, (ast.For, ast.While))
    ]


def reads(statement: ast.stmt) -> list[ast.Name]:
    """Return the nodes of the names that a statement itself reads."""
    return [
        n for n in own_nodes(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
    ]


def is_called(statement: ast.stmt, name: ast.Name) -> bool:
    """Return True if a name is the function of a call."""
    return any(isinstance(n, ast.Call) and n.func is name for n in own_nodes(statement))
