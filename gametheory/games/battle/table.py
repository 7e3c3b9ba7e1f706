"""The odds of all battles up to a size at once, and their files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import IO
from zipfile import BadZipFile

import numpy as np

from gametheory.games.battle._kernels.binomial import Floats
from gametheory.games.battle._kernels.value_iteration import Backward
from gametheory.games.battle.array_files import read_arrays
from gametheory.games.battle.result import require_turns
from gametheory.games.battle.rules import Battle
from gametheory.numbers.rationals import parse_rational
from gametheory.parallel.memory import free_memory

DAMAGED = (LookupError, TypeError, AttributeError, OSError, EOFError, MemoryError, BadZipFile, ValueError, RuntimeError)
BYTES_PER_ENTRY = 48  # both tables, one of them once more, and what marks the ends


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
        require_turns(turns)
    rules = attacker_hits, defender_hits, both_dead, reserve, stop_when_outnumbered
    largest = Battle(most_attackers, most_defenders, *rules)
    if not (most_attackers and most_defenders):
        raise ValueError(f"a table of {most_attackers} x {most_defenders} holds no battle")
    require_free_memory(most_attackers, most_defenders)
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


def break_even_points(table: OddsTable) -> list[tuple[float, float]]:
    """Where the chance to win passes one half, as (attackers, defenders), one point for each number of defenders.

    Between the last number of attackers below one half and the next, it is taken to grow in a straight line. Cost: the
    size of the table.

    >>> [(round(attackers, 2), defenders) for attackers, defenders in break_even_points(odds_table(20, 10))[-1:]]
    [(10.7, 10)]
    """
    first, win = table.largest.reserve + 1, table.win[:, 1:]
    passes = (win[first - 1 : -1] < 0.5) & (win[first:] >= 0.5)
    found: list[tuple[float, float]] = []
    for column in np.flatnonzero(passes.any(axis=0)).tolist():
        attackers = first + int(passes[:, column].argmax())
        below, above = win[attackers - 1 : attackers + 1, column].tolist()
        found.append((attackers - 1 + (0.5 - below) / (above - below), column + 1))
    return found


def require_free_memory(most_attackers: int, most_defenders: int) -> None:
    """Raise TableTooLarge where a table takes more than the memory that is free.

    >>> require_free_memory(10**7, 10**7)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.games.battle.table.TableTooLarge: a table of 10000000 x 10000000 battles takes 4800001.0 GB and ...
    """
    need, free = BYTES_PER_ENTRY * (most_attackers + 1) * (most_defenders + 1), free_memory()
    if need > free:
        raise TableTooLarge(most_attackers, most_defenders, need, free)


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
    """Read a table back; nothing in the file is executed, and no more memory is taken than it is long.

    Raises ValueError for a file that is not such a table, one with pickled objects or compressed arrays included.

    >>> from io import BytesIO
    >>> file = BytesIO()
    >>> write_npz(odds_table(3, 2), file)
    >>> _ = file.seek(0)
    >>> table = read_npz(file)
    >>> print(table.largest, table.win.shape)
    3 v 2 (4, 3)
    """
    try:
        arrays = read_arrays(file, {"rules": "U", "win": "f", "lose": "f", "error_bound": "f"})
        rules = json.loads(str(arrays["rules"]))
        turns = rules.pop("turns")
        hits = {name: parse_rational(rules[name]) for name in ("attacker_hits", "defender_hits")}
        largest = Battle(**{**rules, **hits})
        size = largest.attackers + 1, largest.defenders + 1
        win, lose, bound = (
            _checked(arrays[name], at) for name, at in (("win", size), ("lose", size), ("error_bound", ()))
        )
        return OddsTable(largest, turns if turns is None else require_turns(turns), win, lose, float(bound))
    except DAMAGED as error:
        raise ValueError(f"not a table of odds: {error}") from error


def _checked(chances: Floats, shape: tuple[int, ...]) -> Floats:
    if chances.shape != shape or chances.dtype != np.float64 or not ((chances >= 0) & (chances <= 1)).all():
        raise ValueError(f"it holds no chances of the shape {shape}")
    return chances


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
