"""Functions whose arguments have parts."""
