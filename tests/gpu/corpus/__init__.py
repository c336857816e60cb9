"""Kernels whose adjoints are checked in the simulator."""
