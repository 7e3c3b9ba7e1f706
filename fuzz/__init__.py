"""Hostile input for every reader of files and for every command, by a coverage-guided fuzzer: `python -m fuzz`."""
