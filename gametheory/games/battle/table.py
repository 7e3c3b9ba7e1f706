"""Win and loss probabilities of all battles up to a size, and their files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import IO

import numpy as np

from gametheory.games.battle._kernels.binomial import Floats
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.values import BattleValues
from gametheory.numbers.format import format_number, format_size, short_repr
from gametheory.numbers.rationals import require_whole
from gametheory.numbers.table import Block, Printable, Table

MAX_SHOWN = 8  # rows and columns that are printed
MAX_BATTLES = 50_000_000  # of a table, which takes 48 bytes for each: two gigabytes


@short_repr
@dataclass(frozen=True)
class OddsTable(Printable):
    """Probabilities of every battle up to a size, at [attackers, defenders], in which attackers include the reserve."""

    largest: Battle
    turns: int | None
    win: Floats
    lose: Floats
    error_bound: float

    def view(self) -> Iterable[Block]:
        """Return the win probabilities of a few evenly spaced battles."""
        attackers, defenders = (
            sorted({-(-(size - 1) * step // MAX_SHOWN) for step in range(1, MAX_SHOWN + 1)}) for size in self.win.shape
        )
        rows = [(a, *(format_number(float(self.win[a, d])) for d in defenders)) for a in attackers]
        when = "at the end" if self.turns is None else f"by turn {self.turns}"
        caption = f"Win probability {when}, attackers (rows) against defenders; each within {self.error_bound:.1e}"
        return [Table(["", *map(str, defenders)], rows, caption)]


def odds_table(
    most_attackers: int,
    most_defenders: int,
    turns: int | None = None,
    attacker_hits: Fraction = Battle.attacker_hits,
    defender_hits: Fraction = Battle.defender_hits,
    both_dead: str = "attacker",
    reserve: int = 0,
    stop_when_outnumbered: bool = False,
) -> OddsTable:
    """Return the odds of every battle up to a number of attackers and defenders, with one rigorous bound.

    WB.10, computed by backward induction instead of simulated (see `values`). If there are no more attackers than the
    reserve, none fights, and the rules decide the battle. Cost: A D products of both bands; with `turns`, as many for
    each turn, for winning and for losing; 48 bytes for each battle.
    """
    if turns is not None:
        require_whole("turns", turns, 1)
    rules = attacker_hits, defender_hits, both_dead, reserve, stop_when_outnumbered
    largest = Battle(most_attackers, most_defenders, *rules)
    if not (most_attackers and most_defenders):
        raise ValueError(f"a table of {most_attackers} x {most_defenders} contains no battle")
    require_size(largest)
    values = BattleValues(largest)
    win = _probabilities(values, "win", turns)
    always_decided = turns is None and values.ever_ends and not stop_when_outnumbered
    lose = 1 - win if always_decided else _probabilities(values, "lose", turns)
    win, lose = (np.concatenate([np.repeat(table[:1], reserve, axis=0), table]) for table in (win, lose))
    return OddsTable(largest, turns, win, lose, values.error_bound(turns))


def _probabilities(values: BattleValues, outcome: str, turns: int | None) -> Floats:
    terminal = values.outcome_masks[outcome].astype(np.float64)
    probabilities = values.to_the_end(terminal) if turns is None else values.after_turns(terminal, turns)
    # The true probability is from 0 to 1, so that clipping only reduces the error.
    return np.clip(probabilities, 0.0, 1.0, out=probabilities)


def break_even_points(table: OddsTable) -> list[tuple[float, float]]:
    """Return the points (attackers, defenders) at which the win probability passes 1/2, one for each defender count.

    The win probability is interpolated linearly between the last number of attackers with less than 1/2 and the next.
    Defender counts without such a number have no point. Cost: the size of the table.
    """
    first, win = table.largest.reserve + 1, table.win[:, 1:]
    passes = (win[first - 1 : -1] < 0.5) & (win[first:] >= 0.5)
    points: list[tuple[float, float]] = []
    for column in np.flatnonzero(passes.any(axis=0)).tolist():
        attackers = first + int(passes[:, column].argmax())
        below, above = win[attackers - 1 : attackers + 1, column].tolist()
        points.append((attackers - 1 + (0.5 - below) / (above - below), column + 1))
    return points


def require_size(largest: Battle) -> None:
    """Raise ValueError if there are too many battles up to this one for a table."""
    if largest.attackers * largest.defenders > MAX_BATTLES:
        side = isqrt(MAX_BATTLES)
        raise ValueError(
            f"a table of {format_size(largest.attackers)} x {format_size(largest.defenders)} battles is too large; "
            f"at most {MAX_BATTLES:,} battles, such as {side} x {side}"
        )


def write_npz(table: OddsTable, file: IO[bytes]) -> None:
    """Write a table for numpy: arrays `win`, `lose`, `error_bound`, and the rules as JSON in `rules`."""
    rules = {name: str(value) if isinstance(value, Fraction) else value for name, value in vars(table.largest).items()}
    text = json.dumps({**rules, "turns": table.turns})
    np.savez(file, win=table.win, lose=table.lose, error_bound=np.float64(table.error_bound), rules=np.str_(text))


def write_csv(table: OddsTable, file: IO[bytes]) -> None:
    """Write a table as CSV, one battle on a line, with enough digits to read back the same floats."""
    file.write(b"attackers,defenders,win,lose,error_bound\n")
    for attackers, (wins, loses) in enumerate(zip(table.win.tolist(), table.lose.tolist(), strict=True)):
        odds = enumerate(zip(wins, loses, strict=True))
        lines = (f"{attackers},{defenders},{win},{lose},{table.error_bound}\n" for defenders, (win, lose) in odds)
        file.write("".join(lines).encode())
