"""Tests of srcdiff/front."""
