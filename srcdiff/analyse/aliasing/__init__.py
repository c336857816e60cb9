"""Which names stand for the same memory, and which statements read and write it.

Effects of statements and of calls, names that own memory, names whose array is certain, and
arrays whose operations may overlap.
In: a core form with types. Out: `Effects`, summaries of functions, `Originals`.
These modules, those of normalise/memory, and the modules of program/ that follow arrays from
function to function are to be replaced by one model of memory: mend here, but do not extend.
"""
