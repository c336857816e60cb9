"""Tests of srcdiff/analyse/types."""
