"""What is asked for: the adjoint of a kernel, with respect to what, for what launch."""

from __future__ import annotations

from dataclasses import dataclass, replace

from srcdiff.analyse.types import Type, is_array, is_differentiable, is_float


@dataclass(frozen=True)
class KernelRequest:
    """What is asked for of a kernel.

    `parameters` are those of the kernel, `wrt` what is differentiated: None for all arrays of
    floating-point numbers; `outputs` the arrays that the kernel writes. `cuda` is the name of the
    module in the kernel, `block` the number of threads of a block, along so many `axes`;
    `iterations` how many there is room for of loops that are not counted before.
    """

    parameters: tuple[str, ...]
    wrt: tuple[str, ...] | None
    outputs: tuple[str, ...]
    cuda: str = "cuda"
    block: int = 128
    axes: int = 1
    iterations: int | None = None

    def is_active(self, parameter: str, kind: Type) -> bool:
        """Tell whether an argument of some type is followed by its adjoint."""
        array = is_array(kind) and is_differentiable(kind)
        if self.wrt is None:
            return bool(array)
        number = is_float(kind) and parameter in self.wrt
        return bool(number or (array and parameter in (*self.wrt, *self.outputs)))

    def launched(self, block: int, axes: int, given: tuple[Type, ...]) -> KernelRequest:
        """Return the request for a launch: what is differentiated is known then."""
        kinds = dict(zip(self.parameters, given, strict=True))
        active = tuple(p for p, kind in kinds.items() if self.is_active(p, kind))
        outputs = tuple(p for p in active if p in self.outputs)
        wrt = active if self.wrt is None else tuple(p for p in active if p in self.wrt)
        return replace(self, wrt=wrt, outputs=outputs, block=block, axes=axes)
