"""The manifest: all results of a run as one JSON document. Every report is rendered from it and from nothing else."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from gametheory.claims import MEANINGS, Result, Status
from gametheory.claims.check import result_as_json
from gametheory.claims.folder_check import AppendixSection
from gametheory.claims.overview import Overview
from gametheory.claims.status import SELF_VERIFIED
from gametheory.parallel.extras import installed_version
from gametheory.render.citation import citation
from gametheory.render.recheck_commands import evidence_files
from gametheory.render.status_symbols import STATUS_SYMBOLS

Manifest = dict[str, Any]
SOLVERS = ("networkx", "sympy", "z3-solver", "cvc5")


def build_manifest(
    results: Iterable[Result],
    folder: Path,
    deep: bool = False,
    appendices: Iterable[AppendixSection] = (),
    problems: Iterable[str] = (),
    overview: Overview | None = None,
    not_checked: Iterable[str] = (),
) -> Manifest:
    """Return the results of a run as JSON values.

    Parameters
    ----------
    results
        The results, in the order of the report.
    folder
        The folder of the claims, for the commands that repeat a check.
    deep
        Whether larger ranges were checked.
    appendices
        The appendices with their evidence.
    problems
        How the claims differ from those in the file of expected verdicts, in lines.
    overview
        The author's arrangement of the report, with the sources by title; by default, there is none.
    not_checked
        Ids of the claims that were selected and not checked, because the run stopped.

    Returns
    -------
    dict
        `claims` (with the keys of `gametheory check --json`), `counts` by status, `labels` (counts by label),
        `appendices`, `overview`, `citation`, `evidence_files`, and the programs and versions that computed them.

    Examples
    --------
    >>> from gametheory.claims import claim, run, verified
    >>> item = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> build_manifest(run([("A source", item)]), Path("proofs"))["claims"][0]["command"]
    'gametheory check -k A'
    """
    claims = [result_as_json(result, folder, deep) for result in results]
    counts = Counter(item["status"] for item in claims)
    labels = Counter(item["label"] for item in claims)
    document = {
        "program": {"name": "gametheory", "version": version("gametheory")},
        "computed_with": {"python": platform.python_version()} | {name: installed_version(name) for name in SOLVERS},
        "folder": str(folder),
        "deep": deep,
        "statuses": MEANINGS,
        "symbols": {status: {"symbol": mark.symbol, "shape": mark.shape} for status, mark in STATUS_SYMBOLS.items()},
        "claims": claims,
        "problems": list(problems),
        "not_checked": list(not_checked),
        "appendices": [_appendix(section) for section in appendices],
        "overview": (overview or Overview()).as_json(),
        "citation": citation(),
        "evidence_files": evidence_files(folder, [name for item in claims for name in item["theorems"]]),
        "counts": {status.value: counts[status.value] for status in Status},
        "labels": {label: labels[label] for label in MEANINGS if labels[label] or label != SELF_VERIFIED},
    }
    # Values without a JSON form, such as fractions, infinity and NaN, become text.
    manifest: Manifest = json.loads(json.dumps(document, default=str), parse_constant=str)
    return manifest


def _appendix(section: AppendixSection) -> dict[str, Any]:
    source, item, evidence = section
    return {
        "id": item.id,
        "title": item.title,
        "source": source,
        "evidence": [each.as_json() for each in evidence],
    }
