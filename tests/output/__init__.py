"""Tests of srcdiff/output."""
