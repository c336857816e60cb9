"""Tests of srcdiff/analyse/flow."""
