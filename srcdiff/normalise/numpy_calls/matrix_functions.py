"""Functions of matrices, which are written with eigenvalues or singular values, as such.

No rule of a decomposition alone can know the derivative of such a function where values are
equal: it is the derivative of the function of numbers, which the adjoints of the values and of
the vectors do not have. So `(v * f(w)) @ v.T` becomes one operation (rules/matrix_functions.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.core.needs import needs
from srcdiff.core.operations import operation
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.numpy_calls.slopes import NotElementwise, Slopes
from srcdiff.normalise.numpy_calls.spectral_sides import Sides, Spectrum, spectrum_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    dotted,
    expression,
    map_blocks,
    name,
    reads,
    targets,
    walk,
    with_body,
)


@needs(".eigh", ".svd")
def matrix_functions(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with operations for functions of symmetric, and other, matrices.

    >>> from srcdiff.analyse.types.types import types as kinds
    >>> from srcdiff.syntax import function, unparse
    >>> text = '''
    ... def f(a):
    ...     whole = np.linalg.eigh(a)
    ...     w, v = whole
    ...     root = np.sqrt(w)
    ...     scaled = v * root
    ...     turned = v.T
    ...     y = scaled @ turned
    ... '''
    >>> of = lambda ndim: kinds.Array(kinds.float64, ndim, "C")
    >>> known = {**dict.fromkeys(("a", "v", "scaled", "turned", "y"), of(2)), "w": of(1)}
    >>> types = Types({**known, "root": of(1)}, kinds.none)
    >>> print(unparse(matrix_functions(function(text), types)))
    def f(a):
        v·matrix = np.copy(a)
        whole = np.linalg.eigh(a)
        w, v = whole
        root = np.sqrt(w)
        scaled = v * root
        turned = v.T
        y·slope = 0.5 / root
        y = runtime.matrix_function(v·matrix, w, v, root, y·slope)
    """
    unsafe = changed_names(tree)
    naming = Naming(tree)

    def change(block: Block) -> Block:
        found = OneBlock(block, types, naming, unsafe)
        return found.rewritten() if found.spectra else block

    return with_body(tree, map_blocks(tree.body, change))


def changed_names(tree: gast.FunctionDef) -> set[str]:
    """Return the names that are bound several times, or whose arrays may be written to.

    What a written name may be a view of counts as well.
    """
    bound: dict[str, int] = {}
    values: dict[str, list[Expression]] = {}
    written: set[str] = set()
    for node in walk(tree):
        if isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            bound[node.id] = bound.get(node.id, 0) + 1
        if isinstance(node, (gast.Assign, gast.AugAssign)):
            for title in targets(node):
                values.setdefault(title, []).append(node.value)
            places = node.targets if isinstance(node, gast.Assign) else [node.target]
            written |= {dotted(p.value) for p in places if isinstance(p, gast.Subscript)}
            written |= {dotted(p) for p in places if isinstance(node, gast.AugAssign)}
            found = operation(node.value) if isinstance(node.value, gast.Call) else None
            if found is not None and found.is_user:
                written |= reads(node.value)
        if isinstance(node, gast.Expr):
            written |= reads(node)
    todo = list(written)
    while todo:
        for value in values.get(todo.pop(), []):
            if not isinstance(value, (gast.BinOp, gast.UnaryOp, gast.Compare)):
                new = reads(value) - written
                written |= new
                todo.extend(new)
    return written | {title for title, count in bound.items() if count > 1}


@dataclass
class OneBlock:
    """The statements of one block, in which the parts of a function of a matrix stand."""

    block: Block
    types: Types
    naming: Naming
    unsafe: set[str]
    values: dict[str, Expression] = field(default_factory=dict)
    spectra: dict[str, Spectrum] = field(default_factory=dict)  # by the name of what is unpacked
    copies: dict[str, str] = field(default_factory=dict)  # of matrices, by the names of values

    def __post_init__(self) -> None:
        for statement in self.block:
            bound = targets(statement)
            if not isinstance(statement, gast.Assign) or not self.unsafe.isdisjoint(bound):
                continue
            if isinstance(statement.targets[0], gast.Name):
                self.values[bound[0]] = statement.value
            elif isinstance(statement.value, gast.Name):
                whole = statement.value.id
                found = spectrum_of(self.values.get(whole), bound)
                if found is not None:
                    self.spectra[whole] = found

    def rewritten(self) -> Block:
        """Return the statements with operations for functions of matrices.

        A matrix may change after it is decomposed: what is a function of it reads a copy.
        """
        changed = [list(self.of_statement(statement)) for statement in self.block]
        result: Block = []
        for statement, new in zip(self.block, changed, strict=True):
            bound = targets(statement)
            spectrum = self.spectra.get(bound[0]) if len(bound) == 1 else None
            if spectrum is not None and spectrum.values in self.copies:
                kept = self.copies[spectrum.values]
                result.append(assign(kept, call("np.copy", name(spectrum.matrix)), statement))
            result += new
        return result

    def of_statement(self, statement: Statement) -> Iterator[Statement]:
        """Yield the statements that stand for one of the block."""
        bound = targets(statement)
        sides = Sides(self.values, self.types, self.spectra)
        pair = sides.product(getattr(statement, "value", None))
        found = sides.recognised(*pair) if pair is not None and len(bound) == 1 else None
        if found is None:
            yield statement
            return
        spectrum, factors, before, behind = found
        slopes = Slopes(
            spectrum.values,
            self.values,
            lambda title: title in self.types.names and self.types.ndim(title) == 0,
            self.naming,
            bound[0],
            statement,
        )
        try:
            made, slope = self.factor(factors, slopes)
        except NotElementwise:
            yield statement
            return
        key = spectrum.values
        if key not in self.copies:
            self.copies[key] = self.naming.part(spectrum.left, "matrix")
        operands = [self.copies[key], spectrum.values, spectrum.left, made, slope]
        title = "runtime.matrix_function"
        if spectrum.right is not None:
            title = "runtime.singular_value_function"
            operands = [operands[0], spectrum.left, key, spectrum.right, made, slope]
        yield from slopes.block
        value = call(title, *map(name, operands))
        for other, form in ((before, "{0} @ {1}"), (behind, "{1} @ {0}")):
            if other is not None:
                inner = self.naming.part(bound[0], "function")
                yield assign(inner, value, statement)
                value = expression(form.format(other, inner))
        yield assign(bound[0], value, statement)

    def factor(self, factors: tuple[str, ...], slopes: Slopes) -> tuple[str, str]:
        """Return the names of the values of a function and of its derivatives."""
        known = [slopes.of_text(text) for text in factors]
        vectors = [pair for pair in known if not slopes.is_plain(pair[0])]
        numbers = [pair for pair in known if slopes.is_plain(pair[0])]
        if not vectors:
            vectors = [(slopes.named(f"np.ones_like({slopes.vector})"), "0.0")]
        made, slope = vectors[0]
        for text, own in (*vectors[1:], *numbers):
            new = slopes.named(f"{made} * {text}")
            slope = slopes.total([slopes.scaled(text, slope), slopes.scaled(made, own)])
            made = new
        return made, slopes.vector_of(slope)
