"""Check a folder of claims and write reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gametheory.claims.check import DEFAULT_FOLDER, CheckRun, check
from gametheory.claims.overview import Overview, read_overview, source_name
from gametheory.claims.sources import claims_folder
from gametheory.parallel.extras import library
from gametheory.parallel.progress import Progress
from gametheory.render.manifest import build_manifest
from gametheory.render.output_formats import DRAWN, EXTENSIONS, render_as
from gametheory.storage.atomic_write import check_writable, write_atomic


class ReportError(Exception):
    """A report cannot be rendered or written; the message names the file and the reason."""


def report(
    folder: str | Path = DEFAULT_FOLDER,
    outputs: Sequence[str | Path] = ("report.html",),
    *,
    deep: bool = False,
    fresh: bool = False,
    workers: int | None = None,
    scheduler: str | None = None,
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
        Files to write, with the format by extension: .html, .md, .pdf, .xml (JUnit) or .json.
    deep, fresh, workers, scheduler, timeout, progress
        As in `gametheory.check`.

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
    ClaimsError, WorkerCrashed, ClusterUnreachable
        As in `gametheory.check`.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> lines = ["'Sums.'", "from gametheory import claim, verified"]
    >>> lines += ["sum = claim('S', '$1 + 1 = 2$', 'p. 1')(lambda: verified('one case', 1))"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> run = report(folder, [folder / "report.md"])
    >>> run.all_match_expected, (folder / "report.md").read_text().splitlines()[2]
    (True, '**1 claim: 0 proved, 0 argued, 0 verified, 1 self-verified, 0 corrected, 0 refuted, 0 open**')
    """
    paths = [Path(output) for output in outputs]
    for path in paths:
        try:
            check_output(path)
        except (OSError, ValueError) as error:
            raise ReportError(f"cannot write {path}: {error}") from error
    if any((path.suffix or ".html") in DRAWN for path in paths):
        library("pygraphviz", "draw")
    overview = _read_overview(Path(folder))
    run = check(
        folder,
        deep=deep,
        fresh=fresh,
        workers=workers,
        scheduler=scheduler,
        timeout=timeout,
        outputs=paths,
        appendices=True,
        progress=progress,
    )
    for path, content in _render(run, paths, overview):
        try:
            write_atomic(path, content)
        except OSError as error:
            raise ReportError(f"cannot write {path}: {error.strerror or error}") from error
    return run


def check_output(path: Path) -> None:
    """Check that a report can be written to a file, before the claims are checked.

    Raises
    ------
    ValueError
        If there is no format for its extension.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> check_output(Path("report.docx"))
    Traceback (most recent call last):
    ValueError: the format of a report is one of .html, .md, .pdf, .xml, .json
    """
    if path.suffix and path.suffix not in EXTENSIONS:
        raise ValueError(f"the format of a report is one of {', '.join(EXTENSIONS)}")
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


def _render(run: CheckRun, paths: Sequence[Path], overview: Overview) -> list[tuple[Path, str | bytes]]:
    arranged = _with_titles(overview, run)
    manifest = build_manifest(run.results, run.folder, run.deep, run.appendices, run.problems, arranged)
    files = []
    for path in paths:
        try:
            files.append((path, render_as(manifest, path.suffix)))
        except ValueError as error:  # a formula that cannot be typeset, or a PDF without a browser
            raise ReportError(f"cannot render {path} from {run.folder}: {error}") from error
    return files
