"""Small faults planted in a copy of the package, which tests or claims must catch: `python -m tests.mutants`."""
