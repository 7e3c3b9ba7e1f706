"""The two SMT solvers, z3 and cvc5, and their limits.

Each solver has a limit on its steps, so that an answer does not depend on the machine. Only a step of cvc5 that looks
at no limit is ended by processor time, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

from gametheory.parallel import processes
from gametheory.parallel.extras import installed_version, library

# Units of work, which depend on the script alone. The largest use of a stored obligation is 3,036,428 and 53,743 units.
Z3_UNITS = 30_000_000
CVC5_UNITS = 1_000_000
FEW = 20  # a try at the beginning has this part of the units


class Answer(NamedTuple):
    """What a solver answers: sat, unsat, or unknown at its limit; and how long it took."""

    text: str
    seconds: float


_answers: dict[str, dict[str, Answer]] = {}  # of this process


def answers(script: str, over_reals: str = "") -> dict[str, Answer]:
    """Return each solver's answer to an SMT-LIB script.

    `over_reals` is the script with real numbers in place of integers, which solvers decide more often; if it is
    unsatisfiable, so is the script. Answers are remembered in the process, since a script always has the same ones.
    """
    if script not in _answers:
        _answers[script] = {
            "z3": _answer(ask_z3, Z3_UNITS, script, over_reals),
            "cvc5": _answer(ask_cvc5, CVC5_UNITS, script, over_reals),
        }
    return _answers[script]


def remembered(script: str) -> dict[str, Answer]:
    """Return the answers to a script that this process has asked for, or nothing."""
    return _answers.get(script, {})


def _answer(ask: Callable[[str, int], str], units: int, script: str, over_reals: str) -> Answer:
    """Ask a solver with few units of work first if there are two scripts."""
    start, answer = perf_counter(), ""
    for limit in (units // FEW, units) if over_reals else (units,):
        answer = ask(script, limit)
        if answer not in ("sat", "unsat") and over_reals and ask(over_reals, limit) == "unsat":
            answer = "unsat"
        if answer in ("sat", "unsat"):
            break
    return Answer(answer, perf_counter() - start)


def versions() -> dict[str, str]:
    """Return the version of each solver."""
    return {"z3": installed_version("z3-solver"), "cvc5": installed_version("cvc5")}


def ask_z3(script: str, units: int = Z3_UNITS) -> str:
    """Return z3's answer to an SMT-LIB script, or unknown after this many units of work."""
    return str(z3_solver(script, units).check())


def z3_solver(script: str, units: int = Z3_UNITS) -> Any:
    """Return a solver of z3 for one script, with its limit."""
    z3 = library("z3", "prove")
    # A context of its own, because the names and terms of earlier scripts would change the search.
    solver = z3.Solver(ctx=z3.Context())
    solver.set("rlimit", units)
    solver.from_string(script)
    return solver


def ask_cvc5(script: str, units: int = CVC5_UNITS) -> str:
    """Return cvc5's answer to an SMT-LIB script, or unknown after this many units of work."""
    return processes.ask_cvc5(script, units)
