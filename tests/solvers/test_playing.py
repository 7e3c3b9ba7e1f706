"""What moves cost against the solution: by hand, by recursion over the rules, and by the state graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from games_by_class import Bold, Dice, Duel, Entry, Goofspiel, Race, TossedDuel
from games_by_table import MoveTable
from small_games import Coin, LayeredNim, Nim

from gametheory import Castle, Distribution, state_graph
from gametheory.formats.gambit import read_gambit
from gametheory.games import catalogue
from gametheory.games.catalogue.hidden_information import Kuhn
from gametheory.model.game import RulesError, active_players
from gametheory.solvers.dispatch import NoSolver
from gametheory.solvers.playing import Decisions, SolvedGame, bot_move, sample, solve_to_play, turns
from gametheory.solvers.shortest_paths import distance_to_outcome

DATA = Path(__file__).parents[1] / "data" / "games"
HALF = Fraction(1, 2)


def best_payoff(solved: SolvedGame, player: str, position: Any) -> Fraction:
    """Return the greatest expected payoff of a player against the solution, by recursion over the rules."""
    if (outcome := solved.game.outcome(position)) is not None:
        return Fraction(solved.payoffs(outcome)[solved.game.players.index(player)])
    own = list(solved.game.moves(position, player)) or [None]
    return max(payoff(solved, player, position, move) for move in own)


def payoff(solved: SolvedGame, player: str, position: Any, own: Any) -> Fraction:
    """Return the expected payoff of a move against the solution, if the player plays best later."""
    active = active_players(solved.game, position)
    mixed = [{own: Fraction(1)} if each == player else solved.mixed(position, each) for each in active]
    total = Fraction(0)
    for joint in product(*(each.items() for each in mixed)):
        after = solved.game.after(position, *(move for move, _ in joint))
        share = Fraction(1)
        for _, probability in joint:
            share *= probability
        for following, chance in (after if isinstance(after, Distribution) else {after: Fraction(1)}).items():
            total += share * chance * best_payoff(solved, player, following)
    return total


def positions(game: Any) -> Iterator[tuple[Any, str]]:
    """Yield each position of a game with each player who moves there."""
    for position, outcome in state_graph(game).nodes(data="outcome"):
        if outcome is None:
            yield from ((position, player) for player in active_players(game, position))


class OneOfThree(Duel):
    """The hider has three coins, so that two of them lead to the same position after a wrong guess."""

    def moves(self, position: Any, player: str) -> tuple[str, ...]:
        return ("a", "b", "c")


ACYCLIC = {
    "sequential": lambda: Nim((1, 2, 2)),
    "in layers": lambda: LayeredNim((2, 1), 2),
    "not zero-sum": Entry,
    "with chance": Dice,
    "simultaneous": Duel,
    "simultaneous with chance": TossedDuel,
    "several ways to a position": OneOfThree,
    "two simultaneous moves": lambda: Goofspiel(3),
    "a table": lambda: read_gambit(DATA / "prisoners-dilemma.nfg"),
    "a table with a mixed equilibrium": lambda: read_gambit(DATA / "matching-pennies.nfg"),
    "a table with three equilibria": lambda: read_gambit(DATA / "battle-of-the-sexes.nfg"),
}


@pytest.mark.parametrize("make", ACYCLIC.values(), ids=ACYCLIC)
def test_costs_are_those_of_a_recursion_over_the_rules(make: Callable[[], Any]) -> None:
    solved = solve_to_play(make())
    for player in solved.game.players:
        decisions = Decisions(solved, player)
        for position, active in positions(solved.game):
            if active == player:
                wanted = {move: payoff(solved, player, position, move) for move in solved.game.moves(position, player)}
                assert decisions.payoffs(position) == wanted
                best = max(wanted.values())
                assert decisions.costs(position) == {move: best - each for move, each in wanted.items()}


@pytest.mark.parametrize("make", [*ACYCLIC.values(), Race, lambda: Bold(HALF), lambda: Bold(HALF, payoffs=True)])
def test_no_move_of_the_solution_costs_anything(make: Callable[[], Any]) -> None:
    solved = solve_to_play(make())
    for position, player in positions(solved.game):
        costs = Decisions(solved, player).costs(position)
        assert all(costs[move] == 0 for move, probability in solved.mixed(position, player).items() if probability)
        assert min(costs.values()) == 0


NOT_PLAYED = "gamblers-ruin", "liars-dice"  # no player moves; minutes
SLOW = "leduc", "second-price-auction"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each.name, marks=[pytest.mark.slow] if each.name in SLOW else [])
        for each in catalogue.ENTRIES
        if each.name not in NOT_PLAYED
    ],
)
def test_the_solution_of_a_textbook_game_plays_without_cost(name: str) -> None:
    solved, random = solve_to_play(catalogue.game(name)), Random(1)
    decisions = {player: Decisions(solved, player) for player in solved.game.players}
    for turn in turns(solved.game, lambda at, player, _: sample(solved.mixed(at, player), random), random):
        for player, move in turn.moves.items():
            assert decisions[player].costs(turn.position)[move] == 0
            assert solved.shown(turn.position, player)


def test_a_gambler_who_stakes_one_of_two_loses_what_dubins_and_savage_say() -> None:
    """With p < 1/2 bold play is optimal (Dubins and Savage 1965): from 2 of 4 it wins with p, by 1 with p (p + q p)."""
    p = Fraction(1, 3)
    costs = Decisions(solve_to_play(Bold(p)), "gambler").costs(2)
    timid = p * (p + (1 - p) * p) + (1 - p) * p * p  # 3 coins, or 1, and bold from there on
    assert costs == {1: p - timid, 2: 0}


def test_costs_without_payoffs_or_chance_count_moves() -> None:
    game = Castle(4, 7, 3)
    distance, decisions = distance_to_outcome(state_graph(game), "soldiers"), Decisions(solve_to_play(game), "soldiers")
    for position, player in positions(game):
        after = {move: game.after(position, move) for move in game.moves(position, player)}
        lost = {move: 1 + distance[at] - distance[position] if at in distance else inf for move, at in after.items()}
        assert decisions.costs(position) == (lost if position in distance else dict.fromkeys(lost, 0))


# Kuhn (1950): the equilibrium strategy of the second player is unique: to bet after a pass with 1 a third of the time
# and with 3 always, and to call with 2 a third of the time and with 3 always. The costs follow by hand.
KUHN = {
    (1, ""): {"pass": 0, "bet": 0},
    (2, ""): {"pass": 0, "bet": Fraction(1, 6)},
    (3, ""): {"pass": 0, "bet": 0},
    (1, "pb"): {"pass": 0, "bet": 1},
    (2, "pb"): {"pass": 0, "bet": 0},
    (3, "pb"): {"pass": 3, "bet": 0},
}


def test_costs_with_hidden_information_are_those_of_what_the_player_knows() -> None:
    solved = solve_to_play(Kuhn())
    decisions, seen = Decisions(solved, "first"), {}
    for position, player in positions(solved.game):
        if player == "first":
            seen[solved.view(position, player)] = decisions.costs(position)
    assert seen == KUHN


def test_a_tree_in_a_file_has_the_same_costs() -> None:
    solved = solve_to_play(read_gambit(DATA / "kuhn-poker.efg"))
    player = solved.game.players[0]
    decisions = Decisions(solved, player)
    found = sorted(
        sorted(map(str, decisions.costs(position).values()))
        for position in {solved.view(at, each): at for at, each in positions(solved.game) if each == player}.values()
    )
    assert found == sorted(sorted(map(str, costs.values())) for costs in KUHN.values())


def test_what_the_solution_never_does_has_no_cost() -> None:
    """The first player of this game always goes out, so what the second player does after in costs nothing."""

    after = {"": ("first", {"out": "out", "up": "up", "down": "down"})}
    after |= {at: ("second", {move: f"{at} {move}" for move in ("left", "right")}) for at in ("up", "down")}
    pays = {"out": (5, 0), "up left": (1, 1), "up right": (0, 0), "down left": (1, 0), "down right": (0, 1)}
    solved = solve_to_play(MoveTable("first second", after, pays, observation=lambda at, player: bool(at)))
    assert Decisions(solved, "second").costs("up") == {}
    assert Decisions(solved, "first").costs("")["up"] >= 4


def test_observations_that_show_everything_hide_nothing() -> None:
    class Open(Entry):
        def observation(self, position: Any, player: str) -> Any:
            return position

    solved, plain = solve_to_play(Open()), solve_to_play(Entry())
    assert not solved.hidden
    for position, player in positions(Entry()):
        assert Decisions(solved, player).costs(position) == Decisions(plain, player).costs(position) != {}


def test_symmetric_positions_are_played_as_they_are() -> None:
    class Sorted(Nim):
        def canonical(self, position: Any) -> Any:
            return (tuple(sorted(position[0])), position[1])

    game = Sorted((2, 1, 1))
    solved = solve_to_play(game)
    assert solved.game.start() == game.start() != game.canonical(game.start())


def test_a_discounted_game_is_played_until_it_stops() -> None:
    """Every turn pays 1, and the discounted sum with the factor 1/2 is 2; to rest costs 1."""

    rows = {"day": ("worker", dict.fromkeys(("work", "rest"), "day"))}
    work = MoveTable("worker", rows, stage_payoffs=lambda at, move: (int(move == "work"),), discount=HALF)
    decisions = Decisions(solve_to_play(work), "worker")
    assert decisions.payoffs("day") == {"work": 2, "rest": 1}
    work.discount = None
    with pytest.raises(NoSolver, match="without a discount"):
        solve_to_play(work)


def test_a_game_without_players_is_refused() -> None:
    with pytest.raises(NoSolver, match="nothing to play for"):
        solve_to_play(Coin(2))


def test_a_picture_that_fails_is_an_error_of_the_rules() -> None:
    class Drawn(Nim):
        def picture(self, position: Any) -> str:
            raise KeyError(position)

    with pytest.raises(RulesError, match=r"picture.* fails: KeyError"):
        solve_to_play(Drawn((1,))).picture(Nim((1,)).start())


def test_turns_follow_the_rules_and_the_seed() -> None:
    game = TossedDuel()
    plays = [[*turns(game, lambda at, player, moves: moves[0], Random(seed))] for seed in (1, 1, *range(2, 30))]
    assert plays[0] == plays[1]
    assert {len(play) for play in plays} == {2, 3}, "the coin decides between one round and two"
    for play in plays:
        assert play[0].moves == {}
        assert all(turn.after == following.position for turn, following in pairwise(play))
        assert game.outcome(play[-1].after) is not None


@pytest.mark.parametrize("result", [3, None, {1: HALF}, {3: 1}, {1: 2, 2: -1}, {1: float("nan")}], ids=str)
def test_what_a_bot_must_not_return(result: Any) -> None:
    with pytest.raises(ValueError, match=r"first at here: .*(none of the moves 1, 2|sum 1 on the moves 1, 2)"):
        bot_move(lambda view, player, moves: result, "here", "first", (1, 2), Random(1))
