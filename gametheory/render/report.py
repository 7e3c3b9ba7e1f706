"""Check the claims of a folder and write reports: HTML, Markdown and JSON files, and the terminal's tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gametheory.claims import Status
from gametheory.claims.check import DEFAULT_FOLDER, CheckRun, check_with
from gametheory.claims.overview import Overview, read_overview, source_name
from gametheory.claims.session import Options
from gametheory.claims.sources import claims_folder
from gametheory.numbers.format import json_text, pluralize, visible, visible_values
from gametheory.parallel.extras import library
from gametheory.parallel.limits import Progress
from gametheory.render.manifest import (
    FALSE_AS_PRINTED,
    STATUS_SYMBOLS,
    Manifest,
    amount_checked,
    build_manifest,
    formally,
    legend,
    mismatch,
    open_reason,
    status_text,
    subject,
    summary,
)
from gametheory.render.mathml import plain_text
from gametheory.render.page import html_page, not_shown
from gametheory.storage.files import check_writable, write_atomic


class ReportError(Exception):
    """A report cannot be rendered or written; the message names the file and the reason."""


def report(
    folder: str | Path = DEFAULT_FOLDER,
    outputs: Sequence[str | Path] = ("report.html",),
    *,
    deep: bool = False,
    fresh: bool = False,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> CheckRun:
    """Check the claims of a folder and write reports. No file is written unless all of them can be rendered.

    Parameters
    ----------
    folder
        Folder with Python files that declare claims. A file `overview.toml` in it arranges the report
        (`gametheory.claims.overview`).
    outputs
        Files to write, with the format by extension: .html, .md or .json.
    deep, fresh, workers, timeout
        As in `gametheory.check`.
    progress
        Function that is called before each claim or appendix with its number, the total and its id.

    Returns
    -------
    CheckRun
        The results in the order of the claims, and the appendices.

    Raises
    ------
    ReportError
        If a file has another extension or cannot be rendered or written.
    MissingExtra
        If a file has drawings, and the library for them is not installed.
    ClaimsError
        As in `gametheory.check`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> lines = ["'Sums.'", "from gametheory import check_all, claim"]
    >>> lines += ["sum = claim('S', '$1 + 1 = 2$', 'p. 1')(lambda: check_all([1], lambda n: n + n == 2))"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> run = report(folder, [folder / "report.md"])
    >>> run.all_match_expected, (folder / "report.md").read_text().splitlines()[2]
    (True, '**1 claim: 0 proved, 0 argued, 1 verified, 0 corrected, 0 refuted, 0 open**')
    """
    paths = [Path(output) for output in outputs]
    for path in paths:
        try:
            check_output(path)
        except (OSError, ValueError) as error:
            raise ReportError(f"cannot write {path}: {error}") from error
    if any(path.suffix in ("", ".html") for path in paths):  # which has a map of the claims
        library("pygraphviz", "draw", z3="prove", cvc5="prove")
    overview = _read_overview(Path(folder))
    options = Options(deep, fresh, timeout, outputs=paths, appendices=True, progress=progress)
    run = _with_not_shown(check_with(options, [folder], workers))
    for path, content in _render(run, paths, overview):
        try:
            write_atomic(path, content)
        except OSError as error:
            raise ReportError(f"cannot write {path}: {error.strerror or error}") from error
    return run


def _with_not_shown(run: CheckRun) -> CheckRun:
    """Note the formulas and drawings that cannot be shown: such a claim is unexpected, and the rest is written."""
    results = tuple(
        replace(each, not_shown=tuple(not_shown([each.claim.statement, each.claim.where, each.verdict.as_json()])))
        for each in run.results
    )
    appendices = [(each.appendix.id, not_shown([item.as_json() for item in each.evidence])) for each in run.appendices]
    problems = [f"{id}: {why}" for id, reasons in appendices for why in reasons]
    return replace(run, results=results, problems=(*run.problems, *problems))


def check_output(path: Path) -> None:
    """Check that a report can be written to a file, before the claims are checked."""
    if path.suffix and path.suffix not in OUTPUT_FORMATS:
        raise ValueError(f"the format of a report is one of {', '.join(OUTPUT_FORMATS)}")
    check_writable(path)


def _read_overview(folder: Path) -> Overview:
    """Return the overview of a claims folder; none for a part of it, since an overview is about all sources."""
    return Overview() if claims_folder(folder).source else read_overview(folder)


def _with_titles(overview: Overview, run: CheckRun) -> Overview:
    titles = {source_name(result.claim.declared): result.source for result in run.results if result.claim.declared}
    overview.check_names(
        [result.claim.id for result in run.results], titles, [each.appendix.id for each in run.appendices]
    )
    return overview.with_titles(titles)


def _render(run: CheckRun, paths: Sequence[Path], overview: Overview) -> list[tuple[Path, str]]:
    arranged = _with_titles(overview, run)
    manifest = build_manifest(run.results, run.folder, run.deep, run.appendices, run.problems, arranged)
    files = []
    for path in paths:
        try:
            files.append((path, OUTPUT_FORMATS[path.suffix or ".html"](manifest)))
        except ValueError as error:  # broken formulas and drawings are notes in the page
            raise ReportError(f"cannot render {path} from {run.folder}: {error}") from error
    return files


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
    _print_sections(console, manifest, (_unexpected_lines, _false_as_printed, _not_established, _skipped))
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
    if _print_sections(console, manifest, (_unexpected_lines, _skipped)):
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


def _unexpected_lines(claims: list[dict[str, Any]]) -> Iterator[RenderableType]:
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


OUTPUT_FORMATS: dict[str, Callable[[Manifest], str]] = {
    ".html": html_page,
    ".md": markdown_summary,
    ".json": lambda manifest: json_text(manifest, default=str) + "\n",
}
