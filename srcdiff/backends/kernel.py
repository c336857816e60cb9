"""The adjoint of a kernel, as users launch it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from srcdiff.backends.arrays import check_shapes, is_array, signature, type_of
from srcdiff.backends.cuda import (
    add_parts,
    check_decided,
    clear,
    compiled,
    copy_of,
    device_in_use,
    on_device,
    on_host,
    python_function,
    room_on_device,
)
from srcdiff.backends.launch import Launch, value_of
from srcdiff.backends.plans import NewArray, Plan, known_to, plan
from srcdiff.errors import WrongCall
from srcdiff.front.door import DOOR
from srcdiff.gpu.launch.module import WrittenKernel, write
from srcdiff.gpu.launch.report import KernelReport
from srcdiff.gpu.launch.request import KernelRequest
from srcdiff.gpu.thread.places import check_launch
from srcdiff.output import store

PLANS = 1000  # how many are kept of each adjoint
ROOMS = 16  # likewise, on all streams
LANES = 32  # of a warp


class KernelAdjoint:
    """The adjoint of a kernel: `adjoint[grid, block](x, d_x, y, d_y, n)`."""

    def __init__(self, kernel: Any, asked: KernelRequest) -> None:
        self.kernel = kernel
        self.function = python_function(kernel)
        self.asked = asked
        self.modules: dict[Any, tuple[WrittenKernel, ModuleType]] = {}
        self.plans: dict[Any, Plan] = {}
        self.rooms: dict[Any, Any] = {}
        self.latest: WrittenKernel | None = None

    def __getitem__(self, config: Any) -> Any:
        """Return the adjoint for a grid and blocks, as kernels of Numba do."""
        with DOOR:
            launch = Launch.of(config)

        def run(*arguments: Any) -> None:
            with DOOR:
                self.run(launch, arguments)

        return run

    def run(self, launch: Launch, arguments: Sequence[Any]) -> None:
        """Launch the adjoint.

        Raises WrongCall, WrongShape and AliasedArguments for arguments that do not fit, and
        OverflowError if a loop has run more often than there was room for.
        """
        plan = self.planned(launch, arguments)
        written, stream = plan.written, launch.stream
        self.latest = written
        plan.check_apart(arguments)
        for place in plan.cleared:
            clear(arguments[place], stream)
        rooms = [self.room(k, new, stream) for k, new in enumerate(plan.rooms)]
        flows = on_device(np.zeros(1, np.int32)) if written.may_overflow else None
        config = launch.config
        asked_for = self.decided(written, arguments, config)
        made = [*asked_for.values(), *rooms, *([flows] if flows is not None else [])]
        made += launch.limits(written.places)
        config = launch.taking(written.places).config
        given = self.summed(plan, arguments, stream)
        getattr(plan.module, written.name)[config](*given, *made)
        for place in plan.summed:
            add_parts[1, LANES, stream](given[place], arguments[place])
        if written.clear:
            clearing = launch.coarser if written.clears_by_place else launch
            getattr(plan.module, written.clear)[clearing.config](*arguments)
        if flows is not None and on_host(flows)[0]:
            raise OverflowError(
                f"a loop of `{self.function.__name__}` has run more than "
                f"{self.asked.iterations} times: give a larger `max_iterations`, and begin with "
                "adjoints as they were"
            )
        for extreme in written.extremes:
            check_decided(asked_for[extreme.taken])

    def planned(self, launch: Launch, arguments: Sequence[Any]) -> Plan:
        """Return what a launch does: found before, for arguments of the same types and shapes.

        Raises WrongCall and WrongShape for arguments that do not fit.
        """
        found = tuple(map(signature, arguments))
        key = None if None in found else (launch.grid, launch.block, found)
        if key in self.plans:
            return self.plans[key]
        own, shadows = self.divided(arguments)
        given = tuple(type_of(value) for value in own.values())
        written, module = self.fitting(given, launch, known_to(own))
        check_launch(written.per_thread, launch.grid, launch.block, written.whole_warps)
        check_shapes(own, shadows)
        made = plan(written, module, self.asked, own, shadows, launch)
        if key is not None and made.lasts:
            if len(self.plans) == PLANS:
                self.plans.clear()
            self.plans[key] = made
        return made

    def room(self, word: Any, new: NewArray, stream: Any) -> Any:
        """Return an array on the device, which the next launch on the same stream uses again."""
        key = word, stream, device_in_use()
        room = self.rooms.get(key)
        if room is None or room.shape != new.shape or room.dtype != new.dtype:
            self.rooms.pop(key, None)
            if len(self.rooms) == ROOMS:  # streams may be made anew for each launch
                del self.rooms[next(iter(self.rooms))]
            room = self.rooms[key] = room_on_device(new.shape, new.dtype)
        return room

    def summed(self, plan: Plan, arguments: Sequence[Any], stream: Any) -> list[Any]:
        """Return the arguments with arrays of zeros for the sums that many blocks add to."""
        found = list(arguments)
        for place, new in plan.summed.items():
            found[place] = self.room(plan.names[place], new, stream)
            clear(found[place], stream)
        return found

    @cached_property
    def primal(self) -> Any:
        """Return the kernel itself, compiled."""
        return compiled(self.kernel) if self.kernel is self.function else self.kernel

    def decided(
        self, written: WrittenKernel, arguments: Sequence[Any], config: Any
    ) -> dict[str, Any]:
        """Return the arrays that tell which threads atomic maxima and minima come from.

        For that, the kernel runs on copies of what it writes to.
        """
        if not written.extremes:
            return {}
        own, _ = self.divided(arguments)
        left = {n: copy_of(v) if n in written.written else v for n, v in own.items()}
        self.primal[config](*left.values())
        found: dict[str, Any] = {}
        for extreme in written.extremes:
            last = left[extreme.array]
            same = on_host(own[extreme.array]) == on_host(last)
            found[extreme.last] = last
            found[extreme.taken] = on_device(same.astype(np.int32))
        return found

    def divided(self, arguments: Sequence[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the arguments of the kernel, and the adjoints among them, by name.

        Raises WrongCall where they do not fit.
        """
        rest = list(arguments)
        own: dict[str, Any] = {}
        shadows: dict[str, Any] = {}
        for parameter in self.asked.parameters:
            if not rest:
                raise WrongCall(f"the argument `{parameter}` is missing")
            own[parameter] = rest.pop(0)
            if self.asked.is_active(parameter, type_of(own[parameter])):
                if not rest or not is_array(rest[0]):
                    raise WrongCall(
                        f"`{parameter}` must be followed by its adjoint",
                        advice=f"pass an array of the shape of `{parameter}` after it; for a "
                        "number, an array of one element",
                    )
                shadows[parameter] = rest.pop(0)
        if rest:
            raise WrongCall(f"{len(rest)} arguments are left over")
        return own, shadows

    def fitting(
        self, given: tuple[Any, ...], launch: Launch, known: Mapping[str, Any]
    ) -> tuple[WrittenKernel, ModuleType]:
        """Return the adjoint that is right for a launch.

        The first choice may need arrays of the same length, or a thread for each element.
        """
        written, module = self.load(given, launch)
        alike = written.are_alike(known)
        if not alike:
            written, module = self.load(given, launch, alike=False)
        if not all(launch.total(axis) >= value_of(size, known) for axis, size in written.sizes):
            written, module = self.load(given, launch, gathers=False, alike=alike)
        return written, module

    def load(
        self, given: tuple[Any, ...], launch: Launch, gathers: bool = True, alike: bool = True
    ) -> tuple[WrittenKernel, ModuleType]:
        """Return the adjoint for arguments of certain types and blocks of some size."""
        key = (given, launch.threads, len(launch.block), gathers, alike, launch.places)
        if key not in self.modules:
            asked = self.asked.launched(given, *key[1:])
            written = write(self.function, given, asked)
            self.modules[key] = written, store.load_text(written.name, written.text)
        return self.modules[key]

    def source(self) -> str:
        """Return the generated source that was used last.

        Raises WrongCall if the adjoint was not launched yet.
        """
        return self.written().text

    def report(self) -> KernelReport:
        """Return what the adjoint that was used last does with loops, memory and adjoints.

        Raises WrongCall if the adjoint was not launched yet.
        """
        return self.written().report

    def written(self) -> WrittenKernel:
        """Return the adjoint that was used last; raises WrongCall if there is none."""
        if self.latest is None:
            raise WrongCall("no adjoint has been written yet", advice="launch the adjoint once")
        return self.latest
