"""Write the slack relations of all obligations to tables/slack.tsv: `python proofs/_sharpness.py`.

An obligation is listed if a change of one relation of its conclusion still follows from the hypotheses; see
`gametheory.prove.sharpness`. The columns are the name, the number of relations, the number of slack ones, and the slack
relations, each once.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path
from unittest.mock import patch

from gametheory.claims import run
from gametheory.claims.collect import collect
from gametheory.claims.stored_certificates import certificates_of
from gametheory.prove.sharpness import sharpness
from gametheory.prove.smt import Obligation

FOLDER = Path(__file__).parent
TABLE = FOLDER / "tables" / "slack.tsv"


def obligations() -> list[Obligation]:
    """Check every claim of this folder and return the obligations of the certificates, sorted by name."""
    made: dict[str, Obligation] = {}
    check = Obligation.__post_init__

    def record(obligation: Obligation) -> None:
        check(obligation)
        made[obligation.statement.file_name] = obligation

    with patch.object(Obligation, "__post_init__", record):
        results = list(run(collect(FOLDER)))
    names = {name for result in results for name, _ in certificates_of(result.verdict)}
    return sorted((made[name] for name in names), key=attrgetter("name"))


def rows(obligations: Iterable[Obligation]) -> list[tuple[str, str, str, str]]:
    """Return the rows of the table: one for each obligation with a slack relation."""
    measured = [(obligation.name, sharpness(obligation)) for obligation in obligations]
    return [
        (name, str(found.relations), str(len(found.slack)), "; ".join(dict.fromkeys(map(str, found.slack))))
        for name, found in measured
        if found.slack
    ]


if __name__ == "__main__":
    table = rows(obligations())
    TABLE.write_text("".join("\t".join(row) + "\n" for row in table))
    print(f"{len(table)} obligations with slack relations written to {TABLE}")
