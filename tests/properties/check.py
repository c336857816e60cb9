"""Find out what becomes of a program: its derivative is right, wrong, refused, or fails."""

from __future__ import annotations

import linecache
import os
import pickle
import re
import signal
import traceback
from dataclasses import dataclass

from srcdiff.errors import InternalError, SrcdiffError

from ..time_limit import limited
from .compare import Wrong, compare
from .expected import Discard, TooLong, prepare

SECONDS = 60  # for a derivative
SECONDS_ALONE = 3  # for a program and its reference
OTHER_LENGTHS = (  # what `@` says of lengths: see np.einsum in docs/supported-python.md
    "mismatch in its core dimension",
    "incompatible array sizes for np.dot",
)
OTHER_SHAPES = "need names of their own"  # what a derivative says where one is not known before


@dataclass(frozen=True)
class Verdict:
    """What became of a program: "ok", "refused", "discarded", "wrong" or "error".

    Failures of one `signature` probably have one cause.
    """

    kind: str
    signature: str = ""
    message: str = ""

    @property
    def failed(self) -> bool:
        """Return True if this is a mistake of srcdiff."""
        return self.kind in ("wrong", "error")


def judge(text: str, target: str = "python", name: str = "<program>", kind: str = "") -> Verdict:
    """Return what becomes of a program; with `kind`, if that is asked of it."""
    try:
        with limited(SECONDS_ALONE, TooLong):
            program, expected = prepare(text, name, kind)
        with limited(SECONDS, TooLong):
            compare(program, expected, target)
    except Discard as reason:
        return Verdict("discarded", str(reason))
    except SrcdiffError as error:
        if isinstance(error, InternalError):
            reason = re.sub(" at 0x[0-9a-f]+", "", error.reason)
            return Verdict("error", f"InternalError {reason}", str(error))
        return Verdict("refused", f"{type(error).__name__}: {error.reason}", str(error))
    except Wrong as error:
        return Verdict("wrong", error.signature, str(error))
    except AssertionError as error:
        if OTHER_SHAPES in str(error):
            return Verdict("refused", f"AssertionError: {OTHER_SHAPES}", str(error))
        return Verdict("error", origin(error), traceback.format_exc(limit=-4))
    except Exception as error:
        if "einsum" in text and any(words in str(error) for words in OTHER_LENGTHS):
            return Verdict("refused", "ValueError: np.einsum of other lengths", str(error))
        return Verdict("error", origin(error), traceback.format_exc(limit=-4))
    finally:
        linecache.cache.pop(name, None)
    return Verdict("ok")


def origin(error: Exception) -> str:
    """Return the type of an exception and where srcdiff, or what it wrote, raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if "/srcdiff/" in frame.filename]
    if frames and "srcdiff" in frames[-1].filename and inside[-1:] != frames[-1:]:
        return f"{type(error).__name__} in the generated source"
    if not inside:
        return f"{type(error).__name__} {str(error)[:60]}"
    place = f"{inside[-1].filename.rpartition('/srcdiff/')[2]}:{inside[-1].name}"
    return f"{type(error).__name__} in {place}"


def judge_apart(
    text: str, target: str = "python", name: str = "<program>", kind: str = ""
) -> Verdict:
    """Return what becomes of a program that is run in a process of its own, as it may crash."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(writing, "wb") as stream:
            pickle.dump(judge(text, target, name, kind), stream)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        answer = stream.read()
    _, status = os.waitpid(child, 0)
    if status:
        return Verdict("error", f"crash: {signal.Signals(os.WTERMSIG(status)).name}")
    verdict: Verdict = pickle.loads(answer)
    return verdict
