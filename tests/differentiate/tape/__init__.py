"""Tests of srcdiff/differentiate/tape."""
