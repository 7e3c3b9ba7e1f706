"""Measurements as tables: aligned text for a terminal, and Markdown for a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from bench.work import Fit, Rated, Row, Table

WORK = ("work", "program", "seconds: median (min–max)", "ratio to the first: median (min–max)", "failures")
RATE = ("work", "positions", "moves", "seconds", "CPU seconds", "positions/s", "moves/s", "peak memory")
GROWTH = ("work", "by", "sizes", "CPU seconds", "exponent ± standard error", "spread", "peak memory")


def rows_of(tables: Sequence[Table]) -> list[tuple[str, ...]]:
    """Return one row for each program; only the first one names the work."""
    return [
        ("" if place else table.title, row.program, spread(row.seconds, seconds, row.at_least),
         spread(row.ratios, times, row.at_least), failures(row))
        for table in tables
        for place, row in enumerate(table.rows)
    ]  # fmt: skip


def compact(tables: Sequence[Table]) -> list[tuple[str, ...]]:
    """Return headings and a row for each program: its ratio to the first one in each work, and its failures.

    >>> first = Row("a", [0.5], [1.0], 9, {}, None, False)
    >>> compact([Table("t", [first, Row("b", [1.0], [2.0], 9, {"wrong": 1}, None, False)])])
    [('program', 't'), ('a', '0.500 s'), ('b', 'x 2.0, 1 wrong of 9')]
    """
    programs = list(dict.fromkeys(row.program for table in tables for row in table.rows))
    rows = {(table.title, row.program): _cell(row, row is table.rows[0]) for table in tables for row in table.rows}
    titles = list(dict.fromkeys(table.title for table in tables))
    if len(programs) == 1:
        return [("work", programs[0]), *((title, rows[title, programs[0]]) for title in titles)]
    body = [(program, *(rows.get((title, program), "") for title in titles)) for program in programs]
    return [("program", *titles), *body]


def _cell(row: Row, first: bool) -> str:
    sign = "> " if row.at_least else ""
    time = f"{sign}{seconds(median(row.seconds))} s" if first else f"{sign}x {times(median(row.ratios))}"
    failed = ", ".join(f"{count} {reason}" for reason, count in row.failures.items())
    return f"{time}, {failed} of {row.tries}" if failed else time


def rate_rows(rates: Sequence[Rated]) -> list[tuple[str, ...]]:
    """Return one row for each rate; positions and moves are for each CPU second."""
    return [
        (rate.title, f"{rate.positions:,}", f"{rate.moves:,}", spread(rate.seconds, seconds),
         spread(cpu := rate.cpu_seconds, seconds), _per_second(rate.positions, cpu), _per_second(rate.moves, cpu),
         f"{rate.megabytes:,.0f} MB")
        for rate in rates
    ]  # fmt: skip


def _per_second(count: int, cpu_seconds: Sequence[float]) -> str:
    return f"{float(f'{count / median(cpu_seconds):.2g}'):,.0f}"


def growth_rows(fits: Sequence[Fit]) -> list[tuple[str, ...]]:
    """Return one row for each growth."""
    return [
        (fit.title, fit.by, f"{fit.sizes[0]:,.0f}–{fit.sizes[-1]:,.0f} ({len(fit.sizes)})",
         f"{seconds(fit.seconds[0])}–{seconds(fit.seconds[-1])}", f"{fit.exponent:.2f} ± {fit.error:.2f}",
         f"x {fit.spread:.2f}", f"{fit.megabytes:,.0f} MB")
        for fit in fits
    ]  # fmt: skip


def compact_rates(rates: Sequence[Rated]) -> list[tuple[str, ...]]:
    """Return headings and a row for each rate."""
    rows = [
        (rate.title, f"{rate.positions:,}", seconds(median(rate.seconds)),
         _per_second(rate.positions, rate.cpu_seconds), f"{rate.megabytes:,.0f} MB")
        for rate in rates
    ]  # fmt: skip
    return [("work", "positions", "seconds", "positions/s of a core", "peak memory"), *rows]


def compact_fits(fits: Sequence[Fit]) -> list[tuple[str, ...]]:
    """Return headings and a row for each growth."""
    rows = [
        (fit.title, f"{fit.by} {fit.sizes[0]:,.0f}–{fit.sizes[-1]:,.0f}", f"{fit.exponent:.2f} ± {fit.error:.2f}")
        for fit in fits
    ]
    return [("work", "by", "exponent"), *rows]


def kinds_rows(tables: Sequence[Table]) -> list[tuple[str, ...]]:
    """Return headings and a row for each program: failures by kind of case, over all works; [] without kinds."""
    kinds = list(dict.fromkeys(kind for table in tables for row in table.rows for kind in row.by_kind))
    programs = list(dict.fromkeys(row.program for table in tables for row in table.rows))
    lines = [("failures by kind of game", *kinds)] if kinds else []
    for program in programs if kinds else ():
        counts = [_failures_and_tries(tables, program, kind) for kind in kinds]
        lines.append((program, *(f"{failed} of {tried}" for failed, tried in counts)))
    return lines


def _failures_and_tries(tables: Sequence[Table], program: str, kind: str) -> tuple[int, int]:
    rows = [row.by_kind.get(kind, [0, 0]) for table in tables for row in table.rows if row.program == program]
    return sum(failed for failed, _ in rows), sum(tried for _, tried in rows)


def spread(numbers: Sequence[float], format_number: Callable[[float], str], at_least: bool = False) -> str:
    """Return the median, with the least and the greatest of several numbers.

    >>> spread([1.0, 3.0, 2.0], seconds), spread([2.0], times), spread([5.0], seconds, at_least=True)
    ('2.00 (1.00–3.00)', '2.0', '> 5.00')
    """
    middle = ("> " if at_least else "") + format_number(median(numbers))
    return middle if len(numbers) == 1 else f"{middle} ({format_number(min(numbers))}–{format_number(max(numbers))})"


def seconds(number: float) -> str:
    """Format a time in seconds with three significant digits.

    >>> seconds(0.0012), seconds(81.23), seconds(125.4), seconds(7.1e-6), seconds(123456)
    ('0.00120', '81.2', '125', '0.00000710', '123,456')
    """
    if number >= 100:
        return f"{number:,.0f}"
    places = max(2 - _magnitude(number), 0)
    return f"{number:.{places}f}"


def _magnitude(number: float) -> int:
    return int(f"{number:.2e}".split("e")[1]) if number else 0


def times(number: float) -> str:
    """Format a ratio with two significant digits.

    >>> times(1.0), times(0.0623), times(12.3), times(1234.6)
    ('1.0', '0.062', '12', '1,235')
    """
    if number >= 10:
        return f"{number:,.0f}"
    return f"{number:.{max(1 - _magnitude(number), 0)}f}"


def failures(row: Row) -> str:
    """Format the failures of a program: how many, the reasons, and the largest error of the other answers.

    >>> failures(Row("p", [1.0], [1.0], 30, {"wrong": 2, "time out": 1}, 3.1e-16, True))
    '3 of 30: 2 wrong, 1 time out; others off by at most 3e-16'
    >>> failures(Row("p", [1.0], [1.0], 30, {}, 0.0, False))
    '0 of 30'
    """
    text = f"{sum(row.failures.values())} of {row.tries}"
    if row.failures:
        text += ": " + ", ".join(f"{count} {reason}" for reason, count in row.failures.items())
    if row.off:
        text += f"; {'others ' if row.failures else ''}off by at most {row.off:.0e}"
    return text


def as_text(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with aligned columns.

    >>> print(as_text(("a", "b"), [("long", "1")]))
    a      b
    long   1
    """
    lines = (headings, *rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("   ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def as_markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table.

    >>> print(as_markdown(("a", "b"), [("c", "d|e")]))
    | a | b |
    |---|---|
    | c | d\\|e |
    """
    lines = [[cell.replace("|", "\\|") for cell in line] for line in (headings, *rows)]
    head, *body = (f"| {' | '.join(line)} |" for line in lines)
    return "\n".join([head, "|" + "---|" * len(headings), *body])
