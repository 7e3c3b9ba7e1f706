"""Storm's exact engine has the same model and the same value of 34 games; skipped without stormpy, which is GPL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chains import craps, gamblers_ruin
from small_games import RandomGame, RandomPayoffs

from gametheory import Castle, Outcome, solve
from gametheory.formats.umb import UmbGame, to_umb
from gametheory.games.battle import Battle
from gametheory.games.catalogue import game as textbook_game
from gametheory.games.towers import Towers
from gametheory.model.classes import MoveOrder, payoffs_of_outcomes
from gametheory.model.unfolding import state_arrays

stormpy = pytest.importorskip("stormpy")

ANN = ("Ann",)
GAMES: dict[str, Callable[[], Any]] = {
    "ruin 1/3": lambda: gamblers_ruin(3, 7, Fraction(1, 3)),
    "ruin 1/2": lambda: gamblers_ruin(2, 9, Fraction(1, 2)),
    "craps": craps,
    "towers 2 2": lambda: Towers(2, 2, hits=1, kills=1),
    "towers 4 3": lambda: Towers(4, 3, hits=2, kills=1),
    "battle 3 2": lambda: Battle(3, 2, Fraction(3, 5), Fraction(7, 10)),
    "battle 2 3": lambda: Battle(2, 3, Fraction(3, 5), Fraction(7, 10)),
    "castle 3 5 2": lambda: Castle(3, 5, 2),
    "castle 5 6 4": lambda: Castle(5, 6, 4),
    **{f"decisions {seed}": lambda seed=seed: RandomPayoffs(seed, ANN, chance=True) for seed in range(4)},
    **{f"cyclic decisions {seed}": lambda seed=seed: Unpaid(seed, ANN, chance=True, cyclic=True) for seed in range(4)},
    **{f"turns {seed}": lambda seed=seed: RandomGame(seed, chance=True) for seed in range(4)},
    **{
        f"turns of three {seed}": lambda seed=seed: RandomPayoffs(seed, ("A", "B", "C"), chance=True)
        for seed in range(3)
    },
}
NAMES = ("gamblers-ruin", "nim", "dawson", "chomp", "centipede", "entry", "bargaining", "duel", "pig", "truel")
GAMES |= {name: lambda name=name: textbook_game(name) for name in NAMES}


class Unpaid(RandomGame):
    """A random game whose ends are counted and not paid."""

    def outcome(self, node: int) -> Outcome | None:
        end = super().outcome(node)
        return Outcome(end.name) if end else None


def loaded(path: Path, exact: bool = True) -> Any:
    options = stormpy.io.UmbImportOptions()
    options.value_type = stormpy.io.UmbImportValueType.RATIONAL if exact else stormpy.io.UmbImportValueType.DOUBLE
    return stormpy.build_model_from_umb(str(path), options=options)


def by_storm(path: Path, formula: str) -> Fraction:
    model = loaded(path)
    wanted = stormpy.parse_property(formula)
    exact = stormpy.environments.exact()
    result = stormpy.model_checking(model, wanted, only_initial_states=True, environment=exact)
    return Fraction(str(result.get_value(model.initial_states[0])))


def against(graph: Any, player: str, strategy: Any) -> Any:
    """Return the decision process of one player against the strategies of the others, with payoffs of all outcomes."""
    allowed = np.ones(len(graph.move_of), bool)
    for number, position in enumerate(graph.positions):
        for joint, moves in zip(graph.joints(number), graph.moves_in(number), strict=True):
            for other, mixture in strategy.get(position, {}).items():
                if other != player and mixture:
                    (move,) = mixture  # each of these games has an equilibrium without mixing
                    allowed[joint] = moves == (move,)
    groups, group_of = graph.groups
    alone = [group if group == (player,) else () for group in groups]
    players = graph.game.players
    paid = [
        Outcome(outcome.name, payoffs)
        for outcome, payoffs in zip(graph.outcomes, payoffs_of_outcomes(players, graph.outcomes), strict=True)
    ]
    return replace(graph.with_moves(allowed), outcomes=paid, known_groups=(alone, group_of))


def any_of(names: Any) -> str:
    return " | ".join(f'"{name}"' for name in sorted(map(identifier, names)))


def identifier(name: str) -> str:
    """Return the alias of a name: Storm's properties have no blanks in names."""
    text = "".join(letter if letter.isalnum() else "_" for letter in name)
    return f"_{text}" if text[0].isdigit() else text


@pytest.mark.parametrize("name", GAMES)
def test_storm_has_the_same_model_and_value(name: str, tmp_path: Path) -> None:
    game = GAMES[name]()
    solution = solve(game)
    graph = state_arrays(game) if hasattr(game, "graph") else solution.arrays
    path = tmp_path / "game.umb"
    path.write_bytes(to_umb(graph))
    same_model(path)
    names = {outcome.name or "end" for outcome in graph.outcomes}
    if solution.game_class.order is MoveOrder.CHANCE:
        for outcome, facts in solution.outcomes.items():
            assert by_storm(path, f'P=? [F "{identifier(outcome)}"]') == facts.probability
        return
    if solution.game_class.order is MoveOrder.SINGLE_PLAYER:
        for outcome, facts in solution.outcomes.items():
            # without chance, each outcome can be forced
            expected = getattr(facts, "probability", Fraction(1))
            assert by_storm(path, f'Pmax=? [F "{identifier(outcome)}"]') == expected
        if solution.payoffs:
            player = next(group[0] for group in graph.groups[0] if group)
            best = by_storm(path, f'R{{"{player}"}}max=? [F ({any_of(names)})]')
            assert best == solution.payoffs[player]
        return
    # stormpy reads games of several players, and solves none: it answers what each gains against the others
    for player in graph.game.players:
        chosen = against(graph, player, solution.strategy)
        path.write_bytes(to_umb(chosen))
        is_decision = any(chosen.known_groups[0])
        best = "max" if is_decision else ""
        if solution.game_class.cyclic:
            won = by_storm(path, f'P{best}=? [F "{identifier(player)}"]')
            found = 2 * won - 1 if len(graph.game.players) == 2 else won
        else:
            found = by_storm(path, f'R{{"{identifier(player)}"}}{best}=? [F ({any_of(names)})]')
        assert found == solution.payoffs[player]


def same_model(path: Path) -> None:
    """Compare each row that Storm reads with the game that is read here; and the file that Storm writes from it."""
    game, model = UmbGame(path), loaded(path)
    rows = [
        {entry.column: Fraction(str(entry.value)) for entry in model.transition_matrix.get_row(row)}
        for row in range(model.transition_matrix.nr_rows)
    ]
    ours = choices_of(game, model.nr_states)
    assert ours == rows
    # stormpy 2.0.0 cannot write rationals: it writes doubles, whose nearest fractions are those of the game
    again = path.with_name("storm.umb")
    options = stormpy.io.UmbExportOptions()
    options.value_type = stormpy.io.UmbExportValueType.DOUBLE
    stormpy.io.export_to_umb(model, str(again), options=options)
    from_storm = UmbGame(again, max_denominator=10**6)
    assert choices_of(from_storm, model.nr_states) == rows
    for state in range(model.nr_states):
        assert bool(from_storm.outcome(state)) == bool(game.outcome(state))


def choices_of(game: UmbGame, states: int) -> list[dict[int, Fraction]]:
    choices = []
    for state in range(states):
        moves = [(move,) for player in game.players for move in game.moves(state, player)]
        choices += [dict(game.after(state, *move)) for move in moves or [()]]
    return choices
