"""Bots from files: each is a Python file with a function `choose`, which runs in a process of its own."""

from __future__ import annotations

import runpy
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import partial
from numbers import Integral, Rational, Real
from os import devnull
from pathlib import Path
from random import seed as seed_random
from typing import Any

from gametheory.games.wargame.armies import Army, armies_by_round
from gametheory.games.wargame.bot_answers import (
    Answer,
    BotTable,
    answer_from_json,
    answer_to_json,
    certain,
    table_from_json,
    table_to_json,
)
from gametheory.games.wargame.bots import View
from gametheory.games.wargame.rules import A, B, SentDistribution, Wargame
from gametheory.numbers.format import pluralize
from gametheory.numbers.visible import visible
from gametheory.parallel.child import ChildEnded
from gametheory.parallel.isolated import isolated_results

SUM_TOLERANCE = 1e-9
SECONDS_TO_LOAD = 10.0
SECONDS_FOR_ALL = 300.0  # for all answers of a bot together
REASON_LENGTH = 200


class BotFolderError(Exception):
    """A folder has no two bots to play against each other; the message says what it has."""


class _Hang(BaseException):
    """Raised by the alarm; it is no Exception, so that `except Exception` of a bot does not catch it."""


def bot_files(folder: Path) -> dict[str, Path]:
    """Return the files of the bots in a folder by name, in alphabetical order: its Python files without a leading `_`.

    Raises
    ------
    BotFolderError
        If there are fewer than two.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> for name in ("b.py", "a.py", "_shared.py"):
    ...     _ = (folder / name).write_text("def choose(view): return 0")
    >>> list(bot_files(folder))
    ['a', 'b']
    """
    if not folder.is_dir():
        raise BotFolderError(f"{folder} is not a folder")
    files = {path.stem: path for path in sorted(folder.glob("*.py")) if not path.name.startswith("_")}
    if len(files) < 2:
        raise BotFolderError(f"{folder} has {pluralize(len(files), 'Python file')}; a tournament needs two bots")
    return files


def tabulate_bots(
    game: Wargame, files: Mapping[str, Path], seed: int, processes: int, timeout: float
) -> dict[str, BotTable | None]:
    """Ask each bot, in a process of its own, for its choice at all positions that it can reach on either side.

    Each question is put twice. A bot that crashes or hangs loses only its own games. This is no sandbox: a bot can do
    whatever a Python program can do.

    Parameters
    ----------
    game
        The rules.
    files
        The file of each bot, by name.
    seed
        Start of the random numbers of Python's module `random`.
    processes
        Number of bots that are asked simultaneously.
    timeout
        Seconds for one choice.

    Returns
    -------
    dict
        The answers of each bot; None for a bot with two answers to a question: it answers at random.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "a.py"
    >>> _ = path.write_text("def choose(view): raise ValueError('no')")
    >>> tables = tabulate_bots(Wargame(4, 2), {"a": path}, 1, 1, 1.0)
    >>> tables["a"]["A"][Army(1, 4, 0)][Army(1, 4, 0)]
    'raised ValueError: no'
    """

    def ask(name: str) -> dict[str, Any] | None:
        with _loaded(name, files[name], seed, timeout) as bot:
            table = tabulate(game, bot.answer, twice=True)
            return None if table is None else table_to_json(table)

    tables: dict[str, BotTable | None] = {}
    for name, result in _in_processes(ask, files, processes):
        if isinstance(result, ChildEnded):
            tables[name] = _always(game, str(result))
        else:
            tables[name] = result and table_from_json(game, result)
    return tables


def ask_bots(
    questions: Mapping[str, Sequence[View]], files: Mapping[str, Path], seed: str, processes: int, timeout: float
) -> dict[str, list[Answer]]:
    """Return the answers of bots to some views, each asked in a process of its own.

    Parameters
    ----------
    questions
        The views to ask each bot for, by name.
    files, seed, processes, timeout
        As in `tabulate_bots`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "a.py"
    >>> _ = path.write_text("def choose(view): return 9")
    >>> ask_bots({"a": [View(1, 4, 0, 4, 0, "A")]}, {"a": path}, "1", 1, 1.0)
    {'a': ['returned 9, with 4 in camp']}
    """

    def ask(name: str) -> list[Any]:
        with _loaded(name, files[name], seed, timeout) as bot:
            return [answer_to_json(bot.answer(view)) for view in questions[name]]

    answers: dict[str, list[Answer]] = {}
    for name, result in _in_processes(ask, questions, processes):
        if isinstance(result, ChildEnded):
            answers[name] = [str(result)] * len(questions[name])
        else:
            answers[name] = list(map(answer_from_json, result))
    return answers


