"""Check the claims of a folder and write reports: HTML, Markdown and JSON files, and the terminal's tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TypeAlias

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gametheory.claims import Status
from gametheory.claims.session import DEFAULT_FOLDER, CheckRun, Options, check_with
from gametheory.claims.sources import Overview, claims_folder, read_overview, source_name
from gametheory.numbers.format import JsonObject, json_text, pluralize, visible, visible_values
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
from gametheory.render.page import dependency_map, html_page, not_shown
from gametheory.storage.files import check_writable, write_atomic

PIPE_WIDTH = 100
Section: TypeAlias = Callable[[list[JsonObject]], Iterator[RenderableType]]


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
        (`gametheory.claims.sources`).
    outputs
        Files to write, with the format by extension: .html, .md or .json.
    deep, fresh, workers, timeout
        As in `gametheory.check`.
    progress
        Function that is called before each claim or appendix with its number, the total and its id.

    Without the library for drawings, a page says in place of its map that it is left out; `left_out` has the reason.

    Returns
    -------
    CheckRun
        The results in the order of the claims, and the appendices.

    Raises
    ------
    ReportError
        If a file has another extension or cannot be rendered or written.
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
    # a part of a folder has no overview, since an overview is about all sources
    is_part = claims_folder(Path(folder)).source
    overview = Overview() if is_part else read_overview(Path(folder))
    options = Options(deep, fresh, timeout, outputs=paths, appendices=True, progress=progress)
    run = _with_not_shown(check_with(options, [folder], workers))
    for path, content in _render(run, paths, overview):
        try:
            write_atomic(path, content)
        except OSError as error:
            raise ReportError(f"cannot write {path}: {error.strerror or error}") from error
    return run


def check_output(path: Path) -> None:
    """Check that a report can be written to a file, before the claims are checked."""
    if path.suffix and path.suffix not in OUTPUT_FORMATS:
        raise ValueError(f"the format of a report is one of {', '.join(OUTPUT_FORMATS)}")
    check_writable(path)


def _with_not_shown(run: CheckRun) -> CheckRun:
    """Note the formulas and drawings that cannot be shown: such a claim is unexpected, and the rest is written."""
    results = []
    for result in run.results:
        reasons = not_shown([result.claim.statement, result.claim.where, result.verdict.as_json()])
        results.append(replace(result, not_shown=tuple(reasons)))
    problems = list(run.problems)
    for section in run.appendices:
        reasons = not_shown([evidence.as_json() for evidence in section.evidence])
        problems += [f"{section.appendix.id}: {reason}" for reason in reasons]
    return replace(run, results=tuple(results), problems=tuple(problems))


def _render(run: CheckRun, paths: Sequence[Path], overview: Overview) -> list[tuple[Path, str]]:
    """Return the content of every file; nothing is written unless all of them can be rendered."""
    # an overview names sources and claims, and must not name one that is gone
    titles = {}
    for result in run.results:
        if result.claim.declared:
            titles[source_name(result.claim.declared)] = result.source
    ids = [result.claim.id for result in run.results]
    overview.check_names(ids, titles, [section.appendix.id for section in run.appendices])
    arranged = overview.with_titles(titles)
    manifest = build_manifest(run.results, run.folder, run.deep, run.appendices, run.problems, arranged)
    files = []
    for path in paths:
        try:
            files.append((path, OUTPUT_FORMATS[path.suffix or ".html"](manifest)))
        except ValueError as error:  # broken formulas and drawings are notes in the page
            raise ReportError(f"cannot render {path} from {run.folder}: {error}") from error
    return files


def left_out(manifest: Manifest, paths: Sequence[Path]) -> str:
    """Return a sentence on what a page lacks because a library is not installed; empty if it lacks nothing."""
    if all(path.suffix not in ("", ".html") for path in paths):
        return ""
    reason = dependency_map(manifest["claims"]).left_out
    return f"the map of the claims is left out of the page: {reason}" if reason else ""


# Markdown


def markdown_summary(manifest: Manifest) -> str:
    """Return the counts, the unexpected verdicts, the false statements, and all verdicts in a folded table.

    Formulas are in plain characters, which every Markdown viewer can show.
    """
    return visible("\n".join(_markdown_lines(manifest)) + "\n")


def _markdown_lines(manifest: Manifest) -> Iterator[str]:
    claims = manifest["claims"]
    ranges = ", with larger ranges" if manifest["deep"] else ""
    yield f"# Claims of `{manifest['folder']}`{ranges}"
    yield from ("", f"**{summary(manifest)}**", "")
    cached = sum(claim["kept"] for claim in claims)
    if cached:
        yield from (f"{cached} of the verdicts from earlier runs: no dependency has changed.", "")
    yield from _markdown_unexpected(manifest)
    yield from _markdown_false(claims)
    if claims:
        yield from _markdown_verdicts(claims)
        yield ""
        for line in legend(manifest):
            yield f"- {_markdown(line)}"


def _markdown_unexpected(manifest: Manifest) -> Iterator[str]:
    unexpected = [claim for claim in manifest["claims"] if not claim["matches_expected"]]
    if not unexpected and not manifest["problems"]:
        yield "All verdicts match the expected ones."
        return
    yield from ("## ⚠ Unexpected verdicts", "")
    for claim in unexpected:
        line = f"- **{_markdown(claim['id'])}**: {_markdown(mismatch(claim))}"
        reason = open_reason(claim)
        if reason:
            line += f" ({_markdown(reason)})"
        yield f"{line} – {_markdown(claim['statement'])}"
    for line in manifest["problems"]:
        yield f"- {_markdown(line)}"


def _markdown_false(claims: list[JsonObject]) -> Iterator[str]:
    false = [claim for claim in claims if claim["status"] in FALSE_AS_PRINTED]
    if not false:
        return
    yield from ("", "## False as printed", "")
    yield from ("| claim | printed statement | counterexample | correction |", "|---|---|---|---|")
    for claim in false:
        symbol = STATUS_SYMBOLS[claim["status"]].symbol
        corrected = ""
        correction = claim["correction"]
        if correction:
            sentence = f"{correction['statement']} ({correction['status']})"
            corrected = "; ".join(filter(None, (sentence, formally(correction))))
        yield _markdown_row(f"{symbol} {claim['id']}", claim["statement"], _counterexample(claim), corrected)


def _markdown_verdicts(claims: list[JsonObject]) -> Iterator[str]:
    yield from ("", "<details><summary>All verdicts</summary>", "")
    yield from ("| claim | verdict | statement | what was checked | checked |", "|---|---|---|---|--:|")
    for claim in claims:
        yield _markdown_row(
            claim["id"], _verdict_text(claim), claim["statement"], subject(claim), amount_checked(claim)
        )
    yield from ("", "</details>")


def _markdown_row(*cells: str) -> str:
    return f"| {' | '.join(map(_markdown, cells))} |"


def _markdown(text: str) -> str:
    """Return text on one line, with formulas in plain characters and all signs of Markdown and HTML escaped."""
    line = _one_line(text)
    # a claim is a stranger's text: it must not add a column, a link or an element
    for sign in "\\`*_[]|":
        line = line.replace(sign, f"\\{sign}")
    return escape(line, quote=False).replace("~", "&#126;")


# Phrases of Markdown and the terminal


def _one_line(text: str) -> str:
    return " ".join(plain_text(text).split())


def _verdict_text(claim: JsonObject) -> str:
    return f"{STATUS_SYMBOLS[claim['status']].symbol} {status_text(claim)}"


def _counterexample(claim: JsonObject) -> str:
    witness = claim["witness"]
    if witness:
        return f"{witness['case']}: {witness['explanation']}"
    return ""


# The terminal


def print_results(
    manifest: Manifest, console: Console | None = None, *, table: bool = True, seconds: float | None = None
) -> None:
    """Print a table of the verdicts, the unexpected verdicts, the false statements, the legend, and the counts."""
    console = console or _standard_output()
    manifest = visible_values(manifest)
    claims = manifest["claims"]
    if table:
        console.print(_verdicts_table(claims))
    _print_sections(console, manifest, (_unexpected, _false_as_printed, _not_established, _skipped))
    if table:
        console.print()
        for line in legend(manifest):
            console.print(Text(line))
    console.print()
    console.print(Text(_counts_text(manifest, seconds), style="bold"))


def print_unexpected(manifest: Manifest, console: Console | None = None, *, seconds: float | None = None) -> None:
    """Print the verdicts that are not the expected ones, and the counts."""
    console = console or _standard_output()
    manifest = visible_values(manifest)
    if _print_sections(console, manifest, (_unexpected, _skipped)):
        console.print()
    console.print(Text(_counts_text(manifest, seconds), style="bold"))


def _standard_output() -> Console:
    # for a pipe, rich would take 80 columns, in which no statement fits
    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH)


def _print_sections(console: Console, manifest: Manifest, sections: Iterable[Section]) -> bool:
    """Print sections and the problems of the run; return whether there was anything to print."""
    blocks: list[RenderableType] = []
    for section in sections:
        blocks += section(manifest["claims"])
    blocks += [Text(f"\n{line}") for line in manifest["problems"]]
    for block in blocks:
        console.print(block)
    return bool(blocks)


def _counts_text(manifest: Manifest, seconds: float | None) -> str:
    """Return the number of claims by status, and how many verdicts are not the expected ones."""
    claims = manifest["claims"]
    parts = [", ".join(f"{count} {status}" for status, count in manifest["counts"].items() if count)]
    skipped = sum(bool(claim.get("skipped")) for claim in claims)
    unexpected = sum(not claim["matches_expected"] for claim in claims)
    not_checked = len(manifest["not_checked"])
    for count, name in ((skipped, "skipped"), (unexpected, "unexpected"), (not_checked, "not checked")):
        if count:
            parts.append(f"{count} {name}")
    time = f" in {seconds:.1f} s" if seconds is not None else ""
    return f"{pluralize(len(claims), 'claim')}{time}: {'; '.join(parts)}"


def _verdicts_table(claims: list[JsonObject]) -> Table:
    longest_id = max((len(claim["id"]) for claim in claims), default=0)
    table = Table(box=SIMPLE_HEAD, expand=True, show_edge=False, pad_edge=False)
    # ids and verdicts are whole, since they are copied; sentences share what is left of the line
    table.add_column("claim", no_wrap=True, min_width=longest_id)
    table.add_column("verdict", no_wrap=True, min_width=max(map(len, Status)) + 2)
    table.add_column("statement", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("what was checked", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("checked", no_wrap=True, justify="right")
    for claim in claims:
        statement = _line(claim["statement"])
        checked = _line(subject(claim))
        table.add_row(_id(claim), _verdict(claim), statement, checked, amount_checked(claim))
    return table


def _verdict(claim: JsonObject) -> Text:
    return Text(_verdict_text(claim), style=STATUS_SYMBOLS[claim["status"]].on_dark)


def _id(claim: JsonObject) -> Text:
    return Text(claim["id"])  # and no string, in which rich would read [markup]


def _line(text: str) -> Text:
    return Text(_one_line(text))


def _unexpected(claims: list[JsonObject]) -> Iterator[RenderableType]:
    rows = []
    for claim in claims:
        if claim["matches_expected"]:
            continue
        text = mismatch(claim)
        reason = open_reason(claim)
        if reason:
            text += f" ({_one_line(reason)})"
        # what the check printed is often the reason
        for line in claim.get("printed", "").splitlines():
            text += f"\nprinted: {line}"
        rows.append((_id(claim), Text(text)))
    yield from _titled("Unexpected verdicts", rows)


def _false_as_printed(claims: list[JsonObject]) -> Iterator[RenderableType]:
    rows = []
    for claim in claims:
        if claim["status"] in FALSE_AS_PRINTED:
            rows.append((_id(claim), _verdict(claim), _failure(claim)))
    yield from _titled("False as printed", rows)


def _failure(claim: JsonObject) -> Text:
    """Return the lines of a false claim: the sentence, the counterexample and the correction."""
    witness = claim["witness"]
    correction = claim["correction"]
    lines = [_line(claim["statement"])]
    if witness:
        lines.append(Text.assemble(("counterexample ", "bold"), _line(_counterexample(claim))))
        if witness["kind"]:
            lines.append(Text.assemble(("kind ", "bold"), _line(witness["kind"])))
    if correction:
        sentence = _line(f"({correction['status']}) {correction['statement']}")
        lines.append(Text.assemble(("correction ", "bold"), sentence))
        if formally(correction):
            lines.append(Text(formally(correction)))
    return Text("\n").join(lines)


def _not_established(claims: list[JsonObject]) -> Iterator[RenderableType]:
    unmet = {claim["id"] for claim in claims if not claim["grounded"]}
    rows = []
    for claim in claims:
        uses = [id for id in claim["uses"] if id in unmet]
        if uses:
            needs = Text(f"depends on {', '.join(uses)}")
            rows.append((_id(claim), _verdict(claim), needs))
    yield from _titled("Depends on claims that are not established", rows)


def _skipped(claims: list[JsonObject]) -> Iterator[RenderableType]:
    rows = []
    for claim in claims:
        if claim.get("skipped"):
            rows.append((_id(claim), _line(claim["skipped"])))
    yield from _titled("Skipped", rows)


def _titled(title: str, rows: Sequence[tuple[Text, ...]]) -> Iterator[RenderableType]:
    """Return a list under a title, with a blank line before and after the title; nothing if the list is empty."""
    if not rows:
        return
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in rows[0][:-1]:
        grid.add_column(no_wrap=True)  # the last one is wrapped
    for row in rows:
        grid.add_row(*row)
    yield Text()
    yield Text(title, style="bold")
    yield Padding(grid, (0, 0, 0, 2), expand=False)


def _json_document(manifest: Manifest) -> str:
    return json_text(manifest, default=str) + "\n"


OUTPUT_FORMATS: dict[str, Callable[[Manifest], str]] = {
    ".html": html_page,
    ".md": markdown_summary,
    ".json": _json_document,
}
