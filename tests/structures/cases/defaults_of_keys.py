"""`defaultdict` and `Counter`: values for keys that are not there."""

import copy
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

from tests.structures.judge import case

V = np.array([0.3, 0.7, 0.4, 1.1])


@case(0.9, V)
def sums(x, v):
    d = defaultdict(float)
    for k, name in enumerate(["a", "b", "a", "c"]):
        d[name] += v[k] * x
    t = d.pop("a")
    if "a" in d:
        t += 1.0
    return t + sum(d[k] ** 2 for k in sorted(d))


@case(0.9, V)
def lists(x, v):
    d = defaultdict(list)
    for k in range(4):
        d[k % 2].append(v[k] * x)
    return sum(sum(d[k]) * (k + 1) for k in sorted(d))


@case(0.9, V)
def nested(x, v):
    d = defaultdict(dict)
    d["a"]["p"] = x
    d["b"]["p"] = v[0]
    d["a"]["q"] = x * x
    return sum(w * (k + 1) for r in d.values() for k, w in enumerate(r.values()))


@case(0.9, V)
def of_lambda(x, v):
    d = defaultdict(lambda: [0.0, 0.0])
    for k, w in zip("abca", v, strict=True):
        d[k][0] += w * x
        d[k][1] += 1.0
    return sum(s / m for s, m in d.values())


@case(0.9)
def of_function(x):
    def first():
        return 0.5 * x

    d = defaultdict(first)
    d["a"] += 1.0
    x = 3.0 * x
    d["b"] *= 2.0
    return d["a"] + d["b"] * d["c"] + len(d)


@case(0.9)
def of_words(x):
    d = defaultdict(float, {"z": 2.0 * x}, a=1.0)
    d["b"] += x
    d["a"] *= x
    return sum(d.values()) + d["b"] ** 2 * len(d)


@case(0.9)
def without_factory(x):
    d = defaultdict(None, a=x)
    return d["a"] ** 2


@case(0.9, V)
def by_branches(x, v):
    d = defaultdict(float)
    for w in v:
        if w > 0.5:
            d["hi"] += x * w
        else:
            d["lo"] += w
    return (d["hi"] + 3.0 * d["lo"]) * x


@case(0.9)
def lists_by_branches(x):
    d = defaultdict(list)
    if x > 0.5:
        d["hi"].append(x * x)
    return sum(d["hi"])


@case(0.9)
def asked_or_read(x):
    d = defaultdict(float)
    y = d["a"] if x > 0.5 else 1.0
    return (y + x) * d.get("b", 2.0) * d.pop("c", 3.0)


@case(0.9)
def length_by_branches(x):
    d = defaultdict(float)
    y = d["a"] if x > 0.5 else 1.0
    return y + len(d) + x


@case(0.9)
def pop_raises(x):
    d = defaultdict(float)
    try:
        y = d.pop("a") * x
    except KeyError:
        y = 3.0 * x
    return y + len(d)


@dataclass
class Tally:
    totals: dict = field(default_factory=lambda: defaultdict(float))

    def add(self, key, value):
        self.totals[key] += value


@case(0.9, V)
def in_an_object(x, v):
    one = Tally()
    for k, w in zip(["p", "q", "p"], v[:3], strict=True):
        one.add(k, w * x)
    other = copy.deepcopy(one)
    other.totals["new"] += x
    return sum(one.totals.values()) * other.totals["new"] + len(one.totals) * len(other.totals)


@case(0.9)
def what_it_is(x):
    d = defaultdict(float)
    return x * (isinstance(d, dict) + 2.0 * (type(d) is defaultdict))


@case(0.9)
def counted(x):
    c = Counter(["a", "b", "a"])
    c["z"] += 1
    c.update(["b", "b"])
    c.subtract({"z": 3})
    return sum(x**m for m in c.values()) + c["q"] + len(c)


@case(0.9, V)
def counter_of_floats(x, v):
    c = Counter(z=2.0)
    for k, w in zip("abca", v, strict=True):
        c[k] += w * x
    return c["a"] * c["b"] + c["zz"] + len(c)


@case({"b": 0.9, "a": 0.3, "c": 2.0})
def in_known_order(d):
    order = {"b": 3, "a": 1, "c": 2}
    t = 0.0
    for name in sorted(d, key=order.get):
        t = t * 2 + d[name]
    for name in sorted(d, key=lambda k: order[k], reverse=True):
        t = t * 3 + d[name]
    for _, w in sorted(d.items(), key=lambda pair: order[pair[0]]):
        t = t * 2 + w
    names = sorted(d)
    return t * d[names[0]] + d[names[-1]]


@case({"b": 0.9, "a": 0.3, "c": 2.0})
def by_values(d):
    return d[sorted(d, key=d.get)[0]]


@case(0.9, V)
def by_keys_of_closures(x, v):
    own = {"a": x, "b": v[0], 3: v[1] * x}

    def scaled(k, s=1.0):
        return own[k] * s

    last = lambda k: own[k]  # noqa: E731
    return scaled("a") * scaled("b", s=x) + scaled(3) * last("a") + last(k=3)


@case(0.9, V)
def tree_of_names(x, v):
    tree = {"a": ["b", "c"], "b": [], "c": ["d"], "d": []}
    weights = {"a": x, "b": v[0], "c": v[1] * x, "d": 2.0}

    def total(k):
        t = weights[k]
        for c in tree[k]:
            t += 0.5 * total(c)
        return t

    return total("a")


@case(0.9, V)
def empty_lists_that_grow(x, v):
    d = {"names": ["p", "q"], "b": []}
    for w in v:
        if w > 0.5:
            d["b"].append(w * x)
    return sum(d["b"]) * len(d["names"])
