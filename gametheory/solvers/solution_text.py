"""The solution of a game as sentences for a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from gametheory.model.classify import MoveOrder
from gametheory.numbers.format import format_decimal, format_number, pluralize
from gametheory.solvers.strategy_table import Solution, mixed_text

MAX_MOVES_OF_A_PLAY = 12
OTHER_EQUILIBRIA = {
    "none": "There is no other subgame-perfect equilibrium.",
    "some": "There are other subgame-perfect equilibria.",
    "unknown": "There may be other equilibria.",
}
LONG = 10**300


def summary(solution: Solution) -> list[str]:
    """Return the class, the method and the results of a solution, one sentence or short paragraph each.

    >>> from gametheory import Castle, solve
    >>> for sentence in summary(solve(Castle(10, 11, 15))):
    ...     print(sentence)
    8 positions. Class: single-player, acyclic. Method: shortest paths.
    castle: at least 3 moves; 2 shortest plays, such as (10, 0), (0, 10), (1, 4)
    soldiers: at least 4 moves; 1 shortest play: (10, 0), (1, 9), (0, 4), (0, 2)
    """
    size = f"{pluralize(solution.positions, 'position')}. Class: {solution.game_class}. Method: {solution.method}."
    return [size, *_outcomes(solution), *_chance_facts(solution), *_payoffs(solution), *_player_facts(solution)]


def checks(solution: Solution) -> str:
    """Return a sentence that names each checked property and its checker."""
    return f"Checked: {'; '.join(f'{check.what}, by {check.checker}' for check in solution.checked)}."


def _outcomes(solution: Solution) -> Iterator[str]:
    for name, facts in solution.outcomes.items():
        if hasattr(facts, "distance"):
            plays = pluralize(facts.shortest_plays, "shortest play")
            moves = _play_texts(solution, facts.play[: MAX_MOVES_OF_A_PLAY + 1])
            cut = ", ..." if len(moves) > MAX_MOVES_OF_A_PLAY else ""
            distance = pluralize(facts.distance, "move")
            such = ":" if facts.shortest_plays == 1 else ", such as"
            yield f"{name}: at least {distance}; {plays}{such} {', '.join(moves[:MAX_MOVES_OF_A_PLAY])}{cut}"
        else:
            yield f"{name}: {_probability(solution, facts)}"


def _play_texts(solution: Solution, play: Iterable[Any]) -> list[str]:
    """Return the moves of a play from the start in which nothing is random."""
    arrays, number, texts = solution.arrays, solution.arrays.start, []
    for move in play:
        texts.append(solution.labels.move(arrays.positions[number], move))
        joint = arrays.joints(number)[arrays.moves_in(number).index((move,))]
        number = int(arrays.successor[arrays.edges(joint)][0])
    return texts


def _probability(solution: Solution, facts: Any) -> str:
    if facts.most is not None:
        return f"probability from {format_decimal(facts.probability)} to {format_decimal(facts.most)}"
    probability = _exact_and_decimal(facts.probability)
    if solution.game_class.order is not MoveOrder.SINGLE_PLAYER:
        return f"probability {probability}"
    decisions = facts.strategy.get(solution.start, {}).values()
    first = [mixed_text(mixed, solution.start, solution.labels) for mixed in decisions]
    return f"probability at most {probability}" + (f", with the first move {first[0]}" if first else "")


def _chance_facts(solution: Solution) -> Iterator[str]:
    if solution.never_ends is not None:
        if solution.never_ends:
            yield f"never ends: probability {_exact_and_decimal(solution.never_ends)}"
        duration = solution.expected_duration
        yield (
            "Play may never end." if duration is None else f"Expected number of moves: {_exact_and_decimal(duration)}."
        )
    elif solution.game_class.order is MoveOrder.SINGLE_PLAYER and solution.game_class.cyclic and not solution.criterion:
        yield "Play may never end."


def _payoffs(solution: Solution) -> Iterator[str]:
    if solution.payoffs:
        payoffs = ", ".join(f"{player} {_exact_and_decimal(payoff)}" for player, payoff in solution.payoffs.items())
        yield f"Payoffs: {payoffs}{_meaning(solution)}."
    for player, (lower, upper) in solution.bounds.items():
        yield f"Payoff of {player}: from {format_decimal(lower)} to {format_decimal(upper)}{_meaning(solution)}."


def _meaning(solution: Solution) -> str:
    """Return in brackets what the payoffs are, where that is not clear."""
    if solution.criterion:
        return f" ({solution.criterion})"
    return " (a play that never ends pays 0)" if solution.game_class.cyclic else ""


def _player_facts(solution: Solution) -> Iterator[str]:
    """Yield the winner, the best first moves, the Grundy value, and the number of equilibria."""
    if forced := solution.forced:
        if forced.winner is None:
            yield "Neither player can force a positive payoff."
        else:
            within = f" in {pluralize(forced.moves, 'move')}" if forced.moves else ""
            won = forced.outcomes == (forced.winner,)
            outcomes = "a win" if won else f"the outcome {' or '.join(forced.outcomes)}"
            reached = pluralize(forced.positions, "position")
            yield f"{forced.winner} can force {outcomes}{within}; the strategy can reach {reached}."
    if first := [solution.labels.move(solution.start, move) for move in solution.best_first_moves]:
        (player,) = solution.strategy[solution.start]
        yield f"Best first {'move' if len(first) == 1 else 'moves'} of {player}: {', '.join(first)}."
    if solution.epsilon is not None:
        digits = len(str(int(1 / solution.epsilon))) - 1  # ε is at most 10 to the power of -digits, or greater than 1
        most = f"1e-{digits:02}" if solution.epsilon <= 1 else str(ceil(solution.epsilon))
        yield f"These strategies are an ε-equilibrium: no player gains more than {most} by any other strategy."
    if solution.other_equilibria:
        yield OTHER_EQUILIBRIA[solution.other_equilibria]
    if solution.equilibria is not None:
        number = pluralize(solution.equilibria, "Nash equilibrium", "Nash equilibria")
        which = "all extreme ones" if solution.all_equilibria else "there may be more"
        yield f"Found {number} ({which}); the strategies below are the first."
    if grundy := solution.grundy:
        rule, name = ("wins", "Grundy value") if grundy.last_mover_wins else ("loses", "misère Grundy value")
        yield f"The game is impartial, and the player who moves last {rule}; {name} {grundy.value}."


def _exact_and_decimal(value: Fraction) -> str:
    """Return an exact number, with a decimal if it is a fraction; only the decimal if the fraction is long."""
    if abs(value) >= LONG:  # too large for a float
        return format_number(value)
    if value.denominator == 1:
        return str(value)
    return f"{value} ({float(value):.6f})" if value.denominator < 10**12 else f"{float(value):.12f}"
