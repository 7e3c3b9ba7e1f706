"""The strategies of a solution as table rows: the decisions that play can reach under them, in order of play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

from gametheory.model.game import Move, Position
from gametheory.model.position_text import short_text
from gametheory.model.state_arrays import PositionMap
from gametheory.numbers.rationals import exact_text
from gametheory.numbers.table import Table

COLUMNS = ("position", "player", "move")
SMALL = 20  # decisions of a strategy that is listed whole
LONG_DENOMINATOR = 10**9

Solution: TypeAlias = Any  # solvers.solution.Solution, which imports this file
MixedMove: TypeAlias = Mapping[Move, Fraction]
Decision: TypeAlias = tuple[Position, str, MixedMove]


def strategy_table(solution: Solution, limit: int, where: str) -> tuple[Table, str]:
    """Return the first rows of the strategies, at most `limit`, and a sentence about the others.

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
    count = decision_count(solution)
    followers = _followers(solution, count)
    decisions = _all_decisions(solution) if followers is None else _reached_decisions(solution, followers)
    first = [*islice(decisions, limit + 1)]
    rows = [(short_text(position), player, mixed_text(mixed)) for position, player, mixed in first[:limit]]
    if len(rows) == count:
        rest = ""
    elif followers is None:
        rest = f"... and {count - limit:,} more rows; {where}"
    else:
        shown = f"The first {limit:,}, in order of play," if len(first) > limit else f"{len(rows):,}"
        rest = f"{shown} of {count:,} decisions; {where}"
    return Table(COLUMNS, rows, _title(solution, followers), left=()), rest


def decision_count(solution: Solution) -> int:
    """Return the number of decisions of the solution, without making a text of each."""
    strategy = solution.strategy
    return len(strategy) if isinstance(strategy, PositionMap) else sum(map(len, strategy.values()))


def mixed_text(mixed: MixedMove) -> str:
    """Return the move that is certain, or the moves with their probabilities."""
    if len(mixed) == 1:
        return short_text(next(iter(mixed)))
    return ", ".join(f"{short_text(move)}: {_probability_text(probability)}" for move, probability in mixed.items())


def _probability_text(probability: Fraction) -> str:
    """Return a probability exactly, or as a decimal if it is long."""
    return exact_text(probability) if probability.denominator < LONG_DENOMINATOR else f"{float(probability):.9f}"


def _title(solution: Solution, followers: Collection[str] | None) -> str:
    where = "" if followers is None else ", in the positions that it can reach"
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


def _all_decisions(solution: Solution) -> Iterator[Decision]:
    for position, by_player in solution.strategy.items():
        for player, mixed in by_player.items():
            yield position, player, mixed


def _reached_decisions(solution: Solution, followers: Collection[str]) -> Iterator[Decision]:
    """Yield the decisions of players that play can reach if they follow their strategies, and the others need not."""
    arrays = solution.arrays
    numbers = [arrays.start]
    seen = {arrays.start}
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
