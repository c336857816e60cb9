"""Tests of srcdiff/normalise/dialect."""
