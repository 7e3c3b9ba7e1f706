"""Printed numbers of ways beside computed ones."""

from __future__ import annotations

from _plays import shortest_missed
from _published import box, by_wave, told

from gametheory import Castle
from gametheory.claims.evidence import Text
from gametheory.games.castle import PlayCounts, Position, count_plays


def misprints(printed: str, computed: dict[int, int]) -> list[str]:
    """The printed numbers by wave that differ from the computed ones, in words."""
    return [
        f"wave {wave}: printed {count}, computed {computed.get(wave, 0)}"
        for wave, count in by_wave(printed).items()
        if computed.get(wave, 0) != count
    ]


def left_out(printed: str, computed: dict[int, int]) -> list[str]:
    """Waves with wins that a cell without dots does not print."""
    missing = [] if "..." in printed else [wave for wave in computed if wave not in by_wave(printed)]
    return [f"wave {wave} is left out, computed {computed[wave]}" for wave in missing]


def in_all(counts: dict[int, int]) -> int:
    """The total of a count by wave."""
    return sum(counts.values())


def castle_row(row: dict[str, str], castle: Castle, counts: PlayCounts) -> tuple[str | int, ...]:
    """One row of the comparison of the castle's wins."""
    published, printed = counts.published_castle, row["castle_by_wave"]
    waves = "; ".join(misprints(printed, published) + left_out(printed, published))
    lost = ending(shortest_missed(castle)) if counts.missed else "none"
    return (
        row["test"],
        str(castle),
        row["castle_total"],
        in_all(published),
        in_all(counts.castle),
        lost,
        waves,
    )


def ending(play: list[Position]) -> str:
    """How long a play is, and how it ends."""
    return f"in {len(play) - 1} waves: {'… → ' if len(play) > 4 else ''}{told(play[-4:])}"


def as_the_program_counts(entry: tuple[dict[str, str], Castle, PlayCounts]) -> bool:
    """Whether a row is met in total and in every printed wave under the published convention."""
    row, _, counts = entry
    published = counts.published_castle
    return in_all(published) == int(row["castle_total"]) and not misprints(row["castle_by_wave"], published)


def missing_wins(short: int) -> Text:
    """Which wins the program missed, and the smallest game in which it misses one."""
    smallest = next(castle for castle in box(5) if count_plays(castle).missed)
    return Text(
        f"{short} of the 27 rows are short. The post keeps an end state with fewer than no soldiers when the "
        "strength is not negative; in the battle after the fall of the castle such an end is not recorded at all. "
        f"The smallest game with a missed win is {smallest}: {told(shortest_missed(smallest))}."
    )
