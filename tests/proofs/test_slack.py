"""The table of slack relations agrees with the obligations, and the page lists those that are slack throughout."""

import re
import sys
from pathlib import Path

import pytest

from gametheory.prove.smt import Obligation

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "proofs"))

import _sharpness as writer  # noqa: E402
import castle_3.defense as defense  # noqa: E402
import castle_3.lemmas as theorem  # noqa: E402
import castle_3.soldiers as soldiers  # noqa: E402
from battle.theory import ONE_DEFENDER, SQUARE_LAW  # noqa: E402
from castle_3.rows import OBLIGATIONS as ROWS  # noqa: E402
from wargame.theory import COPYING, EQUAL_ROUNDS  # noqa: E402

STEPS = [
    *theorem.DAY,
    *theorem.BATTLE,
    *soldiers.SOLDIERS,
    *defense.CASTLE_SIDE,
    *(s for row in ROWS.values() for s in row),
]
OBLIGATIONS = {step.obligation.name: step.obligation for step in STEPS} | {
    obligation.name: obligation for obligation in (*SQUARE_LAW, *ONE_DEFENDER, *EQUAL_ROUNDS, *COPYING)
}
TABLE = {line.split("\t")[0]: tuple(line.split("\t")) for line in writer.TABLE.read_text().splitlines()}
ALL_SLACK = {name for name, relations, slack, _ in TABLE.values() if relations == slack}


@pytest.mark.parametrize("obligation", list(OBLIGATIONS.values())[::6], ids=lambda entry: entry.name)
def test_a_sample_has_the_slack_relations_of_the_table(obligation: Obligation) -> None:
    assert writer.rows([obligation]) == [TABLE[name] for name in [obligation.name] if name in TABLE]


def test_obligations_that_are_slack_throughout_are_in_the_page_with_a_reason() -> None:
    page = (ROOT / "docs/theory/how-this-was-proved.md").read_text()
    listed = set(re.findall(r"^\| `([a-z0-9-]+)` \| .+ \| .+ \|$", page, re.MULTILINE))
    assert listed == {OBLIGATIONS[name].statement.file_name.removesuffix(".smt2") for name in ALL_SLACK}
    assert f"{len(TABLE)} of the {len(list((ROOT / 'proofs/certificates').rglob('*.smt2')))} obligations" in page
