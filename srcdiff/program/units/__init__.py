"""The functions of a module as their author wrote them, each for arguments of certain types.

A unit has its core form, types and calls. It is written as if no array had several names, until it
turns out to need the general form; then all is read again.
In: functions and types of arguments. Out: units, tidied, with what calls of them do to memory.
"""
