"""Printed numbers of plays in CD2, compared with computed ones."""

from __future__ import annotations

from _published import box, by_wave, play_text

from gametheory import Castle
from gametheory.claims.evidence import Text
from gametheory.games.castle import PlayCounts, Position, count_plays

from .plays import shortest_uncounted_win


def wrong_waves(printed: str, computed: dict[int, int]) -> list[str]:
    """Return the printed numbers by wave that differ from the computed ones, in words."""
    return [
        f"wave {wave}: printed {count}, computed {computed.get(wave, 0)}"
        for wave, count in by_wave(printed).items()
        if computed.get(wave, 0) != count
    ]


def missing_waves(printed: str, computed: dict[int, int]) -> list[str]:
    """Return the waves with wins that a cell without dots does not print, in words."""
    missing = [] if "..." in printed else [wave for wave in computed if wave not in by_wave(printed)]
    return [f"wave {wave} is missing, computed {computed[wave]}" for wave in missing]


def total_of(counts: dict[int, int]) -> int:
    """Return the sum of the counts of all waves."""
    return sum(counts.values())


def castle_row(row: dict[str, str], castle: Castle, counts: PlayCounts) -> tuple[str | int, ...]:
    """Return one row of the comparison of the castle's wins."""
    published, printed = counts.published_castle, row["castle_by_wave"]
    waves = "; ".join(wrong_waves(printed, published) + missing_waves(printed, published))
    shortest = ending_text(shortest_uncounted_win(castle)) if counts.uncounted_in_post else "none"
    return (
        row["test"],
        str(castle),
        row["castle_total"],
        total_of(published),
        total_of(counts.castle),
        shortest,
        waves,
    )


def ending_text(play: list[Position]) -> str:
    """Return the length of a play and its last positions, in words."""
    return f"in {len(play) - 1} waves: {'… → ' if len(play) > 4 else ''}{play_text(play[-4:])}"


def matches_program(entry: tuple[dict[str, str], Castle, PlayCounts]) -> bool:
    """Return whether the total and every printed wave of a row agree with the published convention."""
    row, _, counts = entry
    published = counts.published_castle
    return total_of(published) == int(row["castle_total"]) and not wrong_waves(row["castle_by_wave"], published)


def uncounted_wins_text(short: int) -> Text:
    """Return a paragraph about the wins that the program of the post does not count."""
    smallest = next(castle for castle in box(5) if count_plays(castle).uncounted_in_post)
    return Text(
        f"{short} of the 27 rows are too small. The program of the post records an end state with a negative number of "
        "soldiers if the strength is not negative. In the battle after the fall of the castle it does not record such "
        f"an end. The smallest game with an uncounted win is {smallest}: {play_text(shortest_uncounted_win(smallest))}."
    )
