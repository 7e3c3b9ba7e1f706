"""What is proved for all numbers: obligations for two solvers, derivations line by line, and sweeps on all cores."""
