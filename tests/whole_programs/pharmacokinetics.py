"""Two-compartment pharmacokinetics with first-order absorption and an absorption lag.

Doses are given by mouth or as an intravenous bolus; plasma concentrations are predicted at the
sampling times and compared with assays under a proportional error model.

Units: hours, litres, milligrams; concentrations in mg/L, clearances in L/h.
"""

import math

import numpy as np

WRT = "params"

# Dormand-Prince coefficients: nodes, stages, fifth-order weights and error weights.
NODES = [0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0]
STAGES = [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
]
FIFTH = STAGES[-1] + [0.0]
ERROR = [71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40]


def make_rhs(params):
    """Return the rate of change of the amounts in depot, centre and periphery."""
    k10 = params["clearance"] / params["v_central"]
    k12 = params["q"] / params["v_central"]
    k21 = params["q"] / params["v_peripheral"]

    def rhs(t, amounts):
        depot, central, peripheral = amounts
        absorbed = params["ka"] * depot
        exchanged = k12 * central - k21 * peripheral
        return np.array([-absorbed, absorbed - k10 * central - exchanged, exchanged])

    return rhs


def dormand_prince_step(rhs, t, y, h):
    """Take one step and return the new state with its estimated error."""
    stages = []
    for node, row in zip(NODES, STAGES):
        increment = sum((a * k for a, k in zip(row, stages)), np.zeros_like(y))
        stages.append(rhs(t + node * h, y + h * increment))
    new = y + h * sum(b * k for b, k in zip(FIFTH, stages))
    error = h * sum(e * k for e, k in zip(ERROR, stages))
    return new, error


def integrate(rhs, t, end, y, rtol=1e-7, atol=1e-7):
    """Integrate from t to end with an adaptive step."""
    h = min(0.1, end - t)
    while end - t > 1e-12:
        h = min(h, end - t)
        new, error = dormand_prince_step(rhs, t, y, h)
        scale = atol + rtol * np.maximum(np.abs(y), np.abs(new))
        norm = math.sqrt(np.mean((error / scale) ** 2))
        if norm <= 1.0:
            t, y = t + h, new
        h *= min(5.0, max(0.2, 0.9 * max(norm, 1e-10) ** -0.2))
    return y


def build_events(params, doses, times):
    """Merge the doses, delayed where they are swallowed, with the sampling times."""
    events = [(time, 0, index) for index, time in enumerate(times)]
    for index, dose in enumerate(doses):
        start = dose["time"]
        if dose["route"] == "oral":
            start = start + params["lag"]
        events.append((start, 1, index))
    return sorted(events)


def predict(params, doses, times):
    """Return the plasma concentrations at the sampling times."""
    rhs = make_rhs(params)
    amounts, now = np.zeros(3), 0.0
    concentrations = np.zeros(len(times))
    for time, is_dose, index in build_events(params, doses, times):
        if time > now:
            amounts, now = integrate(rhs, now, time, amounts), time
        if not is_dose:
            concentrations[index] = amounts[1] / params["v_central"]
        elif doses[index]["route"] == "oral":
            amounts[0] += params["bioavailability"] * doses[index]["amount"]
        else:
            amounts[1] += doses[index]["amount"]
    return concentrations


def negative_log_likelihood(params, doses, times, assays):
    """Return minus the log-likelihood of the assays under proportional error."""
    total = 0.0
    for predicted, assay in zip(predict(params, doses, times), assays):
        if predicted <= 0.0:
            continue
        sd = params["sigma"] * predicted
        total -= -0.5 * ((assay - predicted) / sd) ** 2 - math.log(sd * math.sqrt(2 * math.pi))
    return float(total)


def example():
    """Return the objective for one subject and its arguments."""
    doses = [{"time": hour, "amount": 250.0, "route": "oral"} for hour in (0.0, 12.0)]
    doses.append({"time": 20.0, "amount": 60.0, "route": "iv"})
    times = [0.25, 1.0, 1.5, 2.5, 4.0, 8.0, 12.0, 13.0, 14.5, 18.0, 20.5, 24.0, 30.0]
    params = {"clearance": 6.2, "v_central": 28.0, "q": 4.1, "v_peripheral": 45.0}
    params |= {"ka": 1.15, "lag": 0.42, "bioavailability": 0.78, "sigma": 0.12}
    truth = {**params, "clearance": 5.6, "v_central": 30.0, "ka": 1.3}
    noise = np.random.default_rng(5).normal(0.0, 0.1, len(times))
    assays = predict(truth, doses, times) * (1.0 + noise)
    return negative_log_likelihood, (params, doses, times, assays)
