"""Tests of srcdiff/normalise/queues."""
