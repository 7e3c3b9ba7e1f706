"""No mover: the law after so many steps, the chance of each ending, how long play lasts, and what is left.

Every function takes a graph made by `state_graph` of a game in which chance alone decides: an absorbing Markov
chain (Kemeny and Snell, Finite Markov Chains, 1960, chapter 3). Positions in which play is over stay as they are.
Play that can never end is allowed and reported: its chance is what endings lack, its outcome is None.

Exact functions return Fractions. Those called `bounded_` work in floats and return a rigorous bound on the error.
"""

from gametheory.solvers.markov_chain.distribution import (
    ExactDistribution,
    absorption_distribution,
    absorption_probabilities,
    sum_by_outcome,
    distribution_after,
    expected_duration,
    expected_values,
    outcome_distribution,
    outcome_distribution_after,
    outcome_distributions,
)
from gametheory.solvers.markov_chain.interval import (
    BoundedDistribution,
    bounded_absorption_distribution,
    bounded_distribution_after,
)
from gametheory.solvers.markov_chain.transition import never_absorbed, transition_matrix

__all__ = [
    "BoundedDistribution",
    "ExactDistribution",
    "absorption_distribution",
    "absorption_probabilities",
    "bounded_absorption_distribution",
    "bounded_distribution_after",
    "sum_by_outcome",
    "distribution_after",
    "expected_duration",
    "expected_values",
    "never_absorbed",
    "outcome_distribution",
    "outcome_distribution_after",
    "outcome_distributions",
    "transition_matrix",
]
