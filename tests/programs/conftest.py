"""Failures that tests/properties/run.py has kept are programs, not tests."""

collect_ignore = ["failures"]
