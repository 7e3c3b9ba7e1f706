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
from gametheory.claims.overview import Overview
from gametheory.claims.results import AppendixSection
from gametheory.parallel.extras import DISTRIBUTION, installed_version
from gametheory.render.assurance import evidence_files
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
    """Return the results of a run as JSON values."""
    claims = [result_as_json(result, folder, deep) for result in results]
    counts = Counter(item["status"] for item in claims)
    document = {
        "program": {"name": "gametheory", "version": version(DISTRIBUTION)},
        "computed_with": {"python": platform.python_version()} | {name: installed_version(name) for name in SOLVERS},
        "folder": str(folder),
        "deep": deep,
        "statuses": MEANINGS,
        "symbols": {status: {"symbol": mark.symbol} for status, mark in STATUS_SYMBOLS.items()},
        "claims": claims,
        "problems": list(problems),
        "not_checked": list(not_checked),
        "appendices": [_appendix(section) for section in appendices],
        "overview": (overview or Overview()).as_json(),
        "evidence_files": evidence_files(folder),
        "counts": {status.value: counts[status.value] for status in Status},
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
