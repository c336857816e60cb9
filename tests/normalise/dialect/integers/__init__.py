"""Tests of srcdiff/normalise/dialect/integers."""
