"""The castle theorem: many games by closed form, table and state graph; all obligations by both SMT solvers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench import ROOT
from bench.work import Judgement, Program, Timed, Work, failed
from gametheory.games.castle import Castle
from gametheory.games.castle.closed_form import castle_fewest_waves, soldiers_fewest_waves
from gametheory.games.castle.dynamic_programming import SolvedGame, solve_box
from gametheory.model.unfolding import unfold
from gametheory.prove.proof import ask_cvc5, ask_z3
from gametheory.solvers.shortest_paths import distance_to_outcome

OWN = ("gametheory",)
Numbers = tuple[int, int, int]


def numbers_up_to(most: int) -> list[Numbers]:
    """Return all games with n <= most, s <= 6n, dpw <= 3n."""
    return [(n, s, dpw) for n in range(1, most + 1) for s in range(1, 6 * n + 1) for dpw in range(1, 3 * n + 1)]


def by_closed_form(most: int) -> list[SolvedGame]:
    """Solve all games by theorems A and B."""
    return [SolvedGame(*game, soldiers_fewest_waves(*game), castle_fewest_waves(*game)) for game in numbers_up_to(most)]


def by_table(most: int) -> list[SolvedGame]:
    """Solve all games by dynamic programming."""
    return sorted(solved for dpw in range(1, 3 * most + 1) for solved in solve_box(dpw, most))


def by_state_graph(most: int) -> list[SolvedGame]:
    """Solve all games, each by its state graph."""
    return list(map(_on_graph, numbers_up_to(most)))


def _on_graph(numbers: Numbers) -> SolvedGame:
    graph = unfold(Castle(*numbers))
    start = graph.start_position
    return SolvedGame(*numbers, *(distance_to_outcome(graph, side).get(start) for side in ("soldiers", "castle")))


def box(quick: bool) -> list[Work]:
    """Minimum number of waves in each game of a box, by three methods."""
    most = 3 if quick else 6
    programs = (
        Program("closed forms", by_closed_form, OWN),
        Program("exact table", by_table, OWN),
        Program("one state graph per game", by_state_graph, OWN),
    )
    title = f"{len(numbers_up_to(most)):,} games, n <= {most}, s <= 6n, dpw <= 3n"
    return [Work(title, programs, [most], judge_box, 1)]


def judge_box(most: int, timed: Timed, answers: Mapping[str, Any]) -> Judgement:
    """Count the games in which the answer differs from that of the state graph, or without one, of the table."""
    due = answers.get("one state graph per game") or answers.get("exact table")
    if timed.failure or due is None:
        return failed(timed, len(numbers_up_to(most)))
    different = len(set(due) ^ set(timed.answer))
    return Judgement(len(due), {"different": different} if different else {})


def scripts() -> list[str]:
    """Return the stored obligations."""
    return [path.read_text() for path in sorted((ROOT / "proofs" / "certificates").rglob("*.smt2"))]


def all_by_z3(scripts: list[str]) -> list[str]:
    """Return the answer of z3 to each obligation."""
    return list(map(ask_z3, scripts))


def all_by_cvc5(scripts: list[str]) -> list[str]:
    """Return the answer of cvc5 to each obligation."""
    return list(map(ask_cvc5, scripts))


def obligations(quick: bool) -> list[Work]:
    """All stored obligations, by each of the two SMT solvers."""
    every = scripts()[: 3 if quick else None]
    programs = Program("z3", all_by_z3, ("z3-solver",)), Program("cvc5", all_by_cvc5, ("cvc5",))
    return [Work(f"{len(every)} obligations", programs, [every], judge_unsat, every[:1], limit=120)]


def judge_unsat(scripts: list[str], timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Count the obligations that are not discharged."""
    if timed.failure:
        return failed(timed, len(scripts))
    others = len(scripts) - timed.answer.count("unsat")
    return Judgement(len(scripts), {"not unsat": others} if others else {})


BENCHES = {"castle-box": box, "obligations": obligations}
