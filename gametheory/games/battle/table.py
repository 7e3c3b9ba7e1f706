"""The odds of all battles up to a size at once, and their files."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import IO
from zipfile import BadZipFile

import numpy as np

from gametheory.games.battle.backward import Backward
from gametheory.games.battle.result import at_least_one_turn
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.volleys import Floats

NOT_A_TABLE = (KeyError, TypeError, AttributeError, OSError, EOFError, MemoryError, BadZipFile, ValueError)
BYTES_AN_ENTRY = 48  # both tables, one of them once more, and what marks the ends


class TableTooLarge(ValueError):
    """A table would not fit into the memory that is free."""

    def __init__(self, most_attackers: int, most_defenders: int, need: float, free: float) -> None:
        super().__init__(
            f"a table of {most_attackers} x {most_defenders} battles takes {need / 1e9:.1f} GB and {free / 1e9:.1f} GB "
            "are free; ask for the band of close battles instead, one number of defenders at a time (battle need)"
        )


@dataclass(frozen=True)
class OddsTable:
    """The chances of every battle up to a size, at [attackers, defenders], attackers counting the reserve.

    `error_bound` is at least the error of every entry; `largest` is the battle in the last corner, with the rules of
    all; `turns` is None where battles are fought to their end, else `win` and `lose` are the chances by that turn.
    """

    largest: Battle
    turns: int | None
    win: Floats
    lose: Floats
    error_bound: float


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
    """The odds of every battle of at most so many attackers and defenders, with one rigorous bound.

    WB.10, computed by backward induction instead of simulated (see `backward`). Attackers no more than the reserve
    cannot fight, and count as the rules count them. Cost: A D products of both bands; with `turns`, as often as
    there are turns, for winning and for losing; 48 bytes for each battle.

    Raises ValueError for what `Battle` refuses, for no attackers or defenders, and for turns below 1 or not whole, and
    TableTooLarge before anything is computed.

    >>> table = odds_table(40, 25, turns=1)
    >>> round(float(table.win[40, 25]), 3), table.error_bound < 1e-12
    (0.44, True)
    """
    if turns is not None:
        at_least_one_turn(turns)
    rules = attacker_hits, defender_hits, both_dead, reserve, stop_when_outnumbered
    largest = Battle(most_attackers, most_defenders, *rules)
    if not (most_attackers and most_defenders):
        raise ValueError(f"a table of {most_attackers} x {most_defenders} holds no battle")
    check_memory(most_attackers, most_defenders)
    backward = Backward(largest)
    win = _chances(backward, "win", turns)
    sure = turns is None and backward.ever_ends and not stop_when_outnumbered
    lose = 1 - win if sure else _chances(backward, "lose", turns)
    win, lose = (np.concatenate([np.repeat(table[:1], reserve, axis=0), table]) for table in (win, lose))
    return OddsTable(largest, turns, win, lose, backward.error_bound(turns))


def _chances(backward: Backward, outcome: str, turns: int | None) -> Floats:
    values = backward.ends[outcome].astype(np.float64)
    found = backward.to_the_end(values) if turns is None else backward.after_turns(values, turns)
    return np.clip(found, 0.0, 1.0, out=found)  # a chance is nowhere else, so that this takes nothing from the bound


def check_memory(most_attackers: int, most_defenders: int) -> None:
    """Raise TableTooLarge where a table takes more than the memory that is free.

    >>> check_memory(10**7, 10**7)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.games.battle.table.TableTooLarge: a table of 10000000 x 10000000 battles takes 4800001.0 GB and ...
    """
    need, free = BYTES_AN_ENTRY * (most_attackers + 1) * (most_defenders + 1), free_memory()
    if need > free:
        raise TableTooLarge(most_attackers, most_defenders, need, free)


def free_memory() -> float:
    """Bytes that can be had without swapping, as far as the platform says."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            return 1024.0 * next(int(line.split()[1]) for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        names = getattr(os, "sysconf_names", {})
        known = "SC_PHYS_PAGES" in names
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")) if known else 4e9


def write_npz(table: OddsTable, file: IO[bytes]) -> None:
    """Write a table for numpy: arrays `win`, `lose`, `error_bound`, and the rules as JSON in `rules`.

    >>> from io import BytesIO
    >>> file, table = BytesIO(), odds_table(3, 2)
    >>> write_npz(table, file)
    >>> _ = file.seek(0)
    >>> read_npz(file).largest == table.largest
    True
    """
    rules = {name: str(value) if isinstance(value, Fraction) else value for name, value in vars(table.largest).items()}
    text = json.dumps({**rules, "turns": table.turns})
    np.savez(file, win=table.win, lose=table.lose, error_bound=np.float64(table.error_bound), rules=np.str_(text))


def read_npz(file: IO[bytes]) -> OddsTable:
    """Read a table back; nothing in the file is executed.

    Raises ValueError for a file that is not such a table, one with pickled objects included.
    """
    try:
        with np.load(file, allow_pickle=False) as arrays:
            rules = json.loads(str(arrays["rules"]))
            win, lose, bound = (arrays[name] for name in ("win", "lose", "error_bound"))
        turns = rules.pop("turns")
        hits = {name: Fraction(rules[name]) for name in ("attacker_hits", "defender_hits")}
        table = OddsTable(Battle(**{**rules, **hits}), turns, win, lose, float(bound))
    except NOT_A_TABLE as error:
        raise ValueError(f"not a table of odds: {error}") from error
    _check_shape(table)
    return table


def _check_shape(table: OddsTable) -> None:
    size = table.largest.attackers + 1, table.largest.defenders + 1
    for chances in (table.win, table.lose, np.full(size, table.error_bound)):
        if chances.shape != size or chances.dtype != np.float64 or not ((chances >= 0) & (chances <= 1)).all():
            raise ValueError(f"not a table of odds: no chances of {size[0]} x {size[1]} battles")


def write_csv(table: OddsTable, file: IO[bytes]) -> None:
    """Write a table as text, one battle a line, numbers so that they read back as the same floats.

    >>> from io import BytesIO
    >>> file = BytesIO()
    >>> write_csv(odds_table(1, 1, attacker_hits=Fraction(1), defender_hits=Fraction(0)), file)
    >>> print(file.getvalue().decode().splitlines()[-1][:12])
    1,1,1.0,0.0,
    """
    file.write(b"attackers,defenders,win,lose,error_bound\n")
    for attackers, (wins, loses) in enumerate(zip(table.win.tolist(), table.lose.tolist(), strict=True)):
        odds = enumerate(zip(wins, loses, strict=True))
        lines = (f"{attackers},{defenders},{win},{lose},{table.error_bound}\n" for defenders, (win, lose) in odds)
        file.write("".join(lines).encode())