def tabulate(game: Wargame, answer: Callable[[View], Answer], twice: bool = False) -> BotTable | None:
    """Return the answers of a bot at all positions that it can reach, against any opponent.

    Parameters
    ----------
    game
        The rules.
    answer
        The bot.
    twice
        Whether to put each question twice, and to return None if the answers differ.

    Examples
    --------
    >>> table = tabulate(Wargame(4, 2), lambda view: {view.camp: Fraction(1)})
    >>> sorted(table["A"])
    [Army(round=1, camp=4, field=0), Army(round=2, camp=0, field=2)]
    """
    table: dict[str, dict[Army, dict[Army, Answer]]] = {A: {}, B: {}}
    for player, answers in table.items():
        reached = {(game.soldiers, 0)}
        for others in armies_by_round(game):
            following = set()
            for camp, field in sorted(reached):
                own = Army(others[0].round, camp, field)
                answers[own] = {}
                for other in others:
                    view = View(own.round, camp, field, other.camp, other.field, player)
                    found = answers[own][other] = answer(view)
                    if twice and answer(view) != found:
                        return None
                    if not isinstance(found, str):
                        following |= {(camp - sent, game.survivors[field + sent]) for sent in found}
            reached = following
    return table


def _always(game: Wargame, reason: str) -> BotTable:
    """Return the table of a bot that gives no answer at all."""
    table = tabulate(game, lambda _: reason)
    assert table is not None
    return table


def _in_processes(ask: Callable[[str], Any], names: Iterable[str], processes: int) -> Iterator[tuple[str, Any]]:
    for name, result, _ in isolated_results(ask, [[name] for name in names], processes, SECONDS_FOR_ALL):
        yield name, result


@contextmanager
def _loaded(name: str, path: Path, seed: int | str, timeout: float) -> Iterator[_Bot]:
    """Context manager: a bot that prints nowhere."""
    with open(devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        signal.signal(signal.SIGALRM, _raise_hang)
        seed_random(f"{seed} {name}")
        yield _Bot(path, timeout)


class _Bot:
    """A bot in its own process. If it does not answer a question, it is not asked again in that round, on that side."""

    def __init__(self, path: Path, timeout: float) -> None:
        self._timeout, self._given_up, self._unusable = timeout, set[tuple[str, int]](), ""
        try:
            self._choose = _timed(partial(_load, path), SECONDS_TO_LOAD)
        except (Exception, SystemExit, _Hang) as error:
            self._unusable = f"cannot be loaded: {_described(error, SECONDS_TO_LOAD)}"

    def answer(self, view: View) -> Answer:
        """Return the choice at a view, or why there is none."""
        if self._unusable:
            return self._unusable
        try:
            if (view.player, view.round) in self._given_up:
                raise _Hang
            return _distribution(_timed(partial(self._choose, view), self._timeout), view)
        except (Exception, SystemExit, _Hang) as error:
            if isinstance(error, _Hang):
                self._given_up.add((view.player, view.round))
            return _described(error, self._timeout)


def _load(path: Path) -> Any:
    choose = runpy.run_path(str(path)).get("choose")
    if not callable(choose):
        raise TypeError("the file has no function choose")
    return choose


def _timed(function: Any, seconds: float) -> Any:
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return function()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _raise_hang(*_: object) -> None:
    raise _Hang


def _described(error: BaseException, seconds: float) -> str:
    if isinstance(error, _Hang):
        return f"did not answer within {seconds:g} s"
    if isinstance(error, _Illegal):
        return str(error)
    return visible(f"raised {type(error).__name__}: {error}".rstrip(": ")[:REASON_LENGTH])


class _Illegal(Exception):
    """An answer that is no number of soldiers and no distribution of such numbers."""


def _distribution(answer: Any, view: View) -> SentDistribution:
    """Return an answer as a distribution; raise _Illegal if it is none."""
    if type(answer) is int and 0 <= answer <= view.camp:
        return certain(answer)
    mixture = answer if isinstance(answer, Mapping) else {answer: Fraction(1)}
    if not mixture or not all(_is_number(sent) and 0 <= sent <= view.camp for sent in mixture):
        raise _Illegal(_returned(answer) + f", with {view.camp} in camp")
    if not all(isinstance(p, Real) for p in mixture.values()):
        raise _Illegal(_returned(answer) + ": not every probability is a number")
    exact = all(isinstance(p, Rational) for p in mixture.values())
    parts: dict[int, Any] = {int(sent): Fraction(p) if exact else float(p) for sent, p in mixture.items()}
    off = abs(sum(parts.values()) - 1)
    if not all(p >= 0 for p in parts.values()) or not (off == 0 if exact else off <= SUM_TOLERANCE):
        raise _Illegal(_returned(answer) + ": not probabilities with sum 1")
    return {sent: p for sent, p in parts.items() if p}


def _returned(answer: Any) -> str:
    return visible(f"returned {answer!r}"[:REASON_LENGTH])


def _is_number(sent: object) -> bool:
    return isinstance(sent, Integral) and not isinstance(sent, bool)
