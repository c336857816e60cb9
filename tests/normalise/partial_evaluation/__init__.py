"""Tests of srcdiff/normalise/partial_evaluation."""
