"""Files of generated modules that were changed, and folders that cannot be used."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from srcdiff import grad
from srcdiff.backends.made_before import TITLE
from srcdiff.output import store

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])

# --- files that are not as they were written ---


def cubed(x):
    return x * x * x


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache that is empty."""
    monkeypatch.setenv("SRCDIFF_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def forget() -> None:
    """Forget the modules that were loaded, and the derivatives, as a new process does."""
    vars(cubed).pop(TITLE, None)
    for title in [title for title in sys.modules if title.startswith(store.PREFIX)]:
        del sys.modules[title]


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forget the modules that other tests have loaded, and those of this one."""
    forget()
    yield
    forget()


DAMAGES: Mapping[str, Any] = {
    "empty": lambda text: "",
    "half": lambda text: text[: len(text) // 2],
    "last byte": lambda text: text[:-1],
    "no checksum": lambda text: text[: text.rindex("# srcdiff")],
    "changed": lambda text: text.replace("3.0 * x", "4.0 * x"),
    "longer": lambda text: text + "\nraise SystemExit\n",
    "code before": lambda text: "raise SystemExit\n" + text,
    "not text": lambda text: b"\xff\xfe" + text.encode("utf-16"),
}


@TARGETS
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_written_anew(cache: Path, damage: str, target: str) -> None:
    assert grad(cubed, target=target)(2.0) == 12.0
    (file,) = cache.glob("*.py")
    text = file.read_text()
    damaged = DAMAGES[damage](text)
    assert damaged != text
    file.write_bytes(damaged if isinstance(damaged, bytes) else damaged.encode())
    forget()
    assert grad(cubed, target=target)(2.0) == 12.0
    assert file.read_text() == text


def test_a_right_file_is_left_alone(cache: Path) -> None:
    grad(cubed, target="python")(2.0)
    (file,) = cache.glob("*.py")
    os.utime(file, ns=(1, 1))
    for _ in range(3):
        assert grad(cubed, target="python")(2.0) == 12.0
    assert file.stat().st_mtime_ns == 1


def test_a_folder_in_place_of_the_file(cache: Path) -> None:
    grad(cubed, target="python")(2.0)
    (file,) = cache.glob("*.py")
    file.unlink()
    (file / "inside").mkdir(parents=True)
    for target in ("cpu", "python"):
        forget()
        assert grad(cubed, target=target)(2.0) == 12.0
    assert [path.name for path in file.iterdir()] == ["inside"]


# --- folders that cannot be used ---


def world_writable(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody write to the folder."""
    cache.mkdir()
    cache.chmod(0o777)


def of_the_group(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the group write to the folder."""
    cache.mkdir()
    cache.chmod(0o770)


def of_somebody_else(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the folder be somebody else's."""
    cache.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1)


def read_only(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the folder be read-only; what root may do counts as well."""
    cache.mkdir(mode=0o500)
    monkeypatch.setattr(os, "access", lambda path, mode: False)


def no_folder(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file have the name of the folder."""
    cache.write_text("")


def below_a_file(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file have the name of the folder above."""
    cache.write_text("")
    monkeypatch.setenv("SRCDIFF_CACHE_DIR", str(cache / "inside"))


def full_disk(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be written any more."""

    def replace(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", replace)


@TARGETS
@pytest.mark.parametrize(
    "obstacle",
    [
        world_writable,
        of_the_group,
        of_somebody_else,
        read_only,
        no_folder,
        below_a_file,
        full_disk,
    ],
)
def test_without_a_safe_folder_modules_live_in_memory(
    cache: Path, monkeypatch: pytest.MonkeyPatch, obstacle: Any, target: str
) -> None:
    obstacle(cache, monkeypatch)
    derivative = grad(cubed, target=target)
    assert derivative(2.0) == 12.0
    assert "def cubed_gradient(x):" in derivative.source()
    assert not list(cache.glob("*")) if cache.is_dir() else not cache.read_text()


@TARGETS
def test_without_a_cache_nothing_is_written(cache: Path, target: str) -> None:
    derivative = grad(cubed, target=target, cache=False)
    assert derivative(2.0) == 12.0
    assert not cache.exists()
    assert "cache=True" not in derivative.source()


def test_the_folder_is_the_users_own(cache: Path) -> None:
    grad(cubed, target="python")(2.0)
    assert cache.stat().st_mode & 0o777 == 0o700
    (file,) = cache.glob("*.py")
    assert file.stat().st_mode & 0o077 == 0


def test_tracebacks_show_the_source_in_memory(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_folder(cache, monkeypatch)

    def checked(x):
        assert x > 0.0
        return x * x

    with pytest.raises(AssertionError) as caught:
        grad(checked, target="python")(-1.0)
    assert "assert x > 0.0" in str(caught.traceback[-1].statement)
