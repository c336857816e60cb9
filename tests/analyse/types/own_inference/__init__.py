"""Tests of srcdiff/analyse/types/own_inference."""
