"""One Nash equilibrium of a two-player game in extensive form, by complementary pivots on its sequence form."""

from __future__ import annotations

from fractions import Fraction

from gametheory.model.sequence_form import SequenceForm
from gametheory.solvers.sequence_form.coefficients import RATIONALS
from gametheory.solvers.sequence_form.equilibrium import TreeEquilibrium, checked_tree_equilibrium
from gametheory.solvers.sequence_form.path_start import NO_MISTAKES, initial_rows, variable_of
from gametheory.solvers.sequence_form.pivots import follow_path

MAX_PIVOTS = 10_000


def lemke_path(form: SequenceForm, limit: int = MAX_PIVOTS) -> TreeEquilibrium:
    """Return the equilibrium at the end of the path that begins with a best response to uniform play.

    Each player plays against a mixture: the plan of the opponent with weight t, and uniform behavior with weight 1 - t.
    At t = 0 a best response is an equilibrium of this game; Lemke's complementary pivots lead from there to t = 1. The
    path cannot end otherwise (von Stengel, van den Elzen and Talman 2002), and the equilibrium is perfect in the normal
    form, because uniform behavior is completely mixed. Pivots are in integers; the lexicographic rule breaks ties.
    Cost: for each pivot up to the square of the number of sequences of both players; usually few pivots, in the worst
    case exponentially many.

    Parameters
    ----------
    form
        The sequence form of a game of two players.
    limit
        Greatest number of pivots.

    Returns
    -------
    TreeEquilibrium
        One equilibrium.

    Raises
    ------
    TooManyPivots
        After `limit` pivots.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> from gametheory.model.sequence_form import sequence_form
    >>> tree = '''EFG 2 R "" { "A" "B" } p "" 1 1 "" { "in" "out" } 0 p "" 2 1 "" { "fight" "share" } 0
    ...     t "" 1 "" { -1 -1 } t "" 2 "" { 1 1 } t "" 3 "" { 0 2 }'''
    >>> [tuple(map(int, plan)) for plan in lemke_path(sequence_form(read_efg(tree))).plans]
    [(1, 1, 0), (1, 0, 1)]

    References
    ----------
    B. von Stengel, A. van den Elzen and D. Talman, Computing normal form perfect equilibria for extensive two-person
    games, Econometrica 70 (2002). C. E. Lemke, Bimatrix equilibrium points and mathematical programming (1965).
    """
    values = follow_path(initial_rows(form, NO_MISTAKES), RATIONALS, limit)
    plans = []
    for player, own in enumerate(form.players):
        variables = [variable_of(form, player, sequence) for sequence in range(1, len(own))]
        plans.append((Fraction(1), *(Fraction(*values.get(variable, (0, 1))) for variable in variables)))
    return checked_tree_equilibrium(form, plans)
