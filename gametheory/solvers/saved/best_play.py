"""Best play from a position by the labels of a strong solution, each checked against the next ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from gametheory.model.game import Move, Outcome, Position, RulesError, active_players
from gametheory.model.position_text import json_value, position_codes, short_text
from gametheory.numbers.format import pluralize, visible
from gametheory.numbers.rationals import exact_text
from gametheory.solvers.saved.solution_file import SolutionFileError
from gametheory.verify.errors import CertificateError
from gametheory.verify.labels import Block
from gametheory.verify.strong_solution import BACKWARD_INDUCTION, SHORTEST_PATHS, Condition, StrongSolution, conditions

PAYOFF = "payoff"
MAX_MOVES = 24  # of a play that is printed


class Line(NamedTuple):
    """Best play from a position for one objective."""

    distance: int | None
    best_moves: tuple[Move, ...]
    play: tuple[Move, ...]
    end: str | None


class PositionSolution(NamedTuple):
    """The solution of one position."""

    position: Position
    player: str | None
    payoffs: Mapping[str, Fraction]
    lines: Mapping[str, Line]
    method: str

    def __str__(self) -> str:
        return visible("\n".join(lookup_sentences(self)))

    def as_json(self) -> dict[str, Any]:
        """Return the solution of the position as values that `json.dumps` takes."""
        lines = {
            name: {
                "distance": line.distance,
                "best_moves": [*map(json_value, line.best_moves)],
                "play": [*map(json_value, line.play)],
                "end": line.end,
            }
            for name, line in self.lines.items()
        }
        payoffs = {player: exact_text(payoff) for player, payoff in self.payoffs.items()}
        return {"position": json_value(self.position), "player": self.player, "payoffs": payoffs, "lines": lines}


def lookup_sentences(found: PositionSolution) -> Iterator[str]:
    """Yield who moves, the payoffs, and best play for each objective, one line each."""
    active = f"{found.player} moves" if found.player else "play has ended"
    yield f"Position {short_text(found.position)}: {active}."
    if found.payoffs:
        payoffs = (f"{player} {exact_text(payoff)}" for player, payoff in found.payoffs.items())
        yield f"Payoffs: {', '.join(payoffs)}."
    for name, line in found.lines.items():
        yield from _line_text(found.method, name, line)
    if found.player and not found.lines:
        yield "Play never ends."


def _line_text(method: str, name: str, line: Line) -> Iterator[str]:
    """Yield sentences about best play for one objective."""
    if method == SHORTEST_PATHS:
        yield f"{name}: out of reach." if line.distance is None else f"{name}: {pluralize(line.distance, 'move')}."
    elif method == BACKWARD_INDUCTION:
        yield f"The longest play has {pluralize(line.distance or 0, 'move')}."
    elif line.distance is None:
        yield "No player can force the end."
    else:
        yield f"The end can be forced in {pluralize(line.distance, 'move')}."
    if not line.best_moves:
        return
    yield f"  best moves: {', '.join(map(short_text, line.best_moves))}"
    moves = ", ".join(map(short_text, line.play[:MAX_MOVES]))
    rest = f" and {pluralize(len(line.play) - MAX_MOVES, 'more move')}" if len(line.play) > MAX_MOVES else ""
    yield f"  best play: {moves}{rest}; {'a position is repeated' if line.end is None else f'it ends with {line.end}'}"


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
        if (outcome := game.outcome(position)) is not None:
            self._check(self._conditions(_with_wins(outcome, game.players)), position, number, 0, 0, [])
            return Node(position, number, outcome.name, -1, (), (), ())
        players = active_players(game, position)
        if len(players) != 1:
            raise RulesError(f"in {short_text(position)} not one player moves")
        active, moves = game.players.index(players[0]), list(game.moves(position, players[0]))
        after = [game.after(position, move) for move in moves]
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


def _with_wins(outcome: Outcome, players: Sequence[str]) -> list[Outcome]:
    """Return an outcome together with those that say what outcomes without payoffs mean."""
    return [outcome, *([] if outcome.payoffs else map(Outcome, players))]
