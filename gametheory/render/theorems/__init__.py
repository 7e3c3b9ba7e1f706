"""Solutions as theorems of Rocq: files that state a game as a table and its value, with a certificate."""
