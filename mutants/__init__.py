"""Small faults planted in a copy of the package, each of which a test or a claim must catch: `python -m mutants`."""
