"""Formal analysis of games: state graphs, exact solutions checked without the solver, and published claims as tests.

A game is a class with the members of `Game`. `solve` finds the class of a game, runs the solver that fits, checks the
result again, and returns one `Solution` for every class:

>>> from gametheory import Castle, solve
>>> solution = solve(Castle(10, 43, 8))
>>> print(solution.game_class, "|", solution.outcomes["soldiers"].distance, "moves")
single-player, acyclic | 16 moves

`unfold` finds all positions and moves of a game, on which every solver works, and `state_graph` makes a networkx graph
of them. `nash` finds the equilibria of
two payoff matrices or of a file in Gambit's format.

A claim is a function that computes its verdict with `check_all`, `claims.prove`, `argue`, `refuted` or `open_`, and
gives its evidence as `Text`, `Formula`, `Table`, `Figure` or `Certificate`. `check` checks a folder of claims, and
`report` writes the result as one HTML file.

>>> from gametheory import claim, check_all
>>> @claim("SQ", "A square exceeds its root.", where="p. 1")
... def squares():
...     return check_all(range(9), lambda x: x * x > x, "0 to 8")
>>> squares.check().witness.case
'0'

The packages:

- `gametheory.model`: the rules of a game, its state graph, and its class
- `gametheory.solvers`: the solvers
- `gametheory.verify`: the checkers of solutions, which do not use the solvers
- `gametheory.games`: the castle game, the Warlight battle, the Wargame, and the tower game
- `gametheory.claims`: claims, verdicts, and evidence
- `gametheory.prove`: obligations for z3 and cvc5, derivations line by line, and sweeps on all cores
- `gametheory.formats`: Gambit's files
- `gametheory.render`: drawings, reports, and notebooks
"""

import os
import sys

if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)] == __name__ and not sys.flags.safe_path:
    # `python -m gametheory`: first on the path is the current folder, which can be a stranger's. No file in it, such as
    # typing.py or z3.py, may answer for a library. It stays, last, if this package is not installed and comes from it.
    current_folder = sys.path.pop(0)
    if os.path.dirname(__path__[0]) == current_folder:
        sys.path.append(current_folder)

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gametheory.api import correlated, dominance, ess, maximin, nash, regret, solve, stackelberg
    from gametheory.claims import (
        ClaimsError,
        Correction,
        Status,
        Verdict,
        Witness,
        appendix,
        argue,
        check_all,
        claim,
        decide,
        open_,
        parametrize,
        refuted,
    )
    from gametheory.claims.evidence import Certificate, Figure, Formula, Interactive, LookupTable, Table, Text
    from gametheory.claims.session import CheckRun, check
    from gametheory.games.castle import Castle
    from gametheory.model.game import Distribution, Game, Outcome, PositionLimitExceeded
    from gametheory.model.unfolding import state_graph, unfold
    from gametheory.prove.smt import for_all
    from gametheory.render.report import ReportError, report
    from gametheory.solvers.nash_solution import NashSolution
    from gametheory.solvers.solution import Solution
    from gametheory.solvers.tree_solution import TreeSolution

# Modules are imported when a name is first used, so that the command line starts fast.
_MODULES = {
    "api": ["correlated", "dominance", "ess", "maximin", "nash", "regret", "solve", "stackelberg"],
    "claims": [
        "ClaimsError",
        "Correction",
        "Status",
        "Verdict",
        "Witness",
        "appendix",
        "argue",
        "check_all",
        "claim",
        "decide",
        "open_",
        "parametrize",
        "refuted",
    ],
    "claims.session": ["CheckRun", "check"],
    "claims.evidence": ["Certificate", "Figure", "Formula", "Interactive", "LookupTable", "Table", "Text"],
    "games.castle": ["Castle"],
    "model.game": ["Distribution", "Game", "Outcome", "PositionLimitExceeded"],
    "model.unfolding": ["state_graph", "unfold"],
    "prove.smt": ["for_all"],
    "render.report": ["ReportError", "report"],
    "solvers.nash_solution": ["NashSolution"],
    "solvers.tree_solution": ["TreeSolution"],
    "solvers.solution": ["Solution"],
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "Castle",
    "Certificate",
    "CheckRun",
    "ClaimsError",
    "Correction",
    "Distribution",
    "Figure",
    "Formula",
    "Game",
    "Interactive",
    "LookupTable",
    "NashSolution",
    "Outcome",
    "PositionLimitExceeded",
    "ReportError",
    "Solution",
    "Status",
    "Table",
    "Text",
    "TreeSolution",
    "Verdict",
    "Witness",
    "appendix",
    "argue",
    "check",
    "check_all",
    "claim",
    "correlated",
    "decide",
    "dominance",
    "ess",
    "for_all",
    "maximin",
    "nash",
    "open_",
    "parametrize",
    "refuted",
    "regret",
    "report",
    "solve",
    "stackelberg",
    "state_graph",
    "unfold",
]


def __getattr__(name: str) -> Any:
    """Import a public name, or read the version, on its first use."""
    if name == "__version__":
        from gametheory.parallel.extras import DISTRIBUTION, installed_version

        return globals().setdefault(name, installed_version(DISTRIBUTION))
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    return globals().setdefault(name, value)


def __dir__() -> list[str]:
    return __all__
