"""Tests of srcdiff/differentiate/forward."""
