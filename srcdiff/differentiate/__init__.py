"""The derivative of a function in core form.

`reverse` writes forward and backward passes, `tape` what is saved between them, `forward` tangents.
In: a core form with all facts about it. Out: functions whose every statement can be read.
"""
