"""The manifest: all that was established, as one JSON document. Every renderer reads it and nothing else."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from shlex import quote
from typing import Any

from gametheory.claims import MEANINGS, Correction, Result, Status

Manifest = dict[str, Any]
SOLVERS = ("networkx", "sympy", "z3-solver", "cvc5")


def manifest(results: Iterable[Result], folder: Path, deep: bool = False) -> Manifest:
    """Results as JSON values: `claims` in the order given, `counts` by status, and what computed them.

    The keys of a claim are those of `gametheory check --json`.
    """
    claims = [_claim(result, folder, deep) for result in results]
    found = Counter(item["status"] for item in claims)
    return {
        "program": {"name": "gametheory", "version": version("gametheory")},
        "computed_with": {"python": platform.python_version()} | {name: version(name) for name in SOLVERS},
        "folder": str(folder),
        "deep": deep,
        "statuses": {status.value: MEANINGS[status] for status in Status},
        "claims": claims,
        "counts": {status.value: found[status.value] for status in Status},
    }


def _claim(result: Result, folder: Path, deep: bool) -> dict[str, Any]:
    item, verdict = result.claim, result.verdict
    where = "" if folder == Path("proofs") else f" {quote(str(folder))}"
    return {
        "id": item.id,
        "source": result.source,
        "statement": item.statement,
        "where": item.where,
        "status": verdict.status.value,
        "expected": item.expected.value if item.expected else None,
        "as_recorded": result.as_recorded,
        "scope": verdict.scope,
        "cases": verdict.cases,
        "evidence": [exhibit.as_json() for exhibit in verdict.evidence],
        "witness": verdict.witness.as_json() if verdict.witness else None,
        "correction": _correction(verdict.correction),
        "uses": list(item.uses),
        "grounded": result.grounded,
        "seconds": round(result.seconds, 3),
        "command": f"gametheory check{where} -k {quote(item.id)}{' --deep' if deep else ''}",
    }


def _correction(correction: Correction | None) -> dict[str, Any] | None:
    if correction is None:
        return None
    verdict = correction.verdict
    return {
        "statement": correction.statement,
        "status": verdict.status.value,
        "scope": verdict.scope,
        "cases": verdict.cases,
        "evidence": [exhibit.as_json() for exhibit in verdict.evidence],
    }
