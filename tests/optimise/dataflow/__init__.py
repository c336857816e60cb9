"""Tests of srcdiff/optimise/dataflow."""
