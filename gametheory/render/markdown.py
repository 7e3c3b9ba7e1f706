"""Markdown reports: the summary of a run for a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from gametheory.numbers.format import visible
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
    summary,
)


def markdown_summary(manifest: Manifest) -> str:
    """Return the counts, the unexpected verdicts, the false statements, and all verdicts in a folded table.

    Formulas are in plain characters, which every Markdown viewer can show.
    """
    return visible("\n".join(_lines(manifest)) + "\n")


def _lines(manifest: Manifest) -> Iterator[str]:
    claims = manifest["claims"]
    yield f"# Claims of `{manifest['folder']}`{', with larger ranges' if manifest['deep'] else ''}"
    yield from ("", f"**{summary(manifest)}**", "")
    if cached := sum(item["kept"] for item in claims):
        yield from (f"{cached} of the verdicts from earlier runs: no dependency has changed.", "")
    yield from _unexpected([item for item in claims if not item["matches_expected"]], manifest["problems"])
    yield from _false([item for item in claims if item["status"] in FALSE_AS_PRINTED])
    if claims:
        yield from _all(claims)
        yield from ("", *(f"- {_text(line)}" for line in legend(manifest)))


def _unexpected(claims: list[dict[str, Any]], problems: list[str]) -> Iterator[str]:
    if not claims and not problems:
        yield "All verdicts match the expected ones."
        return
    yield from ("## ⚠ Unexpected verdicts", "")
    for item in claims:
        reason = f" ({_text(open_reason(item))})" if open_reason(item) else ""
        yield f"- **{_text(item['id'])}**: {_text(mismatch(item))}{reason} – {_text(item['statement'])}"
    yield from (f"- {_text(line)}" for line in problems)


def _false(claims: list[dict[str, Any]]) -> Iterator[str]:
    if not claims:
        return
    yield from (
        "",
        "## False as printed",
        "",
        "| claim | printed statement | counterexample | correction |",
        "|---|---|---|---|",
    )
    for item in claims:
        witness, correction = item["witness"], item["correction"]
        counterexample = f"{witness['case']}: {witness['explanation']}" if witness else ""
        words = (f"{correction['statement']} ({correction['status']})", formally(correction)) if correction else ()
        corrected = "; ".join(filter(None, words))
        yield _row(_with_symbol(item, named=True), item["statement"], counterexample, corrected)


def _all(claims: list[dict[str, Any]]) -> Iterator[str]:
    yield from (
        "",
        "<details><summary>All verdicts</summary>",
        "",
        "| claim | verdict | statement | what was checked | checked |",
    )
    yield "|---|---|---|---|--:|"
    for item in claims:
        yield _row(item["id"], _with_symbol(item), item["statement"], subject(item), amount_checked(item))
    yield from ("", "</details>")


def _with_symbol(item: dict[str, Any], named: bool = False) -> str:
    return f"{STATUS_SYMBOLS[item['status']].symbol} {item['id'] if named else status_text(item)}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(map(_text, cells))} |"


def _text(text: str) -> str:
    """Return text on one line, with formulas in plain characters and all signs of Markdown and HTML escaped."""
    line = " ".join(plain_text(text).split())
    for sign in "\\`*_[]|":
        line = line.replace(sign, f"\\{sign}")
    return escape(line, quote=False).replace("~", "&#126;")
