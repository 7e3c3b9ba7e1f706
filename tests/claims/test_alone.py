"""A file can change neither the claims of another file nor what is shown about them, nor hide, add or skip one."""

from __future__ import annotations

import os
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path

import pytest

from gametheory.claims.cache import VerdictCache
from gametheory.claims.check import check
from gametheory.claims.collect import collect
from gametheory.claims.evidence import Text
from gametheory.claims.host import CHANGED
from gametheory.claims.hosted import ELSEWHERE
from gametheory.claims.parallel import check_by_file
from gametheory.parallel.executor import Serial, use_executor

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="claims run in forked processes")

# What another file does to the claim with the name of the field. What is not named here is compared as well: `check`
# and `declared` are no statements, and the address contains the file.
FIELDS = {
    "id": "'OTHER'",
    "statement": "'P = NP'",
    "where": "'p. 9'",
    "uses": "()",
    "expected": "Status.VERIFIED",
    "theorems": "()",
    "skip": "'later'",
    "code": "SourceCode('victim.py', 1, 'a proof')",
}
OWN = {"uses": "uses=['L']", "expected": "expected='open'", "theorems": "theorems=['no/File.theorem']"}
VICTIM = "from gametheory import check_all, claim\nholds = lambda: check_all(range(3), lambda n: n < 3)\n" + "".join(
    f"claim({name!r}, 'true', 'p. 1', {OWN.get(name, '')})(holds)\n" for name in ("L", "HIDDEN", *FIELDS)
)
ADDED = "Claim('ADDED', 'P = NP', 'p. 1', honest, declared=Declaration('victim.py', 'victim.py:1', ''))"
STRANGER = f"""import dataclasses, gametheory.claims.hosted as module
from gametheory import verified
from gametheory.claims import Claim, Status
from gametheory.claims.registry import Declaration
from gametheory.claims.source_code import SourceCode
before = module.collection_as_json
changes = dict({", ".join(f"{name}={value}" for name, value in FIELDS.items())})
honest = lambda: verified('a case', 1)
def changed(collection):
    def one(item):
        return dataclasses.replace(item, **{{name: value for name, value in changes.items() if name == item.id}})
    pairs = [(source, one(item)) for source, item in collection.claims if item.id != 'HIDDEN']
    return before(collection._replace(claims=[*pairs, ('victim', {ADDED})]))
module.collection_as_json = changed
"""


@pytest.mark.parametrize("cached", [False, True], ids=["new verdicts", "verdicts of an earlier run"])
def test_another_file_changes_nothing_of_a_claim(tmp_path: Path, cached: bool) -> None:
    (tmp_path / "victim.py").write_text(VICTIM)
    (tmp_path / "whole.py").write_text("from gametheory import *; claim('HIDDEN', 'hidden', '')(lambda: open_(''))\n")
    if cached:
        found = check(tmp_path)
        assert {"L", "statement", "where"} <= {each.claim.id for each in found if each.matches_expected}
        assert not found.problems
    (tmp_path / "zzz.py").write_text(STRANGER)
    run = check(tmp_path)
    why = {each.claim.id: each.verdict.evidence for each in run}
    assert why.pop("L") == ()
    assert {id for id, text in why.items() if text == (Text(CHANGED),)} == FIELDS.keys() - {"id"}
    assert {id for id, text in why.items() if text == (Text(ELSEWHERE),)} == {"OTHER", "ADDED"}
    assert [each.claim.id for each in run if each.matches_expected] == ["L"]
    changed = "9 claims (HIDDEN, id, statement, where, uses and 4 more) of victim.py were changed"
    hidden = "1 claim (HIDDEN) of whole.py was changed"
    assert run.problems == tuple(
        f"{each} or hidden while the other files of the folder ran" for each in (changed, hidden)
    )


def test_a_worker_of_a_cluster_notices_that_another_file_changes_a_claim(tmp_path: Path) -> None:
    (tmp_path / "victim.py").write_text(VICTIM)
    items = {item.id: item for _, item in collect(tmp_path)}
    changed = replace(items["statement"], statement="P = NP", stated="")
    with use_executor(Serial()):
        found = check_by_file(tmp_path, False, [], VerdictCache(tmp_path))([items["L"], changed])
        assert [(item.id, verdict.status.value) for item, verdict, _ in found] == [
            ("L", "verified"),
            ("statement", "open"),
        ]


def test_the_claims_of_a_helper_are_those_of_the_file_that_imports_it_first(tmp_path: Path) -> None:
    """Alone, the second file declares them as well: nothing has been hidden, whichever file is asked for."""
    (tmp_path / "_helper.py").write_text("from gametheory import *; claim('H', '', '')(lambda: verified('a', 1))\n")
    (tmp_path / "first.py").write_text("import _helper\n")
    (tmp_path / "second.py").write_text("import _helper\n" + VICTIM.replace("skip", "S"))
    whole = check(tmp_path)
    assert (whole["H"].claim.declared.file, whole.problems) == ("first.py", ())  # type: ignore[union-attr]
    (tmp_path / "first.py").write_text("import _helper  # again\n")
    assert check(tmp_path / "second.py").problems == ()


LIMIT = """from gametheory import check_all, claim
import _limit
@claim('V', 'every number below 10 is below 5', 'p. 1')
def v():
    return check_all(range(10), lambda n: n < _limit.LIMIT)
"""
WRITER = """from pathlib import Path
from gametheory import claim, check_all
@claim({id!r}, 'true', 'p. 1')
def a():
    (Path(__file__).parent / '_limit.py').write_text({text!r})
    return check_all(range(3), lambda n: n < 3)
"""


def test_code_that_is_exchanged_while_the_claims_run_does_not_run(tmp_path: Path) -> None:
    """Otherwise the next run, in which the file is as before, would believe the verdict from the cache."""
    own, other = "LIMIT = 5\n", "LIMIT = 99\n"
    (tmp_path / "_limit.py").write_text(own)
    (tmp_path / "v.py").write_text(LIMIT)
    for name, text in (("a", other), ("z", own)):
        (tmp_path / f"{name}.py").write_text(WRITER.format(id=name, text=text))
    first = check(tmp_path, workers=1)
    assert (first["a"].verdict.label, first["V"].verdict.label, first["z"].verdict.label) == (
        "verified",
        "open",
        "verified",
    )
    assert (tmp_path / "_limit.py").read_text() == own
    assert check(tmp_path)["V"].verdict.label == "refuted"


def test_no_process_stays_after_files_without_claims_were_compared(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(VICTIM)
    (tmp_path / "without.py").write_text("")
    before = set(active_children())
    assert all(check(tmp_path) for _ in range(2))
    assert set(active_children()) <= before
