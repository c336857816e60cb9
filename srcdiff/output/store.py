"""The files of generated modules: content-addressed, written once, checked before use.

The folder holds code that will be run, so it has to be the user's own. A file carries a
checksum of its text: one that was not written to the end, or changed since, is written
anew. Where no such folder can be had, modules live in memory only. The folder is kept from growing
without end by srcdiff/output/eviction.py, so that a file may be gone at any time.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import linecache
import os
import stat
import sys
import tempfile
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from srcdiff.output.eviction import prune_sometimes, used

MARK = "# srcdiff: "
PREFIX = "srcdiff_generated_"


def folder() -> Path | None:
    """Return the folder for generated modules, or None where there is none that is safe.

    It is $SRCDIFF_CACHE_DIR, else `srcdiff` in the user's cache directory.
    """
    given = os.environ.get("SRCDIFF_CACHE_DIR")
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    chosen = Path(given) if given else Path(cache) / "srcdiff"
    try:
        chosen.mkdir(mode=0o700, parents=True, exist_ok=True)
        return chosen if is_own(chosen) else None
    except OSError:
        return None


def is_own(chosen: Path) -> bool:
    """Return True if a folder is the user's, and writable for nobody else."""
    if not hasattr(os, "getuid"):
        return os.access(chosen, os.W_OK)
    found = chosen.stat()
    mine = found.st_uid == os.getuid()
    return mine and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and os.access(chosen, os.W_OK)


def checksum(text: str, name: str) -> str:
    """Return the last line of a file: the name of its main function, and a checksum."""
    return f"{MARK}{name} {hashlib.sha256(text.encode()).hexdigest()}\n"


def read(file: Path) -> tuple[str, str] | None:
    """Return the text of a file and the name of its main function, if it is as written.

    It counts as used from now on.
    """
    used(file)
    try:
        whole = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    text, mark, last = whole.rpartition(MARK)
    name = last.split(" ")[0]
    return (text, name) if mark and mark + last == checksum(text, name) else None


def save(file: Path, text: str, name: str) -> bool:
    """Write a file at once, or not at all; return True if it is there."""
    try:
        handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text + checksum(text, name))
            os.replace(temporary, file)
        except OSError:
            os.unlink(temporary)
            return False
    except OSError:
        return False
    prune_sometimes(file.parent)
    return True


def load_text(name: str, text: str) -> ModuleType:
    """Return the module with a text that is in no file, named after its contents."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return load(f"{name}_{digest}", text, None)


def load(stem: str, text: str, file: Path | None) -> ModuleType:
    """Return the module of a text: from its file, or from memory where there is none."""
    title = PREFIX + stem
    known = sys.modules.get(title)
    if known is not None and getattr(known, "__srcdiff_text__", None) == text:
        return known
    found = from_file(title, text, file) if file is not None else None
    module = found if found is not None else in_memory(title, text)
    vars(module)["__srcdiff_text__"] = text
    return module


def from_file(title: str, text: str, file: Path) -> ModuleType | None:
    """Return the module of a file; None if another process has removed the file meanwhile."""
    spec = importlib.util.spec_from_file_location(title, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module
    try:
        spec.loader.exec_module(module)
    except (OSError, RuntimeError):  # Numba's, if there is no file to keep compiled code beside
        if file.exists():
            raise
        return None
    show_lines(str(file), text)
    return module


def show_lines(file: str, text: str) -> None:
    """Let tracebacks and debuggers show a text, whether or not there is such a file any more."""
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)


class Finder:
    """Lets `import` find generated modules: compiled code that was cached asks for them."""

    def find_spec(self, title: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return where the module of that name is, or None if it is none of ours.

        Raises FileNotFoundError if it is not in the cache any more, or never was: Numba takes
        compiled code that asks for it as lost, and compiles anew.
        """
        if not title.startswith(PREFIX):
            return None
        place = folder()
        file = place / f"{title.removeprefix(PREFIX)}.py" if place is not None else None
        if file is None or read(file) is None:
            raise FileNotFoundError(errno.ENOENT, "no such generated module", title)
        return importlib.util.spec_from_file_location(title, file)


def in_memory(title: str, text: str) -> ModuleType:
    """Return a module that has no file; its text can still be shown.

    Numba can keep what it compiles for files only.
    """
    text = text.replace(", cache=True)", ")")
    module = ModuleType(title)
    module.__file__ = f"<{title}>"
    show_lines(module.__file__, text)
    sys.modules[title] = module
    exec(compile(text, module.__file__, "exec"), vars(module))
    return module


sys.meta_path.append(Finder())
