"""The idioms, as tables of templates; template.py says how they are written."""

from __future__ import annotations

from ..template import Idiom, parsed
from . import (
    arrays_in_lists,
    buffers,
    containers,
    control,
    helpers,
    keeping,
    library,
    nests,
    passive,
    shapes,
    steps,
    views,
)

SUBJECTS = {
    "keeping": keeping.TEXT,
    "buffers": buffers.TEXT,
    "views": views.TEXT,
    "helpers": helpers.TEXT,
    "passive": passive.TEXT,
    "control": control.TEXT,
    "containers": containers.TEXT,
    "arrays in lists": arrays_in_lists.TEXT,
    "library": library.TEXT,
    "nests": nests.TEXT,
    "shapes": shapes.TEXT,
    "steps": steps.TEXT,
}

IDIOMS: dict[str, Idiom] = {
    idiom.name: idiom for subject, text in SUBJECTS.items() for idiom in parsed(text, subject)
}
