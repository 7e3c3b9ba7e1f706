"""Proofs: obligations for two SMT solvers, derivations line by line, symbolic execution and parallel sweeps."""
