"""Formal game-theory analysis: explicit state graphs, exact solutions, claims checked like tests."""

from gametheory.claims import Correction, Status, Verdict, Witness, claim, every, proved, refuted, undecided, verified
from gametheory.core import Chance, Game, Outcome, PositionLimitExceeded, state_graph
from gametheory.evidence import Certificate, Figure, Formula, Table, Text
from gametheory.games.castle import Castle

__all__ = [
    "Castle",
    "Certificate",
    "Chance",
    "Correction",
    "Figure",
    "Formula",
    "Game",
    "Outcome",
    "PositionLimitExceeded",
    "Status",
    "Table",
    "Text",
    "Verdict",
    "Witness",
    "claim",
    "every",
    "proved",
    "refuted",
    "state_graph",
    "undecided",
    "verified",
]
