"""What the claims on the Wargame share: the published game, its equilibrium, plans, and both views of small games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from _published import rows

from gametheory import state_graph
from gametheory.games.wargame import (
    Army,
    Equilibrium,
    Position,
    Wargame,
    army_graph,
    solve_wargame,
    solve_wargame_exact,
)
from gametheory.games.wargame.analysis import RoundSummary, expected_payoff, play_distribution
from gametheory.games.wargame.armies import armies_of, position_of
from gametheory.games.wargame.policies import (
    Policy,
    all_in_round,
    as_player_a,
    best_response,
    equilibrium_strategies,
    fixed_schedule,
    keep_field_at,
)
from gametheory.model.game import Distribution
from gametheory.solvers.simultaneous import solve_simultaneous

PAGE = "the page"
EXAMPLE = "the example"
OWN = "gametheory/games/wargame"


def printed(claim: str) -> dict[str, str]:
    """Each number that the page prints for a claim, as it is printed."""
    return {row["what"]: row["printed"] for row in rows("wargame.tsv") if row["claim"] == claim}


@cache
def published() -> Equilibrium:
    """The equilibrium of the game with the printed numbers."""
    told = printed("WG.1")
    return solve_wargame(Wargame(int(told["soldiers"]), int(told["rounds"])))


@cache
def optimal_play() -> list[RoundSummary]:
    """The published game when both play their equilibrium strategies."""
    return play_distribution(published().game, *equilibrium_strategies(published()))


class RoundedUp(Wargame):
    """The other way to halve an odd number: the smaller half is killed."""

    @cached_property
    def survivors(self) -> list[int]:
        """How many of a field of each size are left."""
        return [field - field // 2 for field in range(self.soldiers + 1)]


class Loss(NamedTuple):
    """What a plan of A gets against the equilibrium strategy of B, and against B's best answer to it."""

    name: str
    equilibrium: float
    best: Fraction


@cache
def losses() -> dict[str, list[Loss]]:
    """What plans that look at one's own army alone get in the published game, by kind."""
    game = published().game
    each = game.soldiers // game.rounds
    return {
        "all": [loss_of(f"all in round {number}", all_in_round(number)) for number in range(1, game.rounds + 1)],
        "held": [loss_of(f"field kept at {size}", keep_field_at(size)) for size in range(1, 11)],
        "other": [loss_of(f"{each} in every round", fixed_schedule(*[each] * game.rounds))],
    }


def field_sizes_in_example() -> dict[str, set[int]]:
    """The sizes of either player's field in the example, each time after a move."""
    return {
        player: {int(row[f"field {player}"]) for row in rows("wargame_example.tsv") if row["line"] == player}
        for player in "AB"
    }


def loss_of(name: str, plan: Policy) -> Loss:
    """What one plan gets."""
    solution = published()
    against = play_distribution(solution.game, as_player_a(plan), equilibrium_strategies(solution)[1])
    return Loss(name, expected_payoff(solution.game, against), best_response(solution.game, plan).value)


# The joint graph of a small game against the graph of one army.


def small_games(deep: bool) -> list[Wargame]:
    """The games in which both views are compared."""
    sizes = product(range(1, 6 if deep else 5), range(1, 5 if deep else 4))
    shares = (Fraction(1, 2), Fraction(1, 3)) if deep else (Fraction(1, 2),)
    return [Wargame(soldiers, rounds, killed=share) for soldiers, rounds in sizes for share in shares]


def same_game(game: Wargame) -> bool:
    """Whether the joint state graph and two copies of an army's graph have the same positions, transitions and values."""
    graph = state_graph(game)
    exact = solve_wargame_exact(game)
    both_move = {position for position, end in graph.nodes(data="outcome") if end is None}
    if both_move != set(exact.positions()) or not all(
        distribution == two_armies(game, *case) for case, distribution in transitions(game)
    ):
        return False
    ends = {position: end.payoffs for position, end in graph.nodes(data="outcome") if end is not None}
    values = solve_simultaneous(graph, ends).values
    return all(values[position] == Fraction(str(exact.value(position))) for position in both_move)


def transitions(game: Wargame) -> Iterator[tuple[tuple[Position, int, int], Mapping[Position, Fraction]]]:
    """Every position of the product with every pair of moves, and what follows by the rules."""
    for group in army_graph(game).graph["rounds"]:
        for a, b in product(group, group):
            position = position_of(a, b)
            for pair in product(*(game.moves(position, player) for player in game.players)):
                yield (position, *pair), game.after(position, *pair)


def two_armies(game: Wargame, position: Position, *sent: int) -> Distribution[Position]:
    """The distribution of what follows when each army walks its own graph."""
    a, b = armies_of(position)
    ends = game.battle_chances[position.round - 1]
    fields = a.field + sent[0], b.field + sent[1]
    distribution = {Position(a.round, a.camp - sent[0], fields[0], b.camp - sent[1], fields[1], True): ends}
    if ends != 1:
        walked = army_transitions(game)
        distribution[position_of(walked[a, sent[0]], walked[b, sent[1]])] = 1 - ends
    return Distribution(distribution)


@cache
def army_transitions(game: Wargame) -> dict[tuple[Army, int], Army]:
    """Where each number sent leads one army, by the edges of its graph."""
    edges = army_graph(game).edges(data="moves")
    return {(army, sent): following for army, following, moves in edges for sent in moves}


def is_symmetric(game: Wargame, case: tuple[Position, int, int]) -> bool:
    """Whether the rules treat a position, with the players exchanged, as the mirror image of what it was."""
    position, i, j = case
    mirrored = {mirror(after): probability for after, probability in game.after(position, i, j).items()}
    return mirrored == game.after(mirror(position), j, i) and all(map(opposite(game), mirrored))


def opposite(game: Wargame):
    """A test of a position: whether its payoffs are those of the mirror image exchanged."""

    def holds(position: Position) -> bool:
        ends = game.outcome(position), game.outcome(mirror(position))
        return ends == (None, None) or ends[0].payoffs == ends[1].payoffs[::-1]

    return holds


def mirror(position: Position) -> Position:
    """The position with the players exchanged."""
    a, b = armies_of(position)
    return position_of(b, a)._replace(battle=position.battle)
