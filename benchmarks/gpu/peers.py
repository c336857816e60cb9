"""The same adjoints by other systems, where these are installed and can express them.

Each function takes the arrays of a kernel, as NumPy has them, and returns what computes its adjoint
once and waits for it; or None where the system is not there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Run = Callable[[], None]


def torch_waves(x: Any, b: Any, amplitude: Any, y: Any) -> Run | None:
    """Return the gradient of `waves` by PyTorch."""
    try:
        import torch
    except ImportError:
        return None
    own = [torch.as_tensor(v, device="cuda").requires_grad_() for v in (x, b, np.array(amplitude))]
    weights = torch.ones(len(x), device="cuda")

    def run() -> None:
        found = own[2] * torch.sin(own[0]) + own[0] * own[1]
        torch.autograd.grad(found, own, weights)
        torch.cuda.synchronize()

    return run


def torch_membrane(before: Any, now: Any, speed: Any, after: Any) -> Run | None:
    """Return the gradient of `membrane` by PyTorch."""
    try:
        import torch
    except ImportError:
        return None
    own = [torch.as_tensor(v, device="cuda").requires_grad_() for v in (before, now, speed)]
    weights = torch.ones_like(own[0])[1:-1, 1:-1]

    def run() -> None:
        old, u, c = own
        inner = u[1:-1, 1:-1]
        bend = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * inner
        found = 2.0 * inner - old[1:-1, 1:-1] + c[1:-1, 1:-1] * bend
        torch.autograd.grad(found, own, weights)
        torch.cuda.synchronize()

    return run


def jax_waves(x: Any, b: Any, amplitude: Any, y: Any) -> Run | None:
    """Return the gradient of `waves` by JAX."""
    try:
        import jax
        import jax.numpy as jnp
    except ImportError:
        return None
    own = [jax.device_put(v) for v in (x, b, amplitude)]
    weights = jnp.ones_like(own[0])

    @jax.jit
    def adjoint(x: Any, b: Any, a: Any, weights: Any) -> Any:
        return jax.vjp(lambda x, b, a: a * jnp.sin(x) + x * b, x, b, a)[1](weights)

    return lambda: jax.block_until_ready(adjoint(*own, weights))


def jax_membrane(before: Any, now: Any, speed: Any, after: Any) -> Run | None:
    """Return the gradient of `membrane` by JAX."""
    try:
        import jax
        import jax.numpy as jnp
    except ImportError:
        return None
    own = [jax.device_put(v) for v in (before, now, speed)]
    weights = jnp.ones_like(own[0])[1:-1, 1:-1]

    def step(old: Any, u: Any, c: Any) -> Any:
        inner = u[1:-1, 1:-1]
        bend = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * inner
        return 2.0 * inner - old[1:-1, 1:-1] + c[1:-1, 1:-1] * bend

    adjoint = jax.jit(lambda old, u, c, weights: jax.vjp(step, old, u, c)[1](weights))
    return lambda: jax.block_until_ready(adjoint(*own, weights))


def by_warp(kernel: str, *arguments: Any) -> Run | None:
    """Return the adjoint of a kernel by Warp, of which one launch is recorded."""
    try:
        import warp as wp
        import warp_kernels
    except ImportError:
        return None
    device = wp.get_preferred_device()
    own = [
        wp.array(v, dtype=wp.float32, device=device, requires_grad=True) if np.ndim(v) else float(v)
        for v in arguments
    ]
    result = own[-1]
    tape = wp.Tape()
    with tape:
        dim = (len(result),) if kernel == "bodies" else result.shape
        wp.launch(getattr(warp_kernels, kernel), dim, own[:-1], [result], device=device)
    weights = wp.ones_like(result)

    def run() -> None:
        tape.backward(grads={result: weights})
        wp.synchronize_device(device)

    return run


PEERS: dict[str, dict[str, Callable[..., Run | None]]] = {
    "waves": {
        "Warp": lambda *given: by_warp("waves", *given),
        "PyTorch": torch_waves,
        "JAX": jax_waves,
    },
    "membrane": {
        "Warp": lambda *given: by_warp("membrane", *given),
        "PyTorch": torch_membrane,
        "JAX": jax_membrane,
    },
    "bodies": {"Warp": lambda *given: by_warp("bodies", *given)},
}
