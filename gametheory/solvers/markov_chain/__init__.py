"""Markov chains: distribution after n steps, absorption probabilities, expected duration.

Every function takes a graph made by `state_graph` of a game in which no player moves: an absorbing Markov chain (Kemeny
and Snell, Finite Markov Chains, 1960, chapter 3). Terminal positions are absorbing. Play may also never end: the
probabilities of the terminal positions then add to less than 1, and the rest belongs to the outcome None.
"""

from gametheory.solvers.markov_chain.distribution import (
    ExactDistribution,
    absorption_distribution,
    absorption_probabilities,
    distribution_after,
    expected_duration,
    expected_values,
    never_absorbed,
    outcome_distribution,
    outcome_distribution_after,
    outcome_distributions,
    sum_by_outcome,
    transition_matrix,
)

__all__ = [
    "ExactDistribution",
    "absorption_distribution",
    "absorption_probabilities",
    "distribution_after",
    "expected_duration",
    "expected_values",
    "never_absorbed",
    "outcome_distribution",
    "outcome_distribution_after",
    "outcome_distributions",
    "sum_by_outcome",
    "transition_matrix",
]
