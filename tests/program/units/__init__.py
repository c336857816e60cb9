"""Tests of srcdiff/program/units."""
