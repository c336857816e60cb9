"""Tests of srcdiff/checking."""
