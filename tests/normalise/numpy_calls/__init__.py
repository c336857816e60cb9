"""Tests of srcdiff/normalise/numpy_calls."""
