"""Tests of srcdiff/differentiate/reverse."""
