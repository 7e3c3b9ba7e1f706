"""Write the slack relations of all obligations to tables/slack.json: `python proofs/_sharpness.py`.

An obligation is listed if a change of one relation of its conclusion still follows from the hypotheses; see
`gametheory.prove.sharpness`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import patch

import _write_certificates as writer

from gametheory.claims import run
from gametheory.claims.collect import collect
from gametheory.claims.evidence import Certificate
from gametheory.prove.sharpness import sharpness
from gametheory.prove.smt import Obligation

TABLE = Path(__file__).parent / "tables" / "slack.json"


def obligations() -> list[Obligation]:
    """Check every claim of this folder and return the obligations of the certificates, sorted by name."""
    discharged: dict[str, Obligation] = {}
    certificate = Obligation.certificate

    def record(obligation: Obligation) -> Certificate:
        discharged[obligation.name] = obligation
        return certificate(obligation)

    with patch.object(Obligation, "certificate", record):
        for _ in run(collect(writer.FOLDER)):
            pass
    return [discharged[name] for name in sorted(discharged)]


def slack(obligations: Iterable[Obligation]) -> dict[str, dict[str, object]]:
    """Return the slack relations of each obligation that has some, by its name."""
    measured = {obligation.name: sharpness(obligation) for obligation in obligations}
    return {
        name: {"relations": found.relations, "slack": [str(relation) for relation in found.slack]}
        for name, found in measured.items()
        if found.slack
    }


if __name__ == "__main__":
    table = slack(obligations())
    TABLE.write_text(json.dumps(table, indent=1) + "\n")
    print(f"{len(table)} obligations with slack relations written to {TABLE}")
