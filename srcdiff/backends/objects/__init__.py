"""Derivatives of functions whose arguments are dictionaries, objects and lists of them."""

from srcdiff.backends.objects.leaves import is_float
