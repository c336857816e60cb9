"""Random statements about whole arrays: new arrays, views, stores to parts."""

from __future__ import annotations

from .parts import Shape, part
from .scope import Array, Scope
from .simple import MATRICES, VECTORS, Lines, Place, Simple

POOLS = {1: VECTORS, 2: MATRICES, 3: ("T", "U")}


class ArrayStatements(Simple):
    """Writes the statements about whole arrays of one function."""

    def name_for(self, scope: Scope, shape: Shape) -> str:
        """Return a name for an array, which must not mean one of another shape; or ""."""
        names = [n for n in POOLS[len(shape)] if n not in scope.held]
        names = [n for n in names if n not in scope.arrays or scope.arrays[n].shape == shape]
        return self.rng.choice(names) if names else ""

    def assign_array(self, scope: Scope, place: Place) -> Lines:
        """Assign the value of an expression to a name."""
        shape = self.arrays.shapes()
        name = self.name_for(scope, shape)
        if not name:
            return self.store_part(scope, place)
        text = self.arrays.array(scope, shape)
        names = [n for n in scope.arrays if text.startswith(n)]  # it may be a view
        writable = not names or all(scope.arrays[n].writable for n in names)
        alone = text if text.isidentifier() else ""
        plain = (scope.arrays[alone].plain if alone in scope.arrays else False) or "[" not in text
        scope.add_array(name, Array(shape, None, writable, plain and ".T" not in text))
        return [f"{name} = {text}"]

    def update_array(self, scope: Scope, place: Place) -> Lines:
        """Write `w += e` for a whole array."""
        names = [n for n, a in scope.arrays.items() if a.bounds is None and a.writable]
        names = [n for n in names if n not in scope.held and n in sum(POOLS.values(), ())]
        if not names:
            return self.assign_array(scope, place)
        name = self.rng.choice(names)
        return [self.updated(name, scope, scope.arrays[name].shape)]

    def updated(self, target: str, scope: Scope, shape: Shape) -> str:
        """Return an augmented assignment of an array or a part of one."""
        operator = self.rng.choice(["+=", "+=", "-=", "*=", "/="])
        text = self.arrays.array(scope, self.arrays.smaller(shape), 1)
        if operator == "*=":
            text = self.rng.choice([f"1.0 + 0.3 * np.sin({text})", "0.7", f"np.cos({text})"])
        if operator == "/=":
            text = f"1.3 + 0.2 * np.sin({text})"
        return f"{target} {operator} {text}"

    def view(self, scope: Scope, place: Place) -> Lines:
        """Give a part of an array a name."""
        names = [n for n, a in scope.arrays.items() if a.bounds is None and n != "TABLE"]
        shape = self.arrays.shapes((1, 1, 2))
        name = self.name_for(scope, shape)
        for other in self.rng.sample(names, len(names)) if name else ():
            text = part(self.expressions, scope, other, shape, store=False)
            if text and other != name and "flatten" not in text:
                array = scope.arrays[other]
                scope.add_array(name, Array(shape, None, array.writable, False))
                return [f"{name} = {text}"]
        return self.store_part(scope, place)

    def store_part(self, scope: Scope, place: Place) -> Lines:
        """Assign to a part of an array, or change it in place."""
        names = [n for n, a in scope.arrays.items() if a.bounds is None and a.writable]
        for name in self.rng.sample(names, len(names)):
            own = scope.arrays[name].shape
            if "masks" in self.features and self.rng.random() < 0.15 and len(own) == 1:
                text = self.arrays.array(scope, own, 1)
                return [f"{name}[({text}) > {self.expressions.number()}] = {self.scalar(scope)}"]
            shape = self.rng.choice([own, own, (*own[:-1], max(own[-1] - 1, 0)), own[1:] or own])
            text = part(self.expressions, scope, name, shape, store=True)
            if not text or not shape:
                continue
            if self.rng.random() < 0.45:
                return [self.updated(text, scope, shape)]
            if self.rng.random() < 0.2:
                return [f"{text} = {self.scalar(scope)}"]
            return [f"{text} = {self.arrays.array(scope, self.arrays.smaller(shape))}"]
        return self.assign(scope, place)

    def scalar(self, scope: Scope) -> str:
        """Return a number that is written to many elements."""
        return self.expressions.bounded(scope, 1)
