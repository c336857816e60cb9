"""Arguments of calls: all by position, with stars and `**options` written out.

In: calls as people write them, with defaults and keywords. Out: one expression for each parameter.
"""
