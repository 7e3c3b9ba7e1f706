"""Win and loss probabilities of all battles up to a size, and their files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import IO
from zipfile import BadZipFile

import numpy as np

from gametheory.games.battle._kernels.binomial import Floats
from gametheory.games.battle.array_files import read_arrays
from gametheory.games.battle.memory_estimate import bytes_for_bands
from gametheory.games.battle.result import require_turns
from gametheory.games.battle.rules import Battle
from gametheory.games.battle.values import BattleValues
from gametheory.numbers.printed import printed
from gametheory.numbers.rationals import parse_rational
from gametheory.numbers.short_repr import short_repr
from gametheory.parallel.memory import free_memory

DAMAGED = (LookupError, TypeError, AttributeError, OSError, EOFError, MemoryError, BadZipFile, ValueError, RuntimeError)
BYTES_PER_ENTRY = 48  # both tables, a copy of one of them, and the masks of the outcomes


class TableTooLarge(ValueError):
    """A table would not fit into the free memory."""

    def __init__(self, most_attackers: int, most_defenders: int, need: float, free: float) -> None:
        size = f"{need / 1e9:.1f}" if need < 1e21 else "over 1,000,000,000,000"
        super().__init__(
            f"a table of {most_attackers} x {most_defenders} battles takes {size} GB and {free / 1e9:.1f} GB "
            "are free; ask for the band of close battles instead, one number of defenders at a time (battle need)"
        )


@short_repr
@printed
@dataclass(frozen=True)
class OddsTable:
    """Probabilities of every battle up to a size, at [attackers, defenders], in which attackers include the reserve.

    Attributes
    ----------
    largest
        The battle in the last corner, whose rules are those of all.
    turns
        The turn by which the attackers win or lose; None if battles are fought to their end.
    win, lose
        The probabilities.
    error_bound
        A bound on the error of every entry.
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
    """Return the odds of every battle up to a number of attackers and defenders, with one rigorous bound.

    WB.10, computed by backward induction instead of simulated (see `values`). If there are no more attackers than the
    reserve, none fights, and the rules decide the battle. Cost: A D products of both bands; with `turns`, as many for
    each turn, for winning and for losing; 48 bytes for each battle.

    Parameters
    ----------
    most_attackers, most_defenders
        The size of the table, at least 1 each.
    turns
        The turn by which the attackers win or lose; None for the end.
    attacker_hits, defender_hits, both_dead, reserve, stop_when_outnumbered
        The rules, see `Battle`.

    Returns
    -------
    OddsTable
        Two arrays of shape (most_attackers + 1, most_defenders + 1).

    Raises
    ------
    ValueError
        If `Battle` refuses the rules, if a size is 0, or if `turns` is not a whole number of at least 1.
    TableTooLarge
        If the free memory does not suffice; nothing has been computed then.

    Examples
    --------
    >>> table = odds_table(40, 25, turns=1)
    >>> round(float(table.win[40, 25]), 3), table.error_bound < 1e-12
    (0.44, True)
    """
    if turns is not None:
        require_turns(turns)
    rules = attacker_hits, defender_hits, both_dead, reserve, stop_when_outnumbered
    largest = Battle(most_attackers, most_defenders, *rules)
    if not (most_attackers and most_defenders):
        raise ValueError(f"a table of {most_attackers} x {most_defenders} contains no battle")
    require_free_memory(largest)
    values = BattleValues(largest, turns)
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

    >>> [(round(attackers, 2), defenders) for attackers, defenders in break_even_points(odds_table(20, 10))[-1:]]
    [(10.7, 10)]
    """
    first, win = table.largest.reserve + 1, table.win[:, 1:]
    passes = (win[first - 1 : -1] < 0.5) & (win[first:] >= 0.5)
    points: list[tuple[float, float]] = []
    for column in np.flatnonzero(passes.any(axis=0)).tolist():
        attackers = first + int(passes[:, column].argmax())
        below, above = win[attackers - 1 : attackers + 1, column].tolist()
        points.append((attackers - 1 + (0.5 - below) / (above - below), column + 1))
    return points


def require_free_memory(largest: Battle) -> None:
    """Raise TableTooLarge if a table up to a battle takes more than the free memory.

    >>> require_free_memory(Battle(10**7, 10**7))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gametheory.games.battle.table.TableTooLarge: a table of 10000000 x 10000000 battles takes 48... GB and ...
    """
    size = min((largest.attackers + 1) * (largest.defenders + 1), 1e300)
    need, free = BYTES_PER_ENTRY * size + bytes_for_bands(largest), free_memory()
    if need > free:
        raise TableTooLarge(largest.attackers, largest.defenders, need, free)


def write_npz(table: OddsTable, file: IO[bytes]) -> None:
    """Write a table for numpy: arrays `win`, `lose`, `error_bound`, and the rules as JSON in `rules`.

    Parameters
    ----------
    table
        The table.
    file
        A file that is open for writing bytes.

    Examples
    --------
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
    """Read a table from a file, without executing anything in it, and with no more memory than it is long.

    Raises ValueError if the file is no such table; pickled objects and compressed arrays are refused.

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
            _require_probabilities(arrays[name], shape)
            for name, shape in (("win", size), ("lose", size), ("error_bound", ()))
        )
        return OddsTable(largest, turns if turns is None else require_turns(turns), win, lose, float(bound))
    except DAMAGED as error:
        raise ValueError(f"not a table of odds: {error}") from error


def _require_probabilities(array: Floats, shape: tuple[int, ...]) -> Floats:
    if array.shape != shape or array.dtype != np.float64 or not ((array >= 0) & (array <= 1)).all():
        raise ValueError(f"it contains no probabilities of the shape {shape}")
    return array


def write_csv(table: OddsTable, file: IO[bytes]) -> None:
    """Write a table as CSV, one battle on a line, with enough digits to read back the same floats.

    Parameters
    ----------
    table
        The table.
    file
        A file that is open for writing bytes.

    Examples
    --------
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
