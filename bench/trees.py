"""Zero-sum trees with hidden information: programs that find the value and both strategies."""

from __future__ import annotations

import io
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from bench.poker import kuhn_poker, leduc_poker
from bench.work import EmptyWork, Judgement, Program, Timed, Work, failed
from gametheory.model.extensive_form import ExtensiveForm
from tests.fuzz.open_spiel import load

CLOSE = 1e-6  # of a value in floats
EXPLOITABILITY = 1e-3  # the mean gain of a best response
ITERATIONS = 10  # between two looks at it


class Bracketed(NamedTuple):
    """A value, and by how much it can be wrong."""

    value: float
    bound: float


def by_sequence_form(tree: ExtensiveForm) -> Fraction:
    """Return the value by this program, in rationals, with both strategies and their check."""
    from gametheory.model.sequence_form import sequence_form
    from gametheory.solvers.sequence_form import solve_constant_sum

    solved = solve_constant_sum(sequence_form(tree))
    assert solved is not None
    return solved.payoffs[0]


def by_pivots(tree: ExtensiveForm) -> Fraction:
    """Return the value by this program's complementary pivots, in integers."""
    from gametheory.model.sequence_form import sequence_form
    from gametheory.solvers.sequence_form import lemke_path

    return lemke_path(sequence_form(tree)).payoffs[0]


def by_highs(tree: ExtensiveForm) -> float:
    """Return the value by HiGHS alone, in floats, without a check."""
    from gametheory.model.sequence_form import sequence_form
    from gametheory.solvers.pivoting import solve_in_floats
    from gametheory.solvers.sequence_form import plan_program

    form = sequence_form(tree)
    program = plan_program(form, 0)
    solved = solve_in_floats(program)
    assert solved is not None
    plan, reply = solved.weights, [1.0, *solved.multipliers[program.equations :]]
    return sum(float(payoffs[0]) * plan[one] * reply[other] for (one, other), payoffs in form.payoffs.items())


def by_gambit_floats(tree: ExtensiveForm) -> float | None:
    """Gambit's linear program on the sequence form, in floats."""
    return _by_gambit(tree, rational=False)


def by_gambit_rationals(tree: ExtensiveForm) -> float | None:
    """Gambit's linear program on the sequence form, in rationals."""
    return _by_gambit(tree, rational=True)


def _by_gambit(tree: ExtensiveForm, rational: bool) -> float | None:
    import pygambit

    from gametheory.formats.gambit import to_efg

    game = pygambit.read_efg(io.StringIO(to_efg(tree)))
    result = pygambit.nash.lp_solve(game, rational=rational)
    return float(dict(result.equilibrium.payoffs)["first"]) if result.success else None


def by_open_spiel(tree: ExtensiveForm) -> float:
    """OpenSpiel's linear program on the sequence form, in floats."""
    from open_spiel.python.algorithms import sequence_form_lp

    value, *_ = sequence_form_lp.solve_zero_sum_game(open_spiel_game(tree))
    return float(value)


def by_regret_minimization(tree: ExtensiveForm) -> Bracketed:
    """OpenSpiel's CFR+ in C++, until a best response gains at most 0.001 on average."""
    import pyspiel

    game = open_spiel_game(tree)
    solver, exploitability = pyspiel.CFRPlusSolver(game), EXPLOITABILITY + 1
    while exploitability > EXPLOITABILITY:
        for _ in range(ITERATIONS):
            solver.evaluate_and_update_policy()
        exploitability = pyspiel.exploitability(game, solver.average_policy())
    values = pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, False)
    return Bracketed(values[0], 2 * exploitability)


def open_spiel_game(tree: ExtensiveForm) -> Any:
    """Return OpenSpiel's own game where it has one, else the tree."""
    import pyspiel

    own = {"Kuhn poker, 3 cards": "kuhn_poker", "Leduc poker": "leduc_poker"}
    return pyspiel.load_game(own[tree.title]) if tree.title in own else load(tree)


def judge(tree: ExtensiveForm, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Compare a value with the exact one, which this program checks."""
    if timed.failure or timed.answer is None:
        return failed(timed)
    if (exact := answers.get(EXACT.name)) is None:
        raise EmptyWork(f"{EXACT.name} has no value with which the others could be compared")
    value, bound = timed.answer if isinstance(timed.answer, Bracketed) else (timed.answer, CLOSE)
    off = abs(float(value) - float(exact))
    return Judgement(1, {"wrong": 1}) if off > bound else Judgement(1, {}, off)


EXACT = Program("gametheory, linear program, exact", by_sequence_form, ("gametheory",))
PIVOTS = Program("gametheory, pivots, exact", by_pivots, ("gametheory",))
HIGHS = Program("HiGHS, floats", by_highs, ("gametheory",))
RATIONALS = Program("pygambit lp_solve (rationals)", by_gambit_rationals, ("pygambit",))
GAMBIT = Program("pygambit lp_solve", by_gambit_floats, ("pygambit",))
OPEN_SPIEL = Program("OpenSpiel sequence_form_lp", by_open_spiel, ("open_spiel", "cvxpy"))
REGRETS = Program("OpenSpiel CFR+, exploitability 0.001", by_regret_minimization, ("open_spiel",))
PROGRAMS = (EXACT, PIVOTS, HIGHS, RATIONALS, GAMBIT, OPEN_SPIEL, REGRETS)


def poker(quick: bool) -> list[Work]:
    """Values of poker games as trees."""
    small = kuhn_poker(3)
    works = [Work("Kuhn poker, 3 cards", PROGRAMS, [small], judge, small)]
    if not quick:
        large = (EXACT, HIGHS, OPEN_SPIEL, REGRETS)
        works.append(Work("Kuhn poker, 13 cards", PROGRAMS, [kuhn_poker(13)], judge, small, limit=60))
        works.append(Work("Leduc poker, 3 ranks", PROGRAMS, [leduc_poker()], judge, small, limit=60))
        works.append(Work("Leduc poker, 6 ranks", (*large, RATIONALS), [leduc_poker(6)], judge, small, limit=60))
        works.append(Work("Leduc poker, 13 ranks", large, [leduc_poker(13)], judge, small, limit=60))
    return works


BENCHES = {"poker": poker}
