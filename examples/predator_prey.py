"""Hares and lynxes: a differential equation fitted to a famous time series.

The Hudson's Bay Company counted the pelts that trappers brought in; their numbers rise and fall
in a cycle of about ten years. The Lotka-Volterra equations are the simplest explanation:

    d prey / dt     = alpha prey - beta prey predator         hares breed, and are eaten
    d predator / dt = delta prey predator - gamma predator    lynxes breed on them, and die

The six unknowns (two initial numbers, four rates) are all positive, so the fit is over their
logarithms `theta`, and it compares logarithms of counts. The gradient goes back through every
Runge-Kutta step. A user writes the right-hand side and the loop; srcdiff does the rest.

Data: pelts of snowshoe hare and Canada lynx, in thousands, 1900-1920: records of the Hudson's Bay
Company (C. Elton and M. Nicholson, "The ten-year cycle in numbers of the lynx in Canada",
Journal of Animal Ecology 11, 1942).
"""

import math
import statistics
import timeit
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize

from srcdiff import value_and_grad, vjp

YEARS = np.arange(1900, 1921)
# fmt: off
HARE = np.array([
    30.0, 47.2, 70.2, 77.4, 36.3, 20.6, 18.1, 21.4, 22.0, 25.4, 27.1,
    40.3, 57.0, 76.6, 52.3, 19.5, 11.2, 7.6, 14.6, 16.2, 24.7,
])
LYNX = np.array([
    4.0, 6.1, 9.8, 35.2, 59.4, 41.7, 19.0, 13.0, 8.3, 9.1, 7.4,
    8.0, 12.3, 19.5, 45.7, 51.1, 29.7, 15.8, 9.7, 10.1, 8.6,
])
# fmt: on
SUBSTEPS = 20  # Runge-Kutta steps a year

UNKNOWNS = (
    ("hares in 1900", "thousand"),
    ("lynxes in 1900", "thousand"),
    ("alpha, births of hares", "per year"),
    ("beta, hares eaten", "per year and thousand lynxes"),
    ("gamma, deaths of lynxes", "per year"),
    ("delta, births of lynxes", "per year and thousand hares"),
)


def prey_predator(prey, predator, alpha, beta, gamma, delta):
    """The rates of change (thousands per year) of the two populations (thousands)."""
    eaten = prey * predator
    return alpha * prey - beta * eaten, delta * eaten - gamma * predator


@value_and_grad(wrt="theta")
def misfit(theta, hare, lynx, substeps):
    """The sum of squared differences of log counts, model against data.

    `theta` (6,) holds the logarithms of the initial prey and predator numbers (thousands), alpha,
    beta, gamma, delta (per year); `hare` and `lynx` are the yearly counts (thousands).
    """
    prey = math.exp(theta[0])
    predator = math.exp(theta[1])
    alpha = math.exp(theta[2])
    beta = math.exp(theta[3])
    gamma = math.exp(theta[4])
    delta = math.exp(theta[5])

    dt = 1.0 / substeps
    half = 0.5 * dt
    total = (theta[0] - math.log(hare[0])) ** 2 + (theta[1] - math.log(lynx[0])) ** 2
    for year in range(1, len(hare)):
        for _ in range(substeps):
            u1, v1 = prey_predator(prey, predator, alpha, beta, gamma, delta)
            u2, v2 = prey_predator(
                prey + half * u1, predator + half * v1, alpha, beta, gamma, delta
            )
            u3, v3 = prey_predator(
                prey + half * u2, predator + half * v2, alpha, beta, gamma, delta
            )
            u4, v4 = prey_predator(prey + dt * u3, predator + dt * v3, alpha, beta, gamma, delta)
            prey += dt / 6.0 * (u1 + 2.0 * u2 + 2.0 * u3 + u4)
            predator += dt / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4)
        total += (math.log(prey) - math.log(hare[year])) ** 2
        total += (math.log(predator) - math.log(lynx[year])) ** 2
    return total


def guess(period=10.0):
    """Theta (6,) from the first counts, a period read off the plot (years) and the mean counts.

    Small cycles have the period 2 pi / sqrt(alpha gamma), about the equilibrium
    prey = gamma / delta, predator = alpha / beta.
    """
    rate = 2.0 * math.pi / period
    return np.log([HARE[0], LYNX[0], rate, rate / LYNX.mean(), rate, rate / HARE.mean()])


def fit(theta):
    """Minimise the misfit by L-BFGS, from `theta` (6,)."""
    return minimize(
        misfit,
        theta,
        args=(HARE, LYNX, SUBSTEPS),
        jac=True,
        method="L-BFGS-B",
        options={"ftol": 1e-14, "gtol": 1e-7},
    )


