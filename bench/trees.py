"""Zero-sum trees with hidden information: programs that find the value and both strategies."""

from __future__ import annotations

import io
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bench.poker import kuhn_poker, leduc_poker
from bench.work import Judgement, Program, Timed, Work, failed
from gametheory.model.extensive_form import ExtensiveForm

CLOSE = 1e-6  # of a value in floats


def by_sequence_form(tree: ExtensiveForm) -> Fraction:
    """Return the value by this program, in rationals, with both strategies and their check."""
    from gametheory.model.sequence_form import sequence_form
    from gametheory.solvers.sequence_form.linear_program import solve_constant_sum

    solved = solve_constant_sum(sequence_form(tree))
    assert solved is not None
    return solved.payoffs[0]


def by_pivots(tree: ExtensiveForm) -> Fraction:
    """Return the value by this program's complementary pivots, in integers."""
    from gametheory.model.sequence_form import sequence_form
    from gametheory.solvers.sequence_form.lemke import lemke_path

    return lemke_path(sequence_form(tree)).payoffs[0]


def by_highs(tree: ExtensiveForm) -> float:
    """Return the value by HiGHS alone, in floats, without a check."""
    from gametheory.model.sequence_form import sequence_form
    from gametheory.solvers.sequence_form.float_program import program, solve_in_floats

    form = sequence_form(tree)
    solved = solve_in_floats(program(form, 0), presolve=True)
    assert solved is not None
    plan, reply = solved.weights, solved.dual_weights
    return sum(float(payoffs[0]) * plan[one] * reply[other] for (one, other), payoffs in form.payoffs.items())


def by_gambit_floats(tree: ExtensiveForm) -> float | None:
    """Gambit's linear program on the sequence form, in floats."""
    return _by_gambit(tree, rational=False)


def by_gambit_rationals(tree: ExtensiveForm) -> float | None:
    """Gambit's linear program on the sequence form, in rationals."""
    return _by_gambit(tree, rational=True)


def _by_gambit(tree: ExtensiveForm, rational: bool) -> float | None:
    import pygambit

    from gametheory.formats.gambit.efg import to_efg

    game = pygambit.read_efg(io.StringIO(to_efg(tree)))
    result = pygambit.nash.lp_solve(game, rational=rational)
    return float(dict(result.equilibrium.payoffs)["first"]) if result.success else None


def by_open_spiel(tree: ExtensiveForm) -> float:
    """OpenSpiel's linear program on the sequence form of its own rules of the same game, in floats."""
    import pyspiel
    from open_spiel.python.algorithms import sequence_form_lp

    value, *_ = sequence_form_lp.solve_zero_sum_game(pyspiel.load_game(open_spiel_name(tree)))
    return float(value)


def open_spiel_name(tree: ExtensiveForm) -> str:
    """Return the name of a game in OpenSpiel.

    >>> open_spiel_name(kuhn_poker(3)), open_spiel_name(leduc_poker())
    ('kuhn_poker', 'leduc_poker')
    """
    return {"Kuhn poker, 3 cards": "kuhn_poker", "Leduc poker": "leduc_poker"}[tree.title]


def judge(tree: ExtensiveForm, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Compare a value with the exact one, which this program checks."""
    if timed.failure or timed.answer is None:
        return failed(timed)
    off = abs(float(timed.answer) - float(answers[PROGRAMS[0].name]))
    return Judgement(1, {"wrong": 1}) if off > CLOSE else Judgement(1, {}, off)


OWN = (
    Program("gametheory, linear program, exact", by_sequence_form, ("gametheory",)),
    Program("gametheory, pivots, exact", by_pivots, ("gametheory",)),
    Program("HiGHS, floats", by_highs, ("gametheory",)),
    Program("pygambit lp_solve (rationals)", by_gambit_rationals, ("pygambit",)),
    Program("pygambit lp_solve", by_gambit_floats, ("pygambit",)),
)
OPEN_SPIEL_PROGRAM = Program("OpenSpiel sequence_form_lp", by_open_spiel, ("open_spiel",))
PROGRAMS = (*OWN, OPEN_SPIEL_PROGRAM)


def poker(quick: bool) -> list[Work]:
    """Values of poker games as trees."""
    works = [Work("Kuhn poker, 3 cards", PROGRAMS, [kuhn_poker(3)], judge, kuhn_poker(3))]
    if not quick:
        works.append(Work("Kuhn poker, 13 cards", OWN, [kuhn_poker(13)], judge, kuhn_poker(3), limit=60))
        works.append(Work("Leduc poker", PROGRAMS, [leduc_poker()], judge, kuhn_poker(3), limit=60))
    return works


BENCHES = {"poker": poker}
