"""Small programs with objects."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from tests.structures.judge import case

X = np.array([0.7, 1.3, 2.1])
W = np.arange(6.0).reshape(2, 3) * 0.1 + 0.2


@dataclass
class Layer:
    weight: np.ndarray
    bias: np.ndarray
    act: str = "tanh"

    def __call__(self, x):
        z = self.weight @ x + self.bias
        if self.act == "tanh":
            return np.tanh(z)
        elif self.act == "relu":
            return np.maximum(z, 0.0)
        return z


@dataclass
class Net:
    layers: list[Layer]
    scale: float = 1.0
    name: str = "net"
    stats: dict[str, float] = field(default_factory=dict)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        self.stats["last"] = np.sum(x)
        return x * self.scale

    def loss(self, x, y):
        r = self.forward(x) - y
        return (
            np.sum(r**2)
            + 0.01 * sum(np.sum(l.weight**2) for l in self.layers)
            + 0.1 * self.stats["last"]
        )


@case(
    Net(
        [
            Layer(W * 1.0, X[:2].copy()),
            Layer(W.T @ W * 0.1 + 0.3, X.copy() * 0.1, "relu"),
            Layer(W[:1] * 2.0, X[:1].copy(), "id"),
        ]
    )
    if False
    else Net([Layer(W * 1.0, X[:2].copy()), Layer(np.array([[0.3, 0.5]]), X[:1].copy(), "id")]),
    X.copy(),
    np.array([0.4]),
)
def netloss(net, x, y):
    return net.loss(x, y)


def adam(params, grads, state, lr=0.1, b1=0.9, b2=0.99):
    state["t"] += 1
    for k in params:
        state["m"][k] = b1 * state["m"][k] + (1 - b1) * grads[k]
        state["v"][k] = b2 * state["v"][k] + (1 - b2) * grads[k] ** 2
        mh = state["m"][k] / (1 - b1 ** state["t"])
        vh = state["v"][k] / (1 - b2 ** state["t"])
        params[k] = params[k] - lr * mh / (np.sqrt(vh) + 1e-08)
    return params


@case({"w": X.copy(), "b": 0.5}, np.array([0.3, 0.2, 0.9]))
def meta(p, x):
    st = {
        "t": 0,
        "m": {k: np.zeros_like(v) if isinstance(v, np.ndarray) else 0.0 for k, v in p.items()},
        "v": {k: 0.0 * v for k, v in p.items()},
    }
    for it in range(3):
        r = np.sum(p["w"] * x) + p["b"] - 1.0
        g = {"w": 2 * r * x, "b": 2 * r}
        p = adam(p, g, st)
    return np.sum(p["w"] ** 2) + p["b"]


class Particle:
    def __init__(self, pos, vel, mass):
        self.pos = pos
        self.vel = vel
        self.mass = mass
        self.force = np.zeros_like(pos)

    def kinetic(self):
        return 0.5 * self.mass * np.sum(self.vel**2)


class System:
    def __init__(self, particles, g=0.5):
        self.particles = particles
        self.g = g
        self.time = 0.0
        self.energies = []

    def forces(self):
        for p in self.particles:
            p.force[:] = 0.0
        for i, a in enumerate(self.particles):
            for b in self.particles[i + 1 :]:
                d = b.pos - a.pos
                f = self.g * a.mass * b.mass * d / (np.sum(d * d) + 0.1) ** 1.5
                a.force += f
                b.force -= f

    def step(self, dt):
        self.forces()
        for p in self.particles:
            p.vel += dt * p.force / p.mass
            p.pos = p.pos + dt * p.vel
        self.time += dt
        self.energies.append(self.energy())

    def energy(self):
        return sum(p.kinetic() for p in self.particles)


@case(
    System(
        [
            Particle(np.array([0.1, 0.2]), np.array([0.3, 0.1]), 1.0),
            Particle(np.array([1.1, -0.2]), np.array([0.0, 0.5]), 2.0),
            Particle(np.array([-1.1, 0.7]), np.array([0.2, 0.0]), 1.5),
        ]
    )
)
def nbody(s):
    for _ in range(4):
        s.step(0.1)
    return s.energy() + s.time * s.energies[2]


class PID:
    def __init__(self, kp, ki, kd):
        self.kp = kp
        self.ki = ki
        self.kd = kd
        self.i = 0.0
        self.last = None

    def __call__(self, e, dt):
        self.i += e * dt
        d = 0.0 if self.last is None else (e - self.last) / dt
        self.last = e
        return self.kp * e + self.ki * self.i + self.kd * d


@case(PID(1.0, 0.3, 0.05), 0.4)
def pid(c, x):
    for k in range(5):
        x = x + 0.1 * c(1.0 - x, 0.1)
    return x


@case(PID(1.0, 0.3, 0.05), 0.4)
def pid2(c, x):
    x = x + c(1.0 - x, 0.1)
    x = x + c(1.0 - x, 0.1)
    x = x + c(1.0 - x, 0.1)
    return x


@case(1.0, 0.3, 0.4)
def pid3(kp, ki, x):
    c = PID(kp, ki, 0.05)
    for k in range(5):
        x = x + 0.1 * c(1.0 - x, 0.1)
    return x


class Kalman:
    def __init__(self, F, H, Q, R):
        self.F = F
        self.H = H
        self.Q = Q
        self.R = R

    def predict(self, m, P):
        return (self.F @ m, self.F @ P @ self.F.T + self.Q)

    def update(self, m, P, y):
        S = (self.H @ P @ self.H.T + self.R)[0, 0]
        K = (P @ self.H.T)[:, 0] / S
        v = y - (self.H @ m)[0]
        return (m + K * v, P - np.outer(K, K) * S, -0.5 * (np.log(2 * np.pi * S) + v * v / S))

    def loglik(self, ys, m, P):
        ll = 0.0
        for y in ys:
            m, P = self.predict(m, P)
            m, P, l = self.update(m, P, y)
            ll += l
        return ll


@case(
    Kalman(
        np.array([[1.0, 0.1], [0.0, 1.0]]), np.array([[1.0, 0.0]]), 0.1 * np.eye(2), 0.5 * np.eye(1)
    ),
    X.copy(),
)
def kalman(k, ys):
    return k.loglik(ys, np.zeros(2), np.eye(2))


class Integrator:
    def __init__(self, f, dt, method="rk4"):
        self.f = f
        self.dt = dt
        self.method = method
        self.n = 0
        self.ts = []
        self.ys = []

    def step(self, t, y):
        f, h = (self.f, self.dt)
        self.n += 1
        if self.method == "euler":
            return y + h * f(t, y)
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def run(self, y, n):
        t = 0.0
        for i in range(n):
            self.ts.append(t)
            self.ys.append(y)
            y = self.step(t, y)
            t += self.dt
        return y


class LV:
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.calls = 0

    def rhs(self, t, y):
        self.calls += 1
        return np.array([self.a * y[0] - y[0] * y[1], self.b * y[0] * y[1] - y[1]])


@case(LV(1.1, 0.4), X[:2].copy())
def lotka(m, y0):
    it = Integrator(m.rhs, 0.1)
    y = it.run(y0, 5)
    return np.sum(y) + it.ys[2][0] * it.n + m.calls * 0.001


@case(LV(1.1, 0.4), X[:2].copy(), "euler")
def lotka2(m, y0, method):
    it = Integrator(lambda t, y: m.rhs(t, y), 0.1, method)
    y = it.run(y0, 5)
    return np.sum(y)


class Tree:
    def __init__(self, v, l=None, r=None):
        self.v = v
        self.l = l
        self.r = r

    def total(self):
        return (
            self.v
            + (self.l.total() if self.l else 0.0) * 0.5
            + (self.r.total() if self.r is not None else 0.0) * 0.3
        )

    def depth(self):
        if self.l is None and self.r is None:
            return 1
        return 1 + max(self.l.depth() if self.l else 0, self.r.depth() if self.r else 0)


@case(Tree(1.0, Tree(2.0, None, Tree(3.0)), Tree(4.0)))
def tree(t):
    return t.total() ** 2


@case(Tree(1.0, Tree(2.0, None, Tree(3.0)), Tree(4.0)))
def treedepth(t):
    return t.v * t.depth()


class Node:
    def __init__(self, v, parent=None):
        self.v = v
        self.parent = parent
        self.children = []
        if parent is not None:
            parent.children.append(self)


@case(1.3)
def cyclic(x):
    a = Node(x)
    b = Node(2 * x, a)
    a.v = a.v * 5
    return b.parent.v * b.v + a.children[0].v


r = Node(1.0)
c = Node(2.0, r)


@case(r)
def cyclic_arg(n):
    n.children[0].parent.v = n.v * 3.0
    return n.v * n.children[0].v


@case(r)
def linked_list(n):
    s = 0.0
    while n is not None:
        s += n.v
        n = n.children[0] if n.children else None
    return s


@dataclass(frozen=True)
class Params:
    rate: float
    cap: float

    def with_(self, **kw):
        return replace(self, **kw)


@case(Params(0.3, 2.0), {"rate": 1.0})
def frozen_kw(p, kw):
    q = p.with_(**kw)
    return q.rate * q.cap + p.rate


class Optim:
    def __init__(self, lr, mom=0.9):
        self.lr = lr
        self.mom = mom
        self.v = {}

    def step(self, params, grads):
        for k, g in grads.items():
            if k not in self.v:
                self.v[k] = np.zeros_like(g)
            self.v[k] = self.mom * self.v[k] - self.lr * g
            params[k] += self.v[k]


@case(Optim(0.1), {"w": X.copy(), "u": W.copy()})
def optim(o, p):
    for _ in range(3):
        o.step(p, {k: 2 * v for k, v in p.items()})
    return np.sum(p["w"]) + np.sum(p["u"] ** 2)


@case(0.1, {"w": X.copy(), "u": W.copy()})
def optim2(lr, p):
    o = Optim(lr)
    o.step(p, {k: 2 * v for k, v in p.items()})
    o.step(p, {k: 3 * v for k, v in p.items()})
    return np.sum(p["w"]) + np.sum(p["u"] ** 2)


class Species:
    registry = {}

    def __init__(self, name, n0, rate):
        self.name = name
        self.n = n0
        self.rate = rate


class Reactor:
    def __init__(self, species, stoich):
        self.sp = {s.name: s for s in species}
        self.stoich = stoich
        self.t = 0.0

    def rates(self):
        return {k: s.rate * s.n for k, s in self.sp.items()}

    def advance(self, dt):
        r = self.rates()
        for k, s in self.sp.items():
            s.n += dt * sum(self.stoich[k].get(j, 0.0) * r[j] for j in r)
        self.t += dt
        return self


@case(
    [Species("A", 1.0, 0.5), Species("B", 0.2, 0.1)], {"A": {"A": -1.0, "B": 1.0}, "B": {"A": 1.0}}
)
def reactor(species, st):
    R = Reactor(species, st)
    for _ in range(5):
        R = R.advance(0.1)
    return R.sp["B"].n ** 2 + species[0].n


@case(
    [Species("A", 1.0, 0.5), Species("B", 0.2, 0.1)], {"A": {"A": -1.0, "B": 1.0}, "B": {"A": 1.0}}
)
def reactor2(species, st):
    R = Reactor(species, st)
    R.advance(0.1).advance(0.2)
    return R.sp["B"].n ** 2 + species[0].n * R.t


class Line:
    def __init__(self, slope, shift, power=2.0):
        self.slope, self.shift = slope, shift
        self.power = power

    def __call__(self, x):
        return (self.slope * x + self.shift) ** self.power


@dataclass
class Rates:
    up: float
    down: float


class Ends(NamedTuple):
    left: float
    right: float


@case((1.2, 0.4))
def made_of_tuple(theta):
    line = Line(*theta)
    return line(0.5) + Line(*theta, 3.0)(1.5)


@case(np.array([1.2, 0.4]))
def made_of_array(theta):
    total = 0.0
    for k in range(3):
        rates = Rates(*(theta * k))
        total += rates.up * rates.down + Ends(*theta).left ** k
    return total


@case(np.array([1.2, 0.4]))
def made_after_a_call_that_writes(theta):
    def bump(v):
        v[0] += 1.0
        return v[1]

    values = theta.copy()
    rates = Rates(bump(values), *values[:1])
    return rates.up * rates.down


@case([1.2, 0.4])
def made_of_the_rest(theta):
    rates = Rates(theta[1], *theta[:1])
    ends = Ends(right=theta[0], *theta[1:])
    return rates.up * rates.down**2 + ends.left / ends.right


@case(np.array([1.2, 0.4]))
def made_of_how_many(theta):
    return Line(*theta)(1.0)
