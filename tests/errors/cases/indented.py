"""A method, with the caret at its place."""

from srcdiff import grad


class Model:
    @staticmethod
    def energy(x):
        with open("log.txt") as log:
            return x * len(log)


def attempt(target):
    grad(Model.energy, target=target)(1.5)