def relative_errors(theta, variance, step=1e-4):
    """Standard errors (6,) of theta, from the curvature of the misfit: differences of gradients."""
    hessian = np.empty((6, 6))
    for i, shift in enumerate(step * np.eye(6)):
        above = misfit(theta + shift, HARE, LYNX, SUBSTEPS)[1]
        below = misfit(theta - shift, HARE, LYNX, SUBSTEPS)[1]
        hessian[i] = (above - below) / (2.0 * step)
    return np.sqrt(np.diag(np.linalg.inv(0.5 * hessian)) * variance)


def central_differences(theta, step=1e-5):
    """The gradient of the misfit the other way: two calls of the compiled function a parameter."""
    primal = misfit.primal
    gradient = np.empty(6)
    for i, shift in enumerate(step * np.eye(6)):
        above = primal(theta + shift, HARE, LYNX, SUBSTEPS)
        below = primal(theta - shift, HARE, LYNX, SUBSTEPS)
        gradient[i] = (above - below) / (2.0 * step)
    return gradient


def trajectory(theta, times):
    """The populations (2, len(times)) at `times` (years), by SciPy's adaptive integrator."""
    initial, rates = np.exp(theta[:2]), np.exp(theta[2:])
    solution = solve_ivp(
        lambda t, y: prey_predator(*y, *rates),
        (times[0], times[-1]),
        initial,
        t_eval=times,
        rtol=1e-9,
        atol=1e-9,
    )
    return solution.y


def report(found):
    """Print the fitted unknowns, their standard errors and the residual."""
    freedom = 2 * len(YEARS) - len(UNKNOWNS)
    variance = found.fun / freedom
    errors = relative_errors(found.x, variance)
    for (name, unit), value, error in zip(UNKNOWNS, np.exp(found.x), errors, strict=True):
        print(f"    {name:24}{value:9.4f} ± {value * error:6.4f} {unit}")
    check = np.sum((np.log(trajectory(found.x, YEARS)) - np.log([HARE, LYNX])) ** 2)
    print(f"  sum of squares {found.fun:.6f} (with SciPy's adaptive integrator: {check:.6f});")
    typical = 100.0 * math.expm1(math.sqrt(variance))
    print(f"  a count is typically off by {typical:.0f} %")


def time_gradients(theta):
    """Print how long a gradient takes, and how far central differences are from it."""
    gradient = misfit(theta, HARE, LYNX, SUBSTEPS)[1]
    differences = central_differences(theta)
    off = np.linalg.norm(differences - gradient) / np.linalg.norm(gradient)

    def microseconds(call, number=100):
        return 1e6 * statistics.median(timeit.repeat(call, number=number, repeat=15)) / number

    primal = microseconds(lambda: misfit.primal(theta, HARE, LYNX, SUBSTEPS))
    exact = microseconds(lambda: misfit(theta, HARE, LYNX, SUBSTEPS))
    central = microseconds(lambda: central_differences(theta))
    print(f"  the function itself, compiled      {primal:8.1f} µs")
    print(f"  function and gradient, srcdiff     {exact:8.1f} µs")
    print(f"  gradient by central differences    {central:8.1f} µs, {off:.0e} off (relative)")


def draw(theta, path):
    """Save the counts and the fitted curves."""
    times = np.linspace(YEARS[0], YEARS[-1], 501)
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for name, colour, counts, curve in zip(
        ("hares", "lynxes"),
        ("tab:blue", "tab:red"),
        (HARE, LYNX),
        trajectory(theta, times),
        strict=True,
    ):
        axes.plot(times, curve, color=colour, label=f"{name}, fitted")
        axes.plot(YEARS, counts, "o", color=colour, label=f"{name}, counted")
    axes.set(ylabel="pelts (thousands)", ylim=0, xticks=YEARS[::4])
    axes.set_title("Hudson's Bay Company pelts and the Lotka-Volterra equations")
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    figure.savefig(path, dpi=150)
    plt.close(figure)


def run(folder):
    """Fit, report, compare times, show the derivative of the right-hand side, save the plot."""
    steps = SUBSTEPS * (len(YEARS) - 1)
    print(f"  {2 * len(YEARS)} counts, {steps} Runge-Kutta steps, {len(UNKNOWNS)} unknowns")
    theta = guess()
    before = misfit(theta, HARE, LYNX, SUBSTEPS)[0]
    found = fit(theta)
    print(f"  L-BFGS: {before:.2f} -> {found.fun:.4f} in {found.nit} iterations\n")
    report(found)
    print()
    time_gradients(guess())

    names = ("prey", "predator", "alpha", "beta", "gamma", "delta")
    pullback = vjp(prey_predator, wrt=names)
    print("\n  The derivative of the right-hand side, as srcdiff wrote it:\n")
    source = pullback.source(*np.exp(found.x).tolist(), (1.0, 1.0))
    print("\n".join(f"    {line}".rstrip() for line in source.splitlines()))

    picture = folder / "predator_prey.png"
    draw(found.x, picture)
    print(f"\n  picture: {picture}")


if __name__ == "__main__":
    output = Path(__file__).resolve().parent.parent / "demo-output"
    output.mkdir(exist_ok=True)
    run(output)
