"""State graphs in positions and moves: seconds, rates and memory, each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from bench.rolls import Rolls
from bench.state_graphs import LayeredNim, Nim, as_new
from bench.work import Rate, Took, took
from gametheory import solve
from gametheory.games.castle import Castle
from gametheory.games.wargame import Wargame
from gametheory.model import unfolding
from gametheory.model.classes import terminal_payoffs
from gametheory.solvers.perfect_information import backward_induction, retrograde_analysis
from gametheory.verify import check_cyclic_equilibrium, check_subgame_perfect

LIMIT = 10**8


def unfold(game: Any) -> tuple[int, int]:
    """Unfold a game."""
    return _size(unfolding.unfold(game, limit=LIMIT))


def solve_whole(game: Any) -> Took:
    """Validate, unfold, classify, solve and check a game by `solve`."""
    solved = took(solve, game)
    return solved._replace(answer=_size(solved.answer.arrays))


def solve_backward(game: Any) -> Took:
    """Solve the unfolded game by backward induction."""
    return _timed(backward_induction, *as_new(graph_of(game)[0]))


def check_backward(game: Any) -> Took:
    """Check the solution of every position."""
    return _timed(check_subgame_perfect, *graph_of(game), *backward_solution(game)[:2])


def solve_retrograde(game: Any) -> Took:
    """Solve the unfolded game by retrograde analysis, as if play could cycle."""
    return _timed(retrograde_analysis, *as_new(graph_of(game)[0]))


def check_retrograde(game: Any) -> Took:
    """Check this solution of every position."""
    return _timed(check_cyclic_equilibrium, *graph_of(game), *retrograde_solution(game))


@cache
def graph_of(game: Any) -> tuple[Any, Any]:
    """Return the state graph and the payoffs of a game."""
    graph = unfolding.unfold(game, limit=LIMIT)
    return graph, terminal_payoffs(graph)


@cache
def backward_solution(game: Any) -> Any:
    """Return the solution by backward induction."""
    return backward_induction(*graph_of(game))


@cache
def retrograde_solution(game: Any) -> Any:
    """Return the solution by retrograde analysis."""
    return retrograde_analysis(*graph_of(game))


def _timed(solve: Callable[..., Any], graph: Any, *arguments: Any) -> Took:
    return took(solve, graph, *arguments)._replace(answer=_size(graph))


def _size(graph: Any) -> tuple[int, int]:
    return len(graph), len(graph.successor)


UNFOLD = ("unfold", unfold)
SOLVE, CHECK = ("backward induction", solve_backward), ("backward induction, check", check_backward)
RETROGRADE = ("retrograde analysis", solve_retrograde)
CHECK_RETROGRADE = ("retrograde analysis, check", check_retrograde)
ACYCLIC = (UNFOLD, SOLVE, CHECK)
EVERYTHING = (*ACYCLIC, RETROGRADE, CHECK_RETROGRADE)


def graph_rates(quick: bool) -> list[Rate]:
    """State graphs: positions, moves, seconds, rates and memory."""
    small = Nim((3, 3, 3))
    nim, huge, warm_up = Nim((25, 40, 40)), Nim((171, 171, 171), most=2), Nim((60, 60, 60), most=2)
    castle, soldiers = Castle(6, 20, 4) if quick else Castle(30, 150, 20), 2 if quick else 8
    rolls = Rolls(3 if quick else 33)
    # the warm-ups are so large that all loops are compiled
    nims = (small, small, small) if quick else (nim, huge, warm_up)
    return [
        Rate(f"castle {castle}: unfold", unfold, castle, castle),
        Rate(f"castle {castle}: solve", solve_whole, castle, castle),
        Rate(f"Wargame of {soldiers} soldiers: unfold", unfold, Wargame(soldiers), Wargame(soldiers)),
        Rate(f"Wargame of {soldiers} soldiers: solve", solve_whole, Wargame(soldiers), Wargame(soldiers)),
        *steps("rolls of dice, payoffs in fractions", ACYCLIC, rolls, rolls),
        *steps("Nim, class", EVERYTHING, nims[0], nims[0]),
        *steps("Nim, LayeredGame", EVERYTHING, LayeredNim(nims[1]), LayeredNim(nims[2])),
    ]


def steps(name: str, each: Sequence[tuple[str, Callable[[Any], Any]]], game: Any, warm_up: Any) -> list[Rate]:
    """Return the rate of each step in the solution of a game."""
    return [Rate(f"{name}: {step}", solve, game, warm_up) for step, solve in each]


BENCHES = {"state-graph-rates": graph_rates}
