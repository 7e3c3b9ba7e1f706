"""Theorems in the kernel of a proof assistant: files of Rocq, compiled and read back."""
