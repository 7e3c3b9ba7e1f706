"""The table of slack relations agrees with the obligations, and the page lists those that are slack throughout."""

import re
import sys
from pathlib import Path

import pytest

from gametheory.prove.smt import Obligation

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "proofs"))

import _sharpness as writer  # noqa: E402
from battle.theory import ONE_DEFENDER, SQUARE_LAW  # noqa: E402
from castle_3.steps import Part  # noqa: E402
from wargame.theory import COPYING, EQUAL_ROUNDS  # noqa: E402

from gametheory.prove.composer import Step  # noqa: E402


def steps_of(value: object) -> list[Step]:
    """Return the steps of a value of a file of castle_3."""
    if isinstance(value, Part):
        return list(value.steps)
    return (
        [value]
        if isinstance(value, Step)
        else [s for s in value if isinstance(s, Step)]
        if isinstance(value, list)
        else []
    )


CASTLE = [module for name, module in sys.modules.items() if name.startswith("castle_3.")]
STEPS = [found for module in CASTLE for value in list(vars(module).values()) for found in steps_of(value)]
STEPS += [*SQUARE_LAW, *ONE_DEFENDER, *EQUAL_ROUNDS, *COPYING]
OBLIGATIONS = {step.obligation.name: step.obligation for step in STEPS}
TABLE = {line.split("\t")[0]: tuple(line.split("\t")) for line in writer.TABLE.read_text().splitlines()}
ALL_SLACK = {name for name, relations, slack, _ in TABLE.values() if relations == slack}


@pytest.mark.parametrize("obligation", list(OBLIGATIONS.values())[::6], ids=lambda entry: entry.name)
def test_a_sample_has_the_slack_relations_of_the_table(obligation: Obligation) -> None:
    assert writer.rows([obligation]) == [TABLE[name] for name in [obligation.name] if name in TABLE]


def test_obligations_that_are_slack_throughout_are_in_the_page_with_a_reason() -> None:
    page = (ROOT / "docs/theory/how-this-was-proved.md").read_text()
    listed = set(re.findall(r"^\| `([a-z0-9-]+)` \| .+ \| .+ \|$", page, re.MULTILINE))
    texts = {path.stem: path.read_text() for path in (ROOT / "proofs/certificates").rglob("*.smt2")}
    assert listed == {stem for stem, text in texts.items() if text[2:].split(": expected", 1)[0] in ALL_SLACK}
