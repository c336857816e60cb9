"""Tests of srcdiff/gpu/gather."""
