"""Parallel work on processes and compiled loops, and the limits of this process."""
