"""Checkers only: what a solver found is re-checked here by the rules and exact arithmetic, without the solver.

Each file is small enough to read in one sitting. Every function raises CertificateError, with the place where the
certificate breaks, or returns what the certificate establishes.
"""

from gametheory.verify.errors import CertificateError
from gametheory.verify.markov import check_absorption_probability, check_mdp_policy
from gametheory.verify.mixed import bracket_matrix_value, bracket_values, check_nash, check_simultaneous_equilibrium
from gametheory.verify.plays import check_distances, check_play
from gametheory.verify.pure import check_strategy, check_subgame_perfect

__all__ = [
    "CertificateError",
    "bracket_matrix_value",
    "bracket_values",
    "check_absorption_probability",
    "check_distances",
    "check_mdp_policy",
    "check_nash",
    "check_play",
    "check_simultaneous_equilibrium",
    "check_strategy",
    "check_subgame_perfect",
]
