"""Tests of srcdiff/gpu/barriers."""
