"""Tests of srcdiff/normalise/containers."""
