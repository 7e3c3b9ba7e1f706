"""Checkers: they prove the answer of a solver by the rules and exact arithmetic, without the solver.

Each checker gets a game or its state graph, and a certificate. It returns what the certificate establishes, or raises
CertificateError at the first place where the certificate fails. Each file is short enough to read in one sitting.
"""

from gametheory.verify.complete_behavior import check_complete_behavior
from gametheory.verify.complete_list import check_complete_list
from gametheory.verify.complete_plans import check_complete_plans
from gametheory.verify.complete_supports import check_complete_profiles
from gametheory.verify.errors import CertificateError
from gametheory.verify.graphs import check_sure_end
from gametheory.verify.guarantee import (
    bracket_values,
    check_epsilon_equilibrium,
    check_guarantee,
    check_payoff_bound,
    check_simultaneous_equilibrium,
    check_stationary_equilibrium,
)
from gametheory.verify.many_players import check_equilibrium_box, check_mixed_profile
from gametheory.verify.one_player import (
    check_absorption_probability,
    check_distance_lower_bound,
    check_mdp_policy,
    check_mean_payoff,
    check_mean_payoff_game,
    check_play,
)
from gametheory.verify.perfect_information import (
    check_cyclic_equilibrium,
    check_perfect_information,
    check_strategy,
    check_subgame_perfect,
)
from gametheory.verify.refinements import (
    check_belief_bounds,
    check_perfect_equilibrium,
    check_quasi_perfect_equilibrium,
    check_sequential_equilibrium,
)
from gametheory.verify.tables import (
    bracket_matrix_value,
    check_correlated,
    check_dominance,
    check_invasion,
    check_maximin,
    check_nash,
    check_pure_equilibria,
    check_stable,
    check_stackelberg,
    check_weak_stackelberg,
)
from gametheory.verify.trees import (
    check_not_subgame_perfect,
    check_regret,
    check_subgame_perfect_tree,
    check_tree_equilibrium,
)

__all__ = [
    "CertificateError",
    "bracket_matrix_value",
    "bracket_values",
    "check_absorption_probability",
    "check_belief_bounds",
    "check_complete_behavior",
    "check_complete_list",
    "check_complete_plans",
    "check_complete_profiles",
    "check_correlated",
    "check_cyclic_equilibrium",
    "check_distance_lower_bound",
    "check_dominance",
    "check_epsilon_equilibrium",
    "check_equilibrium_box",
    "check_guarantee",
    "check_invasion",
    "check_maximin",
    "check_mdp_policy",
    "check_mean_payoff",
    "check_mean_payoff_game",
    "check_mixed_profile",
    "check_nash",
    "check_not_subgame_perfect",
    "check_payoff_bound",
    "check_perfect_equilibrium",
    "check_perfect_information",
    "check_play",
    "check_pure_equilibria",
    "check_quasi_perfect_equilibrium",
    "check_regret",
    "check_sequential_equilibrium",
    "check_simultaneous_equilibrium",
    "check_stable",
    "check_stackelberg",
    "check_stationary_equilibrium",
    "check_strategy",
    "check_subgame_perfect",
    "check_subgame_perfect_tree",
    "check_sure_end",
    "check_tree_equilibrium",
    "check_weak_stackelberg",
]
