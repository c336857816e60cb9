"""Values of constants, and what stands for none."""

from __future__ import annotations

import numpy as np

from srcdiff.syntax import SEPARATOR

NUMBERS = (bool, int, float, complex, np.number, np.bool_)
# the function that stands for no value while types are inferred
UNBOUND = f"return{SEPARATOR}unbound"
FLAG = f"{SEPARATOR}none"  # in the names of flags that say whether a variable is None
