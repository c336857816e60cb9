"""Tests of srcdiff/analyse/aliasing."""
