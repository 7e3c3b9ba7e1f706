"""A game of one player as a game of two, for the solvers of two players."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from gametheory.model.sequence_form import SequenceForm, sequence_form


def with_two_players(form: SequenceForm) -> SequenceForm:
    """Add a player without a move and with payoff 0 to a game of one player.

    Examples
    --------
    >>> from gametheory.formats.gambit.efg import read_efg
    >>> form = sequence_form(read_efg('EFG 2 R "" { "A" } p "" 1 1 "" { "stay" "go" } 0 t "" 0 t "" 1 "" { 2 }'))
    >>> [len(player) for player in with_two_players(form).players]
    [3, 1]
    """
    if len(form.players) == 2:
        return form
    tree = form.tree
    outcomes = {
        number: replace(outcome, payoffs=(*outcome.payoffs, Fraction(0))) for number, outcome in tree.outcomes.items()
    }
    return sequence_form(replace(tree, players=(*tree.players, ""), outcomes=outcomes))
