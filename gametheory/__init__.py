"""Formal game-theory analysis: explicit state graphs, exact solutions, claims checked like tests.

A game is a class with the members of `Game`. `state_graph` unfolds it, and solvers are functions of the graph:

>>> from gametheory import Castle, state_graph
>>> from gametheory.solvers.shortest_paths import distance_to_outcome
>>> graph = state_graph(Castle(10, 43, 8))
>>> distance_to_outcome(graph, "soldiers")[graph.graph["start"]]
16

A claim is a function that computes its verdict, by `check_all`, `verified`, `refuted`, `proved` or `open_`, with
exhibits as its evidence: `Text`, `Formula`, `Table`, `Figure`, `Certificate`. `gametheory check FOLDER` checks a folder
of them.

>>> from gametheory import claim, check_all
>>> @claim("SQ", "A square exceeds its root.", where="p. 1")
... def squares():
...     return check_all(range(9), lambda x: x * x > x, "0 to 8")
>>> squares.check().witness.case
'0'

What is in which package:

- `gametheory.games`: the castle game, the Warlight battle, the Wargame and the tower game
- `gametheory.solvers`: solvers for one mover, chance, movers in turn, two at once, matrices
- `gametheory.verify`: checkers of what solvers say, which do not see the solvers
- `gametheory.prove`: obligations for z3 and cvc5, derivations line by line, sweeps on all cores
- `gametheory.formats`: Gambit's files, GraphML, JSON, Storm's `drn`
- `gametheory.render`: drawings, and the report on claims
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gametheory.claims import (
        Correction,
        Status,
        Verdict,
        Witness,
        appendix,
        check_all,
        claim,
        open_,
        proved,
        refuted,
        verified,
    )
    from gametheory.claims.evidence import Certificate, Figure, Formula, LookupTable, Table, Text
    from gametheory.games.castle import Castle
    from gametheory.model.game import Distribution, Game, Outcome
    from gametheory.model.state_graph import PositionLimitExceeded, state_graph

HOMES = "model.game", "model.state_graph", "claims.evidence", "claims", "games.castle"

__all__ = [
    "Castle",
    "Certificate",
    "Correction",
    "Distribution",
    "Figure",
    "Formula",
    "Game",
    "LookupTable",
    "Outcome",
    "PositionLimitExceeded",
    "Status",
    "Table",
    "Text",
    "Verdict",
    "Witness",
    "appendix",
    "check_all",
    "claim",
    "open_",
    "proved",
    "refuted",
    "state_graph",
    "verified",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: the command, which imports this, is then there at once."""
    for home in HOMES if name in __all__ else ():
        module = import_module(f"{__name__}.{home}")
        if hasattr(module, name):
            return globals().setdefault(name, getattr(module, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


def load_ipython_extension(shell: Any) -> None:
    """Register the rich display of results; IPython calls this for `%load_ext gametheory`."""
    from gametheory.render.notebook import register

    register(shell.display_formatter.formatters)


# Inside a running IPython or Jupyter, `import gametheory` is enough; elsewhere nothing is imported for it.
if "IPython" in sys.modules and (shell := sys.modules["IPython"].get_ipython()) is not None:
    load_ipython_extension(shell)
