"""Compiled kernels: propagate a distribution, iterate values, and distributions of hits."""
