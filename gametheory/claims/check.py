"""Check folders of claims, and return the results as one value."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path

from _pytest.mark.expression import Expression

from gametheory.claims.declare import ClaimsError
from gametheory.claims.plain_values import shown
from gametheory.claims.results import DEFAULT_FOLDER, CheckRun, Result, full_address, result_as_json
from gametheory.claims.session import Options, Session
from gametheory.claims.sources import asked
from gametheory.claims.text_run import texts_of
from gametheory.parallel.limits import limit_cores

MOST_NESTED = 100
__all__ = ["DEFAULT_FOLDER", "CheckRun", "Result", "check", "check_with", "full_address", "result_as_json"]


def check(
    folder: str | Path | Sequence[str | Path] = DEFAULT_FOLDER,
    select: str | None = None,
    *,
    deep: bool = False,
    fresh: bool = False,
    workers: int | None = None,
    timeout: float | None = None,
    record: bool = False,
) -> CheckRun:
    """Check the claims of folders and files.

    Each file is read in a process of its own, in which its checks run; this process establishes what they state. A
    check that raises an error, calls `sys.exit`, crashes or does not end leaves its claim open, and the others are
    checked. A file that does not run to its end is one open claim, whose id is the name of the file, such as
    "castle_3/battle.py".

    Verdicts are cached in the user's cache folder until a file of the claims folder changes, this program, or an
    installed package. With `deep`, the sweeps inside each check run in parallel instead of the files, because a single
    sweep can then take most of the time.

    Parameters
    ----------
    folder
        Folder with Python files that declare claims, or one source folder: a subfolder with an `__init__.py`; or one
        file, or a claim as "folder/file.py::id"; or several of these.
    select
        Id of a claim, or an expression as for `pytest -k`. Dependencies of the selected claims are checked too.
    deep
        Let checks cover larger ranges, which is slow.
    fresh
        Ignore cached verdicts.
    workers
        Number of files that are checked at the same time; by default as many as there are cores.
    timeout
        Seconds after which a check is stopped and its claim is open; 0 for no limit. The default is 600, and 86,400 (a
        day) with `deep`.
    record
        Write the verdicts to the file of expected verdicts, `expected.tsv` in the claims folder, and the certificates
        to its folder `certificates`, if there is one; those of the selected claims only, if there is a selection.

    Returns
    -------
    CheckRun
        The results in the order of the claims.

    Raises
    ------
    ClaimsError
        If the folder cannot be checked: it is missing, has no claim, an id occurs twice in a file, or no claim matches
        `select`. If the file of expected verdicts has another form, contradicts a claim, or cannot be written; or if
        `record` is set and a file does not run to its end, or a claim is open without expecting it.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> lines = ["'Sums.'", "from gametheory import check_all, claim"]
    >>> lines += ["sum = claim('S', '$1 + 1 = 2$', 'p. 1')(lambda: check_all([1], lambda n: n + n == 2))"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> run = check(folder)
    >>> run["S"].verdict.status.value, run.counts["verified"], run.all_match_expected
    ('verified', 1, True)
    """
    options = Options(deep, fresh, timeout, record=record, select=select or "")
    return check_with(options, [folder] if isinstance(folder, str | Path) else folder, workers)


def check_with(options: Options, paths: Sequence[str | Path], workers: int | None = None) -> CheckRun:
    """Check the claims of folders and files with all options of a run."""
    parts = asked(paths, options.run)
    texts = texts_of(paths)
    if not parts and texts:  # nothing in them can be checked
        return CheckRun(texts[0][0].parent, options.deep, ())
    if not parts:
        raise ClaimsError("folder: it is empty; it must be a path or several paths")
    if options.select:
        # the parser of pytest calls itself in each of these, and at Python's limit it prints errors
        if len(re.findall(r"\(|\bnot\b", options.select)) > MOST_NESTED:
            raise ClaimsError(f"-k {shown(options.select)}: more than {MOST_NESTED} brackets and words not")
        try:
            Expression.compile(options.select)
        except Exception as error:  # SyntaxError or pytest's own class, depending on its version
            raise ClaimsError(f"-k {shown(options.select)}: {error}") from error
    began = time.perf_counter()
    with limit_cores(workers):
        session = Session(parts, options)
        session.run()
    if not session.selected and not texts:
        raise ClaimsError(f"-k {options.select}: no claim matches" if options.select else "no claim was selected")
    return session.check_run(time.perf_counter() - began)
