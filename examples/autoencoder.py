"""A sparse autoencoder of handwritten digits: the gradient by hand, and by srcdiff.

A network of two fully connected layers learns to copy its input x through a code of few units,
each of them active for only a small part of the digits (n digits, 64 pixels, m hidden units):

    code     a = sigmoid(W1 x + b1)            W1 (m, 64), b1 (m,)
    output   y = W2 a + b2                     W2 (64, m), b2 (64,), linear
    activity r = mean of a over all digits     (m,)

    loss = 1/(2n) sum |y - x|^2                          squared error
         + decay/2 (sum W1^2 + sum W2^2)                 weight decay
         + beta sum KL(sparsity || r)                    sparsity penalty
    KL(s || r) = s log(s/r) + (1 - s) log((1 - s)/(1 - r))

`loss_and_gradient_by_hand` is what one derives on paper for NumPy; `loss` is the formula in plain
loops, without a thought for its derivative. Data: scikit-learn's bundled digits, scaled to 0..1.
"""

import math
import statistics
import time
import timeit
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from sklearn.datasets import load_digits
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from srcdiff import value_and_grad

HIDDEN = 25
SETTINGS = (0.003, 0.1, 0.5)  # decay, sparsity, beta
ITERATIONS = 200
REORDER_SUMS = {"reassoc", "contract", "nsz"}  # the licence that BLAS takes, too


@value_and_grad(wrt=("W1", "b1", "W2", "b2"), fastmath=REORDER_SUMS)
def loss(W1, b1, W2, b2, x, decay, sparsity, beta):
    """The loss in plain loops; shapes W1 (m, p), b1 (m,), W2 (p, m), b2 (p,), x (n, p)."""
    samples, pixels = x.shape
    hidden = len(b1)

    code = np.empty((samples, hidden))
    activity = np.zeros(hidden)
    for s in range(samples):
        for j in range(hidden):
            z = b1[j]
            for i in range(pixels):
                z += W1[j, i] * x[s, i]
            code[s, j] = 1.0 / (1.0 + math.exp(-z))
            activity[j] += code[s, j] / samples

    error = 0.0
    for s in range(samples):
        for i in range(pixels):
            residual = b2[i] - x[s, i]
            for j in range(hidden):
                residual += W2[i, j] * code[s, j]
            error += 0.5 * residual * residual

    weights = 0.0
    divergence = 0.0
    for j in range(hidden):
        for i in range(pixels):
            weights += W1[j, i] * W1[j, i] + W2[i, j] * W2[i, j]
        divergence += sparsity * math.log(sparsity / activity[j])
        divergence += (1.0 - sparsity) * math.log((1.0 - sparsity) / (1.0 - activity[j]))
    return error / samples + 0.5 * decay * weights + beta * divergence


def loss_and_gradient_by_hand(W1, b1, W2, b2, x, decay, sparsity, beta):
    """The same loss and its derivative, in matrices; d_v is the derivative with respect to v."""
    samples = len(x)
    code = encode(W1, b1, x)
    residual = code @ W2.T + b2 - x
    activity = code.mean(axis=0)
    divergence = sparsity * np.log(sparsity / activity)
    divergence += (1 - sparsity) * np.log((1 - sparsity) / (1 - activity))
    value = (
        0.5 * np.sum(residual**2) / samples
        + 0.5 * decay * (np.sum(W1**2) + np.sum(W2**2))
        + beta * np.sum(divergence)
    )

    d_output = residual / samples
    d_activity = beta * ((1 - sparsity) / (1 - activity) - sparsity / activity)
    d_code = d_output @ W2 + d_activity / samples
    d_z = d_code * code * (1 - code)  # sigmoid' = sigmoid (1 - sigmoid)
    d_W1 = d_z.T @ x + decay * W1
    d_W2 = d_output.T @ code + decay * W2
    return value, (d_W1, d_z.sum(axis=0), d_W2, d_output.sum(axis=0))


def encode(W1, b1, x):
    """The code (n, m) of the digits x (n, p)."""
    return 1 / (1 + np.exp(-(x @ W1.T + b1)))


def start(hidden, pixels):
    """Small random weights and zero biases: W1, b1, W2, b2."""
    random = np.random.default_rng(0)
    r = math.sqrt(6 / (hidden + pixels + 1))
    W1 = random.uniform(-r, r, (hidden, pixels))
    W2 = random.uniform(-r, r, (pixels, hidden))
    return W1, np.zeros(hidden), W2, np.zeros(pixels)


def pack(arrays):
    """One vector of all the arrays' elements: what SciPy's optimisers work on."""
    return np.concatenate([array.ravel() for array in arrays])


