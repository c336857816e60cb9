"""Which syntax srcdiff takes: a table, and the early refusal of everything else."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.errors import UnsupportedSyntax

LATER = "; see docs/supported-python.md"


@dataclass(frozen=True)
class Refusal:
    """Why a kind of syntax is not taken, and what to write instead."""

    reason: str
    advice: str


STATEMENTS = (
    "Return Assign AugAssign AnnAssign For While If Expr Pass Break Continue Raise Assert Delete "
    "Try ExceptHandler"
)
EXPRESSIONS = (
    "BinOp UnaryOp BoolOp Compare IfExp Call keyword Attribute Subscript Slice Name Constant Tuple "
    "List Starred NamedExpr ListComp GeneratorExp comprehension Load Store Del Param"
)
OPERATORS = (
    "Add Sub Mult Div FloorDiv Mod Pow MatMult BitAnd BitOr BitXor LShift RShift Invert UAdd USub "
    "Not And Or Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn"
)
ALLOWED = frozenset(f"{STATEMENTS} {EXPRESSIONS} {OPERATORS}".split(" "))

REFUSED: dict[str, Refusal] = {
    "TryStar": Refusal(
        "`try` with `except*` cannot be differentiated",
        "move the `try` outside `{function}`" + LATER,
    ),
    "With": Refusal(
        "`with` cannot be differentiated", "move the `with` outside `{function}`" + LATER
    ),
    "ClassDef": Refusal(
        "a class cannot be defined inside a differentiated function",
        "define it outside `{function}`" + LATER,
    ),
    "Yield": Refusal(
        "a generator cannot be differentiated", "collect the values in an array" + LATER
    ),
    "YieldFrom": Refusal(
        "a generator cannot be differentiated", "collect the values in an array" + LATER
    ),
    "Await": Refusal("a coroutine cannot be differentiated", "use a plain function" + LATER),
    "Global": Refusal(
        "a global cannot be assigned to in a differentiated function",
        "return the value, and assign it outside" + LATER,
    ),
    "Nonlocal": Refusal(
        "a variable of another function cannot be assigned to",
        "return the value, and assign it outside" + LATER,
    ),
    "Delete": Refusal("only names can be deleted", "leave the `del` out" + LATER),
    "SetComp": Refusal("sets cannot be differentiated", "use arrays" + LATER),
    "DictComp": Refusal("dictionaries cannot be differentiated", "use arrays" + LATER),
    "Dict": Refusal(
        "dictionaries cannot be differentiated",
        "use constant keys that are always there, or an array" + LATER,
    ),
    "Set": Refusal("sets cannot be differentiated", "use arrays" + LATER),
    "JoinedStr": Refusal("f-strings are not supported yet", "use a plain string" + LATER),
    "Import": Refusal("this cannot be imported", "import what there is, at the top" + LATER),
    "ImportFrom": Refusal("this cannot be imported", "import what there is, at the top" + LATER),
    "Match": Refusal("a pattern of this `match` is not supported", "use `if` and `elif`" + LATER),
    "AsyncFor": Refusal("a coroutine cannot be differentiated", "use a plain `for`" + LATER),
    "AsyncWith": Refusal("a coroutine cannot be differentiated", "use a plain function" + LATER),
    "AsyncFunctionDef": Refusal(
        "a coroutine cannot be differentiated", "use a plain function" + LATER
    ),
}

OTHER = Refusal("this syntax cannot be differentiated", "use simpler statements" + LATER)
STARRED = Refusal(
    "a differentiated function cannot take a parameter after `*args`",
    "put it before them" + LATER,
)
DOUBLE_STARRED = Refusal("`**kwargs` are not supported", "name the parameters" + LATER)
NO_DEFAULT = Refusal(
    "a parameter without a default follows one with a default", "give it a default too" + LATER
)


def check_parameters(tree: gast.FunctionDef) -> None:
    """Refuse parameters that cannot all be passed by position, or not in this order.

    Raises UnsupportedSyntax.
    """
    if tree.args.kwarg:
        refuse(DOUBLE_STARRED, tree.args.kwarg, tree)
    if tree.args.vararg and tree.args.kwonlyargs:
        refuse(STARRED, tree.args.kwonlyargs[0], tree)
    defaults = [None] * (len(tree.args.posonlyargs) + len(tree.args.args))
    defaults = [*defaults[len(tree.args.defaults) :], *tree.args.defaults, *tree.args.kw_defaults]
    for place, parameter in enumerate(tree.args.kwonlyargs, -len(tree.args.kwonlyargs)):
        if defaults[place] is None and any(default is not None for default in defaults[:place]):
            refuse(NO_DEFAULT, parameter, tree)


def check(tree: gast.FunctionDef) -> None:
    """Raise UnsupportedSyntax for the first thing in a function that is not supported.

    >>> from srcdiff.syntax import function
    >>> check(function("def f(x): return x * x"))
    >>> check(function("def f(x): return {y for y in x}"))
    Traceback (most recent call last):
        ...
    srcdiff.UnsupportedSyntax: sets cannot be differentiated
      = use arrays; see docs/supported-python.md
    """
    if tree.args.kwarg:
        refuse(DOUBLE_STARRED, tree.args.kwarg, tree)
    for statement in tree.body:
        check_node(statement, tree)


def check_node(node: gast.AST, tree: gast.FunctionDef) -> None:
    """Check a node and all nodes in it."""
    kind = type(node).__name__
    names = kind != "Delete" or all(isinstance(part, gast.Name) for part in node.targets)
    if kind not in ALLOWED or not names:
        refuse(REFUSED.get(kind, OTHER), node, tree)
    for field in node._fields:
        # annotations are not part of the computation
        value = getattr(node, field, None) if field not in ("annotation", "returns") else None
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, gast.AST):
                check_node(part, tree)


def refuse(refusal: Refusal, node: gast.AST, tree: gast.FunctionDef) -> None:
    """Raise the error of a refusal at a node."""
    advice = refusal.advice.replace("{function}", tree.name)
    raise UnsupportedSyntax(refusal.reason, node, advice)
