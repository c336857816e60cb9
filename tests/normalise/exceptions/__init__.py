"""Tests of srcdiff.normalise.exceptions."""
