"""An iteration until it converges."""

KIND = "grad"
WRT = ("a", "k")


def f(a, k):
    root = 1.0
    trips = 0
    while abs(root * root - a) > 1e-3 and trips < 50:
        root = 0.5 * (root + a / root) + 0.0001 * k
        trips += 1
    return root * k


def inputs():
    return (
        2.3,
        0.7,
    )
