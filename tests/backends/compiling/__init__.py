"""Tests of srcdiff/backends/compiling."""
