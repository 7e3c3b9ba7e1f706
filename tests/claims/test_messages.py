"""No code of a claims folder runs in the process of the command, which alone can make proofs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gametheory.claims import claim, verified
from gametheory.claims.check import check
from gametheory.claims.collect import Collection
from gametheory.claims.declare import ClaimsError
from gametheory.claims.messages import collection_as_json, collection_from_json

# Each text is a str for every check, and a call of `note` for a reader of pickles.
CLAIMS = '''"""A source."""
import os, pathlib
from gametheory.claims import appendix, claim, verified
from gametheory.claims.evidence import Text

FILE = {file!r}

class Trap(str):
    def __reduce__(self):
        return eval, (f"open({file!r}, 'a').write(str(__import__('os').getpid()) + ' ') and 'changed'",)

pathlib.Path(FILE).write_text(f"{{os.getpid()}} ")

@claim(Trap("E"), Trap("a statement"), Trap("p. 1"))
def e():
    return verified(Trap("one case"), 1, Text(Trap("evidence")))

@appendix(Trap("more"), Trap("More"))
def more():
    return [Text(Trap("text"))]
'''


def test_texts_of_claims_run_no_code_in_the_process_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "processes"
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "a.py").write_text(CLAIMS.format(file=str(file)))
    run = check(tmp_path / "claims", fresh=True, appendices=True)
    processes = set(file.read_text().split())
    assert processes
    assert str(os.getpid()) not in processes
    result = run["E"]
    texts = [result.claim.id, result.claim.statement, result.claim.where, result.verdict.note]
    assert texts == ["E", "a statement", "p. 1", "one case"]
    assert {type(text) for text in texts} == {str}
    assert [section.appendix.title for section in run.appendices] == ["More"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.pop("claims"),
        lambda data: data["claims"][0].pop(),
        lambda data: data["claims"][0][1].update(id=7),
        lambda data: data["claims"][0][1].update(expected="certain"),
        lambda data: data["claims"][0][1].update(declared=[]),
    ],
)
def test_a_wrong_description_is_one_error(damage) -> None:
    item = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    data = collection_as_json(Collection([("S", item)], [], {}))
    collection_from_json(data)
    damage(data)
    with pytest.raises(ClaimsError, match="describes them wrongly"):
        collection_from_json(data)
