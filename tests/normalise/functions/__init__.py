"""Tests of srcdiff/normalise/functions."""
