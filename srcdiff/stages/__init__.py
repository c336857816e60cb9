"""The passes in their order, in tables by stage, with one line on each.

A stage is a tuple of passes with a name; `srcdiff/pipeline.py` runs the stages.
"""
