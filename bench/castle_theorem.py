"""The castle theorem: a box of games, numbers of a thousand digits, and all obligations."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from functools import partial

from bench import ROOT, median_seconds, ratio, seconds, show, whole_process
from bench.castle_counting import ENTRY_POINT
from gametheory.core import state_graph
from gametheory.games.castle import Castle
from gametheory.games.castle.formulas import castle_fewest_waves, soldiers_fewest_waves
from gametheory.games.castle.table import Solved, solved_box
from gametheory.prove.obligations import ask_cvc5, ask_z3
from gametheory.solve.paths import fewest_moves

SMALL = 6


def box(quick: bool) -> None:
    """Fewest waves in every game of a box: closed form, exact table, and one state graph a game."""
    games = sorted(solved for dpw in range(1, 3 * SMALL + 1) for solved in solved_box(dpw, SMALL))
    closed, by_formula = median_seconds(lambda: [by_closed_form(game) for game in games], runs=3)
    table, _ = median_seconds(lambda: [list(solved_box(dpw, SMALL)) for dpw in range(1, 3 * SMALL + 1)], runs=3)
    graphs, by_graph = median_seconds(lambda: [by_state_graph(game) for game in games], runs=1)
    rows = [
        ("closed forms", seconds(closed), "", "equal" if by_formula == games else "DIFFERENT"),
        ("exact table", seconds(table), ratio(table, closed), ""),
        (
            "a state graph for each game",
            seconds(graphs),
            ratio(graphs, closed),
            "equal" if by_graph == games else "DIFFERENT",
        ),
    ]
    show(f"{len(games):,} games, n <= {SMALL}, s <= 6n, dpw <= 3n", ("", "time", "ratio", "results"), rows)
    if not quick:
        document = checked("CD3.theorem.box", "--deep")
        claim = next(item for item in document["claims"] if item["id"] == "CD3.theorem.box")
        row = (claim["scope"], f"{claim['cases']:,}", seconds(claim["seconds"]), claim["status"])
        show("The same as a claim, on all cores", ("box", "games", "time", "verdict"), [row])


def by_closed_form(game: Solved) -> Solved:
    """The game solved by Theorems A and B."""
    numbers = game[:3]
    return Solved(*numbers, soldiers_fewest_waves(*numbers), castle_fewest_waves(*numbers))


def by_state_graph(game: Solved) -> Solved:
    """The game solved on its state graph."""
    graph = state_graph(Castle(*game[:3]))
    start = graph.graph["start"]
    return Solved(*game[:3], *(fewest_moves(graph, side).get(start) for side in ("soldiers", "castle")))


def checked(text: str, *options: str) -> dict:
    """The JSON document of `gametheory check`."""
    command = [ENTRY_POINT, "check", "-k", text, "--json", *options]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)


def digits(quick: bool) -> None:  # noqa: ARG001
    """`castle solve` for numbers of many digits, as a whole process."""
    rows = []
    for count in (1, 10, 100, 1000):
        numbers = [str(3 * 10**count + 7), str(10 ** (count + 1) + 9), str(2 * 10**count + 1)]
        rows.append((count + 1, seconds(whole_process([ENTRY_POINT, "castle", "solve", *numbers, "--json"], runs=5))))
    show("gametheory castle solve", ("digits", "time"), rows)


def obligations(quick: bool) -> None:  # noqa: ARG001
    """Every kept obligation, by each of the two solvers."""
    files = sorted((ROOT / "proofs" / "certificates").glob("*.smt2"))
    scripts = [path.read_text() for path in files]
    rows = []
    for name, ask in (("z3", ask_z3), ("cvc5", ask_cvc5)):
        spent, said = median_seconds(partial(answers_to, scripts, ask), runs=1)
        rows.append((name, len(said), said.count("unsat"), seconds(spent)))
    show("Obligations", ("solver", "files", "unsat", "time"), rows)


def answers_to(scripts: list[str], ask: Callable[[str], str]) -> list[str]:
    """What one solver says of each script."""
    return [ask(script) for script in scripts]


BENCHES = {"box": box, "digits": digits, "obligations": obligations}
