"""The two recursions of the post for all integers: the loop over i, and the battle after the castle fell."""

from __future__ import annotations

from castle_1.rules import AFTER, C_, D_, PLACE, S_, C, D, S, code, dpw, legal, moves, wave
from sympy import And, Eq, Max, Min, evaluate, symbols

from gametheory.prove.smt import for_all
from gametheory.prove.statement import Statement

i, CH, CH_ = symbols("i CH CH_", integer=True)


def volleys() -> list[Statement]:
    """Return that the volleys of the code are the legal ones; so i never exceeds the defenders."""
    return [step.statement for step in moves("CD2")]


def who_won() -> Statement:
    """Return when the code says that a side has won."""
    return next(step.statement for step in code("CD2") if "outcome" in step.statement.name)


def transition() -> Statement:
    """Return the position after a wave with i shots at defenders, if both sides survive."""
    with evaluate(False):
        before, after = (S, D, CH), (S_, D_, CH_)
        return for_all(
            [S, D, CH, dpw, i, *after],
            (S >= 1, D >= 0, CH >= 0, legal(S, D, CH, i), wave(before, i, after), S_ >= 1, CH_ >= 1),
            And(Eq(S_, S - (D - i)), Eq(D_, D - i + dpw), Eq(CH_, CH - (S - i))),
            "CD2 transition, i shots at defenders",
        )


def battle() -> list[Statement]:
    """Return the only volley after the castle fell, and the wave, with and without more defenders than soldiers."""
    with evaluate(False):
        fallen = (*PLACE, Eq(C, 0))
        return [
            for_all(
                [S, D, C, i],
                (*fallen, legal(S, D, C, i)),
                Eq(i, Min(S, D)),
                "CD2 battle, the only volley",
            ),
            for_all(
                [S, D, C, dpw, *AFTER],
                (*fallen, D > S, wave((S, D, C), S, AFTER)),
                And(Eq(D_, D - S), Eq(S_, Max(S - D_, 0)), Eq(C_, 0)),
                "CD2 battle, more defenders than soldiers",
            ),
            for_all(
                [S, D, C, dpw, *AFTER],
                (*fallen, D <= S, wave((S, D, C), D, AFTER)),
                And(Eq(S_, S), Eq(D_, 0), Eq(C_, 0)),
                "CD2 battle, as many soldiers as defenders or more",
            ),
        ]
