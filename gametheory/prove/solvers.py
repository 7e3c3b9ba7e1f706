"""The two SMT solvers, z3 and cvc5, and their limits.

Each solver has a limit on its steps, not on time, so that an answer does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gametheory.parallel.extras import installed_version, library

# Units of work, which depend on the script alone. The largest use of a stored obligation is 3,036,428 and 53,743 units.
Z3_UNITS = 100_000_000
CVC5_UNITS = 2_000_000

_answers: dict[str, dict[str, str]] = {}  # of this process, and of its children


def answers(script: str) -> dict[str, str]:
    """Return each solver's answer to an SMT-LIB script: sat, unsat, or unknown at its limit of steps.

    Answers are remembered in the process, since a script always has the same ones.
    """
    if script not in _answers:
        _answers[script] = {"z3": ask_z3(script), "cvc5": ask_cvc5(script)}
    return _answers[script]


def remembered() -> dict[str, dict[str, str]]:
    """Return the answers that this process remembers, by script."""
    return dict(_answers)


def remember(found: Mapping[str, dict[str, str]]) -> None:
    """Remember answers that the solvers have given in a child process of this one, which has run no code of claims."""
    _answers.update(found)


def versions() -> dict[str, str]:
    """Return the version of each solver."""
    return {"z3": installed_version("z3-solver"), "cvc5": installed_version("cvc5")}


def ask_z3(script: str, units: int | None = None) -> str:
    """Return z3's answer to an SMT-LIB script, or unknown after this many units of work, by default `Z3_UNITS`."""
    return str(z3_solver(script, units).check())


def z3_solver(script: str, units: int | None = None) -> Any:
    """Return a solver of z3 for one script, with its limit."""
    z3 = library("z3", "prove")
    # A context of its own, because the names and terms of earlier scripts would change the search.
    solver = z3.Solver(ctx=z3.Context())
    solver.set("rlimit", Z3_UNITS if units is None else units)
    solver.from_string(script)
    return solver


def ask_cvc5(script: str) -> str:
    """Return cvc5's answer to an SMT-LIB script; its message in quotation marks if it refuses the script.

    It refuses variables with the names of its own functions, of which each version has others.
    """
    cvc5 = library("cvc5", "prove")
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit-per", str(CVC5_UNITS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "obligation")
    answer = ""
    try:
        while not (command := parser.nextCommand()).isNull():
            answer += command.invoke(solver, parser.getSymbolManager())
    except RuntimeError as error:
        return f"“{' '.join(str(error).split())}”"
    return answer.strip()


def counterexample(script: str) -> str:
    """Return values that satisfy a script, found by z3."""
    z3, solver = library("z3", "prove"), z3_solver(script)
    if solver.check() != z3.sat:
        return "unknown values (z3 finds none)"
    values = solver.model()
    return ", ".join(sorted(f"{symbol} = {values[symbol]}" for symbol in values))
