"""Statements, which are taken apart one after the other."""
