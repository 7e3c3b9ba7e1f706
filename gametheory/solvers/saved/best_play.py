"""Best play from a position by the labels of a strong solution, each checked against the next ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gametheory.model.game import Move, Outcome, Position, RulesError, active_players
from gametheory.model.layers import LayeredGame, checked_layer
from gametheory.model.position_text import position_codes, short_text
from gametheory.numbers.printed import printed
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.saved.solution_file import SolutionFileError
from gametheory.verify.errors import CertificateError
from gametheory.verify.labels import Block
from gametheory.verify.strong_solution import BACKWARD_INDUCTION, SHORTEST_PATHS, Condition, StrongSolution, conditions

PAYOFF = "payoff"

# the outcome, the index of the player who moves, the moves, and the next positions
_Rules: TypeAlias = tuple[Outcome | None, int, Sequence[Move], Sequence[Position]]


class Line(NamedTuple):
    """Best play from a position for one objective.

    Parameters
    ----------
    distance : int or None
        Retrograde analysis: the number of moves to the end; None in a draw by endless play. Backward induction: the
        number of moves of the longest play. Shortest paths: the number of moves to the outcome; None if it is out of
        reach.
    best_moves : tuple of moves
        All moves of the active player that are best; none at an end.
    play : tuple of moves
        Best play of all players, up to the end, or until a position is repeated.
    end : str or None
        The outcome in which that play ends; None if it repeats a position, or if the objective is out of reach.
    """

    distance: int | None
    best_moves: tuple[Move, ...]
    play: tuple[Move, ...]
    end: str | None


@printed
class PositionSolution(NamedTuple):
    """The solution of one position.

    Parameters
    ----------
    position : hashable
        The position.
    player : str or None
        The player who moves; None at an end.
    payoffs : dict of str to Fraction
        The payoffs of all players from this position on; empty for shortest paths.
    lines : dict of str to Line
        Best play; for shortest paths to each outcome, and otherwise under the key "payoff".
    method : str
        The method that found it.
    """

    position: Position
    player: str | None
    payoffs: Mapping[str, Fraction]
    lines: Mapping[str, Line]
    method: str

    def as_json(self) -> dict[str, Any]:
        """Return the solution of the position as values that `json.dumps` takes.

        >>> PositionSolution((1, 2), None, {}, {"payoff": Line(0, (), (), "won")}, "").as_json()["lines"]
        {'payoff': {'distance': 0, 'best_moves': [], 'play': [], 'end': 'won'}}
        """
        lines = {
            name: {
                "distance": line.distance,
                "best_moves": [short_text(move) for move in line.best_moves],
                "play": [short_text(move) for move in line.play],
                "end": line.end,
            }
            for name, line in self.lines.items()
        }
        payoffs = {player: exact_text(payoff) for player, payoff in self.payoffs.items()}
        return {"position": short_text(self.position), "player": self.player, "payoffs": payoffs, "lines": lines}


class Node(NamedTuple):
    """A position with its index in the file, its outcome or active player, and what follows."""

    position: Position
    number: int
    outcome: str | None
    active: int
    moves: Sequence[Move]
    after: Sequence[Position]
    numbers: Sequence[int]


class BestPlay:
    """Best play by a strong solution and the rules of its game.

    Parameters
    ----------
    solution : StrongSolution
        The labels.
    game : Game
        The rules, between representatives if they have `canonical`.

    Examples
    --------
    >>> from gametheory import Castle, solve
    >>> from gametheory.solvers.saved.labels import labels_of
    >>> play = BestPlay(labels_of(solve(Castle(1, 1, 1))).solution, Castle(1, 1, 1))
    >>> play.node(Castle(1, 1, 1).start()).moves
    [Volley(at_castle=1, at_defenders=0)]
    >>> play.from_position(Castle(1, 1, 1).start()).lines["soldiers"].end
    'soldiers'
    """

    def __init__(self, solution: StrongSolution, game: Any) -> None:
        self.solution, self.game = solution, game

    def from_position(self, position: Position) -> PositionSolution:
        """Return the solution of a position; raise SolutionFileError if there is none, or a label is wrong."""
        node, solution = self.node(position), self.solution
        payoffs = solution.payoffs[int(solution.codes[node.number])] if len(solution.codes) else ()
        # play that never ends has no outcome
        names = solution.outcomes if solution.method == SHORTEST_PATHS else (PAYOFF,)
        return PositionSolution(
            node.position,
            solution.players[node.active] if node.outcome is None else None,
            dict(zip(solution.players, payoffs, strict=False)),
            {name: self._line(node, row) for row, name in enumerate(names)},
            solution.method,
        )

    def _line(self, node: Node, row: int) -> Line:
        distance = int(self.solution.distances[row][node.number])
        best = tuple(node.moves[place] for place in self._best(node, row))
        play, seen = [], {node.number}
        while node.outcome is None and (places := self._followed(node, row)):
            play.append(node.moves[places[0]])
            node = self.node(node.after[places[0]])
            if node.number in seen:
                break
            seen.add(node.number)
        reached = self.solution.method != SHORTEST_PATHS or distance >= 0
        return Line(None if distance < 0 else distance, best, tuple(play), node.outcome if reached else None)

    def _best(self, node: Node, row: int) -> list[int]:
        """Return the places of the best moves in a position."""
        solution = self.solution
        after = range(len(node.moves))
        if solution.method == BACKWARD_INDUCTION:
            own = [solution.payoffs[code][node.active] for code in solution.codes[list(node.numbers)]]
            return [place for place in after if own[place] == max(own)]
        distance, lengths = int(solution.distances[row][node.number]), solution.distances[row][list(node.numbers)]
        if solution.method == SHORTEST_PATHS:
            return [place for place in after if 0 <= lengths[place] == distance - 1]
        same = solution.codes[list(node.numbers)] == solution.codes[node.number]
        # a draw by endless play has no distance
        return [place for place in after if same[place] and (distance < 0 or lengths[place] == distance - 1)]

    def _followed(self, node: Node, row: int) -> list[int]:
        """Return the places of the best moves that give all players the payoffs of the position."""
        best, codes = self._best(node, row), self.solution.codes
        if self.solution.method != BACKWARD_INDUCTION:
            return best
        return [place for place in best if codes[node.numbers[place]] == codes[node.number]]

    def node(self, position: Position) -> Node:
        """Return a position with what the rules say, after checking its label."""
        number, game = self._number(position), self.game
        if number < 0:
            raise SolutionFileError(f"play cannot reach the position {short_text(position)}")
        outcome, active, moves, after = (_of_layer if isinstance(game, LayeredGame) else _of_rules)(game, position)
        if outcome is not None:
            self._check(self._conditions(_with_wins(outcome, game.players)), position, number, 0, 0, [])
            return Node(position, number, outcome.name, -1, (), (), ())
        numbers = list(map(self._number, after))
        self._check(self._condition, position, number, -1, active, numbers)
        return Node(position, number, None, active, moves, after, numbers)

    def _number(self, position: Position) -> int:
        return self.solution.number(int(position_codes(self.game, [position])[0]))

    @cached_property
    def _condition(self) -> Condition:
        return self._conditions([])

    def _conditions(self, outcomes: Sequence[Outcome]) -> Condition:
        try:
            return conditions(self.solution, outcomes)
        except CertificateError as error:
            raise SolutionFileError(f"the file does not fit the rules: {error}") from error

    def _check(
        self, condition: Condition, position: Position, number: int, outcome: int, active: int, numbers: list[int]
    ) -> None:
        """Check the label of one position."""
        rows = ([number], [outcome], [active], [len(numbers)], numbers)
        block, codes = Block(*(np.array(row, np.int64) for row in rows)), self.solution.codes
        known = not len(codes) or all(0 <= codes[each] < len(self.solution.payoffs) for each in [number, *numbers])
        if min(numbers, default=0) < 0 or not known or not condition(block).all():
            raise SolutionFileError(f"the file does not fit the rules: the label of {short_text(position)} is wrong")


def _of_layer(game: LayeredGame, position: Any) -> _Rules:
    """Return what `expand` says about a position, in one call."""
    if game.chance:
        raise RulesError("the game has chance moves")
    layer = checked_layer(game, np.array([position], np.int64))
    outcome = int(layer.outcome[0])
    end = game.outcomes[outcome] if outcome >= 0 else None
    return end, int(layer.active[0]), layer.moves.tolist(), layer.successors.tolist()


def _of_rules(game: Any, position: Position) -> _Rules:
    """Return what the methods of a game say about a position."""
    outcome = game.outcome(position)
    if outcome is not None:
        return outcome, -1, [], []
    players = active_players(game, position)
    if len(players) != 1:
        raise RulesError(f"in {short_text(position)} not one player moves")
    moves = list(game.moves(position, players[0]))
    return None, game.players.index(players[0]), moves, [game.after(position, move) for move in moves]


def _with_wins(outcome: Outcome, players: Sequence[str]) -> list[Outcome]:
    """Return an outcome together with those that say what outcomes without payoffs mean."""
    return [outcome, *([] if outcome.payoffs else map(Outcome, players))]
