"""Tests of srcdiff/normalise/control_flow/loops."""
