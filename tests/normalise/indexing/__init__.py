"""Tests of srcdiff/normalise/indexing."""
