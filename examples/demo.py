"""The demonstration: a sparse autoencoder, then a differential equation fitted to a time series.

Run it with `make demo`, or `python examples/demo.py`; pictures go to `demo-output/`.
"""

import time
from pathlib import Path


def main():
    """Run both examples and print how long everything took."""
    began = time.perf_counter()
    import autoencoder
    import predator_prey

    folder = Path(__file__).resolve().parent.parent / "demo-output"
    folder.mkdir(exist_ok=True)
    sections = (
        ("A sparse autoencoder of handwritten digits", autoencoder),
        ("Hares and lynxes, 1900-1920: fitting a differential equation", predator_prey),
    )
    for number, (title, example) in enumerate(sections, start=1):
        heading = f"{number}. {title}"
        print(f"\n{heading}\n{'=' * len(heading)}")
        example.run(folder)
    print(f"\nThe whole demonstration took {time.perf_counter() - began:.0f} s.")


if __name__ == "__main__":
    main()
