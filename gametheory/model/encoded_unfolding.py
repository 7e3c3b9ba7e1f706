"""Unfold rules that are also given over whole numbers: small graphs by the rules, large ones by arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from gametheory.model.array_unfolding import unfold_layers
from gametheory.model.code_table import CodedPositions
from gametheory.model.encoded_game import DecodedIndex, DecodedPositions, EncodedGame
from gametheory.model.encoding import encoding_of
from gametheory.model.exploration import Watch
from gametheory.model.game import Distribution, Game, Move, Outcome, Position, RulesError
from gametheory.model.state_arrays import StateArrays
from gametheory.model.unfolding import PositionLimitExceeded, unfold

BY_RULES = 2_000  # positions: a game with no more is unfolded by its rules, in less time than by arrays
SAMPLES = 200
Distributions: TypeAlias = dict[tuple[Move, ...], dict[Position, Fraction]]


def unfold_rules(
    rules: Game[Any, Any],
    game: Game[Any, Any],
    limit: int,
    watch: Watch | None = None,
    unfold: Callable[[Game[Any, Any], int, Watch | None], StateArrays] = unfold,
) -> StateArrays:
    """Return the positions that play can reach and their moves, by arrays if there are many and the game has them.

    The arrays are the same in either way. A game of at most 2,000 positions is unfolded by the rules alone. In a larger
    one, 200 positions spread over the graph are compared with the rules.

    Parameters
    ----------
    rules : Game
        The rules, or an object that calls and checks them, for the 200 positions.
    game : Game
        The game of the arrays.
    limit : int
        The greatest number of positions.
    watch : callable, optional
        A function that is called again and again with what is known so far. It may raise an error to stop.
    unfold : callable
        The function that unfolds the rules alone.

    Raises
    ------
    PositionLimitExceeded
        If play reaches more than `limit` positions.
    RulesError
        If the rules contradict themselves, or a sample of the arrays contradicts the rules.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> arrays = unfold_rules(Castle(16, 60, 8), Castle(16, 60, 8), limit=10_000)
    >>> len(arrays), arrays.positions[1], arrays.moves[0]
    (2466, Position(soldiers=16, defenders=8, strength=44), (Volley(at_castle=16, at_defenders=0),))
    """
    encoded = encoding_of(game)
    if encoded is None:
        return unfold(game, limit, watch)
    try:
        return unfold(game, min(limit, BY_RULES), watch)
    except PositionLimitExceeded:
        if limit <= BY_RULES:
            raise
    arrays = decoded(unfold_layers(encoded, limit, watch=watch), game, encoded)
    compare_samples(rules, arrays)
    return arrays


def decoded(arrays: StateArrays, game: Game[Any, Any], encoded: EncodedGame) -> StateArrays:
    """Return the arrays of a game, given those of its codes.

    Parameters
    ----------
    arrays : StateArrays
        The arrays of the codes.
    game : Game
        The rules.
    encoded : EncodedGame
        The rules over the codes.

    Examples
    --------
    >>> from gametheory.games.castle import Castle
    >>> game = Castle(1, 1, 1)
    >>> encoded = encoding_of(game)
    >>> list(decoded(unfold_layers(encoded, limit=2), game, encoded).index)
    [Position(soldiers=1, defenders=0, strength=1), Position(soldiers=1, defenders=0, strength=0)]
    """
    assert isinstance(arrays.positions, CodedPositions)
    positions = DecodedPositions(arrays.positions, encoded.position_codes)
    events, codes = [joint == () for joint in arrays.moves], [code for joint in arrays.moves for code in joint]
    joints = iter(encoded.move_codes.decode(np.array(codes, np.int64)))
    return replace(
        arrays,
        game=game,
        positions=positions,
        index=DecodedIndex(arrays.index, positions, encoded.position_codes),
        moves=[() if event else next(joints) for event in events],
    )


def compare_samples(rules: Game[Any, Any], arrays: StateArrays) -> None:
    """Compare positions that are spread over a graph with the rules.

    Cost: at most 200 positions and their moves.

    Parameters
    ----------
    rules : Game
        The rules.
    arrays : StateArrays
        The positions and moves as arrays say.

    Raises
    ------
    RulesError
        If a position has another outcome, or other moves or next positions.

    Examples
    --------
    >>> from gametheory import Castle, state_graph
    >>> compare_samples(Castle(4, 7, 3), state_graph(Castle(4, 7, 2)).arrays)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.model.game.RulesError: in (4, 0, 7) the arrays of the game differ from its rules
    """
    for number in np.unique(np.linspace(0, len(arrays) - 1, SAMPLES).astype(np.int64)).tolist():
        position, code = arrays.positions[number], int(arrays.outcome_of[number])
        outcome = None if code < 0 else arrays.outcomes[code]
        active = () if code >= 0 else arrays.groups[0][arrays.groups[1][number]]
        if (outcome, active, arrays.joint_moves(number)) != _by_rules(rules, position):
            raise RulesError(f"in {tuple(position)} the arrays of the game differ from its rules")


def _by_rules(rules: Game[Any, Any], position: Position) -> tuple[Outcome | None, tuple[str, ...], Distributions]:
    """Return the outcome, the active players, and each joint move with the distribution of the next position."""
    outcome = rules.outcome(position)
    if outcome is not None:
        return outcome, (), {}
    choices = {player: moves for player in rules.players if (moves := tuple(rules.moves(position, player)))}
    results = {joint: rules.after(position, *joint) for joint in product(*choices.values())}
    one = Fraction(1)
    spread = {
        joint: dict(result) if isinstance(result, Distribution) else {result: one} for joint, result in results.items()
    }
    return None, tuple(choices), spread
