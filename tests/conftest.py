"""What all tests share: a cache of their own, files with expected text, and printing checked.

Of tests that compile a function for each of many cases, a tenth is run: they take most of the
time, and nearly all of what they test is tested uncompiled, too. With SRCDIFF_TEST_ALL=1 all are.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from srcdiff.output import emit

from .reread import check_text
from .sample import EVERY

Golden = Callable[[Path, str], None]
collect_ignore_glob = ["errors/cases/*"]  # programs that fail, which test_texts.py loads
MADE_BETWEEN = 20_000  # objects between two collections of garbage
SHARE = 10  # one of so many cases of a test is compiled


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the expected texts anew."""
    parser.addoption(
        "--update-golden", action="store_true", help="write the files with expected text anew"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Keep generated modules, those of doctests included, out of the user's cache."""
    folder = tempfile.mkdtemp(prefix="srcdiff-tests-")
    os.environ["SRCDIFF_CACHE_DIR"] = folder
    emit.READERS.append(check_text)
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out most of the cases that are compiled."""
    places: Counter[tuple[str, str]] = Counter()
    kept, left = [], []
    for item in items:
        place = 0
        if not EVERY and is_compiled(item):
            test = str(item.path), getattr(item, "originalname", "")
            place, places[test] = places[test], places[test] + 1
        (left if place % SHARE else kept).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of the collection of garbage, and that for later.

    There are a million objects, and each pass and each compilation makes more that live long.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_BETWEEN)


def is_compiled(item: pytest.Item) -> bool:
    """Return True for one of the cases of a test that compiles something."""
    cases = getattr(item, "callspec", None)
    title = getattr(item, "originalname", "").replace("uncompiled", "")
    return cases is not None and ("compiled" in title or "cpu" in map(str, cases.params.values()))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Return the function that compares a text with a file, or writes the file."""
    update = request.config.getoption("--update-golden")

    def compare(file: Path, text: str) -> None:
        if update:
            file.write_text(text, encoding="utf-8")
        known = file.read_text(encoding="utf-8") if file.exists() else ""
        assert text == known, f"{file.name} differs: if it should, run pytest --update-golden"

    return compare
