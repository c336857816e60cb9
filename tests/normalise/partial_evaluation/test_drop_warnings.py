"""What is logged is left out, and so are warnings."""

from __future__ import annotations

import logging
import warnings

from srcdiff import grad

LOG = logging.getLogger(__name__)


def noisy(x):
    if x > 1.0:
        LOG.warning("large: %s", x)
        logging.info("x is %s", x)
    warnings.warn("slow", stacklevel=2)
    LOG.debug("done")
    return x * x


def test_what_is_logged():
    derivative = grad(noisy, target="python")
    assert derivative(3.0) == 6.0
    assert "LOG" not in derivative.source(3.0)
