"""Tests of srcdiff/normalise/optional_values."""
