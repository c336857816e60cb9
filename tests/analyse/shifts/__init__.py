"""Tests of srcdiff/analyse/shifts."""
