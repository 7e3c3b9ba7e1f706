"""The law of a Warlight battle, beside the full transition matrix and beside simulation."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import partial
from math import comb
from random import Random

import numpy as np

from bench import measured, median_seconds, ratio, seconds, show, whole_process
from gametheory.games.battle import Battle, BattleLaw
from gametheory.games.battle.exact import exact_law
from gametheory.games.battle.law import battle_law, battle_turns
from gametheory.games.battle.simulation import games_for, simulate
from gametheory.games.battle.table import odds_table

TURNS = 5
SIDE, SAMPLE, GAMES = 632, 40, 1000  # 632 x 632 is the asker's 400,000 battles, 1,000 games each
LARGE = Battle(2000, 2000)
YEAR = 365.25 * 24 * 3600


def turns(quick: bool) -> None:
    """Win, lose and undecided by turn, 100 v 60: this program and the full transition matrix of the answer."""
    game = Battle(40, 25) if quick else Battle(100, 60)
    battle_law(game, TURNS)  # its loops are compiled once
    fast, law = median_seconds(partial(battle_turns, game, TURNS), runs=25)
    whole, _ = median_seconds(partial(battle_law, game, TURNS), runs=25)
    peer = measured(full_matrix, game, runs=1 if quick else 3)
    slow, by_matrix = peer.seconds, peer.result
    off = max(abs(turn.win - win) for turn, (win, _) in zip(law.turns, by_matrix, strict=True))
    rows = [
        ("battle_turns, with the armies left", seconds(fast), "", f"bound {law.error_bound:.1e}"),
        ("battle_law, with its end too", seconds(whole), "", ""),
        ("full transition matrix, products alone", seconds(measured(products_alone, game).result), "", ""),
        (
            f"full transition matrix, {8e-6 * matrix_side(game) ** 2:,.0f} MB",
            seconds(slow),
            ratio(slow, fast),
            f"off by at most {off:.1e}",
        ),
    ]
    show(f"{game}, {TURNS} turns", ("", "time", "ratio", "results"), rows)


def matrix_side(game: Battle) -> int:
    """The number of states."""
    return (game.attackers + 1) * (game.defenders + 1)


def full_matrix(game: Battle) -> list[tuple[float, float]]:
    """The peer: the square transition matrix of all states, and a product for each turn, as the answer does it in R."""
    return by_products(transition_matrix(game), game)


def by_products(matrix: np.ndarray, game: Battle) -> list[tuple[float, float]]:
    """The chances to have won and lost by each turn."""
    law, found = np.zeros(len(matrix)), []
    law[-1] = 1
    for _ in range(TURNS):
        law = law @ matrix
        grid = law.reshape(game.attackers + 1, game.defenders + 1)
        found.append((float(grid[:, 0].sum()), float(grid[0, 1:].sum())))
    return found


def products_alone(game: Battle) -> float:
    """The time of the products alone."""
    return median_seconds(partial(by_products, transition_matrix(game), game), runs=3)[0]


def transition_matrix(game: Battle) -> np.ndarray:
    """One row for each state, the outer product of what is left on both sides; each volley's law is made once."""
    attack = [hits(shooters, float(game.attacker_hits)) for shooters in range(game.attackers + 1)]
    defence = [hits(shooters, float(game.defender_hits)) for shooters in range(game.defenders + 1)]
    matrix = np.zeros((matrix_side(game),) * 2)
    for a in range(game.attackers + 1):
        for d in range(game.defenders + 1):
            following = np.outer(left(a, defence[d], game.attackers), left(d, attack[a], game.defenders))
            matrix[a * (game.defenders + 1) + d] = following.ravel()
    return matrix


def hits(shooters: int, chance: float) -> np.ndarray:
    """The law of the hits of a volley."""
    return np.array([comb(shooters, k) * chance**k * (1 - chance) ** (shooters - k) for k in range(shooters + 1)])


def left(standing: int, law: np.ndarray, most: int) -> np.ndarray:
    """The law of what is left of those standing, at 0 to most."""
    survivors = np.zeros(most + 1)
    few = min(standing, len(law))
    survivors[standing - np.arange(few)] = law[:few]
    survivors[0] += law[few:].sum()
    return survivors


