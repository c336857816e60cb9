"""Measure the programs, each in a process with a time limit, and say how it went."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from loops import jax_peers, machine, picture, table
from loops.catalogue import PROGRAMS, SUBJECT_OF

HERE = Path(__file__).parent
LIMIT = 900.0  # seconds for each program, by the clock


def main(wanted: list[str]) -> None:
    """Measure all programs, or some, and write the results."""
    unknown = [name for name in wanted if name not in PROGRAMS]
    if unknown:
        raise SystemExit(f"no program {', '.join(unknown)}; there are {', '.join(PROGRAMS)}")
    if not jax_peers.PRESENT:
        print("JAX is not installed: its column stays empty")
    results, written = opened(bool(wanted))
    print(table.heading())
    for name in wanted or PROGRAMS:
        results["programs"][name] = measured(name)
        print(table.rows(name, results["programs"][name]), flush=True)
        if written:
            (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    print(table.summary(results["programs"]))
    if written:
        print(picture.drawn(results, HERE / "results.svg"))


def opened(some: bool) -> tuple[dict[str, Any], bool]:
    """Return the results to add to, and whether they are written.

    All programs begin anew. Some replace their own figures, if the others are from the same
    machine and packages; else nothing is written.
    """
    fresh: dict[str, Any] = {"machine": machine.described(), "programs": {}}
    file = HERE / "results.json"
    if not some:
        return fresh, True
    before = json.loads(file.read_text()) if file.exists() else fresh
    if before["machine"] == fresh["machine"]:
        return before, True
    print("results.json is from another machine or other packages, and stays as it is")
    return fresh, False


def measured(name: str) -> dict[str, Any]:
    """Return what is known of a program, also where it came to grief or ran out of time."""
    found: dict[str, Any] = {
        "subject": SUBJECT_OF[name],
        "commit": machine.commit(),
        "sizes": [],
    }
    command = [sys.executable, "-m", "loops.measure", name]
    with subprocess.Popen(
        command, cwd=HERE.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            output, errors = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            found["failure"] = f"not finished after {LIMIT:.0f} s"
    for line in output.splitlines():
        record = json.loads(line)
        if "size" in record:
            found["sizes"].append(record)
        else:
            found.update(record)
    if process.returncode and "failure" not in found:
        found["failure"] = (errors.strip().splitlines() or ["the process died"])[-1]
    return found
