"""Tests of srcdiff/normalise/tuple_values."""
