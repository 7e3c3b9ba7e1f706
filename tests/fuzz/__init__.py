"""Hostile input for all readers of files and all commands, by a coverage-guided fuzzer: `python -m tests.fuzz`."""
