"""Objects that are bound inside `try`."""

from tests.structures.judge import case

NUMBERS = {"x": 0.7, "y": 1.3}


class B:
    def __init__(self, r, k=0.0):
        self.r = r
        self.k = k


@case(NUMBERS)
def of_try1(p):
    o = B(p["x"])
    try:
        o.r = p["y"] * o.r
        if p["x"] > 0.5:
            o.k = 2.0
            raise ValueError("a")
        o.r = 3.0
    except ValueError:
        o.k += p["x"]
    return o.r * o.k


@case(NUMBERS)
def of_try2(p):
    o = B(p["x"], 1.0)
    t = 0.0
    for k in range(4):
        try:
            o.k = o.k * p["y"]
            if k == 2:
                raise ValueError("b")
            o.r += o.k
        except ValueError:
            o.r -= p["x"]
        t += o.r
    return t * o.k


@case(NUMBERS)
def of_try3(p):
    tot = 0.0

    def shoot(x, v):
        if x > 4.0:
            raise ValueError("far")
        return B(x * v, x)

    for x in (1.0, 2.0, 5.0):
        try:
            ray = shoot(x, p["x"])
        except (ValueError, ZeroDivisionError):
            continue
        tot += ray.r * ray.k
    return tot


@case(NUMBERS)
def of_try4(p):
    mode = "a"
    try:
        if p["x"] > 0.5:
            mode = "b"
            raise ValueError("c")
        mode = "c"
    except ValueError:
        pass
    return p["x"] * 3 if mode == "b" else p["y"]


@case(NUMBERS)
def of_fin(p):
    o = B(p["x"])
    old = o.r
    try:
        o.r = old * p["y"]
        s = o.r**2
    finally:
        o.r = old
    return s + o.r


@case(NUMBERS)
def of_key(p):
    d = {}
    try:
        v = d["a"]
    except KeyError:
        v = p["x"] * 2
    return v * p["y"]


@case(NUMBERS)
def of_part(p):
    b = B(p["x"])

    def go(k):
        b.r = b.r * 2
        if k > 1:
            raise ValueError("no")
        b.r = b.r + p["y"]

    for k in range(3):
        try:
            go(k)
        except ValueError:
            b.r += 1.0
    return b.r
