"""Numba's declarations of functions and attributes, the latest ones too.

Numba looks for new ones by generators that remember how far they are. An interrupt inside of one
ends it, and with it all further compilation in the process.
"""

from __future__ import annotations

from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.utils import stream_list


def refresh_declarations() -> None:
    """Have Numba enter what was declared since it last looked.

    Other threads wait, as they do while Numba compiles: of two that look at the same time, each
    would find a part of it.
    """
    with global_compiler_lock:
        mend_declarations()
        cpu_target.typing_context.refresh()


def mend_declarations() -> None:
    """Begin anew, behind what was declared already, where an interrupt has ended a generator.

    >>> refresh_declarations()
    >>> registry, loader = next(iter(cpu_target.typing_context._registries.items()))
    >>> loader._registrations["functions"].close()
    >>> mend_declarations()
    >>> list(loader.new_registrations("functions"))
    []
    """
    for context in (cpu_target.typing_context, cpu_target.target_context):
        for registry, loader in context._registries.items():
            for name, stream in loader._registrations.items():
                if stream.gi_frame is None:
                    loader._registrations[name] = stream_list(getattr(registry, name))
                    next(loader._registrations[name])
