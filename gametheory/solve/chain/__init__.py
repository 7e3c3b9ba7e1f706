"""No mover: the law after so many steps, the chance of each ending, how long play lasts, and what is left.

Every function takes a graph made by `state_graph` of a game in which chance alone decides: an absorbing Markov
chain (Kemeny and Snell, Finite Markov Chains, 1960, chapter 3). Positions in which play is over stay as they are.
Play that can never end is allowed and reported: its chance is what endings lack, its outcome is None.

Exact functions return Fractions. Those called `bounded_` work in floats and return a rigorous bound on the error.
"""

from gametheory.solve.chain.bounded import Bounded, bounded_ending_law, bounded_law_after
from gametheory.solve.chain.laws import (
    ExactLaw,
    absorption,
    absorption_labels,
    by_outcome,
    ending_law,
    expectation_labels,
    expected_steps,
    law_after,
    outcome_law,
    outcome_laws,
)
from gametheory.solve.chain.steps import endless_positions, transition_matrix

__all__ = [
    "Bounded",
    "ExactLaw",
    "absorption",
    "absorption_labels",
    "bounded_ending_law",
    "bounded_law_after",
    "by_outcome",
    "ending_law",
    "endless_positions",
    "expectation_labels",
    "expected_steps",
    "law_after",
    "outcome_law",
    "outcome_laws",
    "transition_matrix",
]
