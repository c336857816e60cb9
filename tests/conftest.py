"""What all tests share: a cache of their own, files with expected text, and printing checked."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from srcdiff.output import emit

from .reread import check_text

Golden = Callable[[Path, str], None]
collect_ignore_glob = ["errors/cases/*"]  # programs that fail, which test_texts.py loads


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
