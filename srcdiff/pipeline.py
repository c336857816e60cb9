"""READ ME FIRST: the way from a function to its derivative, stage by stage.

The tables in `srcdiff/stages` have the passes of each stage in their order, with a line on each:

    surface.py      surface, calls           Python as people write it -> calls of known functions
    values.py       values, control, core    -> the core form (core/__init__.py)
    typed.py        types, arithmetic, subscripts, tuples, typed
                                             -> what only the types of names allow
    (here, `tidy`)                           checks of memory, copies, common subexpressions
    differentiate/                           the derivative of each statement
    optimising.py   start, simplify, substitute, polish, elements
                                             -> a derivative that is short and fast
    (here, `finish`)                         -> one that reads well

`program/` calls these functions, once for each function that a function calls.
`docs/how-it-works.md` has the text of one function after each stage; `show` prints that of any.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gast

from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.aliasing.overlaps import check_overlaps
from srcdiff.analyse.aliasing.statement_effects import SummaryOf
from srcdiff.analyse.checks.checks import check_effects
from srcdiff.analyse.checks.global_arrays import check_global_arrays
from srcdiff.analyse.checks.list_uses import check_list_uses
from srcdiff.analyse.checks.sharing import MayShare
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.composite_types import returning
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.passes import run
from srcdiff.differentiate.reverse.complex_numbers import may_read_result
from srcdiff.normalise.draft import Draft
from srcdiff.normalise.memory.buffered import buffered
from srcdiff.normalise.memory.first_shapes import with_first_shapes
from srcdiff.normalise.memory.own_memory import of_own_memory
from srcdiff.normalise.retyped import marked
from srcdiff.normalise.typed_draft import Looked, TypedDraft
from srcdiff.optimise.arithmetic.signs import signs
from srcdiff.optimise.augment import augment
from srcdiff.optimise.dataflow.branches import branches
from srcdiff.optimise.dataflow.common import common
from srcdiff.optimise.generated_function import GeneratedFunction
from srcdiff.optimise.names import names
from srcdiff.optimise.symbols import Symbols
from srcdiff.output.quote import headings, quote
from srcdiff.stages.optimising import ELEMENTS, POLISH, SIMPLIFY, START, SUBSTITUTE
from srcdiff.stages.surface import CALLS, SURFACE
from srcdiff.stages.typed import ARITHMETIC, SUBSCRIPTS, TUPLES, TYPED, TYPES
from srcdiff.stages.values import CONTROL, CORE, VALUES
from srcdiff.syntax import clone


def show(function: Callable[..., Any], *given: Any, after: str = "", **asked: Any) -> None:
    """Print what the passes make of a function and of its gradient, for arguments like those given.

    With `after`, the name of a pass, as they are whenever that has changed them; without, after
    each stage. `asked` are options of `grad`, such as `wrt`. Raises WrongCall if no such pass ran,
    and what `grad` raises.

    >>> def f(x):
    ...     return sum(k * x for k in range(3))
    >>> show(f, 0.5, after="comprehensions")
    # after comprehensions
    def f(x):
        return·sum = 0
        for k in range(3):
            return·sum = return·sum + k * x
        return return·sum
    <BLANKLINE>
    """
    from srcdiff.output.stages import ran_passes, shown  # they run this pipeline

    print(shown(ran_passes(function, given, **asked), after))


def core_form(draft: Draft) -> Core:
    """Bring a function, for arguments of some types, to the core form (core/__init__.py)."""
    written = draft.text.written or draft.tree
    return run(draft, (SURFACE, CALLS, VALUES, CONTROL, CORE)).core(written)


def typed_form(draft: TypedDraft) -> tuple[Core, Types, Looked]:
    """Infer the types in a core form, and do what only they allow.

    With the result comes what is looked at again when all calls are known.
    """
    draft = run(draft, (TYPES,))
    draft = marked(draft, run(draft, (ARITHMETIC,)))
    draft = run(draft, (SUBSCRIPTS,))
    while draft.types.has_tuples(draft.core):
        draft = run(draft, (TUPLES,))
    draft = run(draft, (TYPED,))
    return draft.core, returning(draft.types, draft.returned), Looked(draft.numbers, draft.asked)


def tidy(
    core: Core,
    types: Types,
    summary_of: SummaryOf,
    keeps: bool = True,
    may_share: MayShare = lambda call, positions: False,
) -> tuple[Core, Types]:
    """Simplify a core form before it is differentiated; with `keeps` in reverse mode.

    There the passes of normalise/memory/buffer_swaps.py come first. `may_share` tells of calls
    whether arguments that are written to may share memory.
    """
    memory = effects(core, types, summary_of)
    check_effects(core, types, memory, may_share)  # refuse effects that cannot be followed
    check_list_uses(core, types, memory)  # refuse lists of arrays used as a whole
    check_global_arrays(core, types, summary_of)
    if types.has_arrays:
        if keeps:  # shapes of what inner loops hand over, by those of what they begin with
            core, memory = with_first_shapes(core, types, memory, summary_of)
        core, types = buffered(core, types, memory)  # copy what overlaps the array it is added to
        core, types, memory = of_own_memory(core, types, summary_of, keeps, may_read_result(types))
    layout = structure(core.tree.body)
    check_overlaps(core, types, memory, layout)  # refuse what depends on the order of elements
    tree = common(core.tree, memory, layout.is_single, types.fits)  # common subexpressions
    return replace(core, tree=tree), types


def optimise(tree: gast.FunctionDef, symbols: Symbols) -> gast.FunctionDef:
    """Make a derivative short and fast, before it gets its final names."""
    function = GeneratedFunction(clone(tree), symbols)
    last = (ELEMENTS,) if symbols.has_loops else ()
    return run(function, (START, SIMPLIFY, SUBSTITUTE, POLISH, *last)).tree


def finish(tree: gast.FunctionDef, written: gast.FunctionDef, symbols: Symbols) -> gast.FunctionDef:
    """Make a derivative readable: comments, names, `+=`."""
    tree = headings(quote(tree, written))
    final = names(tree, symbols.kind, symbols.reserved)
    tree = augment(branches(final.tree), symbols.dimensions(final.names))
    return signs(tree, symbols.floats(final.names))
