"""The manifest for a person at a terminal, or for a file: one line a claim, then what needs attention."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gametheory.report.formulas import plain
from gametheory.report.manifest import Manifest
from gametheory.report.marks import FALSE_AS_PRINTED, MARKS, amount, deviation, summary

WIDTH_OF_A_PIPE = 100


def print_results(manifest: Manifest, console: Console | None = None) -> None:
    """Print a table of the verdicts, what is not as recorded, what is false as printed, and the counts.

    Without a console it writes to standard output, without colours and 100 wide when that is no terminal.
    """
    console = console or _standard_output()
    console.print(_verdicts(manifest["claims"]))
    for line in (*_not_as_recorded(manifest["claims"]), *_false_as_printed(manifest["claims"])):
        console.print(line, soft_wrap=False)
    console.print(Text(summary(manifest), style="bold"))


def _standard_output() -> Console:
    return Console(width=None if sys.stdout.isatty() else WIDTH_OF_A_PIPE)


def _verdicts(claims: list[dict[str, Any]]) -> Table:
    table = Table(box=SIMPLE_HEAD, expand=True, show_edge=False, pad_edge=False)
    table.add_column("claim", no_wrap=True, min_width=max((len(item["id"]) for item in claims), default=0))
    table.add_column("verdict", no_wrap=True, min_width=max(map(len, MARKS)) + 2)
    table.add_column("statement", no_wrap=True, overflow="ellipsis", ratio=2)
    table.add_column("scope", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("checked", no_wrap=True, justify="right")
    for item in claims:
        table.add_row(
            Text(item["id"]), _marked(item), _line(item["statement"]), _line(item["scope"]), Text(amount(item))
        )
    return table


def _marked(item: dict[str, Any]) -> Text:
    mark = MARKS[item["status"]]
    return Text(f"{mark.symbol} {item['status']}", style=mark.on_dark)


def _line(text: str) -> Text:
    return Text(" ".join(plain(text).split()))


def _not_as_recorded(claims: list[dict[str, Any]]) -> Iterator[Text]:
    found = [item for item in claims if not item["as_recorded"]]
    if found:
        yield Text("Not as recorded", style="bold red")
    for item in found:
        yield Text(f"  {item['id']}: {deviation(item)}{_reason(item)}")
    if found:
        yield Text()


def _reason(item: dict[str, Any]) -> str:
    """Why nothing was established: an open verdict states it first in its evidence."""
    first = item["evidence"][0] if item["status"] == "open" and item["evidence"] else {}
    return f" ({_line(first['text'])})" if first.get("kind") == "text" else ""


def _false_as_printed(claims: list[dict[str, Any]]) -> Iterator[Text]:
    found = [item for item in claims if item["status"] in FALSE_AS_PRINTED]
    if found:
        yield Text("False as printed", style="bold")
    for item in found:
        witness, correction = item["witness"], item["correction"]
        yield Text.assemble("  ", _marked(item), f"  {item['id']}: {_line(item['statement'])}")
        if witness:
            yield Text(f"      fails at {_line(witness['case'])}: {_line(witness['explanation'])}")
        if correction:
            yield Text(f"      instead ({correction['status']}): {_line(correction['statement'])}")
    if found:
        yield Text()
