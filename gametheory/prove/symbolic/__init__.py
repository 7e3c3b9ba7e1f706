"""The parts of symbolic execution: paths, symbolic numbers, ranges, functions and code."""
