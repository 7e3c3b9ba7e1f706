"""The strategies of a solution as table rows: the decisions that play can reach under them, in order of play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

from gametheory.model.game import Move, Position
from gametheory.model.position_text import Labels, short_text
from gametheory.model.state_arrays import PositionMap
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Table

COLUMNS = ("position", "player", "move")
SMALL = 20  # decisions of a strategy that is listed whole
LONG_DENOMINATOR = 10**9

Solution: TypeAlias = Any  # solvers.solution.Solution, which imports this file
MixedMove: TypeAlias = Mapping[Move, Fraction]
Decision: TypeAlias = tuple[Position, str, MixedMove]


def strategy_table(
    solution: Solution, limit: int, where: str, player: str | None = None, start: str | None = None
) -> tuple[Table, str]:
    """Return the first rows of the strategies, at most `limit`, and a sentence about the others.

    They are those of one player and from one position on, given by its text, if these are not None.

    Cost: the positions and moves up to the last row.

    If a player can force a win, the rows are the decisions of that player that play can reach under the strategy, in
    order of play. Otherwise they are all decisions, if there are at most 20, and those that play can reach under all
    strategies.

    >>> from gametheory import Castle, solve
    >>> table, rest = strategy_table(solve(Castle(10, 43, 8)), 20, "`strategy` has all of them")
    >>> table.caption
    'Strategy for the outcome soldiers, in the positions that it can reach:'
    >>> table.rows[1], rest
    (('(10, 8, 33)', 'soldiers', '(2, 8)'), '16 of 769 decisions; `strategy` has all of them')
    """
    count, labels = decision_count(solution), solution.labels
    followers = (player,) if player and solution.equilibria is None else _followers(solution, count)
    decisions = _decisions(solution, followers, start)
    first = [*islice((each for each in decisions if player in (None, each[1])), limit + 1)]
    rows = [(labels.position(at), active, mixed_text(mixed, at, labels)) for at, active, mixed in first[:limit]]
    if len(rows) == count:
        rest = ""
    elif player or start:
        rest = f"The first {limit:,} of these decisions; {where}" if len(first) > limit else ""
    elif followers is None:
        rest = f"... and {count - limit:,} more rows; {where}"
    else:
        shown = f"The first {limit:,}, in order of play," if len(first) > limit else f"{len(rows):,}"
        rest = f"{shown} of {count:,} decisions; {where}"
    return Table(COLUMNS, rows, _title(solution, followers, player), left=COLUMNS), rest


def decision_count(solution: Solution) -> int:
    """Return the number of decisions of the solution, without making a text of each."""
    strategy = solution.strategy
    return len(strategy) if isinstance(strategy, PositionMap) else sum(map(len, strategy.values()))


def mixed_text(mixed: MixedMove, position: Position, labels: Labels) -> str:
    """Return the move that is certain, or the moves with their probabilities."""
    if len(mixed) == 1:
        return labels.move(position, next(iter(mixed)))
    parts = (f"{labels.move(position, move)}: {_probability_text(share)}" for move, share in mixed.items())
    return ", ".join(parts)


def _probability_text(probability: Fraction) -> str:
    """Return a probability exactly, or as a decimal if it is long."""
    return exact_text(probability) if probability.denominator < LONG_DENOMINATOR else f"{float(probability):.9f}"


def _title(solution: Solution, followers: Collection[str] | None, player: str | None) -> str:
    where = "" if followers is None else ", in the positions that it can reach"
    if player:
        return f"Strategy of {player}{where}:"
    if solution.objective == "payoff":
        return f"Strategy for the best payoff{where}:"
    if solution.objective:
        return f"Strategy for the outcome {solution.objective}{where}:"
    if solution.forced and solution.forced.winner:
        return f"Optimal strategy of {solution.forced.winner}{where}:"
    where = "" if followers is None else ", in the positions that they can reach"
    return f"Optimal strategies{where}:" if solution.zero_sum else f"Strategies in equilibrium{where}:"


def _followers(solution: Solution, count: int) -> Collection[str] | None:
    """Return the players whose strategies limit the positions in the table; None if it lists all decisions."""
    if solution.equilibria is not None:  # of a table or a tree, whose strategies are not of positions
        return None
    if solution.forced and solution.forced.winner:
        return (solution.forced.winner,)
    return None if count <= SMALL else solution.arrays.game.players


def _decisions(solution: Solution, followers: Collection[str] | None, start: str | None) -> Iterator[Decision]:
    """Return the decisions of a table, from a position on; raise ValueError if there is no position with the text."""
    names = solution.strategy if solution.equilibria is not None else solution.arrays.positions

    def is_start(position: Position) -> bool:
        return start in (short_text(position), solution.labels.position(position))

    number = None if start is None else next((number for number, each in enumerate(names) if is_start(each)), -1)
    if number == -1:
        raise ValueError(f"play cannot reach the position {start!r}")
    if solution.equilibria is None and (followers is not None or start is not None):
        return _reached_decisions(solution, followers or solution.arrays.game.players, number)
    return islice(all_decisions(solution), number, None)  # of a table or a tree one player decides at each place


def all_decisions(solution: Solution) -> Iterator[Decision]:
    """Yield position, player and moves with their probabilities, in the order of the graph."""
    for position, by_player in solution.strategy.items():
        for player, mixed in by_player.items():
            yield position, player, mixed


def _reached_decisions(solution: Solution, followers: Collection[str], start: int | None) -> Iterator[Decision]:
    """Yield the decisions of players that play can reach if they follow their strategies, and the others need not."""
    arrays = solution.arrays
    numbers = [arrays.start if start is None else start]
    seen = {*numbers}
    for number in numbers:  # which grows
        position = arrays.positions[number]
        by_player = solution.strategy.get(position, {})
        yield from ((position, player, mixed) for player, mixed in by_player.items() if player in followers)
        for moves, joint in zip(arrays.moves_in(number), arrays.joints(number), strict=True):
            if _agrees(moves, by_player, followers):
                after = set(arrays.successor[arrays.edges(joint)].tolist()) - seen
                numbers += sorted(after)
                seen |= after


def _agrees(moves: tuple[Move, ...], by_player: Mapping[str, MixedMove], followers: Collection[str]) -> bool:
    """Whether a joint move can be made if the followers keep to their strategies."""
    own = zip(by_player.items(), moves, strict=True)
    return not by_player or all(mixed.get(move, 0) > 0 for (player, mixed), move in own if player in followers)
