"""The text of a generated module."""

from srcdiff.program.module_text import LONG_FUNCTION, LONG_MODULE, left_to_llvm

SHORT, LONG = "\n".join(["x = y"] * LONG_FUNCTION), "\n".join(["x = y"] * (LONG_FUNCTION + 1))


def test_functions_of_a_short_module_are_put_into_what_calls_them():
    assert left_to_llvm({"f": LONG, "g": SHORT}) == set()


def test_long_functions_of_a_long_module_are_left_to_llvm():
    texts = {f"f{k}": LONG for k in range(LONG_MODULE // LONG_FUNCTION)}
    assert left_to_llvm({**texts, "g": SHORT}) == texts.keys()
