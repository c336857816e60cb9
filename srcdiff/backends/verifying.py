"""Whether derivatives are held against their functions (verify.py, which is imported if so)."""

from __future__ import annotations

import os
from contextvars import ContextVar

from srcdiff.front.options import Options

VERIFYING: ContextVar[bool] = ContextVar("verifying", default=False)


def is_asked_for(options: Options) -> bool:
    """Return True if derivatives with some options are to be verified now."""
    everywhere = os.environ.get("SRCDIFF_VERIFY", "0") not in ("", "0")
    return (options.verify or everywhere) and not VERIFYING.get()