def unpack(vector, like):
    """The inverse of `pack`: views of the vector, in the shapes of the arrays `like`."""
    ends = np.cumsum([array.size for array in like])
    parts = np.split(vector, ends[:-1])
    return tuple(part.reshape(a.shape) for part, a in zip(parts, like, strict=True))


def train(loss_and_gradient, parameters, x, name):
    """Minimise by L-BFGS; return the trained parameters, the final loss and the seconds taken."""

    def objective(vector):
        value, gradient = loss_and_gradient(*unpack(vector, parameters), x, *SETTINGS)
        return value, pack(gradient)

    began = time.perf_counter()
    with tqdm(total=ITERATIONS, desc=f"  training, {name}", leave=False) as bar:

        def progress(intermediate_result):
            bar.set_postfix(loss=f"{intermediate_result.fun:.4f}", refresh=False)
            bar.update()

        found = minimize(
            objective,
            pack(parameters),
            jac=True,
            method="L-BFGS-B",
            callback=progress,
            options={"maxiter": ITERATIONS, "maxfun": 10 * ITERATIONS},
        )
    return unpack(found.x, parameters), found.fun, time.perf_counter() - began


def compare(contenders, parameters, x):
    """Time the gradient of each and train with it, all on one core; return the last result."""
    print(f"  {'on one core':24}{'one gradient':>14}{f'{ITERATIONS} iterations':>18}{'loss':>12}")
    for name, function in contenders.items():
        with threadpool_limits(limits=1):
            calls = timeit.repeat(
                lambda f=function: f(*parameters, x, *SETTINGS), number=1, repeat=50
            )
            trained, final, seconds = train(function, parameters, x, name)
        milliseconds = 1e3 * statistics.median(calls)
        print(f"  {name:24}{milliseconds:11.2f} ms{seconds:16.2f} s{final:12.4f}")
    return trained


def relative_difference(gradient, reference):
    """The largest |g - r| / |r| (Euclidean norms) over the arrays of two gradients."""
    pairs = zip(gradient, reference, strict=True)
    return max(np.linalg.norm(g - r) / np.linalg.norm(r) for g, r in pairs)


def mosaic(images, columns):
    """8 x 8 images (k, 64), side by side in rows of `columns`, with a gap of one pixel between."""
    tiles = np.pad(images.reshape(-1, columns, 8, 8), ((0, 0), (0, 0), (1, 0), (1, 0)))
    return tiles.transpose(0, 2, 1, 3).reshape(9 * len(tiles), 9 * columns)[1:, 1:]


def draw(parameters, x, path):
    """Save the weights of each hidden unit, and ten digits above their reconstructions."""
    W1, b1, W2, b2 = parameters
    features = W1 / np.abs(W1).max(axis=1, keepdims=True)
    copies = encode(W1, b1, x[:10]) @ W2.T + b2
    digits = np.concatenate([x[:5], copies[:5], x[5:10], copies[5:]])

    figure, (left, right) = plt.subplots(
        1, 2, figsize=(10, 5), width_ratios=(5, 4.9), layout="constrained"
    )
    left.imshow(mosaic(features, 5), cmap="RdBu_r", vmin=-1, vmax=1)
    left.set_title(f"What {len(b1)} hidden units look for: ink (red), no ink (blue)")
    right.imshow(mosaic(digits, 5), cmap="gray_r", vmin=0, vmax=1)
    right.set_title("Digits, each above its copy")
    for axes in (left, right):
        axes.axis("off")
    figure.savefig(path, dpi=150)
    plt.close(figure)


def run(folder):
    """Compare the two gradients, train with both, and save the picture in `folder`."""
    x = load_digits().data / 16.0
    parameters = start(HIDDEN, x.shape[1])
    arguments = (*parameters, x, *SETTINGS)
    size = sum(array.size for array in parameters)
    print(f"  {len(x)} digits of 8 x 8 pixels, {HIDDEN} hidden units, {size} parameters")

    began = time.perf_counter()
    value, gradient = loss(*arguments)
    print(f"  loss and gradient of the loops: compiled in {time.perf_counter() - began:.1f} s")
    value_by_hand, by_hand = loss_and_gradient_by_hand(*arguments)
    difference = relative_difference(gradient, by_hand)
    assert difference < 1e-12, f"the gradients differ by {difference:.1e}"
    assert math.isclose(value, value_by_hand, rel_tol=1e-12)
    print(f"  its relative difference from the derivation by hand: {difference:.1e}\n")

    contenders = {"by hand, NumPy": loss_and_gradient_by_hand, "srcdiff, plain loops": loss}
    trained = compare(contenders, parameters, x)
    picture = folder / "autoencoder.png"
    draw(trained, x, picture)
    print(f"\n  picture: {picture}")


if __name__ == "__main__":
    output = Path(__file__).resolve().parent.parent / "demo-output"
    output.mkdir(exist_ok=True)
    run(output)
