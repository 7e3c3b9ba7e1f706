"""Theorems about tables of any number of players: a profile of mixed strategies is a Nash equilibrium."""

from __future__ import annotations

from fractions import Fraction

from gametheory.model.normal_form import NormalForm
from gametheory.render.theorems.text import (
    MAX_POSITIONS,
    Line,
    NotStated,
    Theorem,
    check_number,
    exact,
    list_definition,
    number_list,
    parts,
    rationals,
    whole_file,
)
from gametheory.solvers.nash_solution import Equilibrium, NashSolution


def theorem_of_profile(solution: NashSolution, name: str, title: str) -> Theorem:
    """Return the file that states the first equilibrium with rational probabilities; raise NotStated without one.

    >>> from gametheory import nash
    >>> print(theorem_of_profile(nash([[1, -1], [-1, 1]]), "Pennies", "pennies").text.splitlines()[-1])
    Proof. apply (checked_profile sizes game strategies [0; 0] numbers). vm_compute. reflexivity. Qed.
    """
    form = solution.game
    assert isinstance(form, NormalForm)
    if len(form.outcomes) > MAX_POSITIONS:
        raise NotStated(f"the table has {len(form.outcomes):,} profiles; a theorem states at most {MAX_POSITIONS:,}")
    found = _rational_equilibrium(solution)
    cells = sorted(form.cells().items())
    lines = [
        Line(f"cell {_listed(profile)}%nat {rationals(payoffs)}", _names(form, profile)) for profile, payoffs in cells
    ]
    numbers = [check_number([*profile, *parts(payoffs)]) for profile, payoffs in cells]
    numbers += [check_number(parts(own)) for own in (*found.plans, found.payoffs)]
    each = zip(form.players, found.payoffs, strict=True)
    claim = [
        f"{title}: the strategies below are a Nash equilibrium, which pays exactly "
        f"{', '.join(f'{exact(own)} to {player}' for player, own in each)}.",
        "No player has a mixed strategy with a greater expected payoff against the strategies of the others.",
        f"Players are in the order {', '.join(form.players)}. Python wrote the table, from the game that it read.",
    ]
    definitions = [
        f"Definition sizes : list nat := {_listed(tuple(map(len, form.strategies)))}%nat.",
        list_definition("game", "cells", lines),
        _strategies(form, found, len(lines)),
        number_list(numbers),
    ]
    statement = f"value_of_{name} : nash_equilibrium sizes game strategies {rationals(found.payoffs)}"
    proof = f"checked_profile sizes game strategies {rationals(found.payoffs)} numbers"
    return whole_file(name, claim, "Profile", definitions, statement, proof)


def _rational_equilibrium(solution: NashSolution) -> Equilibrium:
    for found in solution.equilibria:
        if all(isinstance(number, Fraction | int) for own in (*found.plans, found.payoffs) for number in own):
            return found
    raise NotStated("no equilibrium was found whose probabilities are rational")


def _listed(numbers: tuple[int, ...]) -> str:
    return f"[{'; '.join(map(str, numbers))}]"


def _names(form: NormalForm, profile: tuple[int, ...]) -> str:
    return ", ".join(own[number] for own, number in zip(form.strategies, profile, strict=True))


def _strategies(form: NormalForm, found: Equilibrium, before: int) -> str:
    """Return the definition of the strategies, whose lines have the next numbers after those of the table."""
    lines = [Line(rationals(own), player) for own, player in zip(found.plans, form.players, strict=True)]
    return list_definition("strategies", "list (list Q)", lines, before + 1)
