"""One record for each operation: what is known of it, apart from its derivative.

In: nothing. Out: sets and tables, which other modules ask for by fact, as in
`functions_with(linear=True)`.
A new operation is one `declare`, in the file of its subject; its rule is in `rules/`.
"""

from srcdiff.core.primitives import (
    creation,
    elementary,
    linear_algebra,
    logic,
    operators,
    reductions,
    sequences,
    shaping,
)
from srcdiff.core.primitives.record import (
    MODULES,
    Axis,
    Fill,
    Primitive,
    Weight,
    by_function,
    by_name,
    functions_with,
    names_with,
    primitives_with,
    standard,
)
