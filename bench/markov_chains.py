"""Markov chains of a million states: built and solved by this program and by Storm."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from bench.markov_games import Race, Ruin, in_arrays
from bench.state_graphs import agree
from bench.work import Judgement, Program, Timed, Took, Work, failed
from gametheory.model.unfolding import unfold
from gametheory.solvers.markov_chain import outcome_distribution

ACCURATE = Fraction(1, 10**9)  # the error allowed for a float
LIMIT, LONGEST = 10**7, 200
OWN, STORM = ("gametheory",), ("stormpy",)
Game = Race | Ruin


class Found(NamedTuple):
    """A probability; in floats with a bound on its error, if the program computes one."""

    won: Fraction
    bound: Fraction | None = None


@lru_cache(maxsize=1)
def graph_of(game: Game) -> Any:
    """Return the state graph of a game."""
    return unfold(game, limit=LIMIT)


def built(game: Game) -> int:
    """Unfold the class; return the number of positions."""
    return len(unfold(game, limit=LIMIT))


def built_in_arrays(game: Game) -> int:
    """Unfold the same game given as arrays."""
    return len(unfold(in_arrays(game), limit=LIMIT))


def in_rationals(game: Game) -> Took:
    """Solve the unfolded chain exactly."""
    graph, began = graph_of(game), perf_counter()
    won = outcome_distribution(graph)["won"]
    return Took(perf_counter() - began, Found(won))


def chain(game: Game, exact: bool) -> Any:
    """Return the Markov chain that Storm builds from a program of PRISM, in floats or in rationals."""
    import stormpy

    with TemporaryDirectory() as folder:
        file = Path(folder, "game.prism")
        file.write_text(game.prism())
        program = stormpy.parse_prism_program(str(file))
    return stormpy.build_model[stormpy.Rational if exact else float](program, _wanted())


@lru_cache(maxsize=1)
def chain_of(game: Game, exact: bool) -> Any:
    """Return the Markov chain of a game."""
    return chain(game, exact)


def built_by_storm(game: Game) -> int:
    """Build the chain in floats; return the number of states."""
    return int(chain(game, exact=False).nr_states)


def built_exactly_by_storm(game: Game) -> int:
    """Build the chain in rationals; return the number of states."""
    return int(chain(game, exact=True).nr_states)


def by_storm(game: Game) -> Took:
    """Solve the chain in floats, by the method that stormpy chooses."""
    return _checked(game, exact=False)


def by_factors(game: Game) -> Took:
    """Solve the chain in floats, by the sparse triangular factors of the library Eigen."""
    import stormpy

    environment = stormpy.Environment()
    environment.solver().set_linear_equation_solver_type(stormpy.environments.EquationSolverType.EIGEN)
    return _checked(game, exact=False, environment=environment)


def exactly_by_storm(game: Game) -> Took:
    """Solve the chain in rationals."""
    return _checked(game, exact=True)


def _checked(game: Game, exact: bool, environment: Any = None) -> Took:
    import stormpy

    model, began = chain_of(game, exact), perf_counter()
    result = stormpy.model_checking(model, _wanted(), only_initial_states=True, environment=environment)
    won = result.get_value(model.initial_states[0])
    return Took(perf_counter() - began, Found(Fraction(str(won)) if exact else Fraction(won)))


def _wanted() -> Any:
    import stormpy

    return stormpy.parse_property('P=? [F "won"]')


BUILD = (
    Program("gametheory unfold, from a class", built, OWN),
    Program("gametheory unfold, LayeredGame", built_in_arrays, OWN),
    Program("storm, sparse engine, from PRISM", built_by_storm, STORM),
    Program("storm, exact engine, from PRISM", built_exactly_by_storm, STORM),
)
RATIONALS = Program("gametheory outcome_distribution (rationals)", in_rationals, OWN)
DEFAULT = Program("storm, sparse engine (floats)", by_storm, STORM)
DIRECT = Program("storm, sparse engine, method eigen (floats)", by_factors, STORM)
EXACT = Program("storm, exact engine (rationals)", exactly_by_storm, STORM)


def markov_chains(quick: bool) -> list[Work]:
    """Markov chains of a million states, built and solved."""
    race, ruin = (Race(7), Ruin(3, 10)) if quick else (Race(69), Ruin(300_000, 1_000_000))
    # large enough for the loops that are compiled
    first, second = (Race(5), Ruin(1, 3)) if quick else (Race(37), Ruin(100_000, 350_000))
    # the default method takes the square of the coins in steps
    return [*_works(race, first, DEFAULT), *_works(ruin, second, DIRECT)]


def _works(game: Game, warm_up: Game, peer: Program) -> list[Work]:
    solve = RATIONALS, peer, EXACT
    return [
        Work(f"{game}: build", BUILD, [game], agree, warm_up, limit=LONGEST),
        Work(f"{game}: solve", solve, [game], judge, warm_up, limit=LONGEST),
    ]


def judge(game: Game, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Compare with the exact probability, which follows from the rules without the chain; check a bound on the error.

    >>> judge(Ruin(1, 4), Timed(1.0, Found(Fraction(1, 4) + ACCURATE / 2, ACCURATE / 3)), {}).failures
    {'wrong bound': 1}
    """
    if timed.failure:
        return failed(timed)
    found, off = timed.answer, abs(timed.answer.won - game.solution())
    if found.bound is not None and off > found.bound:
        return Judgement(1, {"wrong bound": 1}, float(off))
    return Judgement(1, {"wrong": 1} if off > ACCURATE else {}, float(off))


BENCHES = {"markov-chains": markov_chains}
