"""Tests of srcdiff/normalise/memory."""
