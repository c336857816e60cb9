"""Random statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from . import absent, counters, idioms, iteration, loops, renaming, rows
from .array_statements import ArrayStatements
from .scope import WILD, Scope
from .simple import INTS, Lines, Place, indented
from .woven import Woven


class Statements(ArrayStatements):
    """Writes statements for one function."""

    # --- blocks ---

    def block(self, scope: Scope, count: int, place: Place) -> Lines:
        """Return some statements."""
        lines: Lines = []
        for _ in range(count):
            if self.left <= 0:
                break
            self.left -= 1
            lines += self.statement(scope, place)
        return lines or ["pass"]

    def statement(self, scope: Scope, place: Place) -> Lines:
        """Return one statement, perhaps with blocks inside."""
        f = self.features
        nested = place.depth > 0
        makers: list[tuple[float, Callable[[Scope, Place], Lines]]] = [
            (4.0, self.assign),
            (2.0, self.augment),
            (1.0 + 3.0 * ("element_updates" in f), self.store),
            (1.5 * ("tuple_assignments" in f), self.together),
            (1.2 * ("local_arrays" in f), self.local_array),
            (1.0 * ("aliases" in f), self.alias),
            (1.0 * ("rebound_arrays" in f), self.rebind),
            (2.0 * bool(self.expressions.helpers or self.writers), self.call),
            (0.7, self.assign_int),
            (1.0 * ("flags" in f), self.assign_flag),
            (2.0 * nested, self.branch),
            (3.0 * nested * (not place.in_loop or "inner_loops" in f), self.loop),
            (1.5 * nested * ("while" in f), self.while_loop),
            (3.0 * nested * ("idioms" in f), self.idiom),
            (2.0 * nested * len(idioms.TABLES & f.chosen), self.idiom),
            (2.0 * nested * ("many_names" in f), self.rename),
            (2.0 * nested * ("counters" in f), self.count),
            (2.0 * nested * ("rows" in f), self.go_through),
            (2.0 * nested * ("absent" in f), self.ask_for_none),
            (0.5 * ("data_dependent_integers" in f), self.data_dependent),
            (3.0 * ("whole_arrays" in f), self.assign_array),
            (1.5 * ("whole_arrays" in f), self.update_array),
            (1.5 * ("views" in f), self.view),
            (2.0 * ("part_stores" in f), self.store_part),
            (1.5 * nested * ("iterables" in f), self.iterating),
            (0.4 * ("raises" in f), self.check),
            (0.6 * ("early_returns" in f and not place.in_loop), self.leave),
            (0.7 * ("return_in_loop" in f and place.in_loop), self.leave),
            (0.9 * ("break" in f and place.in_loop), self.jump("break")),
            (0.9 * ("continue" in f and place.in_loop), self.jump("continue")),
        ]
        maker = self.rng.choices([m for _, m in makers], [weight for weight, _ in makers])[0]
        return maker(scope, place)

    # --- control flow ---

    def branch(self, scope: Scope, place: Place) -> Lines:
        """Write an `if` with or without `elif` and `else`."""
        lines: Lines = []
        ways: list[Scope] = []
        inner = replace(place, depth=place.depth - 1, top=False)
        count = self.rng.choice([1, 1, 1, 2, 2, 3])
        for number in range(count):
            if number == count - 1 and count > 1 and self.rng.random() < 0.7:
                head = "else:"
            else:
                test = self.expressions.condition(scope)
                head = f"{'elif' if number else 'if'} {test}:"
            way = scope.copy()
            lines += [head, *indented(self.block(way, self.rng.choice([1, 2, 3]), inner))]
            ways.append(way)
        if head != "else:":
            ways.append(scope.copy())
        after = scope.merged(ways, "one_sided_variables" in self.features)
        vars(scope).update(vars(after))
        return lines

    def body(
        self, scope: Scope, place: Place, held: set[str], bound: Iterable[str] = ()
    ) -> tuple[Lines, Scope]:
        """Return the body of a loop, and the scope at its end; `bound` are its variables."""
        inner = scope.copy()
        inner.held = scope.held | held
        count = self.rng.choice([1, 2, 2, 3, 4])
        around = place.around | frozenset(bound)
        at = replace(place, depth=place.depth - 1, in_loop=True, top=False, around=around)
        return self.block(inner, count, at), inner

    def loop(self, scope: Scope, place: Place) -> Lines:
        """Write a `for` loop over a range."""
        name = "_" if self.on("unnamed_counters", 0.5) else self.variable(INTS, scope, place)
        if name == "spare":
            return self.assign(scope, place)
        chosen = loops.choose(self.expressions, scope)
        inside = scope.copy()
        inside.add_int(name, chosen.bounds)
        lines, end = self.body(inside, place, {name}, {name})
        if self.on("loop_variables_assigned", 0.5):
            lines += [f"{name} = {name} + 1", f"total = 0.1 * {name}"]
            end.add_float("total")
            end.unsure -= {"total"}
            end.ints[name] = WILD
        self.leave_loop(scope, end, chosen.runs)
        head = f"for {name} in {chosen.text}:"
        return [head, *indented(lines), *self.otherwise(scope, place)]

    def leave_loop(self, scope: Scope, end: Scope, runs: bool) -> None:
        """Make a scope that after a loop."""
        after = end
        if not runs or "loop_variables_after" not in self.features:
            after = scope.merged([scope.copy(), end], "one_sided_variables" in self.features)
        after.held = scope.held
        vars(scope).update(vars(after))

    def otherwise(self, scope: Scope, place: Place) -> Lines:
        """Return the `else` of a loop."""
        if not self.on("loop_else", 0.3):
            return []
        way = scope.copy()
        lines = self.block(way, 1, replace(place, depth=0, top=False))
        vars(scope).update(vars(scope.merged([scope.copy(), way], False)))
        return ["else:", *indented(lines)]

    def iterating(self, scope: Scope, place: Place) -> Lines:
        """Write a `for` loop over elements, rows, pairs or subscripts."""
        names = self.float_names
        head = iteration.choose(self.arrays, scope, lambda: self.variable(names, scope, place))
        if head is None or "spare" in head.names:
            return self.assign(scope, place)
        inside = scope.copy()
        head.bind(inside)
        lines, end = self.body(inside, place, set(head.names), head.names)
        self.leave_loop(scope, end, head.runs)
        return [f"for {head.text}:", *indented(lines), *self.otherwise(scope, place)]

    def while_loop(self, scope: Scope, place: Place) -> Lines:
        """Write a `while` loop that ends."""
        before = scope.copy()
        if self.rng.random() < 0.5:
            lines = self.counting(scope, place)
        else:
            lines = self.shrinking(scope, place)
        after = before.merged([before, scope], "one_sided_variables" in self.features)
        after.held = before.held
        vars(scope).update(vars(after))
        return lines

    def counting(self, scope: Scope, place: Place) -> Lines:
        """Write a `while` loop with a counter."""
        name = self.free(INTS, scope)
        if name == "spare":
            return ["pass"]
        length = self.features.sizes[0]
        scope.add_int(name, (0, max(length - 1, 0)))
        test = f"{name} < {self.expressions.size(scope, length)}"
        if self.rng.random() < 0.4:
            test += f" and {self.expressions.comparison(scope)}"
        lines, end = self.body(scope, place, {name})
        vars(scope).update(vars(end))
        scope.ints[name] = WILD
        step = self.rng.choice(["1", "1", "2"])
        if self.rng.random() < 0.3:
            lines = [*lines, f"if {self.expressions.comparison(scope)}:", f"    {name} += 1"]
        # the step comes first where `continue` may jump over it
        if "continue" in self.features:
            lines = [f"{name} += 1", *lines, f"{name} += {step} - 1"]
            lines = [line.replace(f"[{name}]", f"[{name} - 1]") for line in lines]
        else:
            lines = [*lines, f"{name} += {step}"]
        return [f"{name} = 0", f"while {test}:", *indented(lines)]

    def shrinking(self, scope: Scope, place: Place) -> Lines:
        """Write a `while` loop that ends as a float gets small."""
        name = self.free(self.float_names, scope)
        if name == "spare":
            return ["pass"]
        start = f"1.0 + abs({self.expressions.bounded(scope, 1)})"
        scope.add_float(name)
        scope.unsure -= {name}
        lines, end = self.body(scope, place, {name})
        vars(scope).update(vars(end))
        shrink = f"{name} *= {self.rng.choice(['0.5', '0.4 + 0.2 * math.sin(k)'])}"
        lines = [shrink, *lines] if self.rng.random() < 0.5 else [*lines, shrink]
        if "continue" in self.features and lines[0] != shrink:
            lines = [shrink, *lines[:-1]]
        return [f"{name} = {start}", f"while {name} > 0.3:", *indented(lines)]

    def leave(self, scope: Scope, place: Place) -> Lines:
        """Return early, if a condition holds."""
        if place.result is None:
            return ["pass"]
        return [f"if {self.expressions.condition(scope)}:", f"    return {place.result(scope)}"]

    def jump(self, word: str) -> Callable[[Scope, Place], Lines]:
        """Return the maker of a conditional `break` or `continue`."""

        def make(scope: Scope, place: Place) -> Lines:
            head = f"if {self.expressions.condition(scope)}:"
            inner = replace(place, depth=0, top=False)
            before = self.block(scope.copy(), 1, inner) if self.rng.random() < 0.4 else []
            return [head, *indented([*before, word])]

        return make

    def check(self, scope: Scope, place: Place) -> Lines:
        """Write an `assert`, or a `raise` that is not reached."""
        text = self.expressions.leaf(scope)
        return self.rng.choice(
            [
                [f"assert ({text}) < 1000.0"],
                [f"if ({text}) > 1000.0:", '    raise ValueError("too large")'],
            ]
        )

    def idiom(self, scope: Scope, place: Place) -> Lines:
        """Write a loop as people write it."""
        text = idioms.choose(self.expressions, scope, self.float_names)
        return text or self.assign(scope, place)

    def rename(self, scope: Scope, place: Place) -> Lines:
        """Write a block about arrays that go by many names."""
        return self.weave(renaming.Renaming, renaming.LEAST, scope, place)

    def count(self, scope: Scope, place: Place) -> Lines:
        """Write a block about counters, places and masks."""
        return self.weave(counters.Counting, counters.LEAST, scope, place)

    def go_through(self, scope: Scope, place: Place) -> Lines:
        """Write a block about lists of tuples."""
        return self.weave(rows.Rows, rows.LEAST, scope, place)

    def ask_for_none(self, scope: Scope, place: Place) -> Lines:
        """Write a block about what may be None."""
        return self.weave(absent.Absent, absent.LEAST, scope, place)

    def weave(self, kind: type[Woven], least: int, scope: Scope, place: Place) -> Lines:
        """Write a block of a kind, around a vector with so many elements at least."""
        vectors = [n for n in scope.vectors() if scope.arrays[n].shape[0] >= least]
        result = self.free(self.float_names, scope)
        if not vectors or result == "spare":
            return self.assign(scope, place)
        lines = kind(self.expressions, scope, self.rng.choice(vectors)).text(result)
        scope.add_float(result)
        scope.unsure -= {result}
        return lines
