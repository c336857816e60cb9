"""Tests of srcdiff/program."""
