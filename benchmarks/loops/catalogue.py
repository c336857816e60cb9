"""All programs by name, in the order of the table."""

from __future__ import annotations

from loops import (
    finance,
    geometry,
    grids,
    learning,
    likelihoods,
    linear_algebra,
    sequences,
    simulations,
)

SUBJECTS = (
    linear_algebra,
    sequences,
    simulations,
    grids,
    likelihoods,
    learning,
    finance,
    geometry,
)
PROGRAMS = {program.name: program for subject in SUBJECTS for program in subject.PROGRAMS}
SUBJECT_OF = {
    program.name: subject.__name__.rpartition(".")[2]
    for subject in SUBJECTS
    for program in subject.PROGRAMS
}
