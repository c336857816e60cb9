import math

from srcdiff import grad, vjp


@vjp(wrt=("x", "y"))
def polar(x, y):
    return math.hypot(x, y), math.atan2(y, x)


def attempt(target):
    def pulled(x, y):
        d_x, d_y = polar(x, y, (x, 2.0))
        return d_x * d_y

    grad(pulled, target=target)(2.0, 1.5)
