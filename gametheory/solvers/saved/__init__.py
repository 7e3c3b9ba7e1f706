"""Strong solutions in files: save the label of every position, look one up, and verify all of them by the rules."""
