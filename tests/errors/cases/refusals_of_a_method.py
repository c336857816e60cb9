"""All refusals of the methods that a method calls are shown."""

import time

import numpy as np

from srcdiff import grad


class Reservoir:
    def __init__(self, rate, capacity):
        self.rate = rate
        self.capacity = capacity
        self.seen = set()
        self.began = 0.0

    def step(self, level, inflow):
        self.seen.add(int(level))
        new = level + inflow - self.rate * level
        return min(new, self.capacity)

    def run(self, inflows):
        level = 1.0
        for q in inflows:
            level = self.step(level, q)
        self.began = time.time()
        return level

    def cost(self, rate, inflows):
        self.rate = rate
        table = {round(q, 1): q for q in inflows}
        wait = time.time() - self.began
        return self.run(inflows) ** 2 + len(table) + wait + self.rates


def attempt(target):
    grad(Reservoir(0.2, 10.0).cost, target=target)(0.3, np.ones(3))
