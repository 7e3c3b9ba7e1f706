"""Counting the winning plays of the castle game, by this program and by plain recursions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.castle_recursions import by_wave_position_by_position, totals_position_by_position, walk_every_path
from bench.work import Judgement, Program, Timed, Work, failed
from gametheory.games.castle import Castle, PlayCounts, count_plays

TESTS = Path(__file__).parent.parent / "proofs" / "tables" / "castle_2.tsv"
MANY_PLAYS, LARGE, SMALL = Castle(19, 50, 15), Castle(60, 600, 40), Castle(3, 10, 4)

COUNT_PLAYS = Program("gametheory count_plays", count_plays, ("gametheory",))
EVERY_PATH = Program("plain recursion, every path", walk_every_path)
BY_WAVE = Program("memoized recursion, by wave", by_wave_position_by_position)
TOTALS = Program("memoized recursion, totals only", totals_position_by_position)


def published() -> list[Castle]:
    """Return the 27 games of the published table."""
    lines = [line.split("\t") for line in TESTS.read_text().splitlines() if line[0].isdigit()]
    return [Castle(*map(int, line[1:4])) for line in lines]


def counting(quick: bool) -> list[Work]:
    """Counting all winning plays of the castle game."""
    everything = COUNT_PLAYS, BY_WAVE, TOTALS, EVERY_PATH
    games = published()[: 3 if quick else None]
    works = [Work(f"{len(games)} published tables, per table", everything, games, judge, SMALL)]
    if not quick:
        works.append(Work(f"{MANY_PLAYS}, 216,269 plays", everything, [MANY_PLAYS], judge, SMALL))
        works.append(Work(f"{LARGE}", (COUNT_PLAYS, TOTALS, BY_WAVE), [LARGE], judge, SMALL, limit=400))
    return works


def judge(game: Castle, timed: Timed, answers: Mapping[str, Any]) -> Judgement:  # noqa: ARG001
    """Compare the counts with those of the simplest program that has an answer, by wave if both are."""
    if timed.failure:
        return failed(timed)
    expected = next(
        answer for program in (EVERY_PATH, BY_WAVE, TOTALS) if (answer := answers.get(program.name)) is not None
    )
    return Judgement(1, {} if agree(timed.answer, expected) else {"different": 1})


def agree(one: Any, other: Any) -> bool:
    """Return whether two counts are equal: by wave if both are by wave, otherwise in total.

    >>> agree(({3: 1}, {2: 2}), (1, 2)), agree(({3: 1}, {2: 2}), ({4: 1}, {2: 2}))
    (True, False)
    """
    if isinstance(one, PlayCounts) and isinstance(other, PlayCounts):
        return one == other
    one, other = _sides(one), _sides(other)
    if isinstance(one[0], dict) and isinstance(other[0], dict):
        return bool(one == other)
    return list(map(_total, one)) == list(map(_total, other))


def _sides(answer: Any) -> tuple[Any, Any]:
    return (answer.soldiers, answer.castle) if isinstance(answer, PlayCounts) else answer


def _total(side: Any) -> int:
    return sum(side.values()) if isinstance(side, dict) else side


BENCHES = {"castle-count": counting}
