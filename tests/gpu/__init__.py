"""Adjoints of CUDA kernels, checked without a GPU."""
