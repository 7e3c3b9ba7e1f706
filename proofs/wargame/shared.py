"""Shared by the claims about the Wargame: the published game, its equilibrium, policies, and models of small games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import Any, NamedTuple

from _published import rows

from gametheory import state_graph
from gametheory.games.wargame import (
    Army,
    Position,
    Wargame,
    WargameEquilibrium,
    army_graph,
    solve_wargame,
    solve_wargame_exact,
)
from gametheory.games.wargame.equilibrium import armies_of, position_of
from gametheory.games.wargame.rules import mirror
from gametheory.games.wargame.strategies import RoundSummary, equilibrium_strategies, expected_payoff, play_distribution
from gametheory.model.game import Distribution
from gametheory.solvers.simultaneous import solve_simultaneous

from .policies import Policy, all_in_round, as_player_a, best_response, fixed_schedule, keep_field_at

PAGE = "the page"
EXAMPLE = "the example"
OWN = "not on the page"


def printed(claim: str) -> dict[str, str]:
    """Return each number that the page prints for a claim, as text."""
    return {row["what"]: row["printed"] for row in rows("wargame.tsv") if row["claim"] == claim}


@cache
def published() -> WargameEquilibrium:
    """Return the equilibrium of the game with the printed numbers."""
    numbers = printed("WG.1")
    return solve_wargame(Wargame(int(numbers["soldiers"]), int(numbers["rounds"])))


@cache
def optimal_play() -> list[RoundSummary]:
    """Return the published game when both players use their equilibrium strategies."""
    return play_distribution(published().game, *equilibrium_strategies(published()))


class RoundedUp(Wargame):
    """The Wargame with the other rule for an odd field: the smaller half is killed."""

    @cached_property
    def survivors(self) -> list[int]:
        """The number of soldiers left of a field of each size."""
        return [field - field // 2 for field in range(self.soldiers + 1)]


class Loss(NamedTuple):
    """The payoff of a policy of A against the equilibrium strategy of B, and against the best response of B."""

    name: str
    equilibrium: float
    best: Fraction


@cache
def losses() -> dict[str, list[Loss]]:
    """Return the payoffs of policies that use only the own army, by kind."""
    game = published().game
    each = game.soldiers // game.rounds
    return {
        "all": [loss_of(f"all in round {number}", all_in_round(number)) for number in range(1, game.rounds + 1)],
        "field": [loss_of(f"field of size {size}", keep_field_at(size)) for size in range(1, 11)],
        "other": [loss_of(f"{each} in every round", fixed_schedule(*[each] * game.rounds))],
    }


def field_sizes_in_example() -> dict[str, set[int]]:
    """Return the sizes of each player's field in the example, after each move."""
    return {
        player: {int(row[f"field {player}"]) for row in rows("wargame_example.tsv") if row["line"] == player}
        for player in "AB"
    }


def loss_of(name: str, policy: Policy) -> Loss:
    """Return the payoffs of one policy."""
    solution = published()
    against = play_distribution(solution.game, as_player_a(policy), equilibrium_strategies(solution)[1])
    payoff = float(expected_payoff(solution.game, against))  # in floats already, as the equilibrium is
    return Loss(name, payoff, best_response(solution.game, policy).value)


# The joint state graph of a small game, compared with the graph of one army


def small_games(deep: bool) -> list[Wargame]:
    """Return the games in which both models are compared."""
    sizes = product(range(1, 8 if deep else 6), range(1, 6 if deep else 5))
    return [Wargame(*size, killed=share) for size in sizes for share in (Fraction(1, 2), Fraction(1, 3))]


def same_game(game: Wargame) -> bool:
    """Return whether the joint state graph and two army graphs have the same positions, transitions and values."""
    graph = state_graph(game)
    exact = solve_wargame_exact(game)
    nodes: Any = graph.nodes(data="outcome")
    both_move = {position for position, end in nodes if end is None}
    if both_move != set(exact.positions()) or not all(
        distribution == two_armies(game, *case) for case, distribution in transitions(game)
    ):
        return False
    ends = {position: end.payoffs for position, end in nodes if end is not None}
    values = solve_simultaneous(graph, ends).values
    return all(values[position] == Fraction(str(exact.value(position))) for position in both_move)


def transitions(game: Wargame) -> Iterator[tuple[tuple[Position, int, int], Mapping[Position, Fraction]]]:
    """Yield every position of the product with every pair of moves, and the distribution of successors by the rules."""
    for group in army_graph(game).graph["rounds"]:
        for a, b in product(group, group):
            position = position_of(a, b)
            for i, j in product(*(game.moves(position, player) for player in game.players)):
                yield (position, i, j), game.after(position, i, j)


def two_armies(game: Wargame, position: Position, *sent: int) -> Distribution[Position]:
    """Return the distribution of successors if each army follows its own graph."""
    a, b = armies_of(position)
    ends = game.battle_chances[position.round - 1]
    fields = a.field + sent[0], b.field + sent[1]
    distribution = {Position(a.round, a.camp - sent[0], fields[0], b.camp - sent[1], fields[1], True): ends}
    if ends != 1:
        successors = army_transitions(game)
        distribution[position_of(successors[a, sent[0]], successors[b, sent[1]])] = 1 - ends
    return Distribution(distribution)


@cache
def army_transitions(game: Wargame) -> dict[tuple[Army, int], Army]:
    """Return the successor of each army for each number sent, from the edges of its graph."""
    edges: Any = army_graph(game).edges(data="moves")
    return {(army, sent): following for army, following, moves in edges for sent in moves}


def is_symmetric(game: Wargame, case: tuple[Position, int, int]) -> bool:
    """Return whether the rules commute with exchanging the players in a position."""
    position, i, j = case
    mirrored = {mirror(after): probability for after, probability in game.after(position, i, j).items()}
    return mirrored == game.after(mirror(position), j, i) and all(has_opposite_payoffs(game, at) for at in mirrored)


def has_opposite_payoffs(game: Wargame, position: Position) -> bool:
    """Return whether the payoffs of a position are those of the mirror image, exchanged."""
    end, mirrored = game.outcome(position), game.outcome(mirror(position))
    if end is None or mirrored is None:
        return end is mirrored
    return end.payoffs == mirrored.payoffs[::-1]
