"""What is asked for: the adjoint of a kernel, with respect to what, for what launch."""

from __future__ import annotations

from dataclasses import dataclass

from srcdiff.analyse.types.types import Type, is_array, is_differentiable, is_float


@dataclass(frozen=True)
class LaunchRequest:
    """What is asked for at a launch: the adjoint of a kernel with respect to some arguments.

    `outputs` are the arrays that it writes, `cuda` is the name of the module in the kernel,
    `block` the number of threads of a block, along so many `axes`; `iterations` is how many there
    is room for of loops that are not counted before they run. What `accumulate`, `deterministic`,
    `snapshots` and `clear` say is told in `srcdiff.cuda.grad`; with `gathers` threads may do what
    others nearby do, with `alike` arrays may be asked to be of the same length. A thread may take
    so many `places` along the last axis, if these share what they read.
    """

    wrt: tuple[str, ...]
    outputs: tuple[str, ...]
    cuda: str
    iterations: int | None
    block: int = 128
    axes: int = 1
    accumulate: bool = True
    deterministic: bool = False
    gathers: bool = True
    alike: bool = True
    snapshots: bool = False
    clear: bool = True
    places: int = 1


@dataclass(frozen=True)
class KernelRequest:
    """What is asked for of a kernel with some `parameters`, before there are arguments.

    `wrt` is what is differentiated: None for all arrays of floating-point numbers.
    """

    parameters: tuple[str, ...]
    wrt: tuple[str, ...] | None
    outputs: tuple[str, ...]
    cuda: str
    iterations: int | None
    accumulate: bool = True
    deterministic: bool = False
    snapshots: bool = False
    clear: bool = True

    def is_active(self, parameter: str, kind: Type) -> bool:
        """Return True if an argument of some type is followed by its adjoint."""
        array = is_array(kind) and is_differentiable(kind)
        if self.wrt is None:
            return bool(array)
        number = is_float(kind) and parameter in self.wrt
        return bool(number or (array and parameter in (*self.wrt, *self.outputs)))

    def launched(
        self,
        given: tuple[Type, ...],
        block: int = 128,
        axes: int = 1,
        gathers: bool = True,
        alike: bool = True,
        places: int = 1,
    ) -> LaunchRequest:
        """Return the request for a launch with arguments of certain types."""
        kinds = dict(zip(self.parameters, given, strict=True))
        active = tuple(p for p, kind in kinds.items() if self.is_active(p, kind))
        outputs = tuple(p for p in active if p in self.outputs)
        wrt = tuple(p for p in active if self.wrt is None or p in self.wrt)
        how = self.accumulate, self.deterministic, gathers, alike, self.snapshots, self.clear
        return LaunchRequest(wrt, outputs, self.cuda, self.iterations, block, axes, *how, places)
