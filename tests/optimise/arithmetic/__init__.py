"""Tests of srcdiff/optimise/arithmetic."""
