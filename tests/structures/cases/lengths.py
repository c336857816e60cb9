"""Lengths, and other integers that follow from the text, as conditions."""

from tests.structures.judge import case


@case({"parts": [], "x": 2.0})
def length_of_an_empty_list(p):
    return p["parts"][0] * 2.0 if len(p["parts"]) else p["x"] ** 2


@case({"parts": [], "more": [{"y": 3.0}], "x": 2.0})
def one_length_and_another(p):
    if not len(p["parts"]) and len(p["more"]):
        return p["more"][0]["y"] * p["x"]
    return p["parts"][0] * p["x"]


@case({"parts": [{"y": 1.0}, {"y": 3.0}], "x": 2.0})
def remainders(p):
    s = p["x"]
    for k in range(4):
        s += p["parts"][k % 2]["y"] * s if k % 2 else p["x"]
    while len(p["parts"]) - 2:
        s *= p["parts"][7]["y"]
    return s
