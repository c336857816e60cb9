"""Objects that are no numbers are called as the user does."""

import datetime
from decimal import Decimal

from srcdiff import grad


class Station:
    def __init__(self):
        self.since = datetime.date(2020, 1, 1)
        self.factor = Decimal("1.5")

    def level(self, q):
        return q * float(self.factor)

    def age(self):
        return (datetime.date.today() - self.since).days


def cost(q, station):
    return station.level(q) + station.age() * q


def attempt(target):
    grad(cost, target=target)(0.3, Station())
