"""Tests of srcdiff/analyse/arrays."""
