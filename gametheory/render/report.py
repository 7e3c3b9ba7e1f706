"""Check a folder of claims and write reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from gametheory.claims.check import DEFAULT_FOLDER, CheckRun, check_with
from gametheory.claims.overview import Overview, read_overview, source_name
from gametheory.claims.session import Options
from gametheory.claims.sources import claims_folder
from gametheory.numbers.format import json_text
from gametheory.parallel.extras import library
from gametheory.parallel.limits import Progress
from gametheory.render.html import html_page, not_shown
from gametheory.render.manifest import Manifest, build_manifest
from gametheory.render.markdown import markdown_summary
from gametheory.storage.files import check_writable, write_atomic

OUTPUT_FORMATS: dict[str, Callable[[Manifest], str]] = {
    ".html": html_page,
    ".md": markdown_summary,
    ".json": lambda manifest: json_text(manifest, default=str) + "\n",
}


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