def table(quick: bool) -> None:
    """All battles up to 632 x 632 to the end, and 1,000 games of each, on a sample, scaled."""
    side = 100 if quick else SIDE
    odds_table(side, side)  # its loops are compiled once
    fast = measured(odds_table, side, side, runs=3)
    code = f"from gametheory.games.battle.table import odds_table; odds_table({side}, {side})"
    process = whole_process([sys.executable, "-c", code], runs=1)
    random = np.random.default_rng(1)
    sample = [Battle(*map(int, random.integers(1, side + 1, 2))) for _ in range(8 if quick else SAMPLE)]
    vector, _ = median_seconds(lambda: [simulate(game, GAMES, seed=1) for game in sample], runs=1)
    single, _ = median_seconds(lambda: [one_by_one(game) for game in sample], runs=1)
    plain, _ = median_seconds(lambda: [shot_by_shot(game) for game in sample], runs=1)
    vector, single, plain = (time * side * side / len(sample) for time in (vector, single, 10 * plain))
    memory, bound = f"{fast.megabytes:.0f} MB", f"bound {fast.result.error_bound:.1e}"
    rows = [
        ("odds_table", seconds(fast.seconds), "", memory, bound),
        ("the same, whole process", seconds(process), "", "", ""),
        ("1,000 games of each, all games at once", seconds(vector), ratio(vector, fast.seconds), "", "within 0.03"),
        ("1,000 games of each, game by game", seconds(single), ratio(single, fast.seconds), "", "within 0.03"),
        ("1,000 games of each, shot by shot", seconds(plain), ratio(plain, fast.seconds), "", "within 0.03"),
    ]
    show(f"All battles up to {side} x {side}, to the end", ("", "time", "ratio", "peak memory", "accuracy"), rows)


def one_by_one(game: Battle) -> float:
    """The peer: 1,000 games one after the other, a binomial number at a time, as the asker does it in R."""
    draw = np.random.default_rng(1).binomial
    p, q, won = float(game.attacker_hits), float(game.defender_hits), 0
    for _ in range(GAMES):
        a, d = game.attackers, game.defenders
        while a > 0 and d > 0:
            a, d = a - draw(d, q), d - draw(a, p)
        won += d <= 0
    return won / GAMES


def shot_by_shot(game: Battle) -> float:
    """The peer without numpy: 100 games, each army's shot a random number of its own."""
    uniform, p, q, won = Random(1).random, float(game.attacker_hits), float(game.defender_hits), 0
    for _ in range(GAMES // 10):
        a, d = game.attackers, game.defenders
        while a > 0 and d > 0:
            shot, hit = sum(uniform() < q for _ in range(d)), sum(uniform() < p for _ in range(a))
            a, d = a - shot, d - hit
        won += d <= 0
    return won / (GAMES // 10)


def large(quick: bool) -> None:
    """One battle of 2,000 v 2,000 to the end, and where simulation to the same accuracy would stand."""
    game = Battle(200, 200) if quick else LARGE
    count = 10_000
    rows = []
    for battle in (game, Battle(game.attackers * 27 // 25, game.defenders)):
        law = measured(battle_law, battle)
        spent, _ = median_seconds(partial(simulate, battle, count, seed=1), runs=3)
        bound, each = float(law.result.error_bound), spent / count
        years = games_for(bound) * each / YEAR
        meanwhile = f"{(law.seconds / each) ** -0.5:.1e}"
        win = f"{law.result.eventual.win:.6g}"
        memory = f"{law.megabytes:.0f} MB"
        rows.append((battle, win, seconds(law.seconds), memory, f"{bound:.1e}", f"{years:.1e} years", meanwhile))
    headings = ("", "win", "battle_law", "peak memory", "bound", "simulation to that", "simulation in that time")
    show("To the end, 95 % intervals for the simulation", headings, rows)


def exact(quick: bool) -> None:
    """Exact rationals, 40 v 25, 5 turns."""
    game = Battle(20, 12) if quick else Battle(40, 25)
    slow, law = median_seconds(partial(exact_law, game, TURNS), runs=1)
    fast, floats = median_seconds(partial(battle_law, game, TURNS), runs=9)
    off = max(greatest_difference(floats, law))
    rows = [
        ("exact_law", seconds(slow), f"{len(str(law.turns[-1].win))} digits"),
        ("battle_law", seconds(fast), f"off by at most {float(off):.1e}, bound {floats.error_bound:.1e}"),
    ]
    show(f"{game}, {TURNS} turns", ("", "time", "results"), rows)


def greatest_difference(one: BattleLaw, other: BattleLaw) -> list[Fraction]:
    """How far the chances by turn and in the end are apart."""
    pairs = zip((*one.turns, one.eventual), (*other.turns, other.eventual), strict=True)
    return [abs(Fraction(x) - y) for left, right in pairs for x, y in zip(left, right, strict=True)]


BENCHES = {"battle-turns": turns, "battle-table": table, "battle-large": large, "battle-exact": exact}
