"""The page of rules says what the tables say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from srcdiff.output.rules_document import page

from ..conftest import Golden

FILE = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.0.0", reason="other functions")
def test_the_page_is_up_to_date(golden: Golden) -> None:
    golden(FILE, page())
