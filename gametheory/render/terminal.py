"""Terminal output: one line for each claim, unexpected verdicts, false statements, and what each verdict means."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gametheory.claims import Status
from gametheory.numbers.format import pluralize, visible_values
from gametheory.render.manifest import Manifest
from gametheory.render.mathml import plain_text
from gametheory.render.status_symbols import (
    FALSE_AS_PRINTED,
    STATUS_SYMBOLS,
    amount_checked,
    formally,
    legend,
    mismatch,
    open_reason,
    status_text,
    subject,
)

PIPE_WIDTH = 100
Section: TypeAlias = Callable[[list[dict[str, Any]]], Iterator[RenderableType]]


def print_results(
    manifest: Manifest, console: Console | None = None, *, table: bool = True, seconds: float | None = None
) -> None:
    """Print a table of the verdicts, the unexpected verdicts, the false statements, the legend, and the counts."""
    console = console or _standard_output()
    manifest = visible_values(manifest)
    if table:
        console.print(_verdicts(manifest["claims"]))
    _print_sections(console, manifest, (_unexpected, _false_as_printed, _not_established, _skipped))
    if table:
        console.print()
        for line in legend(manifest):
            console.print(Text(line))
    console.print()
    console.print(Text(_summary(manifest, seconds), style="bold"))


def print_unexpected(manifest: Manifest, console: Console | None = None, *, seconds: float | None = None) -> None:
    """Print the verdicts that are not the expected ones, and the counts."""
    console = console or _standard_output()
    manifest = visible_values(manifest)
    if _print_sections(console, manifest, (_unexpected, _skipped)):
        console.print()
    console.print(Text(_summary(manifest, seconds), style="bold"))


def _print_sections(console: Console, manifest: Manifest, sections: Iterable[Section]) -> bool:
    """Print sections and the problems of the run; return whether there was anything to print."""
    parts = [part for section in sections for part in section(manifest["claims"])]
    parts += [Text(f"\n{line}") for line in manifest["problems"]]
    for part in parts:
        console.print(part)
    return bool(parts)


def _summary(manifest: Manifest, seconds: float | None) -> str:
    """Return the number of claims by status, and how many verdicts are not the expected ones."""
    claims, not_checked = manifest["claims"], manifest.get("not_checked", ())
    counts = ", ".join(f"{count} {status}" for status, count in manifest["counts"].items() if count)
    unexpected = sum(not item["matches_expected"] for item in claims)
    time = f" in {seconds:.1f} s" if seconds is not None else ""
    numbers = {
        "skipped": sum(bool(item.get("skipped")) for item in claims),
        "unexpected": unexpected,
        "not checked": len(not_checked),
    }
    parts = [counts, *(f"{number} {what}" for what, number in numbers.items() if number)]
    return f"{pluralize(len(claims), 'claim')}{time}: {'; '.join(parts)}"


def _standard_output() -> Console:
    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH)


def _verdicts(claims: list[dict[str, Any]]) -> Table:
    table = Table(box=SIMPLE_HEAD, expand=True, show_edge=False, pad_edge=False)
    table.add_column("claim", no_wrap=True, min_width=max((len(item["id"]) for item in claims), default=0))
    table.add_column("verdict", no_wrap=True, min_width=max(map(len, Status)) + 2)
    table.add_column("statement", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("what was checked", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("checked", no_wrap=True, justify="right")
    for item in claims:
        table.add_row(
            Text(item["id"]), _verdict(item), _line(item["statement"]), _line(subject(item)), Text(amount_checked(item))
        )
    return table


def _verdict(item: dict[str, Any]) -> Text:
    mark = STATUS_SYMBOLS[item["status"]]
    return Text(f"{mark.symbol} {status_text(item)}", style=mark.on_dark)


def _line(text: str) -> Text:
    return Text(" ".join(plain_text(text).split()))


def _unexpected(claims: list[dict[str, Any]]) -> Iterator[RenderableType]:
    rows = [
        (Text(item["id"]), Text(mismatch(item) + _reason(item) + _printed(item)))
        for item in claims
        if not item["matches_expected"]
    ]
    yield from _titled("Unexpected verdicts", rows)


def _printed(item: dict[str, Any]) -> str:
    return "".join(f"\nprinted: {line}" for line in item.get("printed", "").splitlines())


def _reason(item: dict[str, Any]) -> str:
    reason = open_reason(item)
    return f" ({_line(reason)})" if reason else ""


def _false_as_printed(claims: list[dict[str, Any]]) -> Iterator[RenderableType]:
    false = [item for item in claims if item["status"] in FALSE_AS_PRINTED]
    yield from _titled("False as printed", [(Text(item["id"]), _verdict(item), _failure(item)) for item in false])


def _not_established(claims: list[dict[str, Any]]) -> Iterator[RenderableType]:
    established = {item["id"]: item["grounded"] for item in claims}
    unmet = [(item, [used for used in item["uses"] if not established[used]]) for item in claims]
    rows = [(Text(item["id"]), _verdict(item), Text(f"depends on {', '.join(uses)}")) for item, uses in unmet if uses]
    yield from _titled("Depends on claims that are not established", rows)


def _skipped(claims: list[dict[str, Any]]) -> Iterator[RenderableType]:
    rows = [(Text(item["id"]), _line(item["skipped"])) for item in claims if item.get("skipped")]
    yield from _titled("Skipped", rows)


def _failure(item: dict[str, Any]) -> Text:
    witness, correction = item["witness"], item["correction"]
    lines = [_line(item["statement"])]
    if witness:
        lines.append(Text.assemble(("counterexample ", "bold"), _line(f"{witness['case']}: {witness['explanation']}")))
        if witness["kind"]:
            lines.append(Text.assemble(("kind ", "bold"), _line(witness["kind"])))
    if correction:
        lines.append(
            Text.assemble(("correction ", "bold"), _line(f"({correction['status']}) {correction['statement']}"))
        )
        lines += [Text(text) for text in [formally(correction)] if text]
    return Text("\n").join(lines)


def _titled(title: str, rows: Sequence[tuple[Text, ...]]) -> Iterator[RenderableType]:
    """Return a list under a title, with a blank line before and after the title; nothing if the list is empty."""
    if not rows:
        return
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in rows[0][:-1]:
        grid.add_column(no_wrap=True)
    for row in rows:
        grid.add_row(*row)
    yield from (Text(), Text(title, style="bold"), Padding(grid, (0, 0, 0, 2), expand=False))
