"""The manifest: all that was established, as one JSON document. Every renderer reads it and nothing else."""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

from gametheory.claims import MEANINGS, Appendix, Result, Status
from gametheory.claims.check import result_as_json
from gametheory.claims.evidence import Evidence
from gametheory.render.status_symbols import STATUS_SYMBOLS

Manifest = dict[str, Any]
EvaluatedAppendix: TypeAlias = tuple[str, Appendix, Sequence[Evidence]]
SOLVERS = ("networkx", "sympy", "z3-solver", "cvc5")


def build_manifest(
    results: Iterable[Result], folder: Path, deep: bool = False, shown: Iterable[EvaluatedAppendix] = ()
) -> Manifest:
    """Results as JSON values: `claims` in the order given, `counts` by status, and what computed them.

    The keys of a claim are those of `gametheory check --json`. `displays` are the exhibits of no single claim.

    >>> from gametheory.claims import claim, run, verified
    >>> item = claim("A", "so it is", "p. 1")(lambda: verified("one case", 1))
    >>> build_manifest(run([("A source", item)]), Path("proofs"))["claims"][0]["command"]
    'gametheory check -k A'
    """
    claims = [result_as_json(result, folder, deep) for result in results]
    found = Counter(item["status"] for item in claims)
    document = {
        "program": {"name": "gametheory", "version": version("gametheory")},
        "computed_with": {"python": platform.python_version()} | {name: version(name) for name in SOLVERS},
        "folder": str(folder),
        "deep": deep,
        "statuses": {status.value: MEANINGS[status] for status in Status},
        "marks": {status: {"symbol": mark.symbol, "shape": mark.shape} for status, mark in STATUS_SYMBOLS.items()},
        "claims": claims,
        "displays": [
            {"id": item.id, "title": item.title, "source": source, "evidence": [each.as_json() for each in exhibits]}
            for source, item, exhibits in shown
        ],
        "counts": {status.value: found[status.value] for status in Status},
    }
    # What JSON has no form for, a fraction or a number that is none, becomes its text.
    plain: Manifest = json.loads(json.dumps(document, default=str), parse_constant=str)
    return plain
