"""Games in normal form, and the stage game of one position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from gametheory.model.game import Distribution, Game, Outcome, Position
from gametheory.model.payoff_matrix import exact_payoffs
from gametheory.model.state_graph import transitions
from gametheory.numbers.printed import printed
from gametheory.numbers.short_repr import short_repr


@short_repr
@printed
@dataclass(frozen=True, slots=True)
class NormalForm:
    """A game in normal form: the strategies of each player, and an outcome for every strategy profile.

    Attributes
    ----------
    players
        Names of the players.
    strategies
        For each player the names of the strategies.
    outcomes
        One outcome for each strategy profile, in the order of Gambit's files: the first player's strategy changes
        fastest.
    title
        Text for people.
    comment
        Text for people.

    Raises
    ------
    ValueError
        If the numbers of players, strategies, outcomes and payoffs do not agree.

    Examples
    --------
    >>> names = (("heads", "tails"), ("heads", "tails"))
    >>> won, lost = Outcome("", (Fraction(1), Fraction(-1))), Outcome("", (Fraction(-1), Fraction(1)))
    >>> pennies = NormalForm(("even", "odd"), names, (won, lost, lost, won))
    >>> pennies.payoff_matrix(1)
    ((Fraction(-1, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(-1, 1)))
    """

    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    outcomes: tuple[Outcome, ...]
    title: str = ""
    comment: str = ""

    def __post_init__(self) -> None:
        if not self.players or len(self.strategies) != len(self.players):
            raise ValueError(f"strategies: {len(self.strategies)} lists for {len(self.players)} players")
        if len(self.outcomes) != (profiles := prod(map(len, self.strategies))) or not profiles:
            raise ValueError(f"outcomes: {len(self.outcomes)} for {profiles} strategy profiles")
        if any(len(outcome.payoffs) != len(self.players) for outcome in self.outcomes):
            raise ValueError(f"outcomes: each needs {len(self.players)} payoffs")

    @classmethod
    def from_payoffs(
        cls, row_payoffs: Iterable[Iterable[Any]], column_payoffs: Iterable[Iterable[Any]] | None = None
    ) -> NormalForm:
        """Return the two-player game with these payoff matrices; players are "row" and "column".

        Parameters
        ----------
        row_payoffs
            m rows of n payoffs to the row player, as `payoff_matrix.exact_payoffs` accepts them.
        column_payoffs
            The payoffs to the column player, of the same shape. None: the game is zero-sum.

        Raises
        ------
        ValueError
            If a matrix is not valid, or if the shapes differ.

        Examples
        --------
        >>> NormalForm.from_payoffs([[1, -1]]).outcomes[1]
        Outcome(name='', payoffs=(Fraction(-1, 1), Fraction(1, 1)))
        """
        first = exact_payoffs(row_payoffs)
        second = exact_payoffs(column_payoffs) if column_payoffs is not None else [[-p for p in row] for row in first]
        shape, other = (len(first), len(first[0])), (len(second), len(second[0]))
        if shape != other:
            raise ValueError(
                f"payoffs to the row player are {shape[0]} x {shape[1]}, to the column player {other[0]} x {other[1]}"
            )
        rows, columns = map(range, shape)
        outcomes = tuple(Outcome("", (first[i][j], second[i][j])) for j in columns for i in rows)
        names = tuple(tuple(str(number + 1) for number in moves) for moves in (rows, columns))
        return cls(("row", "column"), names, outcomes)

    def payoff_matrix(self, player: int) -> tuple[tuple[Fraction, ...], ...]:
        """Return the payoffs to player 0 or 1 of a two-player game, by row and column.

        Raises
        ------
        ValueError
            If the game does not have two players.
        """
        if len(self.players) != 2:
            raise ValueError(f"the game has {len(self.players)} players; only two-player games have payoff matrices")
        rows = len(self.strategies[0])
        return tuple(tuple(outcome.payoffs[player] for outcome in self.outcomes[row::rows]) for row in range(rows))


def stage_game(game: Game[Any, Any], position: Position, values: Mapping[Any, Sequence[Fraction]]) -> NormalForm:
    """Return the stage game of a position with simultaneous moves.

    The payoff of a joint move is the value of the next position, or the expected value if several can follow. An
    outcome has the name of the next position if this position is certain. Cost: the number of joint moves.

    Parameters
    ----------
    game
        The rules.
    position
        A position where two or more players are active. An inactive player has the one strategy "waits".
    values
        For each position that can follow, the payoff to each player from there on.

    Returns
    -------
    NormalForm
        One strategy for each move.

    Raises
    ------
    ValueError
        If fewer than two players are active.
    KeyError
        If a position that can follow has no value.

    Examples
    --------
    >>> from gametheory.games.wargame import Wargame
    >>> game = Wargame(soldiers=1, rounds=1)
    >>> successors = [position for a in (0, 1) for b in (0, 1) for position in game.after(game.start(), a, b)]
    >>> values = {position: game.outcome(position).payoffs for position in successors}
    >>> form = stage_game(game, game.start(), values)
    >>> form.strategies, form.payoff_matrix(0)
    ((('0', '1'), ('0', '1')), ((Fraction(0, 1), Fraction(-1, 1)), (Fraction(1, 1), Fraction(0, 1))))
    """
    active = [(name, moves) for name in game.players if (moves := tuple(game.moves(position, name)))]
    if len(active) < 2:
        raise ValueError(f"position: {position} has {len(active)} active players; a stage game needs at least two")
    distributions = dict(transitions(game, position))
    # `product` changes its last factor fastest; a normal form, the first player's strategy.
    reversed_joint_moves = product(*(moves for _, moves in reversed(active)))
    return NormalForm(
        tuple(game.players),
        tuple(_move_names(game, position, name) for name in game.players),
        tuple(_expected_outcome(distributions[joint[::-1]], values) for joint in reversed_joint_moves),
        f"{game} in {position}",
    )


def _move_names(game: Game[Any, Any], position: Position, player: str) -> tuple[str, ...]:
    return tuple(map(str, game.moves(position, player))) or ("waits",)


def _expected_outcome(distribution: Distribution[Any], values: Mapping[Any, Sequence[Fraction]]) -> Outcome:
    shares = [[probability * value for value in values[successor]] for successor, probability in distribution.items()]
    payoffs = tuple(sum(share, Fraction(0)) for share in zip(*shares, strict=True))
    return Outcome(str(next(iter(distribution))) if len(distribution) == 1 else "", payoffs)
