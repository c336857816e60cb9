"""Tests of srcdiff/analyse/checks."""
