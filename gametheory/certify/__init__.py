"""Checkers only: what a solver found is re-checked here by the rules and exact arithmetic, without the solver.

Each file is small enough to read in one sitting. Every function raises CertificateError, with the place where the
certificate breaks, or returns what the certificate establishes.
"""

from gametheory.certify.chance import check_best, check_law
from gametheory.certify.errors import CertificateError
from gametheory.certify.mixtures import check_mixtures, check_nash, check_play, check_rounds
from gametheory.certify.strategies import check_strategy, check_turns
from gametheory.certify.ways import check_fewest, check_way

__all__ = [
    "CertificateError",
    "check_best",
    "check_fewest",
    "check_law",
    "check_mixtures",
    "check_nash",
    "check_play",
    "check_rounds",
    "check_strategy",
    "check_turns",
    "check_way",
]
