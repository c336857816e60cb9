"""Objects or None, objects of several classes, and first iterations of loops."""

from dataclasses import dataclass

import numpy as np

from tests.structures.judge import case

NUMBERS = {"x": 0.7, "y": 1.3, "v": np.array([0.5, 1.6, 0.2]), "n": 3, "z": 0, "l": [0.3, 0.9, 1.7]}


@dataclass
class C:
    cost: float
    x: float


@case(NUMBERS)
def of_n(p):
    best = None
    for k in range(p["n"]):
        c = C((p["x"] - k) ** 2, p["x"] * k + p["y"])
        if best is None or c.cost < best.cost:
            best = c
    if best is None:
        return p["x"]
    return best.cost * best.x


@case(NUMBERS)
def of_zero(p):
    best = None
    for k in range(p["z"]):
        c = C((p["x"] - k) ** 2, p["x"] * k + p["y"])
        if best is None or c.cost < best.cost:
            best = c
    if best is None:
        return p["x"] * 2
    return best.cost * best.x


@case(NUMBERS)
def of_arr(p):
    best = None
    for v in p["v"]:
        c = C((v - 1) ** 2, v * p["y"])
        if best is None or c.cost < best.cost:
            best = c
    return best.cost * best.x


@case(NUMBERS)
def of_enum(p):
    best = None
    for i, v in enumerate(p["v"]):
        if v > 1.0:
            continue
        c = C((v - 1) ** 2 * (i + 1), v * p["y"])
        if best is None or c.cost < best.cost:
            best = c
    return best.cost * best.x


@case(NUMBERS)
def of_zip(p):
    best = None
    for i, (v, w) in enumerate(zip(p["v"], p["l"])):
        c = C((v - w) ** 2 * (i + 1), v * p["y"])
        if best is None or c.cost > best.cost:
            best = c
        if best.cost > 1.9:
            break
    return best.cost * best.x


@case(NUMBERS)
def of_break(p):
    d = {}
    for k in range(1, p["n"] + 2):
        d["last"] = p["x"] * k
        if "sum" in d:
            d["sum"] += d["last"]
        else:
            d["sum"] = d["last"]
        if d["sum"] > 2.0:
            break
    return d["sum"] * d["last"]


@case(NUMBERS)
def of_break0(p):
    d = {}
    for k in range(5):
        d["last"] = p["x"] * k + 1
        if p["x"] > 0.1:
            break
        d["sum"] = 2 * d["last"]
    return d["last"] * p["y"]


@case(NUMBERS)
def of_cont0(p):
    d = {}
    for k in range(5):
        if k == 0:
            continue
        if "s" not in d:
            d["s"] = p["x"]
        d["s"] = d["s"] * p["y"] + k
    return d["s"]


@case(NUMBERS)
def of_while(p):
    prev = None
    v = p["x"]
    while v > 0.1:
        if prev is not None and prev.x < 0.3:
            v = v * prev.cost
        prev = C(0.5 * p["y"], v)
        v *= 0.5
    return prev.x * prev.cost * v


@case(NUMBERS)
def of_while_ret(p):
    prev = None
    v = p["x"]
    while True:
        if prev is None:
            prev = C(v, v * p["y"])
        else:
            prev = C(prev.cost * v, prev.x + v)
        if prev.x > 3:
            return prev.cost * prev.x
        v += 0.5


@case(NUMBERS)
def of_ret_in(p):
    seen = {}
    for k in range(p["n"]):
        if "a" in seen and seen["a"] > 0.5:
            return seen["a"] * k
        seen["a"] = p["x"] * k * p["y"]
    return p["y"]


@case(NUMBERS)
def of_nested(p):
    tot = 0.0
    for i in range(p["n"]):
        best = None
        for j in range(i + 1):
            c = C(p["x"] * j - i, p["v"][j] * p["y"])
            if best is None or c.cost > best.cost:
                best = c
        tot += best.cost * best.x
    return tot


@case(NUMBERS)
def of_prev(p):
    prev = None
    tot = 0.0
    for v in p["v"]:
        cur = {"a": v * p["x"], "b": v + p["y"]}
        if prev is not None:
            tot += prev["a"] * cur["b"] - cur["a"] * prev["b"]
        prev = cur
    return tot


@case(NUMBERS)
def of_kind(p):
    class_ = C(1.0, p["x"]) if p["x"] > 0.5 else {"cost": 2.0}
    if p["x"] > 0.5:
        s = class_.cost * class_.x
    else:
        s = class_["cost"]
    return s * p["y"]


class Circle:
    def __init__(s, r):
        s.r = r

    def area(s):
        return 3.0 * s.r * s.r


class Box:
    def __init__(s, a, b):
        s.a = a
        s.b = b

    def area(s):
        return s.a * s.b


@case(NUMBERS)
def of_poly(p):
    if p["x"] > 0.5:
        shape = Circle(p["x"])
    elif p["x"] > 0.2:
        shape = Box(p["x"], p["y"])
    else:
        shape = Box(1.0, p["y"])
    t = 0.0
    for k in range(3):
        t += shape.area() * k
    return t


@case(NUMBERS)
def of_polyloop(p):
    t = 0.0
    for k in range(4):
        if k % 2 == 0:
            shape = Circle(p["x"] * k)
        else:
            shape = Box(p["x"], p["y"] * k)
        t += shape.area() * k
    return t


@case(NUMBERS)
def of_polyfun(p):
    def make(u):
        if u > 0.5:
            return Circle(u)
        return Box(u, p["y"])

    return make(p["x"]).area() + make(0.1 * p["x"]).area()


@case(NUMBERS)
def of_alias(p):
    a = C(p["x"], 1.0)
    b = C(p["y"], 2.0)
    big = a if p["x"] > p["y"] else b
    big.x += p["x"] * 3
    return a.x * b.x * big.cost


@case(NUMBERS)
def of_alias2(p):
    a = C(p["x"], 1.0)
    b = C(p["y"], 2.0)
    for k in range(3):
        if a.x < b.x:
            w = a
        else:
            w = b
        w.x += p["x"] + k
    return a.x * b.x


@case(NUMBERS)
def of_listmut(p):
    xs = [p["x"], p["y"], 2.0]
    acc = None
    for i, v in enumerate(xs):
        if i < 2:
            xs[i + 1] = xs[i + 1] * v
        if acc is None:
            acc = {"s": v}
        else:
            acc["s"] = acc["s"] + v * i
    return acc["s"]


@case(NUMBERS)
def of_text(p):
    mode = "first"
    s = 0.0
    for v in p["v"]:
        if mode == "first":
            s += v
            mode = "rest"
        else:
            s += v * p["x"]
    return s


@case(NUMBERS)
def of_text2(p):
    mode = "up"
    s = 0.0
    for v in p["v"]:
        if mode == "up":
            s += v * p["x"]
        else:
            s -= v * p["y"]
        if s > 0.9:
            mode = "down"
        else:
            mode = "up"
    return s


@case(NUMBERS)
def of_state(p):
    fn = None
    s = p["x"]
    for k in range(3):
        if fn is None:
            fn = np.sin
        else:
            fn = np.cos
        s = fn(s) * p["y"]
    return s
