"""Dictionaries with constant keys: one variable for each key.

In: functions that make dictionaries, and read and change their values. Out: functions without.
"""
