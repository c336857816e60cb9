"""What the adjoint of a kernel does with loops, memory and adjoints, in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from srcdiff.differentiate.facts import Facts
from srcdiff.gpu.barriers.kept import Room
from srcdiff.gpu.barriers.snapshots import Segmented
from srcdiff.gpu.gather.writes import Update
from srcdiff.report import BACKWARD, FunctionReport, SavedValue, size_of
from srcdiff.syntax import SNAPSHOTS, TAPE, adjoint, readable
from srcdiff.syntax.origin import short

ASSIGNED = "assigned"
ONCE = "once a segment, to run forward again from there"
SUMMED = "summed over each block, and added by one atomic operation"
SHARED = "      what these read of the same elements is read once"
WORDS = {"plain": "added to by plain operations", "atomic": "added to by atomic operations"}


@dataclass(frozen=True)
class AdjointUse:
    """How the adjoint of an argument is added to, and why."""

    name: str
    how: str
    why: str


@dataclass(frozen=True)
class KernelReport:
    """What the adjoint of a kernel does; print it to read it.

    The memory of `functions` is that of each thread: the kernel comes first, then the device
    functions that it calls. A thread takes so many `places` along the last axis of the grid.
    """

    functions: tuple[FunctionReport, ...]
    adjoints: tuple[AdjointUse, ...]
    places: int = 1

    def __str__(self) -> str:
        kernel, *rest = self.functions
        lines = [str(kernel)]
        if self.places > 1:
            lines += [f"  a thread takes {self.places} places, one below the other", SHARED]
        for use in self.adjoints:
            lines += [f"  {use.name} is {use.how}", f"      {use.why}"]
        return "\n\n".join(["\n".join(lines), *map(str, rest)])


def kernel_report(
    functions: Sequence[FunctionReport],
    updates: Mapping[str, Update],
    numbers: Collection[str],
    assigned: Collection[str],
    rooms: Sequence[Room],
    places: int = 1,
) -> KernelReport:
    """Return the report of a kernel.

    `updates` tells how the adjoints of arrays are added to, `numbers` are arguments that all
    threads read, `assigned` the adjoints that are, `rooms` what the launch makes, `places` how many
    a thread takes.

    >>> known = {"x": Update("plain", "subscripts differ between threads")}
    >>> part = FunctionReport("f_adjoint", (), ())
    >>> print(kernel_report([part], known, ["a"], [], []))
    f_adjoint
      saves nothing
      d_x is added to by plain operations
          subscripts differ between threads
      d_a is summed over each block, and added by one atomic operation
          all threads read the number
    """
    kernel, *rest = functions
    allocated = {readable(room.name.removesuffix(TAPE).removesuffix(SNAPSHOTS)) for room in rooms}
    saved = tuple(with_place(value, allocated) for value in kernel.saved)
    uses = [
        AdjointUse(
            readable(adjoint(array)),
            ASSIGNED if adjoint(array) in assigned else WORDS[update.how],
            update.why,
        )
        for array, update in updates.items()
    ]
    uses += [
        AdjointUse(readable(adjoint(n)), SUMMED, "all threads read the number") for n in numbers
    ]
    return KernelReport((replace(kernel, saved=saved), *rest), tuple(uses), places)


def with_snapshots(report: FunctionReport, facts: Facts, cut: Segmented) -> FunctionReport:
    """Return the report of a kernel with what its loops do about snapshots."""
    origin = facts.core.origin
    told = {f"{short(origin.file)}:{origin.line(loop)}": how for loop, how in cut.loops.items()}
    loops = tuple(
        replace(use, how=f"{use.how}; {told[use.place]}") if use.place in told else use
        for use in report.loops
    )
    more = []
    for value, kind in cut.carried.items():
        memory = f"{size_of(cut.shapes[value + SNAPSHOTS], kind)} bytes"
        more.append(SavedValue(readable(value), ONCE, memory))
    return replace(report, loops=loops, saved=(*report.saved, *more))


def without_snapshots(report: FunctionReport) -> FunctionReport:
    """Return the report of a device function, whose loops have none.

    >>> from srcdiff.report import LoopUse
    >>> use = LoopUse("f.py:2", "for k in range(3)", "run forward, then backward: `v` is carried")
    >>> without_snapshots(FunctionReport("f", (use,), ())).loops[0].how
    'run forward, then backward: `v` is carried; no snapshots: it stands in a device function'
    """
    told = "; no snapshots: it stands in a device function"
    loops = tuple(
        replace(use, how=f"{use.how}{told}") if use.how.startswith(BACKWARD) else use
        for use in report.loops
    )
    return replace(report, loops=loops)


def with_place(value: SavedValue, allocated: Collection[str]) -> SavedValue:
    """Return a saved value that tells where each thread keeps it."""
    where = "an array that the launch makes" if value.name in allocated else "a local array"
    return replace(value, memory=f"{value.memory} for each thread, in {where}")
